import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely, Transaction } from "kysely";
import { personHeader } from "../../../../platform/contract/define-endpoint.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
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
import { requireOwnPage } from "../../../../platform/server/http/same-origin.ts";
import { endAllApps, endApps, endAppsOfSession } from "../../../identity/server/end-apps.ts";
import { findDeviceAccount, setDeviceCookie } from "./device-cookie.ts";
import { confirmRenewal, lifetimeMs, touch } from "./session-times.ts";

export interface Session {
  readonly id: string;
  readonly uid: string;
  /** When the person last authenticated, at login or later; milliseconds since 1970. */
  readonly authenticatedAt: number;
  readonly tokenHash: string;
}

/** Minimum time between writes of a session's last use, in milliseconds. */
const touchAfterMs = hours(1);
/**
 * How long a replaced token remains valid for reads by requests already in flight, in milliseconds.
 */
const inFlightMs = minutes(1);
/**
 * How long a replaced token is valid if the browser never received the new one, in milliseconds.
 */
const unconfirmedTokenMs = minutes(facts.reauthMinutes);

/** Contains the session's token; HttpOnly. */
export const sessionCookie: CookieKind = { name: "session", lifetimeMs };

/** A new token for a session; sent to the browser once it is stored. */
interface RenewedSession {
  readonly token: string;
  store(trx: Transaction<Database>): Promise<void>;
}

/**
 * Replaces a session's token after reauthentication, so that a stolen token becomes useless. The
 * response with the new token may be lost, so the old one stays valid until the new one is first
 * used, for at most ten minutes; it does not count as reauthenticated (docs/decisions/0030).
 * @param isOver ends the old token at once, if the person logs others out
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

export function setSessionCookie(reply: FastifyReply, context: AppContext, token: string): void {
  setCookie(reply, context.config, sessionCookie, token);
}

export function clearSessionCookie(reply: FastifyReply, context: AppContext): void {
  clearCookie(reply, context.config, sessionCookie);
}

/** Whether a request has a session cookie, valid or not. */
export function hasSessionCookie(request: FastifyRequest, context: AppContext): boolean {
  return readCookie(request, context.config, sessionCookie) !== undefined;
}

/**
 * The session of a request, or undefined. Extends a session in use; with `reply` also its cookie
 * and the device cookie.
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
    await writeIfPossible(request, "session taken up", () =>
      confirmRenewal(context, tokenHash, now),
    );
  }
  if (Math.abs(now - row.last_seen_at) > touchAfterMs) {
    const isCurrent = await writeIfPossible(request, "session last seen", () =>
      touch(context, tokenHash, now),
    );
    if (reply && isCurrent) {
      setSessionCookie(reply, context, token);
      const account = await findDeviceAccount(context.database.db, row.uid);
      if (account) setDeviceCookie(request, reply, context, account);
    }
  }
  return { id: row.id, uid: row.uid, authenticatedAt: Math.min(row.proved_at, now), tokenHash };
}

/**
 * The session of a replaced token. Until the browser uses the new token, the old one stays valid;
 * afterwards it can still read for a short time, so that a request in flight does not log its page
 * out.
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
  const isValid =
    row.renewed_at === null
      ? isUnconfirmed(row, now)
      : isReadRequest(request) && elapsedMs(row.renewed_at, now) < inFlightMs;
  // Only the new token counts as reauthenticated.
  return isValid ? { id: row.id, uid: row.uid, authenticatedAt: 0, tokenHash } : undefined;
}

/** Whether the browser has not used the new token yet, and may never have received it. */
function isUnconfirmed(
  row: { readonly renewed_at: number | null; readonly proved_at: number },
  now: number,
): boolean {
  return row.renewed_at === null && elapsedMs(row.proved_at, now) < unconfirmedTokenMs;
}

function readSession(db: Kysely<Database>, now: number) {
  return db
    .selectFrom("sessions")
    .select(["id", "uid", "proved_at", "last_seen_at", "former_token_hash", "renewed_at"])
    .where("expires_at", ">", now);
}

function isReadRequest({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Rejects requests without a session, and requests that change something from other sites.
 * @throws ApiError "not-signed-in", "cross-site"
 */
export async function requireSession(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<Session> {
  if (!isReadRequest(request)) requireOwnPage(request, context.config);
  reply.header("cache-control", "no-store");
  const session = await findSession(request, context, reply);
  if (!session) throw new ApiError("not-signed-in");
  // A page opened by the previously signed-in person must not change the current person's data.
  const { [personHeader]: shown } = request.headers;
  if (shown !== undefined && shown !== session.uid) throw new ApiError("not-signed-in");
  return session;
}

/**
 * For long requests: checks, inside the transaction that stores the result, that the session is
 * still valid. On PostgreSQL, ending the session waits for that transaction.
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
  const isFormer = row?.former_token_hash === tokenHash && isUnconfirmed(row, now);
  if (!isCurrent && !isFormer) throw new ApiError("not-signed-in");
}

/**
 * Ends sessions of a person: one, all, or all but one; and the apps that they opened, or all apps. Apps
 * that keep their access without a session outlast one that its owner logged out of.
 * @returns the number of ended sessions
 */
export async function endSessions(
  trx: Transaction<Database>,
  uid: string,
  which: { readonly only?: string; readonly except?: string; readonly loggedOut?: string } = {},
): Promise<number> {
  const { loggedOut, only = loggedOut, except } = which;
  if (only === undefined) await endApps(trx, uid);
  else await endAppsOfSession(trx, { id: only, uid }, { isLogOut: loggedOut !== undefined });
  let query = trx.deleteFrom("sessions").where("uid", "=", uid);
  if (only !== undefined) query = query.where("id", "=", only);
  if (except !== undefined) query = query.where("id", "!=", except);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Logs everybody out, apps too. @returns the number of ended sessions */
export async function endAllSessions(trx: Transaction<Database>): Promise<number> {
  await endAllApps(trx);
  const { numDeletedRows } = await trx.deleteFrom("sessions").executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
