/**
 * Drafts that the server does not have yet, by writer and record, kept until the tab is closed: who
 * logs in next in this tab does not see them.
 */
function keyOf(staffId: string, record: string): string {
  return `desk-reply:${staffId}:${record}`;
}

/** Undefined if there is none, or storage is unavailable. */
export function readKeptReply<Content>(staffId: string, record: string): Content | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(staffId, record));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param content undefined once the server has it */
export function keepReply(staffId: string, record: string, content: object | undefined): void {
  try {
    const key = keyOf(staffId, record);
    if (content === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(content));
  } catch {
    // Storage is full or blocked: the text remains in its field.
  }
}
