import { randomUUIDv7 } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely, Transaction } from "kysely";
import { personHeader } from "../../../contract/endpoints/define-endpoint.ts";
import { facts } from "../../../contract/facts.ts";
import type { AppContext } from "../../context/app-context.ts";
import { ApiError } from "../../platform/api-error.ts";
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
import { requireOwnPage } from "../../platform/http/same-origin.ts";
import { userAgentOf } from "../../platform/http/user-agent.ts";
import { hashToken, makeToken } from "../../platform/tokens/tokens.ts";
import { findDeviceAccount, giveDeviceCookie } from "./device-cookie.ts";
import { lifetimeMs, takeUp, touch } from "./session-times.ts";

/** Somebody signed in. */
export interface Session {
  readonly id: string;
  readonly uid: string;
  /** When the person last proved who they are, by signing in or later; milliseconds since 1970. */
  readonly authenticatedAt: number;
  /** Hash of the token that the request brought. */
  readonly tokenHash: string;
}

/** A session in use is written down again after this long, in milliseconds. */
const touchAfterMs = hours(1);
/** What was asked for with a token that has just been replaced is still answered, in milliseconds. */
const underWayMs = minutes(1);
/** A token whose successor never reached the browser is good for this long, in milliseconds. */
const takeUpMs = minutes(facts.reauthMinutes);

/** Holds the session's token; the browser's scripts never see it. */
export const sessionCookie: CookieKind = { name: "session", lifetimeMs };

/** A session about to be stored: the token goes to the browser, the row into a transaction. */
export interface NewSession {
  readonly token: string;
  store(trx: Transaction<Database>, uid: string): Promise<void>;
}

/** Prepares a session for the browser that sent the request; it takes the place of an earlier one there. */
export function prepareSession(
  request: FastifyRequest,
  { config, now: clock }: Pick<AppContext, "config" | "now">,
): NewSession {
  const token = makeToken();
  const earlier = readCookie(request, config, sessionCookie);
  const now = clock();
  return {
    token,
    async store(trx, uid) {
      if (earlier !== undefined) {
        const hash = hashToken(earlier);
        await trx
          .deleteFrom("sessions")
          .where((row) =>
            row.or([row("token_hash", "=", hash), row("former_token_hash", "=", hash)]),
          )
          .execute();
      }
      await trx
        .insertInto("sessions")
        .values({
          id: randomUUIDv7(),
          token_hash: hashToken(token),
          uid,
          created_at: now,
          proved_at: now,
          last_seen_at: now,
          expires_at: now + lifetimeMs,
          user_agent: userAgentOf(request),
          former_token_hash: null,
          renewed_at: null,
        })
        .execute();
    },
  };
}

/** Another token for a session: it goes to the browser once it is stored. */
interface RenewedSession {
  readonly token: string;
  store(trx: Transaction<Database>): Promise<void>;
}

/**
 * Gives a session another token after a proof of who is there: what somebody may have taken
 * of the one before is worth nothing from then on. The answer that brings it may be lost, so
 * the one before stays what it was until the new one is first used, for ten minutes at most;
 * of the proof it gains nothing (docs/decisions/0030).
 * @param isOver it ends at once: the person locks others out
 */
export function renewSession(
  { id, tokenHash }: Pick<Session, "id" | "tokenHash">,
  { now }: Pick<AppContext, "now">,
  isOver = false,
): RenewedSession {
  const token = makeToken();
  return {
    token,
    async store(trx) {
      await trx
        .updateTable("sessions")
        .set({
          token_hash: hashToken(token),
          former_token_hash: isOver ? null : tokenHash,
          renewed_at: null,
          proved_at: now(),
        })
        .where("id", "=", id)
        .execute();
    },
  };
}

/** Hands the session's token to the browser. */
export function giveSession(reply: FastifyReply, context: AppContext, token: string): void {
  setCookie(reply, context.config, sessionCookie, token);
}

/** Takes the session's cookie away from the browser. */
export function forgetSession(reply: FastifyReply, context: AppContext): void {
  clearCookie(reply, context.config, sessionCookie);
}

/** Whether a request brings a session cookie at all; it may be worthless. */
export function bringsSession(request: FastifyRequest, context: AppContext): boolean {
  return readCookie(request, context.config, sessionCookie) !== undefined;
}

/**
 * Who sent a request, or undefined. Extends a session in use; with `reply` its cookie too, and
 * the one by which the browser stays known.
 */
export async function findSession(
  request: FastifyRequest,
  context: AppContext,
  reply?: FastifyReply,
): Promise<Session | undefined> {
  const token = readCookie(request, context.config, sessionCookie);
  if (token === undefined) return undefined;
  const now = context.now();
  const tokenHash = hashToken(token);
  const row = await readSession(context.database.db, now)
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (!row) return findRenewed(request, tokenHash, context);
  if (row.former_token_hash !== null && row.renewed_at === null) {
    await writeIfPossible(request, "session taken up", () => takeUp(context, tokenHash, now));
  }
  if (Math.abs(now - row.last_seen_at) > touchAfterMs) {
    const isCurrent = await writeIfPossible(request, "session last seen", () =>
      touch(context, tokenHash, now),
    );
    if (reply && isCurrent) {
      giveSession(reply, context, token);
      const account = await findDeviceAccount(context.database.db, row.uid);
      if (account) giveDeviceCookie(request, reply, context, account);
    }
  }
  return { id: row.id, uid: row.uid, authenticatedAt: Math.min(row.proved_at, now), tokenHash };
}

/**
 * The session of a token that was replaced. Until the browser shows the new one it can do
 * what it could before; then it may read for a moment more, because a page that asks for
 * something at this very moment must not find itself logged out.
 */
async function findRenewed(
  request: FastifyRequest,
  tokenHash: string,
  { database, now: clock }: AppContext,
): Promise<Session | undefined> {
  const now = clock();
  const row = await readSession(database.db, now)
    .where("former_token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (!row) return undefined;
  const isGood =
    row.renewed_at === null
      ? isNotTakenUp(row, now)
      : isReading(request) && elapsedMs(row.renewed_at, now) < underWayMs;
  // Who proved themselves gets the new token; the old one never counts as proven again.
  return isGood ? { id: row.id, uid: row.uid, authenticatedAt: 0, tokenHash } : undefined;
}

/** The browser has not shown the new token yet, and may never have got it. */
function isNotTakenUp(
  row: { readonly renewed_at: number | null; readonly proved_at: number },
  now: number,
): boolean {
  return row.renewed_at === null && elapsedMs(row.proved_at, now) < takeUpMs;
}

function readSession(db: Kysely<Database>, now: number) {
  return db
    .selectFrom("sessions")
    .select(["id", "uid", "proved_at", "last_seen_at", "former_token_hash", "renewed_at"])
    .where("expires_at", ">", now);
}

function isReading({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Lets only signed-in people through; a call that changes something must also come
 * from a page of ours.
 * @throws ApiError "not-signed-in", "cross-site"
 */
export async function requireSession(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<Session> {
  if (!isReading(request)) requireOwnPage(request, context.config);
  reply.header("cache-control", "no-store");
  const session = await findSession(request, context, reply);
  if (!session) throw new ApiError("not-signed-in");
  // A page of somebody who was here before: what is changed on it is not for the one here now.
  const { [personHeader]: shown } = request.headers;
  if (shown !== undefined && shown !== session.uid) throw new ApiError("not-signed-in");
  return session;
}

/**
 * For calls that take long: inside the transaction that stores their outcome, makes sure that
 * the session they began with is still valid. On PostgreSQL whoever ends it waits until then.
 * @throws ApiError "not-signed-in"
 */
export async function requireLiveSession(
  trx: Transaction<Database>,
  { id, tokenHash }: Pick<Session, "id" | "tokenHash">,
  { now: clock }: Pick<AppContext, "now">,
): Promise<void> {
  const now = clock();
  const row = await readSession(trx, now)
    .select("token_hash")
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  const isCurrent = row?.token_hash === tokenHash;
  const isFormer = row?.former_token_hash === tokenHash && isNotTakenUp(row, now);
  if (!isCurrent && !isFormer) throw new ApiError("not-signed-in");
}

/** Ends sessions of a person: one, all, or all but one. @returns how many there were */
export async function endSessions(
  trx: Transaction<Database>,
  uid: string,
  which: { readonly only?: string; readonly except?: string } = {},
): Promise<number> {
  let query = trx.deleteFrom("sessions").where("uid", "=", uid);
  if (which.only !== undefined) query = query.where("id", "=", which.only);
  if (which.except !== undefined) query = query.where("id", "!=", which.except);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Logs everybody out. @returns how many sessions there were */
export async function endAllSessions(trx: Transaction<Database>): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom("sessions").executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
