import { originPlaceholder } from "../../contract/built-site.ts";

/** The site's public origin without a trailing slash, for canonical links and share images. */
export function siteOrigin(): string {
  if (typeof document === "undefined") return originPlaceholder;
  return document.documentElement.dataset.origin ?? location.origin;
}

/** The current year; hydration uses the one that the page was served with. */
export function currentYear(): string {
  const served =
    typeof document === "undefined" ? undefined : document.documentElement.dataset.year;
  return served ?? String(new Date().getFullYear());
}

/** When the phone is next answered, as the page was served: "7 am"; "" while it is. */
export function phoneOpens(): string {
  return (
    (typeof document === "undefined" ? undefined : document.documentElement.dataset.phone) ?? ""
  );
}
