import type { PhotoChoice } from "./photo-control.tsx";

const unchanged: PhotoChoice = { kind: "keep" };

/** In memory only, like what is typed. */
let draft: { readonly uid: string; readonly choice: PhotoChoice } | undefined;

/** What somebody had chosen when they left the form for a look at another page. */
export function readPhotoDraft(uid: string): PhotoChoice {
  return draft?.uid === uid ? draft.choice : unchanged;
}

/** Lays a choice ready for when they come back. */
export function writePhotoDraft(uid: string, choice: PhotoChoice): void {
  draft = { uid, choice };
}

/** Forgets the choice: it is saved or given up, or the person may be another one now. */
export function dropPhotoDraft(): void {
  draft = undefined;
}
