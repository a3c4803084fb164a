/** Maximum cached documents, each about 60 KB. */
const maxKept = 32;
/** Longer keys do not come from our own links and are not cached. In characters. */
const maxKeyLength = 500;

export class SharedStates {
  readonly #kept = new Map<string, string>();

  find(key: string): string | undefined {
    const document = this.#kept.get(key);
    if (document === undefined) return undefined;
    // Inserted again, so that the least recently used comes first.
    this.#kept.delete(key);
    this.#kept.set(key, document);
    return document;
  }

  keep(key: string, document: string): string {
    if (key.length > maxKeyLength) return document;
    this.#kept.set(key, document);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > maxKept) this.#kept.delete(oldest);
    return document;
  }
}
