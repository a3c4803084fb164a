import type { PhotoChoice } from "./photo-control.tsx";

const nothing: PhotoChoice = { kind: "keep" };

/** In memory only, like what is typed. */
let kept: { readonly uid: string; readonly choice: PhotoChoice } | undefined;

/** What somebody had chosen when they left the form for a look at another page. */
export function readPhotoDraft(uid: string): PhotoChoice {
  return kept?.uid === uid ? kept.choice : nothing;
}

/** Lays a choice ready for when they come back. */
export function writePhotoDraft(uid: string, choice: PhotoChoice): void {
  kept = { uid, choice };
}

/** Forgets the choice: it is saved or given up, or the person may be another one now. */
export function dropPhotoDraft(): void {
  kept = undefined;
}
