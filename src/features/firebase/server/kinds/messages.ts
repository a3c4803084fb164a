import { hash } from "node:crypto";
import { days } from "../../../../platform/contract/durations.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { chunksOf } from "../../../../platform/server/db/chunks.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import { submittedPhoneKey } from "../../../../platform/server/values/phone.ts";
import { makeReference } from "../../../../platform/server/values/reference.ts";
import {
  changeImportedCase,
  makeImportedCases,
} from "../../../messages/server/cases/make-cases.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import type { Found, Incoming, Kind } from "../import-records.ts";
import { formsByCollection } from "../reading/collections.ts";
import type { SourceDocument } from "../reading/source-document.ts";
import { FieldReader, maxShort } from "../reading/values.ts";

interface MessageRow extends Incoming {
  readonly collection: string;
  readonly documentId: string;
  /** Exactly the fields of the form, and its time. */
  readonly data: Readonly<Record<string, string>>;
  readonly email: string;
  readonly createdAt: number;
}

/** Fields that the list of the inbox is filtered or searched by. */
const short = new Set(["name", "firstName", "lastName", "email", "phone", "platform"]);

/** Older messages arrive as done, since they were for the staff of the old site. */
const openMs = days(14);

/** Documents of the forms' collections. */
export const messageKind: Kind<SourceDocument, MessageRow> = {
  name: "Messages",

  read(source, now) {
    const [collection = "", documentId = ""] = source.path.split("/");
    const reader = new FieldReader(source);
    const fields = formsByCollection.get(collection)?.fields ?? [];
    const values = Object.fromEntries(
      fields.map(({ name }) => [name, reader.text(name, short.has(name) ? maxShort : undefined)]),
    );
    const at = reader.time("timestamp") ?? source.createdAt ?? null;
    const data = { ...values, timestamp: at === null ? "" : new Date(at).toISOString() };
    const email = emailKey(values.email ?? "");
    return {
      path: source.path,
      collection,
      documentId,
      data,
      email,
      createdAt: Math.min(at ?? now, now),
      contents: [JSON.stringify(data)],
      imported: reader.rest(),
      subjects: { email, createdAt: at },
    };
  },

  async find(trx, rows) {
    const stored = await trx
      .selectFrom("submissions")
      .select(["collection", "document_id", "data"])
      .where(isOneOf(trx, "collection", [...new Set(rows.map((row) => row.collection))]))
      .where(
        isOneOf(
          trx,
          "document_id",
          rows.map((row) => row.documentId),
        ),
      )
      .execute();
    return new Map(
      stored.map(({ collection, document_id: id, data }): [string, Found] => [
        `${collection}/${id}`,
        { contents: [data] },
      ]),
    );
  },

  async store(trx, added, changed, { database: { engine }, now }) {
    const rows = added.map((row) => ({
      id: orderedIdOf(row),
      collection: row.collection,
      reference: makeReference(),
      data: JSON.stringify(row.data),
      email: row.email,
      phone_key: submittedPhoneKey(row.data),
      created_at: row.createdAt,
      idempotency_key: null,
      spam_reason: null,
      address_hash: null,
      done_at: null,
      document_id: row.documentId,
      imported: row.imported,
    }));
    for (const some of chunksOf(rows)) await trx.insertInto("submissions").values(some).execute();
    await makeImportedCases(trx, engine, rows, { now, openSince: now - openMs });
    const kept = new Map<string, string>();
    for (const row of changed) {
      if (row.collection === dataDeletionForm.collection) {
        kept.set(row.path, "A request to delete data stays as it came in.");
        continue;
      }
      const { id } = await trx
        .updateTable("submissions")
        .set({
          data: JSON.stringify(row.data),
          email: row.email,
          phone_key: submittedPhoneKey(row.data),
          imported: row.imported,
        })
        .where("collection", "=", row.collection)
        .where("document_id", "=", row.documentId)
        .returning("id")
        .executeTakeFirstOrThrow();
      await changeImportedCase(trx, { ...row, id }, now);
    }
    return { kept };
  },
};

/** The same for the same document, at its place in time: ids of submissions sort by time (UUIDv7). */
function orderedIdOf({ path, createdAt }: Pick<MessageRow, "path" | "createdAt">): string {
  const time = createdAt.toString(16).padStart(12, "0");
  const digits = hash("sha256", path, "hex");
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${digits.slice(0, 3)}`,
    `8${digits.slice(3, 6)}`,
    digits.slice(6, 18),
  ].join("-");
}
