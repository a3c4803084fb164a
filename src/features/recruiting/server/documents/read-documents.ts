import type { Kysely, Selectable } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dayOf } from "../../../../platform/server/values/calendar.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import {
  type DeskDocument,
  type DocumentKind,
  type DocumentState,
  documentLimits,
  type OwnDocuments,
  type ShownDocument,
} from "../../contract/documents/documents.ts";
import { type Application, selectWithMerged } from "../applications/applications.ts";
import { canWithdraw } from "../applications/status.ts";

type Row = Selectable<Database["application_documents"]>;

/** The documents of an application and of those merged into it, the oldest first. */
export async function readDocuments(
  db: Kysely<Database>,
  id: string,
  now: number,
): Promise<readonly DeskDocument[]> {
  const rows = await db
    .selectFrom("application_documents")
    .selectAll()
    .where("application_id", "in", selectWithMerged(db, id))
    .orderBy("id")
    .execute();
  const replaced = new Set(
    rows.filter(({ state }) => state !== "again").map(({ replaces }) => replaces),
  );
  return rows.map((row) => ({
    ...toShown(row, replaced.has(row.id), now),
    name: row.name,
    mimeType: row.mime_type,
    size: Number(row.size),
  }));
}

export function toShown(row: Row, isReplaced: boolean, now: number): ShownDocument {
  const end = row.ends_on === "" ? null : Temporal.PlainDate.from(row.ends_on);
  return {
    id: row.id,
    kind: row.kind as DocumentKind,
    label: row.label,
    state: row.state as DocumentState,
    reason: row.reason,
    endsOn: row.ends_on,
    daysLeft: end && dayOf(now).until(end).days,
    isReplaced,
    at: isoTime(Number(row.at)),
  };
}

/** Whether an application takes documents: it is open, or the person works with us. */
export function takesDocuments({ status, mergedAt }: Application): boolean {
  return mergedAt === null && (canWithdraw(status) || status === "hired");
}

/** What the person's page shows. @param replaces id of the document to send anew; "" for none */
export async function readOwnDocuments(
  db: Kysely<Database>,
  application: Application,
  replaces: string,
  now: number,
): Promise<OwnDocuments> {
  const documents = await readDocuments(db, application.id, now);
  const list = documents
    .filter(({ isReplaced }) => !isReplaced)
    .map(({ name: _name, mimeType: _type, size: _size, ...shown }) => shown);
  return {
    list,
    replaces: list.find(({ id }) => id === replaces) ?? null,
    takesMore: takesDocuments(application) && documents.length < documentLimits.files,
  };
}
