import { type LoaderFunctionArgs, redirect } from "react-router";
import { deskPaths } from "../../contract/desk/paths.ts";
import { loadPerson } from "../session/session.ts";
import { listPages } from "../shell/nav-items.ts";
import type { OverviewData } from "./overview-page.tsx";

/**
 * Reads what the desk's first address shows: the overview, or where somebody may not see it the
 * first page that they may.
 */
export async function openFirstPage(args: LoaderFunctionArgs): Promise<Response | OverviewData> {
  const [first] = listPages(await loadPerson(args));
  if (first?.path !== deskPaths.overview) return redirect(first?.path ?? deskPaths.signIn);
  return (await import("./overview-page.tsx")).loadOverview(args);
}
