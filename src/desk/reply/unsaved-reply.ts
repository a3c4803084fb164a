import type { NewReply } from "../../contract/desk/replies.ts";

/** Replies that the server does not have yet, by case, kept until the tab is closed. */
const prefix = "desk-reply:";

/** Undefined if there is none, or storage is unavailable. */
export function readKeptReply(reference: string): NewReply | undefined {
  try {
    const text = sessionStorage.getItem(`${prefix}${reference}`);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param reply undefined once the server has it */
export function keepReply(reference: string, reply: NewReply | undefined): void {
  try {
    if (reply === undefined) sessionStorage.removeItem(`${prefix}${reference}`);
    else sessionStorage.setItem(`${prefix}${reference}`, JSON.stringify(reply));
  } catch {
    // Storage is full or blocked: the text remains in its field.
  }
}
