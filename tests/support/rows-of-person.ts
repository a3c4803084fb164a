import { sql } from "kysely";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { dataDeletionForm } from "../../src/features/privacy/contract/data-deletion.ts";
import { personalTables } from "../../src/features/privacy/server/holders.ts";
import { chunksOf } from "../../src/platform/server/db/chunks.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import type { Database } from "../../src/platform/server/db/schema.ts";
import { type Reference, readReferences, readTables, sortByReferences } from "./database-shape.ts";

/** The clock of these rows, in milliseconds since 1970. */
export const rowsAt = Date.UTC(2026, 10, 20, 17);

/** The tables that may hold a person's rows. */
export const held = Object.entries(personalTables).flatMap(([table, entry]) =>
  "reason" in entry ? [] : [table as keyof Database],
);

function applicationIdOf(person: string, copy = ""): string {
  return `${person} message applications id${copy}`.padEnd(36, "-");
}

const singles = [
  "accounts",
  "profiles",
  "payment_accounts",
  "second_factor_removals",
  "account_merges",
  "newsletter_addresses",
  "newsletter_sync",
  // Of staff, who have few.
  "saved_views",
];

/** Whose row, in which group. `copy` is empty, or follows the texts of each further row. */
interface Of {
  readonly person: string;
  readonly group: string;
  readonly copy: string;
}

/** Values that no foreign key implies, but that code reads. */
function textOf(table: string, column: string, { person, group, copy: each }: Of): string {
  const copy = singles.includes(table) ? "" : each;
  const own = `${person} ${group} ${table} ${column}${copy}`;
  const address = `${person}@example.com`;
  const isRequest = group === "request";
  const form = isRequest ? dataDeletionForm.collection : contactForm.collection;
  const applicationId = applicationIdOf(person, copy);
  const known: Readonly<Record<string, string>> = {
    email: address,
    email_key: address,
    imported: JSON.stringify([["field", own]]),
    email_address: address,
    recipient: address,
    from_address: address,
    form,
    collection: form,
    application_id: applicationId,
    other_id: applicationId,
    care_application: applicationId,
    resume_file: `Applications/${applicationId}/resume.pdf`,
    status: "new",
    scope: "open",
    track: "care",
    needs: "[]",
    html: "",
    query: `q=${encodeURIComponent(address)}`,
    conversions: "[]",
    corrections: "[]",
    duplicate_of: "",
    possible_duplicate_of: "",
  };
  const isJson =
    (/^(newsletter_subscribers|submissions|oidc_records)$/.test(table) && column === "data") ||
    ["answers", "steps", "consents", "first_touch", "last_touch"].includes(column);
  const phone = `303${copy.trim().padStart(7, "0")}`;
  if (table === "submissions" && column === "phone_key") return copy === "" ? "" : phone;
  if (isJson) {
    return JSON.stringify({ of: person, ...(copy !== "" && { phone }) });
  }
  // One for each recipient, and unlike the address in it, of no fixed form.
  if (table === "new_message_drafts" && column === "recipient") return own;
  if (table === "applications" && column === "id") return applicationId;
  if (table === "one_time_tokens" && column === "kind") return "join-applications";
  if (table === "one_time_tokens" && column === "data")
    return `${applicationIdOf("x")} ${applicationId}`;
  if (table === "conversation_entries" && column === "kind")
    return group === "message" ? "note" : "message";
  if (table === "privacy_cases" && column === "kind") return "deletion";
  if (table === "webhook_messages" && column === "uid") {
    return textOf("accounts", "uid", { person, group, copy: "" });
  }
  if (table === "events" && column === "data") return JSON.stringify({ of: person });
  if (table === "events" && column === "subject")
    return group === "message" ? "case" : isRequest ? "privacy" : "application";
  if (table === "events" && column === "subject_id" && group !== "application")
    return `${person} ${group} ${isRequest ? "privacy_cases" : "submissions"} id${copy}`;
  if (table === "events" && column === "subject_id") return applicationId;
  return known[column] ?? own;
}

/** Columns left empty: a sent email keeps no address, and nothing is merged. */
const emptyColumns = [
  "sent_at",
  "duplicate_of",
  "possible_duplicate_of",
  "closed_at",
  // Times are of staff.
  "slot_id",
  // Unique.
  "position",
  // Events of a history that is deleted with its record.
  "audit",
  "undoes",
  // A file belongs to a draft of a conversation, or to that of a new one.
  "new_draft_id",
  // Apps are nobody's.
  "client_id",
];

/** Each row of a conversation has one owner: a case or an application. */
function isOtherOwner(table: string, column: string, group: string): boolean {
  if (!table.startsWith("conversation_")) return false;
  return column === (group === "application" ? "case_id" : "application_id");
}

const groups = {
  message: /^(?!privacy_)/,
  request: /^(submissions|cases|case_|conversation_|reply_files|privacy_|events)/,
  application: /^(conversation_|reply_files|events)/,
} as const;

/** The staff member whom these rows name. */
export async function fillStaff(client: DatabaseClient): Promise<void> {
  const texts = ["email", "email_key", "name", "roles", "invited_by"];
  const row = Object.fromEntries(texts.map((name) => [name, `staff ${name}`]));
  await insertRows(client, "staff", [{ ...row, id: "staff id", created_at: rowsAt }]);
}

/**
 * Inserts a person's rows in every table that may hold any, with their name in every text; and one
 * request about data.
 * @param copies rows of each kind, except where a person has only one
 */
export async function fillTables(
  client: DatabaseClient,
  person: string,
  copies = 1,
): Promise<void> {
  const columns = await readTables(client);
  const references = await readReferences(client);
  const tables = sortByReferences([...columns.keys()], references);
  for (const [group, inGroup] of Object.entries(groups)) {
    const isIn = (name: string) => held.some((one) => one === name) && inGroup.test(name);
    for (const table of tables.filter(isIn)) {
      const count = group === "request" || singles.includes(table) ? 1 : copies;
      const rows = Array.from({ length: count }, (_, index) => {
        const of = { person, group, copy: index === 0 ? "" : ` ${index}` };
        const row = (columns.get(table) ?? []).map(({ name, isText }) => {
          const key = references.find((one) => one.from === table && one.column === name);
          if (key?.to === "staff") return [name, name === "staff_id" ? "staff id" : null];
          if (emptyColumns.includes(name) || isOtherOwner(table, name, group)) return [name, null];
          const number = name === "number" ? numberOf(person, group) + 10 * index : rowsAt;
          const [to, column] = resolve(table, name, references);
          return [name, isText ? textOf(to, column, of) : number];
        });
        return Object.fromEntries(row);
      });
      await insertRows(client, table, rows);
    }
  }
}

/** The column that a column's value comes from, through any number of foreign keys. */
function resolve(
  table: string,
  column: string,
  references: readonly Reference[],
): readonly [string, string] {
  const key = references.find((one) => one.from === table && one.column === column);
  return key ? resolve(key.to, key.key, references) : [table, column];
}

function numberOf(person: string, group: string): number {
  return (person === "ruth" ? 0 : 2) + (group === "request" ? 1 : 2);
}

/** Inserts rows with the same columns, quickly. */
export async function insertRows(
  client: DatabaseClient,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const into = sql.table(table);
  for (const some of chunksOf(rows, 1000)) {
    const list = JSON.stringify(some);
    const values = sql.join(names.map((name) => sql`value ->> ${sql.lit(name)}`));
    const insert =
      client.engine === "sqlite"
        ? sql`insert into ${into} (${columns}) select ${values} from json_each(${list})`
        : sql`insert into ${into} (${columns})
            select ${columns} from json_populate_recordset(null::${into}, ${list}::json)`;
    await client.write((trx) => insert.execute(trx));
  }
}
