/** Unsaved notes by case, kept until the tab is closed. */
const prefix = "desk-note:";

/** "" if there is none, or storage is unavailable. */
export function readNoteDraft(reference: string): string {
  try {
    return sessionStorage.getItem(`${prefix}${reference}`) ?? "";
  } catch {
    return "";
  }
}

export function keepNoteDraft(reference: string, text: string): void {
  try {
    if (text.trim() === "") sessionStorage.removeItem(`${prefix}${reference}`);
    else sessionStorage.setItem(`${prefix}${reference}`, text);
  } catch {
    // Storage is full or blocked: the text remains in its field.
  }
}
