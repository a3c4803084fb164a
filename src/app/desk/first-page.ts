import { type LoaderFunctionArgs, redirect } from "react-router";
import { deskPaths } from "../../platform/contract/desk/paths.ts";
import { loadPerson } from "../../platform/desk/shell/session.ts";
import { findFirstPage } from "./nav-items.ts";

/** Leads to the page where the person's work begins. */
export async function openFirstPage(args: LoaderFunctionArgs): Promise<Response> {
  return redirect(findFirstPage(await loadPerson(args))?.path ?? deskPaths.signIn);
}
