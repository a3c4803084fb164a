import { type Kysely, type SqlBool, sql } from "kysely";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dayOf } from "../../../../platform/server/values/calendar.ts";
import type { DocumentFilter, DocumentPage } from "../../contract/documents/document-list.ts";
import { documentsPerPage, endingDays } from "../../contract/documents/documents.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import { openStages, type SentStatus } from "../../contract/stages.ts";
import { toShown } from "./read-documents.ts";

/** Statuses of people whose documents matter: they may come to work with us, or do. */
const documentStatuses: readonly SentStatus[] = [...openStages, "hired", "waitlist"];

/** After every end. */
const never = "9999-12-31";
/** When a document ends, with those that do not end last. */
const endOf = sql<string>`case when documents.ends_on = '' then ${never} else documents.ends_on end`;

/**
 * Documents that none took the place of, of people in `documentStatuses`, with the application that
 * shows each: the kept one of a merged one.
 */
export function selectDocuments(db: Kysely<Database>) {
  return db
    .selectFrom("application_documents as documents")
    .innerJoin("applications as own", "own.id", "documents.application_id")
    .innerJoin("applications as kept", (join) =>
      join.on(
        sql<SqlBool>`kept.id = case when own.joined_at is null then own.id else own.duplicate_of end`,
      ),
    )
    .where("kept.status", "in", documentStatuses)
    .where(
      sql<SqlBool>`not exists (select 1 from application_documents newer
        where newer.replaces = documents.id and newer.state <> 'again')`,
    );
}

function narrow(
  db: Kysely<Database>,
  { show = "ending", kind, track }: DocumentFilter,
  now: number,
) {
  const today = dayOf(now);
  const last = today.add({ days: endingDays }).toString();
  let rows = selectDocuments(db);
  if (show === "ending") {
    rows = rows
      .where("documents.ends_on", ">=", today.toString())
      .where("documents.ends_on", "<=", last);
  }
  if (show === "ended") {
    rows = rows
      .where("documents.ends_on", "!=", "")
      .where("documents.ends_on", "<", today.toString());
  }
  if (show === "received") rows = rows.where("documents.state", "=", "received");
  if (kind !== undefined) rows = rows.where("documents.kind", "=", kind);
  if (track !== undefined) rows = rows.where("kept.track", "=", track);
  return rows;
}

/** One page, by keyset pagination. @param after `next` of the previous page */
export async function listDocuments(
  db: Kysely<Database>,
  filter: DocumentFilter,
  after: string | undefined,
  now: number,
): Promise<DocumentPage> {
  let rows = narrow(db, filter, now);
  if (after !== undefined) {
    const [end = "", id = ""] = after.split(".");
    if (!/^\d{4}-\d\d-\d\d$/.test(end)) throw new ApiError("malformed");
    rows = rows.where(sql<SqlBool>`(${endOf}, documents.id) > (${end}, ${id})`);
  }
  const found = await rows
    .selectAll("documents")
    .select(["kept.reference", "kept.name as person", "kept.track", "kept.status"])
    .orderBy(endOf)
    .orderBy("documents.id")
    .limit(documentsPerPage + 1)
    .execute();
  const shown = found.slice(0, documentsPerPage);
  const last = shown.at(-1);
  const { count } = await db
    .selectFrom(narrow(db, filter, now).select("documents.id").limit(maxCount).as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return {
    documents: shown.map((row) => ({
      ...toShown(row, false, now),
      reference: row.reference ?? "",
      person: row.person,
      track: row.track as Track,
      status: row.status as SentStatus,
    })),
    next: found.length > documentsPerPage && last ? `${last.ends_on || never}.${last.id}` : null,
    count: Number(count),
    isCountExact: Number(count) < maxCount,
  };
}
