/**
 * Reading settings: classes of the html element, kept in a cookie that says nothing about
 * who reads. What is not set is as designed, or as the reader's device asks.
 */

/** Classes by the name under which one is sent; at most one of each group is set. */
export const displayClasses = {
  size: ["t125", "t150", "t175"],
  contrast: ["more"],
  motion: ["still"],
} as const;

/** Name of a group of settings. */
export type DisplayGroup = keyof typeof displayClasses;

/** Holds the classes with dots between them; not there when nothing is set. */
export const displayCookie = "reading";

/** Finds the cookie among the others. */
export const displayCookiePattern = /\breading=([\w.]*)/;

/**
 * Where a setting is sent; a browser without scripts comes back to the page it was on. Here
 * and not in api.ts, whose other addresses the first script would have to carry.
 */
export const displayPreferencesPath = "/api/reading-settings";

/** How long it is kept, in seconds: a year. */
export const displayCookieSeconds = 365 * 24 * 60 * 60;
