import { randomUUIDv7 } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { readRole, type StaffRole } from "../../../contract/desk/roles.ts";
import type { AppContext } from "../../context/app-context.ts";
import { elapsedMs } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/schema.ts";
import { hours, minutes } from "../../platform/durations.ts";
import {
  type CookieKind,
  clearCookie,
  readCookie,
  setCookie,
} from "../../platform/http/cookies.ts";
import { writeIfPossible } from "../../platform/http/errors/outages.ts";
import { userAgentOf } from "../../platform/http/user-agent.ts";
import { hashToken, makeToken } from "../../platform/tokens/tokens.ts";
import type { Actor } from "../audit/write-audit.ts";

/** A session lasts this long, however much it is used, in milliseconds. */
const lifetimeMs = hours(12);
/** It ends after this long without use, in milliseconds. */
const idleMs = minutes(60);
/** How long the second step of a log-in may take, in milliseconds. */
const secondStepMs = minutes(10);
/** Minimum time between writes of a session's last use, in milliseconds. */
const touchAfterMs = minutes(1);

/** Contains the session's token; HttpOnly. Customers have another cookie, and another table. */
const staffCookie: CookieKind = { name: "desk-session", lifetimeMs };

/** The session of somebody on the staff. */
export interface StaffSession {
  readonly id: string;
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  /** When the second factor was last given; null between the two steps of a log-in. */
  readonly confirmedAt: number | null;
}

/** Reads the column `roles`; roles that no longer exist are left out. */
export function readRoles(stored: string): StaffRole[] {
  return (JSON.parse(stored) as unknown[]).map(readRole).filter((role) => role !== undefined);
}

/** A session to be stored: the token is for the browser, the row for a transaction. */
export interface NewStaffSession {
  /** @param isConfirmed whether the second factor was given, too */
  store(trx: Transaction<Database>, staffId: string, isConfirmed: boolean): Promise<void>;
  /** Sets the cookie, after the commit. */
  setCookie(reply: FastifyReply): void;
}

/** Prepares a session for the browser that sent the request; it replaces an earlier one there. */
export function prepareStaffSession(
  request: FastifyRequest,
  { config, now: clock }: AppContext,
): NewStaffSession {
  const token = makeToken();
  const earlier = readCookie(request, config, staffCookie);
  const now = clock();
  return {
    async store(trx, staffId, isConfirmed) {
      if (earlier !== undefined) {
        await trx
          .deleteFrom("staff_sessions")
          .where("token_hash", "=", hashToken(earlier))
          .execute();
      }
      await trx
        .insertInto("staff_sessions")
        .values({
          id: randomUUIDv7(),
          token_hash: hashToken(token),
          staff_id: staffId,
          created_at: now,
          last_seen_at: now,
          expires_at: now + (isConfirmed ? lifetimeMs : secondStepMs),
          confirmed_at: isConfirmed ? now : null,
          user_agent: userAgentOf(request),
        })
        .execute();
      if (isConfirmed) await markSeen(trx, staffId, now);
    },
    setCookie: (reply) => setCookie(reply, config, staffCookie, token),
  };
}

/** Deletes the session's cookie. */
export function clearStaffCookie(reply: FastifyReply, { config }: AppContext): void {
  clearCookie(reply, config, staffCookie);
}

/**
 * The staff session of a request, or undefined. Using it keeps it alive.
 * @param isPassive true for what a page left open sends by itself, which is no use
 */
export async function findStaffSession(
  request: FastifyRequest,
  context: AppContext,
  isPassive = false,
): Promise<StaffSession | undefined> {
  const token = readCookie(request, context.config, staffCookie);
  if (token === undefined) return undefined;
  const now = context.now();
  const row = await context.database.db
    .selectFrom("staff_sessions")
    .innerJoin("staff", "staff.id", "staff_sessions.staff_id")
    .select([
      "staff_sessions.id",
      "staff_sessions.staff_id",
      "staff_sessions.confirmed_at",
      "staff_sessions.last_seen_at",
      "staff.name",
      "staff.email",
      "staff.roles",
    ])
    .where("staff_sessions.token_hash", "=", hashToken(token))
    .where("staff_sessions.expires_at", ">", now)
    .where("staff_sessions.last_seen_at", ">", now - idleMs)
    .where("staff.disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const isStale = Math.abs(now - row.last_seen_at) > touchAfterMs;
  if (!isPassive && isStale && row.confirmed_at !== null) {
    await writeIfPossible(request, "staff session last seen", () =>
      context.database.write(async (trx) => {
        await trx
          .updateTable("staff_sessions")
          .set({ last_seen_at: now })
          .where("id", "=", row.id)
          .execute();
        await markSeen(trx, row.staff_id, now);
      }),
    );
  }
  return {
    id: row.id,
    staffId: row.staff_id,
    name: row.name,
    email: row.email,
    roles: readRoles(row.roles),
    confirmedAt: row.confirmed_at,
  };
}

async function markSeen(trx: Transaction<Database>, staffId: string, now: number): Promise<void> {
  await trx.updateTable("staff").set({ last_seen_at: now }).where("id", "=", staffId).execute();
}

/**
 * Whether the second factor was given within this time.
 * @param withinMs milliseconds
 */
export function isRecentlyConfirmed(
  { confirmedAt }: StaffSession,
  withinMs: number,
  { now }: Pick<AppContext, "now">,
): boolean {
  return confirmedAt !== null && elapsedMs(confirmedAt, now()) <= withinMs;
}

/** Stores that the second factor was given: the log-in is complete, or confirmed again. */
export async function confirmStaffSession(
  trx: Transaction<Database>,
  { id, staffId, confirmedAt }: Pick<StaffSession, "id" | "staffId" | "confirmedAt">,
  now: number,
): Promise<void> {
  await trx
    .updateTable("staff_sessions")
    .set({
      confirmed_at: now,
      last_seen_at: now,
      ...(confirmedAt === null && { expires_at: now + lifetimeMs }),
    })
    .where("id", "=", id)
    .execute();
  await markSeen(trx, staffId, now);
}

/** Ends sessions of somebody: one, all, or all but one. */
export async function endStaffSessions(
  trx: Transaction<Database>,
  staffId: string,
  which: { readonly only?: string; readonly except?: string } = {},
): Promise<void> {
  let query = trx.deleteFrom("staff_sessions").where("staff_id", "=", staffId);
  if (which.only !== undefined) query = query.where("id", "=", which.only);
  if (which.except !== undefined) query = query.where("id", "!=", which.except);
  await query.execute();
}

/** Deletes sessions that are over, and expired links and challenges. */
export async function sweepStaffSessions(trx: Transaction<Database>, now: number): Promise<void> {
  await trx
    .deleteFrom("staff_sessions")
    .where((row) => row.or([row("expires_at", "<=", now), row("last_seen_at", "<=", now - idleMs)]))
    .execute();
  await trx.deleteFrom("staff_tokens").where("expires_at", "<=", now).execute();
}

/** The signed-in person as the audit log names them. */
export function actorOf({ staffId, name }: StaffSession, { ip }: FastifyRequest): Actor {
  return { staffId, name, origin: ip };
}
