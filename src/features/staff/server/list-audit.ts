import { type Kysely, sql } from "kysely";
import { hours } from "../../../platform/contract/durations.ts";
import { prepare } from "../../../platform/server/db/prepare.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { type LiveTopic, maxLiveChanges } from "../../../platform/server/live-topic.ts";
import type { AuditEntry, AuditKind, AuditPage } from "../contract/audit.ts";
import { type AuditFilter, deskActor } from "./audit-filter.ts";
import { describeEvent } from "./event-words.ts";
import type { StoredEvent } from "./record-event.ts";
import { deskItself } from "./write-audit.ts";

/**
 * Entries that one request scans for filters without an index. A page may then hold fewer, or none,
 * and returns where to continue, so no search takes long, however long the log is.
 */
const scanned = 5000;

/** Ids start with their time, but may be written a little earlier or later. */
const idSlackMs = hours(1);

/**
 * Matching entries, newest first.
 * @param before id of the last entry of the previous page; undefined for the first
 */
export async function listAudit(
  db: Kysely<Database>,
  filter: AuditFilter,
  before: string | undefined,
  size: number,
): Promise<AuditPage> {
  const target = await findTarget(db, filter);
  const rows = await selectFitting(db, filter, selectScanned(db, filter, target, before))
    .orderBy("id", "desc")
    // Words are compared below: they are not stored.
    .limit(filter.words.length === 0 ? size + 1 : scanned)
    .execute();
  const found = rows.map(toEntry).filter((entry) => hasWords(entry, filter.words));
  const entries = found.slice(0, size);
  if (found.length > size) return { entries, next: entries.at(-1)?.id ?? null };
  const last = await selectScanned(db, filter, target, before)
    .select("id")
    .limit(1)
    .offset(scanned - 1)
    .executeTakeFirst();
  return { entries, next: last?.id ?? null };
}

function toEntry(event: StoredEvent): AuditEntry {
  return {
    id: event.id,
    at: new Date(Number(event.at)).toISOString(),
    kind: event.audit as AuditKind,
    actor: event.actor,
    staffId: event.staff_id,
    what: describeEvent(event),
    target: event.target,
    from: event.origin,
  };
}

function hasWords({ what, actor, target }: AuditEntry, words: readonly string[]): boolean {
  const text = `${what} ${actor} ${target}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

const findNewEntries = prepare<
  { firstId: string },
  { readonly reference: string; readonly version: number }
>(["firstId"], (db, { firstId }) =>
  db
    .selectFrom("events")
    .select(["id as reference", sql<number>`1`.as("version")])
    .where("audit", "is not", null)
    .where("id", ">", firstId)
    .orderBy("id", "desc")
    .limit(maxLiveChanges),
);

/** New entries of the audit log. */
export const auditLiveTopic: LiveTopic = {
  permission: "records",
  findChanged: async (db, since) => (await findNewEntries(db, { firstId: firstIdOf(since) })).rows,
};

function selectFitting(
  db: Kysely<Database>,
  filter: AuditFilter,
  looked: ReturnType<typeof selectScanned>,
) {
  return db
    .selectFrom(looked.selectAll().limit(scanned).as("entry"))
    .selectAll()
    .$if(filter.kind !== undefined, (query) => query.where("audit", "=", filter.kind ?? ""))
    .$if(filter.staff !== undefined, (query) =>
      filter.staff === deskActor
        ? query.where("staff_id", "is", null).where("actor", "=", deskItself.name)
        : query.where("staff_id", "=", filter.staff ?? null),
    )
    .$if(filter.from !== undefined, (query) => query.where("at", ">=", filter.from ?? 0))
    .$if(filter.to !== undefined, (query) => query.where("at", "<", filter.to ?? 0));
}

/**
 * The part of the filter that an index covers in the order of the list. A range of pairs instead of
 * an equality: with that, PostgreSQL would read the primary key backwards and skip most of it.
 */
function selectScanned(
  db: Kysely<Database>,
  { staff, kind, from, to }: AuditFilter,
  target: string | undefined,
  before: string | undefined,
) {
  const low = from === undefined ? "" : firstIdOf(from - idSlackMs);
  const end = to === undefined ? afterIds : firstIdOf(to + idSlackMs);
  const high = before !== undefined && before < end ? before : end;
  const colleague = staff === deskActor ? undefined : staff;
  const indexed = (
    [
      ["target", target],
      ["staff_id", colleague],
      ["audit", kind],
    ] as const
  ).find(([, value]) => value !== undefined);
  const query = db.selectFrom("events").where("audit", "is not", null);
  if (!indexed) return query.where("id", ">=", low).where("id", "<", high).orderBy("id", "desc");
  const [column, value = ""] = indexed;
  const pair = sql`(${sql.ref(column)}, id)`;
  return query
    .where(sql<boolean>`${pair} >= (${value}, ${low})`)
    .where(sql<boolean>`${pair} < (${value}, ${high})`)
    .orderBy(column, "desc")
    .orderBy("id", "desc");
}

/** Sorts after every id. */
const afterIds = "g";

/** The reference being searched for, which an index finds; undefined for other words. */
async function findTarget(
  db: Kysely<Database>,
  { words: [word, ...more] }: AuditFilter,
): Promise<string | undefined> {
  if (word === undefined || more.length > 0) return undefined;
  const row = await db
    .selectFrom("events")
    .select("target")
    .where("audit", "is not", null)
    .where("target", "=", word.toUpperCase())
    .limit(1)
    .executeTakeFirst();
  return row?.target;
}

/** The lowest UUID version 7 of a millisecond (RFC 9562, 5.7). */
function firstIdOf(time: number): string {
  const digits = Math.max(0, time).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}`;
}
