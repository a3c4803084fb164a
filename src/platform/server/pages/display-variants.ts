import { applyDisplayPreferences, readDisplayPreferences } from "./display-preferences.ts";
import type { ServedFile } from "./site-files.ts";
import { makeVariant, pack, type Variant } from "./variant.ts";

/**
 * Maximum cached variants of pages, each about 15 KB; with 15 combinations of preferences there
 * could be far more.
 */
const maxKept = 64;

/** For on-demand compression: slightly larger than with the best quality, but ten times as fast. */
export const brotliQuality = 4;

export class DisplayVariants {
  #kept = new Map<string, Variant>();

  /**
   * The page with the visitor's preferences, or unchanged if the cookies contain none.
   * @param variant the page in the chosen encoding
   */
  find(page: ServedFile, variant: Variant, cookies: string): Variant {
    const reading = readDisplayPreferences(cookies);
    if (reading.length === 0) return variant;
    const key = `${variant.etag} ${reading.join(".")}`;
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const found = kept ?? makeDisplayVariant(page, variant, reading);
    // Inserted again, so that the least recently used comes first.
    this.#kept.set(key, found);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > maxKept) this.#kept.delete(oldest);
    return found;
  }
}

function makeDisplayVariant(
  page: ServedFile,
  { headers }: Variant,
  reading: readonly string[],
): Variant {
  const document = applyDisplayPreferences(page.identity.body.toString("utf8"), reading);
  const encoding = headers["content-encoding"];
  const body = pack(Buffer.from(document), encoding, brotliQuality);
  const shared = headers["cache-control"];
  const own = shared === "no-cache" ? "private, no-cache" : `${shared}`;
  return makeVariant(body, { ...headers, "cache-control": own }, encoding);
}
