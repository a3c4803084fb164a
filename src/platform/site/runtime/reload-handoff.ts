/** Maximum age of a handoff in milliseconds; an older one belongs to an earlier visit. */
const maxAgeMs = 10_000;

interface SavedTyping<T> {
  readonly at: number;
  /** `performance.timeOrigin` of the document in which it was typed. */
  readonly document: number;
  readonly values: T;
}

/**
 * Stores values for the document that a reload brings to this history entry, or clears them.
 * A request sent while a page is left may reach the server after the reload's request.
 */
export function saveTyping(values?: object): void {
  const typed = values && { at: Date.now(), document: performance.timeOrigin, values };
  history.replaceState({ ...history.state, typed }, "");
}

/** Takes the values of the previous document; undefined if there are none or they are too old. */
export function restoreTyping<T>(): T | undefined {
  const typed: SavedTyping<T> | undefined = history.state?.typed;
  if (!typed) return undefined;
  saveTyping();
  const isFromPreviousDocument = typed.document !== performance.timeOrigin;
  return isFromPreviousDocument && performance.timeOrigin - typed.at < maxAgeMs
    ? typed.values
    : undefined;
}
