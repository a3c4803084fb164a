import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  type Reference,
  readReferences,
  readTables,
  sortByReferences,
} from "../../../../tests/support/database-shape.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { contactForm } from "../../../contract/forms/contact.ts";
import { dataDeletionForm } from "../../../contract/forms/data-deletion.ts";
import type { DatabaseClient } from "../../platform/db/client.ts";
import type { Database } from "../../platform/db/schema.ts";
import { deleteApplication } from "../../recruiting/resumes/discard.ts";
import { carryOutDeletion } from "../privacy/carry-out.ts";
import { lockRequest } from "../privacy-cases/privacy-case.ts";
import { countHeld, findPerson } from "./held-data.ts";
import { personalTables } from "./personal-tables.ts";

const now = Date.UTC(2026, 10, 20, 17);

const held = Object.entries(personalTables).flatMap(([table, entry]) =>
  "reason" in entry ? [] : [table as keyof Database],
);

/** Values that no foreign key implies, but that code reads. */
function textOf(table: string, column: string, person: string, group: string): string {
  const own = `${person} ${group} ${table} ${column}`;
  const address = `${person}@example.com`;
  const isRequest = group === "request";
  const form = isRequest ? dataDeletionForm.collection : contactForm.collection;
  const known: Readonly<Record<string, string>> = {
    email: address,
    email_key: address,
    email_address: address,
    recipient: address,
    from_address: address,
    form,
    collection: form,
    application_id: `${person} message applications id`,
    other_id: `${person} message applications id`,
    care_application: `${person} message applications id`,
    resume_file: `Applications/${person}/resume.pdf`,
    status: "new",
    scope: "open",
    duplicate_of: "",
    possible_duplicate_of: "",
  };
  const isJson =
    (/^(newsletter_subscribers|submissions)$/.test(table) && column === "data") ||
    ["answers", "steps", "consents", "first_touch", "last_touch"].includes(column);
  if (isJson) return `{"of":"${person}"}`;
  if (table === "applications" && column === "id") return `${person} message applications id`;
  if (table === "one_time_tokens" && column === "kind") return "join-applications";
  if (table === "one_time_tokens" && column === "data") return `x ${known.application_id}`;
  if (table === "conversation_entries" && column === "kind")
    return group === "message" ? "note" : "message";
  if (table === "privacy_cases" && column === "kind") return "deletion";
  return known[column] ?? own;
}

/** Columns left empty: a sent email keeps no address, and nothing is merged. */
const emptyColumns = ["sent_at", "duplicate_of", "possible_duplicate_of", "closed_at"];

/** Each row of a conversation has one owner: a case or an application. */
function isOtherOwner(table: string, column: string, group: string): boolean {
  if (!table.startsWith("conversation_")) return false;
  return column === (group === "application" ? "case_id" : "application_id");
}

/** The tables that get a row in each group. */
const groups = {
  message: /^(?!privacy_)/,
  request: /^(submissions|cases|case_|conversation_|privacy_)/,
  application: /^conversation_/,
} as const;

/** Inserts a person's rows in every table that may hold any, with their name in every text. */
async function fillTables(client: DatabaseClient, person: string): Promise<void> {
  const columns = await readTables(client);
  const references = await readReferences(client);
  const tables = sortByReferences([...columns.keys()], references);
  for (const [group, inGroup] of Object.entries(groups)) {
    const isIn = (name: string) => held.some((one) => one === name) && inGroup.test(name);
    for (const table of tables.filter(isIn)) {
      const row = (columns.get(table) ?? []).map(({ name, isText }) => {
        const key = references.find((one) => one.from === table && one.column === name);
        if (key?.to === "staff") return [name, name === "staff_id" ? "staff id" : null];
        if (emptyColumns.includes(name) || isOtherOwner(table, name, group)) return [name, null];
        const number = name === "number" ? numberOf(person, group) : now;
        const [to, column] = resolve(table, name, references);
        return [name, isText ? textOf(to, column, person, group) : number];
      });
      await insertRow(client, table, Object.fromEntries(row));
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

async function insertRow(client: DatabaseClient, table: string, row: Record<string, unknown>) {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const insert = sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`;
  await client.write((trx) => insert.execute(trx));
}

/** Rows that contain a word, by table. */
async function findWord(client: DatabaseClient, word: string) {
  const found: Record<string, number> = {};
  for (const table of (await readTables(client)).keys()) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(client.db);
    const count = rows.filter((row) => JSON.stringify(row).includes(word)).length;
    if (count > 0) found[table] = count;
  }
  return found;
}

describeEachDialect("the data of a person", (open) => {
  test("every table documents whose rows it holds, or why none, by column", async () => {
    const found = await readTables(await open());
    expect(Object.keys(personalTables).toSorted()).toEqual([...found.keys()].toSorted());
    for (const [table, entry] of Object.entries(personalTables)) {
      if (!("reason" in entry)) continue;
      const columns = (found.get(table) ?? []).map(({ name }) => name);
      expect([table, columns.toSorted()]).toEqual([table, [...entry.columns].toSorted()]);
      expect(entry.reason).not.toBe("");
    }
  });

  test("is found in every table that may hold any, and deleted except for the request", async () => {
    const client = await open();
    const { write, db } = client;
    await insertRow(client, "staff", {
      ...Object.fromEntries(
        ["email", "email_key", "name", "roles", "invited_by"].map((name) => [
          name,
          `staff ${name}`,
        ]),
      ),
      id: "staff id",
      created_at: now,
    });
    await fillTables(client, "ruth");
    await fillTables(client, "sam");
    const before = await findWord(client, "ruth");
    expect(Object.keys(before).toSorted()).toEqual(held.toSorted());
    const counts = await countHeld(db, await findPerson(db, "ruth@example.com"));
    expect(counts.rows).toEqual(before);
    const others = await findWord(client, "sam");

    await write(async (trx) => {
      const request = await lockRequest(trx, "id", "ruth request privacy_cases id");
      const order = { email: "ruth@example.com", references: [], staffId: null, by: "Test" };
      await carryOutDeletion(trx, request, order, now, deleteApplication);
    });
    const { mail_outbox, file_removals, ...left } = await findWord(client, "ruth");
    // The request's email, which is deleted once sent, and files that the sweep removes.
    expect([mail_outbox, (file_removals ?? 0) > 0]).toEqual([1, true]);
    const kept = {
      submissions: 1,
      cases: 1,
      case_tags: 1,
      conversation_entries: 1,
      conversation_replies: 1,
      conversation_inbound_emails: 1,
      conversation_sent_emails: 1,
    };
    expect(left).toEqual({
      ...kept,
      conversation_drafts: 1,
      case_changes: 2,
      // Until listmonk is synced.
      newsletter_sync: 1,
      privacy_cases: 1,
      privacy_log: 2,
      privacy_letters: 2,
      privacy_links: 1,
      // The support ID only, as evidence.
      deleted_accounts: 1,
    });
    const after = await countHeld(db, await findPerson(db, "ruth@example.com"));
    expect(after.kinds.filter(({ kind }) => kind !== "emails")).toMatchObject([
      { kind: "privacy", isKept: true },
    ]);
    expect(await findWord(client, "sam")).toEqual(others);
  });
});
