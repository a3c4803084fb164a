import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { type BuiltFile, type BuiltSite, originPlaceholder } from "../../../contract/built-site.ts";
import { paths } from "../../../contract/paths.ts";
import { ApiError } from "../api-error.ts";
import { type Headers, securityHeaders } from "../http/security-headers.ts";
import { makeVariant, pack, type Variant } from "./variant.ts";

/** A file or page in all its encodings, held in memory. */
export interface ServedFile {
  readonly status: number;
  /** A document, which reading settings change. */
  readonly isPage: boolean;
  readonly identity: Variant;
  readonly br?: Variant;
  readonly gzip?: Variant;
}

interface SiteOptions {
  /** Folder that the build wrote, or a link to it. */
  readonly dist: string;
  /** Address that people use, without a slash at the end. */
  readonly origin: () => string;
  readonly https: boolean;
  readonly now: () => number;
}

/** Good enough for a page rewritten at run time; the build itself takes the best. */
const runtimeBrotliQuality = 9;

/** Pictures run their own style and nothing else, also when opened on their own. */
const pictureCsp = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** The build's list of everything it made. */
const siteList = "site.json";

const immutable = "public, max-age=31536000, immutable";
const revalidate = "no-cache";
const neverStored = "no-store";

/**
 * The built site in memory, read as it is asked for. Pages know neither their address
 * nor the day they are read on: the site's origin and the copyright year are put in here.
 */
export class SiteFiles {
  readonly site: BuiltSite;
  /** The folder itself: a new build turns the link elsewhere, and leaves the old one for us. */
  readonly folder: string;
  readonly #options: SiteOptions;
  #cache = new Map<string, ServedFile | null>();
  readonly #aliases = new Map<string, string>();
  #year: string;

  /** @throws Error when the site was not built */
  constructor(options: SiteOptions) {
    this.#options = options;
    if (!existsSync(path.join(options.dist, siteList))) {
      throw new Error("The site is not built. Run: npm run build");
    }
    this.folder = realpathSync(options.dist);
    const list = path.join(this.folder, siteList);
    this.site = JSON.parse(readFileSync(list, "utf8")) as BuiltSite;
    this.#year = this.#currentYear();
  }

  /** The page or file at an address, or null. */
  find(address: string): ServedFile | null {
    const year = this.#currentYear();
    if (year !== this.#year) {
      this.#year = year;
      this.#cache.clear();
    }
    let served = this.#cache.get(address);
    if (served === undefined) {
      served = this.#read(address);
      if (served) this.#cache.set(address, served);
    }
    return served;
  }

  /**
   * Serves a built page at a second address too, as if it had been built there.
   * @param of the address it was built for
   */
  addAlias(address: string, of: string): void {
    this.#aliases.set(address, of);
  }

  /** The address that a page was built for. */
  builtFor(address: string): string {
    return this.#aliases.get(address) ?? address;
  }

  /** The document for addresses that do not exist. */
  get notFound(): ServedFile {
    const page = this.find(this.site.notFound);
    if (!page) throw new Error("The build holds no not-found page.");
    return page;
  }

  #currentYear(): string {
    return String(new Date(this.#options.now()).getFullYear());
  }

  /** Of many builds over a running server, a late one takes away what was not read yet. */
  #read(address: string): ServedFile | null {
    try {
      return this.#load(address);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      // A file with its hash in the name is gone for good; any other comes back shortly.
      if (this.site.files[address]?.hashed) return null;
      throw new ApiError("unavailable", { message: "The server is not ready." });
    }
  }

  #load(address: string): ServedFile | null {
    const built = this.builtFor(address);
    const page = this.site.pages[built];
    const file = this.site.files[address];
    if (!page && !file) return null;
    const relative = page?.file ?? file?.file ?? "";
    const full = path.join(this.folder, relative);
    const plain = readFileSync(full);
    const rewritten = file?.hashed ? plain : this.#rename(this.#rewrite(plain), built, address);
    const headers = page ? this.#pageHeaders(built) : this.#fileHeaders(file as BuiltFile);
    const isPacked = !existsSync(`${full}.br`);
    const variant = (body: Buffer, encoding?: string) => makeVariant(body, headers, encoding);
    const status = page?.status ?? 200;
    const isPage = page !== undefined;
    if (isPacked) return { status, isPage, identity: variant(plain) };
    const same = rewritten === plain;
    // A file may be gone later; what is packed here can wait until somebody wants it.
    const packedAs = (encoding: string, ending: string) => {
      const body = same ? readFileSync(full + ending) : undefined;
      return once(() => {
        const packed = body ?? pack(rewritten, encoding, runtimeBrotliQuality);
        return variant(packed, encoding);
      });
    };
    const br = packedAs("br", ".br");
    const gzip = packedAs("gzip", ".gz");
    return {
      status,
      isPage,
      identity: variant(rewritten),
      get br() {
        return br();
      },
      get gzip() {
        return gzip();
      },
    };
  }

  /** The site's own origin in place of the one that a page is drawn with. */
  putOrigin(text: string): string {
    return text.replaceAll(originPlaceholder, this.#options.origin());
  }

  /** Returns the same buffer when there is nothing to put in. */
  #rewrite(plain: Buffer): Buffer {
    if (!plain.includes(originPlaceholder)) return plain;
    const text = this.putOrigin(plain.toString("utf8")).replace(
      /(data-year="|id="copyright-year">)\d{4}/g,
      `$1${this.#year}`,
    );
    return Buffer.from(text);
  }

  /** Puts an alias's own address into it; scripts find in it which page to draw. */
  #rename(plain: Buffer, built: string, address: string): Buffer {
    if (built === address) return plain;
    const text = plain.toString("utf8").replaceAll(built, address);
    return Buffer.from(text.replace("<html", `<html data-twin="${built}"`));
  }

  #pageHeaders(address: string): Headers {
    const { styleHash, speculation, personal } = this.site.pages[address] ?? {};
    return {
      ...securityHeaders({
        https: this.#options.https,
        opener: openerPolicy(address),
        ...(styleHash && { styleHash }),
      }),
      "content-type": "text/html; charset=utf-8",
      "cache-control": personal ? neverStored : revalidate,
      // The cookie of the reading settings.
      vary: "accept-encoding, cookie",
      ...(speculation && { "speculation-rules": `"${speculation}"` }),
    };
  }

  #fileHeaders({ type, hashed }: BuiltFile): Headers {
    return {
      ...securityHeaders({ https: this.#options.https }),
      ...(type.startsWith("image/svg") && { "content-security-policy": pictureCsp }),
      "content-type": type,
      "cache-control": hashed ? immutable : revalidate,
      vary: "accept-encoding",
    };
  }
}

/** Pages of the payment window: the page that opened it must go on seeing it (DESIGN 6). */
const paymentWindow: readonly string[] = [
  paths.success,
  paths.paymentSandbox,
  paths.paymentOpening,
  paths.paymentProblem,
];

function openerPolicy(address: string) {
  if (paymentWindow.includes(address)) return "unsafe-none";
  return address.startsWith("/portal/") ? "same-origin-allow-popups" : "same-origin";
}

/** Makes the value when it is first asked for, and keeps it. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
