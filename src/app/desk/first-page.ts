import { type LoaderFunctionArgs, redirect } from "react-router";
import { deskPaths } from "../../platform/contract/desk/paths.ts";
import { loadCurrentStaff } from "../../platform/desk/shell/session.ts";
import { findFirstPage } from "./nav-items.ts";

/** Leads to the page where the work of the signed-in staff member begins. */
export async function openFirstPage(args: LoaderFunctionArgs): Promise<Response> {
  return redirect(findFirstPage(await loadCurrentStaff(args))?.path ?? deskPaths.signIn);
}
