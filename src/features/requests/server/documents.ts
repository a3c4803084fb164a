import type {
  ExpressionBuilder,
  OnConflictDatabase,
  OnConflictTables,
  Selectable,
  Transaction,
} from "kysely";
import { isOneOf } from "../../../platform/server/db/one-of.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { emitEvents } from "../../integrations/server/webhooks/emit-events.ts";
import { nextChangeTime } from "./change-time.ts";
import { marketOf, timeZoneOf } from "./market-time.ts";
import {
  type ChangedRequest,
  emitRequests,
  emitRequestsDeleted,
  providerEvent,
} from "./request-events.ts";
import type { RequestTable } from "./tables.ts";

type Document = Selectable<Database["completed_requests"]>;

/** Place of a request in progress without a time: after all others. */
export const withoutTime = Number.MAX_SAFE_INTEGER;

/** Where a request stands in its list. */
export function sortTime(
  row: Pick<RequestTable, "state" | "due_at" | "starts_at" | "completed_at" | "canceled_at"> & {
    readonly created_at: number;
  },
): number {
  switch (row.state) {
    case "asked":
    case "proposed":
      return row.due_at ?? row.created_at;
    case "booked":
      return row.starts_at ?? withoutTime;
    case "done":
      return row.completed_at ?? row.created_at;
    default:
      return row.canceled_at ?? row.created_at;
  }
}

/**
 * Writes what the specification's documents say of booked requests. Call it in the transaction that
 * changes them.
 */
export async function storeDocuments(
  trx: Transaction<Database>,
  rows: readonly RequestTable[],
  now: number,
): Promise<void> {
  const documents = rows.flatMap((row) => toDocument(row, now) ?? []);
  if (documents.length === 0) return;
  await trx
    .insertInto("completed_requests")
    .values(documents)
    .onConflict((conflict) => conflict.columns(["uid", "id"]).doUpdateSet(excludedDocument))
    .execute();
}

type Conflict = ExpressionBuilder<
  OnConflictDatabase<Database, "completed_requests">,
  OnConflictTables<"completed_requests">
>;

/** The fields that an insert brings of a document that exists: it keeps its reference and its time. */
export function excludedDocument({ ref }: Conflict) {
  return {
    request_title: ref("excluded.request_title"),
    assigned_to: ref("excluded.assigned_to"),
    assigned_to_uid: ref("excluded.assigned_to_uid"),
    request_completed: ref("excluded.request_completed"),
    date_completed: ref("excluded.date_completed"),
    price_cents: ref("excluded.price_cents"),
  };
}

/** Undefined for a request that is not booked. */
function toDocument(row: RequestTable, now: number) {
  if (row.document_id === null) return undefined;
  return {
    uid: row.uid,
    id: row.document_id,
    reference: row.reference,
    created_at: now,
    request_title: row.title,
    assigned_to: row.provider_name,
    assigned_to_uid: row.provider_id,
    request_completed: row.state === "done" ? 1 : 0,
    date_completed: row.completed_at === null ? null : Math.floor(row.completed_at / 1000),
    price_cents: row.price_cents,
  };
}

/** Takes over documents that a command stored, changed or removed, in its transaction. */
export async function followDocuments(
  trx: Transaction<Database>,
  uid: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  const documents = await trx
    .selectFrom("completed_requests")
    .selectAll()
    .where("uid", "=", uid)
    .where(isOneOf(trx, "id", ids))
    .execute();
  const known = await trx
    .selectFrom("requests")
    .selectAll()
    .where("uid", "=", uid)
    .where(isOneOf(trx, "document_id", ids))
    .execute();
  const profile = await trx
    .selectFrom("profiles")
    .select(["zip", "address_line1", "city", "state", "phone_number"])
    .where("uid", "=", uid)
    .executeTakeFirst();
  const kept = new Set(documents.map(({ id }) => id));
  const gone = known.filter(({ document_id: id }) => id !== null && !kept.has(id));
  if (gone.length > 0) {
    const goneIds = gone.map(({ id }) => id);
    await trx
      .deleteFrom("requests")
      .where(isOneOf(trx, "id", goneIds))
      .execute();
  }
  const changed_at = await nextChangeTime(trx, now);
  const told: ChangedRequest[] = [];
  for (const document of documents) {
    const before = known.find(({ document_id: id }) => id === document.id);
    const values = { ...ofDocument(document, before), changed_at };
    if (before) {
      const version = Number(before.version) + 1;
      const changed = { ...values, version, sort_at: sortTime({ ...before, ...values }) };
      await trx.updateTable("requests").set(changed).where("id", "=", before.id).execute();
      const names = Object.keys(values) as (keyof typeof before & keyof typeof values)[];
      const isSame = names.every((name) => name === "changed_at" || values[name] === before[name]);
      if (!isSame) told.push({ row: { ...before, ...values }, from: before.state });
      continue;
    }
    const zip = profile?.zip ?? "";
    const row = {
      ...emptyRequest,
      ...values,
      id: `${uid}.${document.id}`,
      uid,
      document_id: document.id,
      reference: document.reference,
      time_zone: timeZoneOf(zip),
      market: marketOf(zip),
      address: addressOf(profile),
      phone: profile?.phone_number ?? "",
      source: "ops",
      created_at: Number(document.created_at),
    };
    await trx
      .insertInto("requests")
      .values({ ...row, sort_at: sortTime(row) })
      .execute();
    told.push({ row });
  }
  await emitRequestsDeleted(trx, gone, now);
  await emitRequests(trx, told, now);
  await noteProviders(trx, documents, now);
}

function ofDocument(document: Document, before: RequestTable | undefined) {
  const isDone = Number(document.request_completed) === 1;
  const completedAt = document.date_completed === null ? null : document.date_completed * 1000;
  const state = isDone ? "done" : before?.state === "canceled" ? "canceled" : "booked";
  return {
    title: document.request_title,
    provider_id: document.assigned_to_uid,
    provider_name: document.assigned_to,
    price_cents: document.price_cents,
    state,
    completed_at: completedAt,
  };
}

/** Columns of a new request that nobody filled in. */
export const emptyRequest = {
  document_id: null,
  kind: "other",
  starts_at: null,
  ends_at: null,
  wish: "",
  provider_id: "",
  provider_name: "",
  price_cents: null,
  customer_note: "",
  provider_note: "",
  private_note: "",
  due_at: null,
  completed_at: null,
  canceled_at: null,
  canceled_by: "",
  cancel_reason: "",
  feedback: "",
  series_id: "",
  version: 1,
} as const satisfies Partial<RequestTable>;

interface Address {
  readonly address_line1: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/** "12 Elm St, Boulder, CO 80302" */
export function addressOf(profile: Address | undefined): string {
  if (!profile) return "";
  const { address_line1: line, city, state, zip } = profile;
  const place = [city, `${state.toUpperCase()} ${zip}`.trim()].filter(Boolean).join(", ");
  return [line, place].filter(Boolean).join(", ");
}

/** Adds the providers of documents to the directory. */
export async function noteProviders(
  trx: Transaction<Database>,
  documents: readonly Pick<Document, "assigned_to_uid" | "assigned_to">[],
  now: number,
): Promise<void> {
  const assigned = new Map(
    documents
      .filter((one) => one.assigned_to_uid !== "")
      .map((one) => [one.assigned_to_uid, one.assigned_to]),
  );
  if (assigned.size === 0) return;
  const known = await trx
    .selectFrom("providers")
    .select("id")
    .where(isOneOf(trx, "id", [...assigned.keys()]))
    .execute();
  for (const { id } of known) assigned.delete(id);
  for (const [id, name] of assigned) {
    const added = await trx
      .insertInto("providers")
      .values({ ...emptyProvider, id, name, created_at: now, changed_at: now })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added) await emitEvents(trx, [providerEvent("provider.created", id)], now);
  }
}

export const emptyProvider = {
  phone: "",
  markets: "",
  trades: "",
  application_id: null,
  version: 1,
} as const;
