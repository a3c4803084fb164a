/** A page that loads later than this after what it lacks was typed is another visit, in milliseconds. */
const maxAgeMs = 10_000;

interface SavedTyping<T> {
  readonly at: number;
  /** Of the document in which it was typed. */
  readonly document: number;
  readonly values: T;
}

/**
 * Holds values for the page that is loaded next in this place of the tab's history; without
 * any, forgets them. What leaves with a page can come to the server later than the page is
 * asked for again.
 */
export function saveTyping(values?: object): void {
  const held = values && { at: Date.now(), document: performance.timeOrigin, values };
  history.replaceState({ ...history.state, held }, "");
}

/** What the document before this one held, once; undefined when that was a while ago. */
export function restoreTyping<T>(): T | undefined {
  const held: SavedTyping<T> | undefined = history.state?.held;
  if (!held) return undefined;
  saveTyping();
  const isFromPreviousDocument = held.document !== performance.timeOrigin;
  return isFromPreviousDocument && performance.timeOrigin - held.at < maxAgeMs
    ? held.values
    : undefined;
}
