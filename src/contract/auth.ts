import { paths } from "./paths.ts";

/** Query names of the pages that let people in: where to go afterwards, and what a mailed link brings. */
export const authQuery = { next: "next", token: "token" } as const;

/** What a door's forms send beside their fields. */
export const authExtras = {
  next: "_next",
  token: "_token",
  /** The post only fills the form in, without a look at its values. */
  prefill: "_prefill",
} as const;

/** Step of a page whose form is done; as a query name it lets a reload send nothing again. */
export const authDone = "done";

/** Name of the create-account form, for pages that lay answers ready for it. */
export const createAccountCollection = "CreateAccount";

/** Pages of a signed-in person, where a log-in may lead. */
const allowedRedirects: readonly string[] = [
  paths.profile,
  paths.editProfile,
  paths.settings,
  paths.request,
];

/** What browsers write into a query by themselves: nothing that leads anywhere. */
const query = /^[\w=&%.~+!*'()-]{1,1500}$/;

/**
 * Where to go after a log-in: the wished address when it is one of a signed-in person's own
 * pages, as it stands there; undefined for any other, whoever wrote the link.
 */
export function safeNext(wish: string | null | undefined): string | undefined {
  const [path = "", wanted = ""] = wish?.split("?", 2) ?? [];
  if (!allowedRedirects.includes(path)) return undefined;
  return query.test(wanted) ? `${path}?${wanted}` : path;
}

/** Address of a door that leads on to `next`. */
export function authPath(door: string, next: string | undefined): string {
  return next === undefined ? door : `${door}?${authQuery.next}=${encodeURIComponent(next)}`;
}

/** What the log-in page says to somebody who comes from somewhere; the query name is the key. */
export const loginNotices = {
  "logged-out": "You are logged out.",
  "account-deleted": "Your account is deleted.",
} as const;

/** What it says to somebody on the way to a page of their own, whose session may have ended there. */
export const loginFirst = "Log in first. Then we take you back to where you were.";

/** Key of a notice. */
export type LoginNotice = keyof typeof loginNotices;

/** Address of the log-in page that says a notice. */
export function loginPathWith(notice: LoginNotice): string {
  return `${paths.login}?${notice}`;
}

/** The notice that the address of the log-in page asks for. */
export function readNotice(query: { has(name: string): boolean }): LoginNotice | undefined {
  return (Object.keys(loginNotices) as LoginNotice[]).find((name) => query.has(name));
}
