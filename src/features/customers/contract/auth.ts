import { anywayName } from "../../../platform/contract/form-engine/submission.ts";
import { isAppLogin, paths } from "../../../platform/contract/paths.ts";

/** Query names of the sign-in pages: where to go next, and the token of an emailed link. */
export const authQuery = { next: "next", token: "token" } as const;

export const authExtras = {
  next: "_next",
  token: "_token",
  /** Name of the app that the login continues to; only in a page's state. */
  app: "_app",
  /** The post only fills in the form; its values are not checked. */
  prefill: "_prefill",
  anyway: anywayName,
} as const;

/** Last step of a page; as a query name it prevents a reload from posting again. */
export const authDone = "done";

export const createAccountCollection = "CreateAccount";

const allowedRedirects: readonly string[] = [
  paths.profile,
  paths.editProfile,
  paths.settings,
  paths.request,
  paths.askForHelp,
  paths.helpers,
  paths.helping,
];

/** Characters that browsers write into a query unescaped; none of them can change the target. */
const plainQuery = /^[\w=&%.~+!*'()-]{1,1500}$/;

/**
 * Where to go after a login: `next`, with its query, if it is one of a signed-in person's own
 * pages, or continues the login of an app; otherwise undefined, whoever wrote the link.
 */
export function safeNext(next: string | null | undefined): string | undefined {
  const [path = "", search = ""] = next?.split("?", 2) ?? [];
  if (isAppLogin(path)) return path;
  if (!allowedRedirects.includes(path)) return undefined;
  return plainQuery.test(search) ? `${path}?${search}` : path;
}

/** Path of a sign-in page that continues to `next`. */
export function authPath(page: string, next: string | undefined): string {
  return next === undefined ? page : `${page}?${authQuery.next}=${encodeURIComponent(next)}`;
}

export const loginNotices = {
  "logged-out": "You are logged out.",
  "account-deleted": "Your account is deleted.",
} as const;

/** Notice for people who are redirected to log in, perhaps because their session ended. */
export const loginFirst = "Log in first. Then we take you back to where you were.";

/** @param app name of the app that they came from; undefined for a page */
export function loginFirstFor(app: string | undefined): string {
  return app === undefined ? loginFirst : `Log in to continue to ${app}.`;
}

export type LoginNotice = keyof typeof loginNotices;

export function loginPathWith(notice: LoginNotice): string {
  return `${paths.login}?${notice}`;
}

export function readNotice(query: { has(name: string): boolean }): LoginNotice | undefined {
  return (Object.keys(loginNotices) as LoginNotice[]).find((name) => query.has(name));
}
