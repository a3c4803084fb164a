import type { PhotoChoice } from "./photo-control.tsx";

const unchanged: PhotoChoice = { kind: "keep" };

/** In memory only, like form drafts. */
let draft: { readonly uid: string; readonly choice: PhotoChoice } | undefined;

/** The unsaved photo choice from when the form was last left. */
export function readPhotoDraft(uid: string): PhotoChoice {
  return draft?.uid === uid ? draft.choice : unchanged;
}

export function writePhotoDraft(uid: string, choice: PhotoChoice): void {
  draft = { uid, choice };
}

/** Removes the choice: it was saved or discarded, or the person logged out. */
export function dropPhotoDraft(): void {
  draft = undefined;
}
