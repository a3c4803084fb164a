import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import * as devices from "../../../../platform/server/credentials/device-cookie.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";

const known: devices.DeviceCookieKind = {
  name: "known-browser",
  lifetimeMs: days(facts.keep.deviceCookieDays),
  purpose: "browser",
};

/** The account's data for marks; undefined if it was deleted. */
export function findDeviceAccount(
  db: Kysely<Database>,
  uid: string,
): Promise<devices.DeviceAccount | undefined> {
  return db
    .selectFrom("accounts")
    .select(["uid", "password_hash"])
    .where("uid", "=", uid)
    .executeTakeFirst();
}

export function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  account: devices.DeviceAccount,
): void {
  devices.setDeviceCookie(known, request, reply, context, account);
}

export function clearDeviceCookie(reply: FastifyReply, context: AppContext): void {
  devices.clearDeviceCookie(known, reply, context);
}

/**
 * Key for counting the attempts of a browser at an account that it has signed in to before.
 * @returns undefined if it has not, or limits are off
 */
export function hashDevice(
  request: FastifyRequest,
  account: devices.DeviceAccount | undefined,
  context: AppContext,
): string | undefined {
  return devices.hashDevice(known, request, account, context);
}

/**
 * Key for counting a browser's requests before the account is known.
 * @returns undefined if it never signed in to any account, or limits are off
 */
export function hashAnyDevice(request: FastifyRequest, context: AppContext): string | undefined {
  return devices.hashAnyDevice(known, request, context);
}
