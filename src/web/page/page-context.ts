import { originPlaceholder } from "../../contract/built-site.ts";

/** The site's public address without a slash at the end, for canonical links and pictures to share. */
export function siteOrigin(): string {
  if (typeof document === "undefined") return originPlaceholder;
  return document.documentElement.dataset.origin ?? location.origin;
}

/** The current year. A page shows the one it was served with, so that React finds what it expects. */
export function currentYear(): string {
  const served =
    typeof document === "undefined" ? undefined : document.documentElement.dataset.year;
  return served ?? String(new Date().getFullYear());
}
