import type { FastifyReply, FastifyRequest } from "fastify";
import { days } from "../../contract/durations.ts";
import { facts } from "../../contract/facts.ts";
import type { Config } from "../config/config.ts";
import { type CookieKind, clearCookie, readCookie, setCookie } from "./cookies.ts";

/** Does the same as the signal, for browsers that do not send it. */
const noSaleCookie: CookieKind = { name: "no-sale", lifetimeMs: days(facts.keep.noSaleDays) };

/** Whether the browser sends Global Privacy Control. */
export function sendsPrivacySignal(request: FastifyRequest): boolean {
  return request.headers["sec-gpc"] === "1";
}

/** Whether somebody said no in this browser, with the switch of /your-privacy. */
export function hasNoSaleCookie(request: FastifyRequest, config: Config): boolean {
  return readCookie(request, config, noSaleCookie) !== undefined;
}

/** Nothing about this person may be reported to ad companies. */
export function wantsPrivacy(request: FastifyRequest, config: Config): boolean {
  return sendsPrivacySignal(request) || hasNoSaleCookie(request, config);
}

export function setNoSaleCookie(reply: FastifyReply, config: Config, isOn: boolean): void {
  if (isOn) setCookie(reply, config, noSaleCookie, "1");
  else clearCookie(reply, config, noSaleCookie);
}
