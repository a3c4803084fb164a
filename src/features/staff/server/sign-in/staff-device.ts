import type { FastifyRequest } from "fastify";
import { days } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import {
  type DeviceCookieKind,
  hashDevice,
  setDeviceCookie,
} from "../../../../platform/server/credentials/device-cookie.ts";
import type { EndpointRequest } from "../../../../platform/server/http/register-endpoint.ts";

/** The device cookie of staff: their attempts are counted separately from those of strangers. */
const known: DeviceCookieKind = {
  name: "desk-known-browser",
  lifetimeMs: days(facts.keep.deviceCookieDays),
  purpose: "desk-browser",
};

/** Marks the browser as one in which the staff member has logged in; call it after the commit. */
export async function rememberBrowser(
  { request, reply }: Pick<EndpointRequest, "request" | "reply">,
  staffId: string,
  context: AppContext,
): Promise<void> {
  const person = await context.database.db
    .selectFrom("staff")
    .select("password_hash")
    .where("id", "=", staffId)
    .executeTakeFirst();
  if (!person?.password_hash) return;
  const { password_hash } = person;
  setDeviceCookie(known, request, reply, context, { uid: staffId, password_hash });
}

/**
 * Key for counting the attempts of a browser in which this person has signed in before.
 * @returns undefined if they have not, or limits are off
 */
export function hashStaffBrowser(
  request: FastifyRequest,
  person: { readonly id: string; readonly password_hash: string | null } | undefined,
  context: AppContext,
): string | undefined {
  if (!person?.password_hash) return undefined;
  const { id, password_hash } = person;
  return hashDevice(known, request, { uid: id, password_hash }, context);
}
