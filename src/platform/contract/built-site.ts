/**
 * What the build tells the page server (dist/site.json), and the placeholders it leaves in pages.
 */

/** Placeholder of the site's origin in built files; the page server replaces it. */
export const originPlaceholder = "https://origin.invalid";

/** Placeholder of a form's state in a page; the page server replaces it. */
export const stateMark = "<!--state-->";

/** Placeholder of the list of endpoints in the API's page; the build replaces it. */
export const endpointsMark = '<div data-endpoints="yes"></div>';

export interface BuiltPage {
  readonly file: string;
  readonly status: number;
  /** Base64 SHA-256 of the page's one style element, for the CSP. */
  readonly styleHash?: string;
  readonly speculation?: string;
  /** Shows the signed-in person's data: no browser or proxy may store it. */
  readonly personal?: boolean;
  /** In the sitemap: without cookies and query it is the same for everybody. */
  readonly listed?: boolean;
  /** Search engines must not list it. */
  readonly isHidden?: boolean;
}

export interface BuiltFile {
  readonly file: string;
  readonly type: string;
  /** The name changes with the content, so it may be cached forever. */
  readonly hashed: boolean;
}

export interface Release {
  /** Of package.json. */
  readonly version: string;
  /** The Git commit that was built; "" if it was built without Git. */
  readonly commit: string;
}

export interface BuiltSite {
  readonly release: Release;
  /** Key in `pages` of the not-found document. */
  readonly notFound: string;
  readonly pages: Readonly<Record<string, BuiltPage>>;
  readonly desk: BuiltPage;
  readonly files: Readonly<Record<string, BuiltFile>>;
}
