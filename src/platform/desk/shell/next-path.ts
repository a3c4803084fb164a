import { deskPaths, isDeskPath } from "../../contract/desk/paths.ts";

const parameter = "next";
const unsentParameter = "unsent";
const openPages: readonly string[] = [deskPaths.login, deskPaths.join, deskPaths.forgotPassword];

/** URL of the log-in, which then opens `next`: a path of the desk with its query. */
export function loginPath(next: string): string {
  if (next === deskPaths.start) return deskPaths.login;
  return `${deskPaths.login}?${new URLSearchParams({ [parameter]: next })}`;
}

/** URL of the log-in after a log-out. @param unsent how many replies it stopped */
export function loggedOutPath(unsent: number): string {
  if (unsent === 0) return deskPaths.login;
  return `${deskPaths.login}?${new URLSearchParams({ [unsentParameter]: String(unsent) })}`;
}

export function readUnsent(search: URLSearchParams): number {
  const count = Number(search.get(unsentParameter));
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** Where the log-in redirects: only to pages of the desk, whatever the URL says. */
export function readNextPath(search: URLSearchParams): string {
  const next = search.get(parameter) ?? "";
  const base = "https://desk.invalid";
  if (!URL.canParse(next, base)) return deskPaths.start;
  const { origin, pathname, search: query, hash } = new URL(next, base);
  const leadsOn = origin === base && isDeskPath(pathname) && !openPages.includes(pathname);
  return leadsOn ? `${pathname}${query}${hash}` : deskPaths.start;
}
