import type { NewReply } from "../../contract/replies.ts";

/**
 * Replies that the server does not have yet, by writer and record, kept until the tab is closed:
 * who logs in next in this tab does not see them.
 */
function keyOf(staffId: string, reference: string): string {
  return `desk-reply:${staffId}:${reference}`;
}

/** Undefined if there is none, or storage is unavailable. */
export function readKeptReply(staffId: string, reference: string): NewReply | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(staffId, reference));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param reply undefined once the server has it */
export function keepReply(staffId: string, reference: string, reply: NewReply | undefined): void {
  try {
    const key = keyOf(staffId, reference);
    if (reply === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(reply));
  } catch {
    // Storage is full or blocked: the text remains in its field.
  }
}
