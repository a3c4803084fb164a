import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import {
  type BuiltFile,
  type BuiltPage,
  type BuiltSite,
  originPlaceholder,
} from "../../contract/built-site.ts";
import { deskPaths, isDeskPath } from "../../contract/desk/paths.ts";
import { paths, tokenPages } from "../../contract/paths.ts";
import { ApiError } from "../api-error.ts";
import { type Headers, securityHeaders } from "../http/security-headers.ts";
import { makeVariant, pack, type Variant } from "./variant.ts";

export interface ServedFile {
  readonly status: number;
  readonly isPage: boolean;
  /** A listed page, which shared caches may store if requested without cookies and query. */
  readonly isListed?: boolean;
  readonly identity: Variant;
  readonly br?: Variant;
  readonly gzip?: Variant;
}

interface SiteOptions {
  readonly dist: string;
  /** Public origin without a trailing slash. */
  readonly origin: () => string;
  readonly https: boolean;
  readonly now: () => number;
}

/** Brotli quality for pages rewritten at run time; the build uses the best. */
const runtimeBrotliQuality = 9;

/** SVG pictures may use their own style and nothing else, even if opened directly. */
const pictureCsp = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

const siteList = "site.json";

const immutable = "public, max-age=31536000, immutable";
const revalidate = "no-cache";
const noStore = "no-store";

/** The list of a build. @param dist its folder */
export function readBuiltSite(dist: string): BuiltSite {
  return JSON.parse(readFileSync(path.join(dist, siteList), "utf8")) as BuiltSite;
}

/**
 * The built site, read into memory on demand. The build does not know the site's origin, the year and
 * whether the phone is answered, so they are filled in here.
 */
export class SiteFiles {
  readonly site: BuiltSite;
  /** The resolved folder: a new build changes the symbolic link but keeps the old folder. */
  readonly folder: string;
  readonly #options: SiteOptions;
  #cache = new Map<string, ServedFile | null>();
  readonly #aliases = new Map<string, string>();
  #pagesByCase: ReadonlyMap<string, string> | undefined;
  #filled = "";
  /** When the phone is next answered, such as "7 am"; "" while it is. Cheap: called by each request. */
  phoneOpens = () => "";

  /** @throws Error if the site was not built */
  constructor(options: SiteOptions) {
    this.#options = options;
    if (!existsSync(path.join(options.dist, siteList))) {
      throw new Error("The site is not built. Run: npm run build");
    }
    this.folder = realpathSync(options.dist);
    this.site = readBuiltSite(this.folder);
  }

  /** The page or file at a path, or null. */
  find(address: string): ServedFile | null {
    const filled = `${this.#currentYear()} ${this.phoneOpens()}`;
    if (filled !== this.#filled) {
      this.#filled = filled;
      this.#cache.clear();
    }
    // One document for all of the desk's paths, whose number is unlimited.
    const key = isDeskPath(address) ? deskPaths.start : address;
    let served = this.#cache.get(key);
    if (served === undefined) {
      served = this.#read(key);
      if (served) this.#cache.set(key, served);
    }
    return served;
  }

  /**
   * Also serves a built page at a second path, as if it had been built for that path.
   * @param of the path it was built for
   */
  addAlias(address: string, of: string): void {
    this.#aliases.set(address, of);
    this.#pagesByCase = undefined;
  }

  /**
   * The path of the page that an address in other upper and lower case means, also below the desk
   * and with the token of a personal link, whose case is kept; undefined if there is none.
   */
  findInAnyCase(address: string): string | undefined {
    const lower = address.toLowerCase();
    if (isDeskPath(lower)) {
      return deskPaths.start + address.slice(deskPaths.start.length);
    }
    const personal = tokenPages.find((page) => lower.startsWith(`${page}/`));
    if (personal) return personal + address.slice(personal.length);
    this.#pagesByCase ??= new Map(
      [...Object.keys(this.site.pages), ...this.#aliases.keys()].map((page) => [
        page.toLowerCase(),
        page,
      ]),
    );
    const page = this.#pagesByCase.get(lower);
    return page === this.site.notFound ? undefined : page;
  }

  /** The path that a page was built for. */
  builtFor(address: string): string {
    return this.#aliases.get(address) ?? address;
  }

  /**
   * Low-cardinality name of the page or file at a path, for traces: no IDs, no hashed names,
   * nothing that a person typed.
   */
  routeOf(address: string): string | undefined {
    if (isDeskPath(address)) return `${deskPaths.start}/*`;
    const page = this.builtFor(address);
    if (Object.hasOwn(this.site.pages, page)) return page;
    if (!Object.hasOwn(this.site.files, address)) return undefined;
    return this.site.files[address]?.hashed ? path.posix.join(address, "../*") : address;
  }

  get notFound(): ServedFile {
    const page = this.find(this.site.notFound);
    if (!page) throw new Error("The build has no not-found page.");
    return page;
  }

  #currentYear(): string {
    return String(new Date(this.#options.now()).getFullYear());
  }

  /** After several builds while the server runs, a file that was not read yet may be deleted. */
  #read(address: string): ServedFile | null {
    try {
      return this.#load(address);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      // A hashed file is gone permanently; others will be rebuilt shortly.
      if (this.site.files[address]?.hashed) return null;
      throw new ApiError("unavailable", { message: "The server is not ready." });
    }
  }

  #load(address: string): ServedFile | null {
    const built = this.builtFor(address);
    const page = address === deskPaths.start ? this.site.desk : this.site.pages[built];
    const file = this.site.files[address];
    if (!page && !file) return null;
    const relative = page?.file ?? file?.file ?? "";
    const full = path.join(this.folder, relative);
    const plain = readFileSync(full);
    const rewritten = file?.hashed ? plain : this.#rename(this.#rewrite(plain), built, address);
    const headers = page ? this.#pageHeaders(built, page) : this.#fileHeaders(file as BuiltFile);
    const isPacked = !existsSync(`${full}.br`);
    const variant = (body: Buffer, encoding?: string) => makeVariant(body, headers, encoding);
    const status = page?.status ?? 200;
    const isPage = page !== undefined;
    const isListed = page?.listed === true;
    if (isPacked) return { status, isPage, isListed, identity: variant(plain) };
    const same = rewritten === plain;
    // Compressed files may be deleted later, so they are read now; compressing is done on demand.
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
      isListed,
      identity: variant(rewritten),
      get br() {
        return br();
      },
      get gzip() {
        return gzip();
      },
    };
  }

  /** Replaces the origin placeholder, the year and when the phone opens. */
  fillIn(text: string): string {
    const year = this.#currentYear();
    const opens = this.phoneOpens();
    const filled = text
      .replaceAll(originPlaceholder, this.#options.origin())
      .replace(/(data-year="|id="copyright-year">)\d{4}/g, `$1${year}`);
    if (opens === "") return filled;
    return filled
      .replace(/ data-year="\d+"/, `$& data-phone="${opens}"`)
      .replaceAll('<span data-opens="">', `$&${opens}`);
  }

  /** Returns the same buffer if there is nothing to replace. */
  #rewrite(plain: Buffer): Buffer {
    if (!plain.includes(originPlaceholder)) return plain;
    return Buffer.from(this.fillIn(plain.toString("utf8")));
  }

  /** Replaces the page's path by an alias; scripts read the original from the attribute. */
  #rename(plain: Buffer, built: string, address: string): Buffer {
    if (built === address) return plain;
    const text = plain.toString("utf8").replaceAll(built, address);
    return Buffer.from(text.replace("<html", `<html data-alias="${built}"`));
  }

  #pageHeaders(address: string, page: BuiltPage): Headers {
    const { styleHash, speculation, personal, isHidden } = page;
    return {
      ...securityHeaders({
        https: this.#options.https,
        opener: openerPolicy(address),
        ...(styleHash && { styleHash }),
      }),
      "content-type": "text/html; charset=utf-8",
      "cache-control": personal ? noStore : revalidate,
      // For the cookie of the display preferences.
      vary: "accept-encoding, cookie",
      ...(speculation && { "speculation-rules": `"${speculation}"` }),
      ...(isHidden && { "x-robots-tag": "noindex" }),
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

/** Match `Accept-Encoding`, unless the encoding is disabled ("br;q=0"). */
export const acceptsBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** The smallest encoding that the client accepts. @param accepted `Accept-Encoding` */
export function chooseEncoding(file: ServedFile, accepted: string): Variant {
  return (
    (acceptsBrotli.test(accepted) && file.br) ||
    (acceptsGzip.test(accepted) && file.gzip) ||
    file.identity
  );
}

/** Pages of the payment popup: the page that opened it must keep access to it. */
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

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
