import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { brand } from "../../../../brand.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { findSession } from "../../../customers/server/auth/sessions.ts";

/** How strongly somebody logged in: 1 by password, 2 with a second factor or a passkey. */
export const acrs: readonly [string, string] = [`urn:${brand.slug}:1`, `urn:${brand.slug}:2`];

/** Who is logged in at the site, as the provider describes it to apps. */
export interface SiteSession {
  readonly id: string;
  readonly uid: string;
  /** Authentication methods (RFC 8176). */
  readonly amr: string[];
  /** One of `acrs`. */
  readonly acr: string;
  /** When they last authenticated, in seconds since 1970. */
  readonly authTime: number;
  /** When they logged in, in milliseconds since 1970. */
  readonly createdAt: number;
}

/** The site's session of a request; undefined without one, or if the account is locked. */
export async function findSiteSession(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<SiteSession | undefined> {
  const session = await findSession(request, context, reply);
  if (!session) return undefined;
  const row = await context.database.db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.uid", "sessions.uid")
    .select(["sessions.amr", "sessions.created_at"])
    .where("sessions.id", "=", session.id)
    .where("accounts.disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const amr = row.amr?.split(" ") ?? ["pwd"];
  return {
    id: session.id,
    uid: session.uid,
    amr,
    acr: amr.includes("mfa") ? acrs[1] : acrs[0],
    authTime: Math.floor(session.authenticatedAt / 1000),
    createdAt: Number(row.created_at),
  };
}

/** Whether an account could log in with a second factor. */
export async function hasSecondFactor(db: Kysely<Database>, uid: string): Promise<boolean> {
  const account = await db
    .selectFrom("accounts")
    .leftJoin("passkeys", "passkeys.uid", "accounts.uid")
    .select(["accounts.totp_enabled_at", "passkeys.id"])
    .where("accounts.uid", "=", uid)
    .executeTakeFirst();
  return account !== undefined && (account.totp_enabled_at !== null || account.id !== null);
}

/** The site's sessions of the requests that the provider handles. */
export const siteSessions = new WeakMap<IncomingMessage, SiteSession>();

/** Whether a requested level is reached: 2 includes 1. @param requested without any, every one is */
export function reaches(acr: string | undefined, requested: readonly string[]): boolean {
  const known = acrs.filter((one) => requested.includes(one));
  const [lowest] = known;
  if (lowest === undefined) return requested.length === 0;
  return acrs.indexOf(acr ?? "") >= acrs.indexOf(lowest);
}
