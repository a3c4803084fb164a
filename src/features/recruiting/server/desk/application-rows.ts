import type { ExpressionBuilder, Kysely, SelectQueryBuilder } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isAmong, type SearchHits } from "../../../../platform/server/search/search-by-number.ts";
import type { ApplicationRow } from "../../contract/applications.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import { openStages, type SentStatus } from "../../contract/stages.ts";
import type { ApplicationQuery } from "./application-filter.ts";

export const rowColumns = [
  "number",
  "reference",
  "name",
  "email_key",
  "track",
  "status",
  "city",
  "market",
  "source",
  "is_repeat",
  "waiting_since",
  "submitted_at",
  "status_at",
  "version",
] as const;

export interface StoredRow {
  readonly number: number | null;
  readonly reference: string | null;
  readonly name: string;
  readonly email_key: string;
  readonly track: string;
  readonly status: string;
  readonly city: string;
  readonly market: string;
  readonly source: string;
  readonly is_repeat: number;
  readonly waiting_since: number | null;
  readonly submitted_at: number | null;
  readonly status_at: number | null;
  readonly version: number;
}

export function toApplicationRow(row: StoredRow): ApplicationRow {
  return {
    reference: row.reference ?? "",
    name: row.name || row.email_key || "No name",
    track: row.track as Track,
    status: row.status as SentStatus,
    city: row.city,
    market: row.market,
    source: row.source,
    isRepeat: Number(row.is_repeat) === 1,
    isWaiting: row.waiting_since !== null,
    sentAt: new Date(Number(row.submitted_at)).toISOString(),
    statusAt: new Date(Number(row.status_at ?? row.submitted_at)).toISOString(),
    version: Number(row.version),
  };
}

type Contacts = Pick<
  Database,
  "applications" | "conversation_entries" | "conversation_sent_emails"
>;

/** Kinds of emails that staff have sent without writing them. */
export const ownEmails = [
  "interview-offer",
  "interview-offer-again",
  "interview-moved",
  "interview-canceled",
  "document-again",
];

type Rows = SelectQueryBuilder<Database, "applications", object>;

/**
 * Sent applications that match everything but status and words, in any order.
 * @param hits of a search; without them, all that were sent
 */
export function narrow(db: Kysely<Database>, query: ApplicationQuery, hits?: SearchHits): Rows {
  const { track, market, source, onlyRepeats, onlyWaiting, noContactSince, sentBefore } = query;
  let rows = hits ? fromHits(db, hits) : fromSent(db);
  if (track !== undefined) rows = rows.where("track", "=", track);
  if (market !== undefined) rows = rows.where("market", "=", market);
  if (source !== undefined) rows = rows.where("source", "=", source);
  if (onlyRepeats) rows = rows.where("is_repeat", "=", 1);
  if (onlyWaiting) rows = rows.where("waiting_since", "is not", null);
  if (noContactSince !== undefined) rows = rows.where(isWithoutContact(noContactSince));
  if (sentBefore !== undefined) rows = rows.where("submitted_at", "<", sentBefore);
  return rows;
}

/**
 * The indexes are partial, with numbered rows only: without this condition, none of them is used.
 */
function fromSent(db: Kysely<Database>): Rows {
  return db.selectFrom("applications").where("number", "is not", null);
}

function fromHits(db: Kysely<Database>, hits: SearchHits): Rows {
  const found = db
    .selectFrom("applications")
    .select(rowColumns)
    .where(isAmong(hits, "number"))
    .limit(hits.numbers.length);
  return db.selectFrom(found.as("applications")) as unknown as Rows;
}

/**
 * Open, neither moved nor written to since, by hand or by one of `ownEmails`. A search has no ids, so
 * rows are compared by number.
 */
function isWithoutContact(since: number) {
  return ({ and, eb, not, exists, selectFrom }: ExpressionBuilder<Contacts, "applications">) =>
    and([
      eb("status", "in", openStages),
      eb("status_at", "<", since),
      not(
        exists(
          selectFrom("conversation_entries as word")
            .innerJoin("applications as owner", "owner.id", "word.application_id")
            .select("word.id")
            .whereRef("owner.number", "=", "applications.number")
            .where("word.kind", "=", "reply")
            .where("word.at", ">=", since),
        ),
      ),
      not(
        exists(
          selectFrom("conversation_sent_emails as email")
            .innerJoin("applications as owner", "owner.id", "email.application_id")
            .select("email.id")
            .whereRef("owner.number", "=", "applications.number")
            .where("email.kind", "in", ownEmails)
            .where("email.at", ">=", since),
        ),
      ),
    ]);
}
