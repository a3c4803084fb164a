import type { NewReply } from "../../contract/desk/replies.ts";

/** Replies that the server does not have yet, by case; they last as long as the tab. */
const prefix = "desk-reply:";

/** Undefined if there is none, or the browser keeps nothing. */
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
    // A full or blocked storage: the text stays in its field.
  }
}
