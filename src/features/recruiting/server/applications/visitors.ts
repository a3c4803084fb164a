import { randomUUIDv7 } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Selectable, Transaction } from "kysely";
import { days, minutes } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import { hashToken, makeToken } from "../../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type CookieKind,
  readCookie,
  setCookie,
} from "../../../../platform/server/http/cookies.ts";
import { writeIfPossible } from "../../../../platform/server/http/errors/outages.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import {
  isPrefetch,
  isSameTouch,
  readTouch,
  supersedes,
  type Touch,
} from "../attribution/attribution.ts";
import { countEvent } from "./funnel.ts";

const lifetimeMs = days(facts.application.attributionDays);
/** Somebody who returns after this long counts as a new visit, in milliseconds. */
const visitGapMs = minutes(30);

const applyCookie: CookieKind = { name: "apply", lifetimeMs };

export interface Visitor {
  readonly tokenHash: string;
  readonly firstTouch: Touch;
  readonly lastTouch: Touch;
  readonly seenAt: number;
  /** Ids of its drafts or last sent applications. */
  readonly applications: Readonly<Record<Track, string | null>>;
}

const columns = { care: "care_application", pro: "pro_application" } as const;

function toVisitor(row: Selectable<Database["apply_visitors"]>): Visitor {
  return {
    tokenHash: row.token_hash,
    firstTouch: JSON.parse(row.first_touch),
    lastTouch: JSON.parse(row.last_touch),
    seenAt: row.seen_at,
    applications: { care: row.care_application, pro: row.pro_application },
  };
}

/** The browser that sent a request, if its cookie is valid and recent. */
export async function findVisitor(
  request: FastifyRequest,
  { config, database, now }: AppContext,
): Promise<Visitor | undefined> {
  const token = readCookie(request, config, applyCookie);
  if (token === undefined) return undefined;
  const row = await database.db
    .selectFrom("apply_visitors")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .where("seen_at", ">", now() - lifetimeMs)
    .executeTakeFirst();
  return row && toVisitor(row);
}

/** Counts a visit to a landing page; prefetches do not count. */
export async function recordVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  track: Track,
  context: AppContext,
): Promise<Visitor | undefined> {
  const known = await findVisitor(request, context);
  if (request.method === "HEAD" || isPrefetch(request)) return known;
  const now = context.now();
  const touch = readTouch(request, now, context.config.conversions.sources);
  const isNewTouch =
    !known || (supersedes(touch, known.lastTouch) && !isSameTouch(touch, known.lastTouch));
  if (known && !isNewTouch && Math.abs(now - known.seenAt) < visitGapMs) return known;
  const visitor = known && {
    ...known,
    lastTouch: isNewTouch ? touch : known.lastTouch,
    seenAt: now,
  };
  // If the visit cannot be saved, the page is served all the same.
  const saved = await writeIfPossible(request, "visit", async () => {
    if (!(await mayCount(request, context))) return known;
    return saveVisit(request, reply, { track, touch, known: visitor }, context);
  });
  return saved ?? known;
}

interface Visit {
  readonly track: Track;
  readonly touch: Touch;
  /** The browser's new state; undefined if it had no cookie. */
  readonly known: Visitor | undefined;
}

async function saveVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  { track, touch, known }: Visit,
  context: AppContext,
): Promise<Visitor> {
  const visitor = known ?? createVisitor(reply, context, touch);
  // The cookie lasts from the latest visit, as the drafts do.
  const token = known && readCookie(request, context.config, applyCookie);
  if (token) setCookie(reply, context.config, applyCookie, token);
  const { source } = touch;
  await context.database.write(async (trx) => {
    await saveVisitor(trx, visitor);
    await countEvent(trx, { id: randomUUIDv7(), track, source, kind: "visit", at: visitor.seenAt });
  });
  return visitor;
}

/** Whether an address is within its limit: repeated page views must not fill the disk. */
async function mayCount(request: FastifyRequest, context: AppContext): Promise<boolean> {
  try {
    await countAttempt(context, [
      { limit: "visitAddress", hash: context.clientKeys.hashAddress(request) },
    ]);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * The browser that sends an answer; one without a cookie gets it now, and is stored with the draft.
 */
export async function requireVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<Visitor> {
  const known = await findVisitor(request, context);
  if (known) return known;
  const { sources } = context.config.conversions;
  return createVisitor(reply, context, readTouch(request, context.now(), sources));
}

function createVisitor(reply: FastifyReply, context: AppContext, touch: Touch): Visitor {
  const token = makeToken();
  setCookie(reply, context.config, applyCookie, token);
  return {
    tokenHash: hashToken(token),
    firstTouch: touch,
    lastTouch: touch,
    seenAt: context.now(),
    applications: { care: null, pro: null },
  };
}

async function saveVisitor(trx: Transaction<Database>, visitor: Visitor): Promise<void> {
  const { tokenHash, firstTouch, lastTouch, seenAt } = visitor;
  const last_touch = JSON.stringify(lastTouch);
  await trx
    .insertInto("apply_visitors")
    .values({
      token_hash: tokenHash,
      first_touch: JSON.stringify(firstTouch),
      last_touch,
      created_at: seenAt,
      seen_at: seenAt,
      care_application: null,
      pro_application: null,
    })
    .onConflict((conflict) =>
      conflict.column("token_hash").doUpdateSet({ last_touch, seen_at: seenAt }),
    )
    .execute();
}

/** The browser's current application; locks the browser's row, so that its other posts wait. */
export async function findClaimed(
  trx: Transaction<Database>,
  visitor: Visitor,
  track: Track,
): Promise<string | null> {
  await saveVisitor(trx, visitor);
  const row = await trx
    .selectFrom("apply_visitors")
    .select(["care_application", "pro_application"])
    .where("token_hash", "=", visitor.tokenHash)
    .executeTakeFirstOrThrow();
  return row[columns[track]];
}

/** Sets the browser's current application; null for none. */
export async function claimApplication(
  trx: Transaction<Database>,
  visitor: Visitor,
  track: Track,
  id: string | null,
): Promise<void> {
  await saveVisitor(trx, visitor);
  await trx
    .updateTable("apply_visitors")
    .set({ [columns[track]]: id })
    .where("token_hash", "=", visitor.tokenHash)
    .execute();
}
