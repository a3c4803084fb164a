import { type LoaderFunctionArgs, redirect } from "react-router";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { loadPerson } from "../../../platform/desk/session/session.ts";
import { listPages } from "../../../platform/desk/shell/nav-items.ts";
import type { OverviewData } from "./overview-page.tsx";

/** Loads the desk's start page: the overview, or the first page that the user may open. */
export async function openFirstPage(args: LoaderFunctionArgs): Promise<Response | OverviewData> {
  const [first] = listPages(await loadPerson(args));
  if (first?.path !== deskPaths.overview) return redirect(first?.path ?? deskPaths.signIn);
  return (await import("./overview-page.tsx")).loadOverview(args);
}
