import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { type CookieKind, clearCookie, readCookie, setCookie } from "../http/cookies.ts";
import { hashToken } from "./tokens.ts";

/**
 * Device cookie: a random name of the browser, its MAC, and a mark for each account that signed in
 * with this browser. It grants no access. It only counts the browser's attempts separately from
 * those of strangers, so that they cannot lock the owner out.
 */
export interface DeviceCookieKind extends CookieKind {
  /** Part of the signed text, so that a cookie of another kind is invalid. */
  readonly purpose: string;
}

/** For people who share a tablet; another person replaces the one who signed in longest ago. */
const maxDeviceMarks = 5;
/** Size of the name, the MAC and each mark: 128 bits. */
const partBytes = 16;
const part = /^[\w-]{22}$/;

/** What a mark is derived from: a new password invalidates all older marks. */
export interface DeviceAccount {
  readonly uid: string;
  readonly password_hash: string;
}

interface DeviceContext {
  readonly config: Config;
  readonly secret: Buffer;
}

interface DeviceCookie {
  readonly name: string;
  /** Newest first. */
  readonly marks: readonly string[];
}

export function setDeviceCookie(
  kind: DeviceCookieKind,
  request: FastifyRequest,
  reply: FastifyReply,
  context: DeviceContext,
  account: DeviceAccount,
): void {
  const { name, marks } = readDeviceCookie(kind, request, context) ?? {
    name: randomBytes(partBytes).toString("base64url"),
    marks: [],
  };
  const mark = markOf(kind, name, account, context);
  const others = marks.filter((other) => other !== mark).slice(0, maxDeviceMarks - 1);
  const value = [name, sealOf(kind, name, context), mark, ...others].join(".");
  setCookie(reply, context.config, kind, value);
}

export function clearDeviceCookie(
  kind: DeviceCookieKind,
  reply: FastifyReply,
  { config }: DeviceContext,
): void {
  clearCookie(reply, config, kind);
}

/**
 * Key for counting a browser's attempts at an account that it has signed in to before.
 * @returns undefined if it has not, or limits are off
 */
export function hashDevice(
  kind: DeviceCookieKind,
  request: FastifyRequest,
  account: DeviceAccount | undefined,
  context: DeviceContext,
): string | undefined {
  const browser = account && context.config.rateLimits && readDeviceCookie(kind, request, context);
  if (!browser) return undefined;
  const mark = markOf(kind, browser.name, account, context);
  if (!browser.marks.some((other) => isSame(other, mark))) return undefined;
  return `${deviceHashStart(account.uid)}${hashToken(`${browser.name}:${account.uid}`)}`;
}

/** Prefix of an account's `hashDevice` keys, by which staff can find the counts of its browsers. */
export function deviceHashStart(uid: string): string {
  return `${uid}:`;
}

/**
 * Key for counting a browser's requests before the account is known.
 * @returns undefined if it never signed in to any account, or limits are off
 */
export function hashAnyDevice(
  kind: DeviceCookieKind,
  request: FastifyRequest,
  context: DeviceContext,
): string | undefined {
  const browser = context.config.rateLimits && readDeviceCookie(kind, request, context);
  return browser ? hashToken(browser.name) : undefined;
}

/** Reads the cookie; undefined if its MAC is invalid. */
function readDeviceCookie(
  kind: DeviceCookieKind,
  request: FastifyRequest,
  context: DeviceContext,
): DeviceCookie | undefined {
  const value = readCookie(request, context.config, kind);
  const [name = "", seal = "", ...marks] = value?.split(".") ?? [];
  if (!part.test(name) || !isSame(seal, sealOf(kind, name, context))) return undefined;
  return { name, marks: marks.filter((mark) => part.test(mark)).slice(0, maxDeviceMarks) };
}

function sealOf({ purpose }: DeviceCookieKind, name: string, context: DeviceContext): string {
  return sign(`${purpose}:${name}`, context);
}

function markOf(
  { purpose }: DeviceCookieKind,
  name: string,
  { uid, password_hash }: DeviceAccount,
  context: DeviceContext,
): string {
  return sign(`${purpose}-account:${name}:${uid}:${password_hash}`, context);
}

function sign(text: string, { secret }: DeviceContext): string {
  const mac = createHmac("sha256", secret).update(text).digest();
  return mac.subarray(0, partBytes).toString("base64url");
}

function isSame(text: string, expected: string): boolean {
  return (
    text.length === expected.length && timingSafeEqual(Buffer.from(text), Buffer.from(expected))
  );
}
