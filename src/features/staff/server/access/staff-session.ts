import { randomUUIDv7 } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { readRole, type StaffRole } from "../../../../platform/contract/desk/roles.ts";
import type { DeskLoginResponse } from "../../../../platform/contract/desk/staff.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { elapsedMs } from "../../../../platform/server/clock.ts";
import { hashToken, makeToken } from "../../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type CookieKind,
  clearCookie,
  readCookie,
  setCookie,
} from "../../../../platform/server/http/cookies.ts";
import { writeIfPossible } from "../../../../platform/server/http/errors/outages.ts";
import { userAgentOf } from "../../../../platform/server/http/user-agent.ts";
import type { Actor } from "../write-audit.ts";
import { readSession } from "./read-session.ts";
import { type StopReason, stopReplies } from "./stopped-replies.ts";

/** Maximum lifetime of a session, however much it is used, in milliseconds. */
const lifetimeMs = hours(12);
/** It ends after this long without use, in milliseconds. */
export const idleMs = minutes(60);
/** How long the second step of a log-in may take, in milliseconds. */
const secondStepMs = minutes(10);
/** How long setting up a second factor may take, in milliseconds: time to install an app. */
const setupMs = minutes(60);
/** Minimum time between writes of a session's last use, in milliseconds. */
const touchAfterMs = minutes(1);

/** Contains the session's token; HttpOnly. Customers have another cookie, and another table. */
const staffCookie: CookieKind = { name: "desk-session", lifetimeMs };

export interface StaffSession {
  readonly id: string;
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly tokenHash: string;
  /** When the second factor was last given; null while the log-in is not complete. */
  readonly confirmedAt: number | null;
  readonly hasSecondFactor: boolean;
}

export type LoginState = DeskLoginResponse["state"];

const lifetimes: Readonly<Record<LoginState, number>> = {
  "signed-in": lifetimeMs,
  "code-needed": secondStepMs,
  "setup-needed": setupMs,
};

/** Reads the column `roles`; roles that no longer exist are left out. */
export function readRoles(stored: string): StaffRole[] {
  return (JSON.parse(stored) as unknown[]).map(readRole).filter((role) => role !== undefined);
}

/** A session to be stored: the token is for the browser, the row for a transaction. */
interface NewStaffSession {
  store(trx: Transaction<Database>, staffId: string, state: LoginState): Promise<void>;
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
    async store(trx, staffId, state) {
      const isComplete = state === "signed-in";
      // Locks the staff member before the session, in the same order as code that ends sessions.
      if (isComplete) await markSeen(trx, staffId, now);
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
          expires_at: now + lifetimes[state],
          confirmed_at: isComplete ? now : null,
          user_agent: userAgentOf(request),
        })
        .execute();
    },
    setCookie: (reply) => setCookie(reply, config, staffCookie, token),
  };
}

export function clearStaffCookie(reply: FastifyReply, { config }: AppContext): void {
  clearCookie(reply, config, staffCookie);
}

/**
 * The staff session of a request, or undefined. Using it keeps it alive.
 * @param isPassive true for requests that an open page sends by itself, which do not count as use
 */
export async function findStaffSession(
  request: FastifyRequest,
  context: AppContext,
  isPassive = false,
): Promise<StaffSession | undefined> {
  const token = readCookie(request, context.config, staffCookie);
  if (token === undefined) return undefined;
  const now = context.now();
  const tokenHash = hashToken(token);
  const { rows } = await readSession(context.database.db, {
    tokenHash,
    now,
    usedAfter: now - idleMs,
  });
  const row = rows[0];
  if (!row) return undefined;
  const isStale = Math.abs(now - row.last_seen_at) > touchAfterMs;
  if (!isPassive && isStale && row.confirmed_at !== null) {
    await writeIfPossible(request, "staff session last seen", () =>
      context.database.write(async (trx) => {
        await markSeen(trx, row.staff_id, now);
        await trx
          .updateTable("staff_sessions")
          .set({ last_seen_at: now })
          .where("id", "=", row.id)
          .execute();
      }),
    );
  }
  const hasSecondFactor = row.totp_enabled_at !== null || Boolean(row.has_passkey);
  // The setting may have become stricter since the log-in.
  const isComplete = hasSecondFactor || context.config.staffSecondFactor === "optional";
  return {
    id: row.id,
    staffId: row.staff_id,
    name: row.name,
    email: row.email,
    roles: readRoles(row.roles),
    tokenHash,
    confirmedAt: isComplete ? row.confirmed_at : null,
    hasSecondFactor,
  };
}

async function markSeen(trx: Transaction<Database>, staffId: string, now: number): Promise<void> {
  await trx.updateTable("staff").set({ last_seen_at: now }).where("id", "=", staffId).execute();
}

/** Whether the second factor was given within this time. @param withinMs milliseconds */
export function isRecentlyConfirmed(
  { confirmedAt }: StaffSession,
  withinMs: number,
  { now }: Pick<AppContext, "now">,
): boolean {
  return confirmedAt !== null && elapsedMs(confirmedAt, now()) <= withinMs;
}

interface RenewedStaffSession {
  /** @throws ApiError "not-signed-in" if the session has ended */
  store(trx: Transaction<Database>): Promise<void>;
  /** Sets the cookie, after the commit. */
  setCookie(reply: FastifyReply): void;
}

/**
 * Prepares a new token for a session after the second factor was given: the previous one is void at
 * once (OWASP ASVS 5.0.0, 7.2.4). The lifetime of a session that was already complete is not
 * extended.
 */
export function renewStaffSession(
  { id, staffId, confirmedAt }: StaffSession,
  { config, now: clock }: AppContext,
): RenewedStaffSession {
  const token = makeToken();
  const now = clock();
  return {
    async store(trx) {
      await markSeen(trx, staffId, now);
      const { numUpdatedRows } = await trx
        .updateTable("staff_sessions")
        .set({
          token_hash: hashToken(token),
          confirmed_at: now,
          last_seen_at: now,
          ...(confirmedAt === null && { expires_at: now + lifetimeMs }),
        })
        .where("id", "=", id)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new ApiError("not-signed-in");
    },
    setCookie: (reply) => setCookie(reply, config, staffCookie, token),
  };
}

/**
 * Call it first in the transaction of a change to one's own sign-in: checks that the session has
 * not ended since the request started, and locks the staff member until the commit.
 * @throws ApiError "not-signed-in"
 */
export async function lockStaffSession(
  trx: Transaction<Database>,
  { id, staffId }: Pick<StaffSession, "id" | "staffId">,
): Promise<void> {
  await trx
    .selectFrom("staff")
    .select("id")
    .where("id", "=", staffId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const live = await trx
    .selectFrom("staff_sessions")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!live) throw new ApiError("not-signed-in");
}

/**
 * Ends sessions of a staff member: one, all, or all but one. Their replies that are not sent yet
 * stay drafts, and nobody sees them at a case any more.
 * @param because undefined for a log-in that is not complete, which has no replies
 */
export async function endStaffSessions(
  trx: Transaction<Database>,
  staffId: string,
  because: StopReason | undefined,
  which: { readonly only?: string; readonly except?: string } = {},
): Promise<void> {
  if (because !== undefined) {
    await stopReplies(trx, staffId, because);
    await trx.deleteFrom("case_presence").where("staff_id", "=", staffId).execute();
  }
  let query = trx.deleteFrom("staff_sessions").where("staff_id", "=", staffId);
  if (which.only !== undefined) query = query.where("id", "=", which.only);
  if (which.except !== undefined) query = query.where("id", "!=", which.except);
  await query.execute();
}

/**
 * Deletes ended sessions and expired tokens. Invitations are kept, so that the settings can show
 * when one expired; each person has at most one.
 */
export async function sweepStaffSessions(trx: Transaction<Database>, now: number): Promise<void> {
  await trx
    .deleteFrom("staff_sessions")
    .where((row) => row.or([row("expires_at", "<=", now), row("last_seen_at", "<=", now - idleMs)]))
    .execute();
  await trx
    .deleteFrom("staff_tokens")
    .where("expires_at", "<=", now)
    .where("kind", "!=", "join")
    .execute();
}

export function actorOf({ staffId, name }: StaffSession, { ip }: FastifyRequest): Actor {
  return { staffId, name, origin: ip };
}
