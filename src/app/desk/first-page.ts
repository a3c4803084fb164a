import { type LoaderFunctionArgs, redirect } from "react-router";
import type { OverviewResponse } from "../../features/overview/contract/overview.ts";
import { deskPaths } from "../../platform/contract/desk/paths.ts";
import { loadPerson } from "../../platform/desk/shell/session.ts";
import { listPages } from "./nav-items.ts";

/** Loads the start page: the overview, or the first list of the user's work, or any page of theirs. */
export async function openFirstPage(
  args: LoaderFunctionArgs,
): Promise<Response | OverviewResponse> {
  const pages = listPages(await loadPerson(args));
  if (pages[0]?.path !== deskPaths.overview) {
    const first = pages.find(({ count }) => count) ?? pages[0];
    return redirect(first?.path ?? deskPaths.signIn);
  }
  return (await import("../../features/overview/desk/overview-page.tsx")).loadOverview(args);
}
