/** What the build tells the page server (dist/site.json), and the marks it leaves in pages. */

/** Stands for the site's address in built files; the page server puts the real one in. */
export const originPlaceholder = "https://origin.invalid";

/** Where the page server puts the state of a form into a page. */
export const stateMark = "<!--state-->";

/** One prerendered document. */
export interface BuiltPage {
  /** Path below dist. */
  readonly file: string;
  readonly status: number;
  /** Base64 SHA-256 of the page's one style element, for the CSP. */
  readonly styleHash: string;
  /** Address of the rules that say what a browser may fetch ahead. */
  readonly speculation?: string;
  /** Fills itself with the signed-in person's data: no browser or proxy may store it. */
  readonly personal?: boolean;
}

/** One file served under its own address. */
export interface BuiltFile {
  /** Path below dist. */
  readonly file: string;
  /** Media type with charset. */
  readonly type: string;
  /** The name changes with the content, so it may be cached for ever. */
  readonly hashed: boolean;
}

/** Everything that is served from dist. */
export interface BuiltSite {
  /** Key in `pages` of the not-found document. */
  readonly notFound: string;
  readonly pages: Readonly<Record<string, BuiltPage>>;
  /** By address. */
  readonly files: Readonly<Record<string, BuiltFile>>;
}
