import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { facts } from "../../../contract/facts.ts";
import type { AppContext } from "../../context/app-context.ts";
import type { Database } from "../../platform/db/schema.ts";
import { days } from "../../platform/durations.ts";
import {
  type CookieKind,
  clearCookie,
  readCookie,
  setCookie,
} from "../../platform/http/cookies.ts";
import { hashToken } from "../../platform/tokens/tokens.ts";

/**
 * Device cookie: a random name of the browser, a MAC of it, and a mark for each account that signed
 * in here. It grants no access. It only counts the browser's attempts separately from those of
 * strangers, so that they cannot lock the owner out.
 */
const deviceCookie: CookieKind = {
  name: "known-browser",
  lifetimeMs: days(facts.keep.deviceCookieDays),
};

/** For people who share a tablet; a further person replaces the one who signed in longest ago. */
const maxDeviceMarks = 5;
/** Size of the name, the MAC and each mark: 128 bits. */
const partBytes = 16;
const part = /^[\w-]{22}$/;

/** What a mark is derived from: a new password invalidates all older marks. */
export interface DeviceAccount {
  readonly uid: string;
  readonly password_hash: string;
}

/** The account's data for marks; undefined if it was deleted. */
export function findDeviceAccount(
  db: Kysely<Database>,
  uid: string,
): Promise<DeviceAccount | undefined> {
  return db
    .selectFrom("accounts")
    .select(["uid", "password_hash"])
    .where("uid", "=", uid)
    .executeTakeFirst();
}

interface DeviceCookie {
  readonly name: string;
  /** The newest first. */
  readonly marks: readonly string[];
}

/** Sets the cookie after a login is committed. */
export function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  account: DeviceAccount,
): void {
  const { name, marks } = readDeviceCookie(request, context) ?? {
    name: randomBytes(partBytes).toString("base64url"),
    marks: [],
  };
  const mark = markOf(name, account, context);
  const others = marks.filter((other) => other !== mark).slice(0, maxDeviceMarks - 1);
  const value = [name, sealOf(name, context), mark, ...others].join(".");
  setCookie(reply, context.config, deviceCookie, value);
}

/** Deletes the cookie, with its marks of other accounts. */
export function clearDeviceCookie(reply: FastifyReply, { config }: AppContext): void {
  clearCookie(reply, config, deviceCookie);
}

/**
 * Key for counting the attempts of a browser at an account that it has signed in to before.
 * @returns undefined if it has not, or limits are off
 */
export function hashDevice(
  request: FastifyRequest,
  account: DeviceAccount | undefined,
  context: AppContext,
): string | undefined {
  const browser = account && context.config.rateLimits && readDeviceCookie(request, context);
  if (!browser) return undefined;
  const mark = markOf(browser.name, account, context);
  if (!browser.marks.some((other) => isSame(other, mark))) return undefined;
  return `${deviceHashStart(account.uid)}${hashToken(`${browser.name}:${account.uid}`)}`;
}

/** How the keys of `hashDevice` begin for an account: staff can find the counts of its browsers. */
export function deviceHashStart(uid: string): string {
  return `${uid}:`;
}

/**
 * Key for counting a browser's requests before the account is known.
 * @returns undefined if it never signed in to any account, or limits are off
 */
export function hashAnyDevice(request: FastifyRequest, context: AppContext): string | undefined {
  const browser = context.config.rateLimits && readDeviceCookie(request, context);
  return browser ? hashToken(browser.name) : undefined;
}

/** Reads the cookie; undefined if its MAC is invalid. */
function readDeviceCookie(request: FastifyRequest, context: AppContext): DeviceCookie | undefined {
  const value = readCookie(request, context.config, deviceCookie);
  const [name = "", seal = "", ...marks] = value?.split(".") ?? [];
  if (!part.test(name) || !isSame(seal, sealOf(name, context))) return undefined;
  return { name, marks: marks.filter((mark) => part.test(mark)).slice(0, maxDeviceMarks) };
}

function sealOf(name: string, context: AppContext): string {
  return sign(`browser:${name}`, context);
}

function markOf(name: string, { uid, password_hash }: DeviceAccount, context: AppContext): string {
  return sign(`browser-account:${name}:${uid}:${password_hash}`, context);
}

function sign(text: string, { secret }: AppContext): string {
  const mac = createHmac("sha256", secret).update(text).digest();
  return mac.subarray(0, partBytes).toString("base64url");
}

function isSame(text: string, expected: string): boolean {
  return (
    text.length === expected.length && timingSafeEqual(Buffer.from(text), Buffer.from(expected))
  );
}
