/** Notes that are not saved yet, by case; they last as long as the tab. */
const prefix = "desk-note:";

/** "" if there is none, or the browser keeps nothing. */
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
    // A full or blocked storage: the text stays in its field.
  }
}
