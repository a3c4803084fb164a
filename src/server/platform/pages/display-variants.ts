import { applyDisplayPreferences, readDisplayPreferences } from "./display-preferences.ts";
import type { ServedFile } from "./site-files.ts";
import { makeVariant, pack, type Variant } from "./variant.ts";

/** Pages with settings kept ready, each some 15 KB; with 15 settings there could be far more. */
const maxKept = 64;

/** The reader waits for it: little less small than the best, and ten times as fast. */
const brotliQuality = 4;

/** Pages as people with reading settings get them. Made when asked for; the last used are kept. */
export class DisplayVariants {
  #kept = new Map<string, Variant>();

  /**
   * The page with the reader's settings, or as it is when the cookies bring none.
   * @param variant the encoding that the reader would get
   */
  find(page: ServedFile, variant: Variant, cookies: string): Variant {
    const reading = readDisplayPreferences(cookies);
    if (reading.length === 0) return variant;
    const key = `${variant.etag} ${reading.join(".")}`;
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const found = kept ?? makeDisplayVariant(page, variant, reading);
    // Put in again, so that the one asked for longest ago comes first.
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
