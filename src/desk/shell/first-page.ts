import { type LoaderFunctionArgs, redirect } from "react-router";
import { loadPerson } from "../session/session.ts";
import { listPages } from "./nav-items.ts";

/** Leads from the desk's first address to the first page that the person may open. */
export async function openFirstPage(args: LoaderFunctionArgs): Promise<Response | null> {
  const [first] = listPages(await loadPerson(args));
  return first ? redirect(first.path) : null;
}
