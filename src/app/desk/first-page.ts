import { type LoaderFunctionArgs, redirect } from "react-router";
import type { OverviewResponse } from "../../features/overview/contract/overview.ts";
import { deskPaths } from "../../platform/contract/desk/paths.ts";
import { loadCurrentStaff } from "../../platform/desk/shell/session.ts";
import { findFirstPage } from "./nav-items.ts";

/** Loads the start page, or leads to the page where the desk opens. */
export async function openFirstPage(
  args: LoaderFunctionArgs,
): Promise<Response | OverviewResponse> {
  const first = findFirstPage(await loadCurrentStaff(args));
  if (first?.path !== deskPaths.overview) return redirect(first?.path ?? deskPaths.signIn);
  return (await import("../../features/overview/desk/overview-page.tsx")).loadOverview(args);
}
