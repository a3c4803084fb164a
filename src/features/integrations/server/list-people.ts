import type { Kysely } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import type {
  DeletionRecord,
  PageQuery,
  RecordPage,
  SubscriberRecord,
} from "../contract/records-api.ts";
import { idAfter, readPage, toPage, toTime } from "./read-page.ts";

type Db = Kysely<Database>;

/** A page of addresses of the newsletter. */
export async function listSubscribers(
  db: Db,
  query: PageQuery,
): Promise<RecordPage<SubscriberRecord>> {
  const { limit, status } = query;
  const after = idAfter(query);
  const page = await readPage(db, {
    table: "newsletter_addresses",
    column: "id",
    after,
    limit,
    keyOf: (row: SubscriberRow) => row.id,
    read: (end, max) =>
      selectSubscribers(db)
        .where("id", ">", after)
        .$if(end !== undefined, (rows) => rows.where("id", "<=", String(end)))
        .$if(status !== "", (rows) => rows.where("state", "=", status))
        .orderBy("id")
        .limit(max)
        .execute(),
  });
  return toPage(page, toSubscriber);
}

/** One address of the newsletter by its id; undefined if there is none. */
export async function readSubscriber(db: Db, id: string): Promise<SubscriberRecord | undefined> {
  const row = await selectSubscribers(db).where("id", "=", id).executeTakeFirst();
  return row && toSubscriber(row);
}

function selectSubscribers(db: Db) {
  return db
    .selectFrom("newsletter_addresses")
    .select(["id", "email", "state", "source", "changed_at"]);
}

type SubscriberRow = Awaited<ReturnType<ReturnType<typeof selectSubscribers>["execute"]>>[number];

function toSubscriber({ changed_at: changedAt, ...row }: SubscriberRow): SubscriberRecord {
  return { ...row, changedAt: toTime(changedAt) };
}

/** A page of requests about data, without spam. */
export async function listDeletions(db: Db, query: PageQuery): Promise<RecordPage<DeletionRecord>> {
  const { limit, status } = query;
  const after = idAfter(query);
  const page = await readPage(db, {
    table: "privacy_cases",
    column: "id",
    after,
    limit,
    keyOf: (row: DeletionRow) => row.id,
    read: (end, max) =>
      selectDeletions(db)
        .where("id", ">", after)
        .$if(end !== undefined, (rows) => rows.where("id", "<=", String(end)))
        .$if(status !== "", (rows) => rows.where("status", "=", status))
        .orderBy("id")
        .limit(max)
        .execute(),
  });
  return toPage(page, toDeletion);
}

/** One request about data by its reference; undefined if there is none, or if it is spam. */
export async function readDeletion(db: Db, reference: string): Promise<DeletionRecord | undefined> {
  const row = await selectDeletions(db).where("reference", "=", reference).executeTakeFirst();
  return row && toDeletion(row);
}

function selectDeletions(db: Db) {
  return db
    .selectFrom("privacy_cases")
    .where("scope", "!=", "spam")
    .select([
      "id",
      "reference",
      "kind",
      "source",
      "status",
      "received_at",
      "due_at",
      "closed_at",
      "name",
      "email",
      "support_id",
    ]);
}

type DeletionRow = Awaited<ReturnType<ReturnType<typeof selectDeletions>["execute"]>>[number];

function toDeletion(row: DeletionRow): DeletionRecord {
  return {
    reference: row.reference,
    kind: row.kind,
    source: row.source,
    status: row.status,
    receivedAt: toTime(row.received_at),
    dueAt: toTime(row.due_at),
    closedAt: row.closed_at === null ? null : toTime(row.closed_at),
    contents: { name: row.name, email: row.email, supportId: row.support_id },
  };
}
