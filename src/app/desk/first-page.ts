import { type LoaderFunctionArgs, redirect } from "react-router";
import type { OverviewResponse } from "../../features/overview/contract/overview.ts";
import { deskPaths } from "../../platform/contract/desk/paths.ts";
import { loadPerson } from "../../platform/desk/session/session.ts";
import { listPages } from "./nav-items.ts";

/** Loads the desk's start page: the overview, or the first page that the user may open. */
export async function openFirstPage(
  args: LoaderFunctionArgs,
): Promise<Response | OverviewResponse> {
  const [first] = listPages(await loadPerson(args));
  if (first?.path !== deskPaths.overview) return redirect(first?.path ?? deskPaths.signIn);
  return (await import("../../features/overview/desk/overview-page.tsx")).loadOverview(args);
}
