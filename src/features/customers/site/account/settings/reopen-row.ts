import { dropDrafts } from "../../../../../platform/site/forms/drafts.ts";

/** In memory only, like the drafts of the forms in the rows. */
let left: { readonly supportId: string; readonly row: string | undefined } | undefined;

/** Remembers whose settings were shown, and the row that was open when the session ended. */
export function leaveRow(supportId: string, row: string | undefined): void {
  left = { supportId, row };
}

/**
 * The row to open again after the login, with what was typed there. If someone else logged in, what was
 * typed is dropped.
 */
export function findLeftRow(supportId: string): string | undefined {
  if (left && left.supportId !== supportId) dropDrafts();
  return left?.supportId === supportId ? left.row : undefined;
}
