import type { Selectable } from "kysely";
import { chunksOf } from "../../../../platform/server/db/chunks.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { requestId } from "../../../customers/contract/request-fields.ts";
import { isUid } from "../../../customers/server/files.ts";
import { readPrice } from "../../../customers/server/requests/request-cells.ts";
import { requestReference } from "../../../customers/server/requests/request-reference.ts";
import { nextChangeTime } from "../../../requests/server/change-time.ts";
import {
  addressOf,
  emptyRequest,
  excludedDocument,
  noteProviders,
  sortTime,
} from "../../../requests/server/documents.ts";
import { marketOf, timeZoneOf } from "../../../requests/server/market-time.ts";
import type { RequestTable } from "../../../requests/server/tables.ts";
import type { Found, Incoming, Kind } from "../import-records.ts";
import type { Contents } from "../ledger.ts";
import { NotImportable, type SourceDocument } from "../reading/source-document.ts";
import { FieldReader } from "../reading/values.ts";
import { findOwners } from "./people.ts";

type Document = Selectable<Database["completed_requests"]>;

interface RequestRow extends Incoming {
  /** As the export names the customer. */
  readonly uid: string;
  readonly id: string;
  readonly document: Omit<Document, "uid" | "id" | "reference" | "imported">;
  /** The account here, which may be the one that the customer's was merged into. */
  owner?: string | undefined;
}

const maxCents = 100_000_000;

/** Documents of Users/{uid}/CompletedRequests. */
export const requestKind: Kind<SourceDocument, RequestRow> = {
  name: "Requests",

  read(source, now) {
    const [, uid = "", , id = ""] = source.path.split("/");
    if (!requestId.safeParse(id).success) {
      throw new NotImportable("Its id is none that this site can store: at most 128 characters.");
    }
    const reader = new FieldReader(source);
    reader.drop("id", id);
    const isCompleted = reader.other("requestCompleted", readFlag) ?? false;
    const date = reader.time("dateCompleted", 1000);
    const price = reader.other("price", readDollars);
    const document = {
      request_title: reader.text("requestTitle"),
      assigned_to: reader.text("assignedTo"),
      assigned_to_uid: reader.other("assignedToUid", readUid) ?? "",
      request_completed: isCompleted ? 1 : 0,
      date_completed: date,
      price_cents: price === null ? null : Math.round(price * 100),
      created_at: Math.min(source.createdAt ?? (date === null ? now : date * 1000), now),
    };
    return {
      path: source.path,
      uid,
      id,
      document,
      contents: contentsOf(document, isCompleted ? "done" : "booked"),
      imported: reader.rest(),
      subjects: { uid, createdAt: source.createdAt ?? null },
    };
  },

  async find(trx, rows, { planned }) {
    const owners = await findOwners(
      trx,
      rows.map(({ uid }) => uid),
    );
    const ids = rows.map(({ id }) => id);
    const uids = [...owners.values()];
    const stored = await trx
      .selectFrom("completed_requests as documents")
      .leftJoin("requests", (join) =>
        join
          .onRef("requests.uid", "=", "documents.uid")
          .onRef("requests.document_id", "=", "documents.id"),
      )
      .selectAll("documents")
      .select("requests.state")
      .where(isOneOf(trx, "documents.uid", uids))
      .where(isOneOf(trx, "documents.id", ids))
      .execute();
    const byKey = new Map(stored.map((row) => [`${row.uid}/${row.id}`, row]));
    return new Map(
      rows.flatMap((row): [string, Found][] => {
        row.owner = owners.get(row.uid);
        if (row.owner === undefined) {
          return planned.has(row.uid)
            ? []
            : [[row.path, { obstacle: "Its customer has no account here." }]];
        }
        const found = byKey.get(`${row.owner}/${row.id}`);
        return found ? [[row.path, { contents: contentsOf(found, found.state ?? "") }]] : [];
      }),
    );
  },

  async store(trx, added, changed, { now }) {
    const rows = [...added, ...changed].flatMap(({ owner: uid, id, document, imported }) =>
      uid === undefined
        ? []
        : { ...document, uid, id, imported, reference: requestReference({ uid, id }) },
    );
    if (rows.length === 0) return {};
    const uids = rows.map(({ uid }) => uid);
    const profiles = await trx
      .selectFrom("profiles")
      .select(["uid", "zip", "address_line1", "city", "state", "phone_number"])
      .where(isOneOf(trx, "uid", uids))
      .execute();
    const profileOf = new Map(profiles.map((one) => [one.uid, one]));
    const known = await trx
      .selectFrom("requests")
      .selectAll()
      .where(isOneOf(trx, "uid", uids))
      .where(
        isOneOf(
          trx,
          "document_id",
          rows.map(({ id }) => id),
        ),
      )
      .execute();
    const knownOf = new Map(known.map((one) => [`${one.uid}/${one.document_id}`, one]));
    const changed_at = await nextChangeTime(trx, now);
    const requests = rows.map((row): RequestTable => {
      const before = knownOf.get(`${row.uid}/${row.id}`);
      const profile = profileOf.get(row.uid);
      const zip = profile?.zip ?? "";
      const isDone = row.request_completed === 1;
      const own = {
        ...emptyRequest,
        id: `${row.uid}.${row.id}`,
        uid: row.uid,
        document_id: row.id,
        reference: row.reference,
        time_zone: timeZoneOf(zip),
        market: marketOf(zip),
        address: addressOf(profile),
        phone: profile?.phone_number ?? "",
        source: "import",
        created_at: row.created_at,
        ...before,
        version: Number(before?.version ?? 0) + 1,
        title: row.request_title,
        provider_id: row.assigned_to_uid,
        provider_name: row.assigned_to,
        price_cents: row.price_cents,
        state: isDone ? "done" : "booked",
        // One in progress has no day here; its document keeps that of the export.
        completed_at: isDone && row.date_completed !== null ? row.date_completed * 1000 : null,
        changed_at,
      };
      return { ...own, sort_at: sortTime(own) };
    });
    for (const some of chunksOf(rows, rowsAtOnce)) {
      await trx
        .insertInto("completed_requests")
        .values(some)
        .onConflict((conflict) =>
          conflict.columns(["uid", "id"]).doUpdateSet((row) => ({
            ...excludedDocument(row),
            imported: row.ref("excluded.imported"),
          })),
        )
        .execute();
    }
    for (const some of chunksOf(requests, rowsAtOnce)) {
      await trx
        .insertInto("requests")
        .values(some)
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet(({ ref }) => ({
            version: ref("excluded.version"),
            title: ref("excluded.title"),
            provider_id: ref("excluded.provider_id"),
            provider_name: ref("excluded.provider_name"),
            price_cents: ref("excluded.price_cents"),
            state: ref("excluded.state"),
            completed_at: ref("excluded.completed_at"),
            changed_at: ref("excluded.changed_at"),
            sort_at: ref("excluded.sort_at"),
          })),
        )
        .execute();
    }
    await noteProviders(trx, rows, now);
    return {};
  },
};

/** Rows per statement; a very long statement takes longer to prepare. */
const rowsAtOnce = 100;

function contentsOf(
  row: Pick<
    Document,
    | "request_title"
    | "assigned_to"
    | "assigned_to_uid"
    | "request_completed"
    | "date_completed"
    | "price_cents"
  >,
  state: string,
): Contents {
  const number = (value: number | null) => (value === null ? null : Number(value));
  return [
    ...[row.request_title, row.assigned_to, row.assigned_to_uid, Number(row.request_completed)],
    ...[number(row.date_completed), number(row.price_cents), state],
  ];
}

function readFlag(value: unknown): boolean | undefined {
  if (value === "true" || value === 1) return true;
  return typeof value === "boolean" ? value : undefined;
}

/** US dollars with whole cents. */
function readDollars(value: unknown): number | undefined {
  const number = typeof value === "string" ? readPrice(value) : value;
  if (typeof number !== "number" || !(number >= 0)) return undefined;
  const cents = Math.round(number * 100);
  return cents <= maxCents ? cents / 100 : undefined;
}

function readUid(value: unknown): string | undefined {
  return typeof value === "string" && (value === "" || isUid(value)) ? value : undefined;
}
