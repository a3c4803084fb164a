/** Documents kept, each some 60 KB. */
const maxKept = 32;
/** Longer ones come from nobody's link of ours, and are rendered each time, in characters. */
const maxKeyLength = 500;

/** Rendered documents that are the same for everybody who asks; the last used are kept. */
export class SharedStates {
  readonly #kept = new Map<string, string>();

  find(key: string): string | undefined {
    const document = this.#kept.get(key);
    if (document === undefined) return undefined;
    // Put in again, so that the one asked for longest ago comes first.
    this.#kept.delete(key);
    this.#kept.set(key, document);
    return document;
  }

  /** @returns the document */
  keep(key: string, document: string): string {
    if (key.length > maxKeyLength) return document;
    this.#kept.set(key, document);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > maxKept) this.#kept.delete(oldest);
    return document;
  }
}
