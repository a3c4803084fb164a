/**
 * Display preferences: classes of the html element, stored in a cookie that identifies nobody.
 * Unset groups follow the design or the device's settings.
 */

/** Classes by group; at most one of each group is set. */
export const displayClasses = {
  size: ["t125", "t150", "t175"],
  contrast: ["more"],
  motion: ["still"],
} as const;

export type DisplayGroup = keyof typeof displayClasses;

/** Cookie with the classes, separated by dots; deleted if nothing is set. */
export const displayCookie = "reading";

/** Matches the cookie's value in `document.cookie`. */
export const displayCookiePattern = /\breading=([\w.]*)/;

/**
 * Where a preference is posted; a browser without scripts is redirected back to its page. Not in
 * site.ts, since the boot script would contain the other endpoints too.
 */
export const displayPreferencesPath = "/api/reading-settings";

/** Max-Age of the cookie: a year. */
export const displayCookieSeconds = 365 * 24 * 60 * 60;
