/** Where a page puts what was typed last when it is loaded again before the server has it. */
const key = "held-typing";
/** A page that loads later than this after it is another visit, in milliseconds. */
const longestMs = 10_000;

/** Something of the page at this address is held: its first script asks. */
export function holdsTyping(): boolean {
  return read()?.includes(`"${location.pathname}"`) ?? false;
}

/** Holds values in this tab for the page that comes next. They name their page by its address. */
export function holdTyping(values: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...moment(), values }));
  } catch {
    // The browser keeps nothing for us; the values left for the server all the same.
  }
}

/** When it was, and in which document. */
function moment() {
  return { at: Date.now(), document: performance.timeOrigin };
}

/** What the document before this one held, once; undefined when that was a while ago. */
export function takeTyping<T>(): T | undefined {
  const text = read();
  if (!text) return undefined;
  sessionStorage.removeItem(key);
  const held = JSON.parse(text) as ReturnType<typeof moment> & { values: T };
  const isOfAnother = held.document !== performance.timeOrigin;
  return isOfAnother && performance.timeOrigin - held.at < longestMs ? held.values : undefined;
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
