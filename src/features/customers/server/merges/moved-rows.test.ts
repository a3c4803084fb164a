import { sql } from "kysely";
import { expect, test } from "vitest";
import { readReferences, readTables } from "../../../../../tests/support/database-shape.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { fillStaff, fillTables, rowsAt } from "../../../../../tests/support/rows-of-person.ts";
import { days } from "../../../../platform/contract/durations.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { erasePerson } from "../../../privacy/server/deletion/erase-person.ts";
import { countHeld, findPerson } from "../../../privacy/server/deletion/held-data.ts";
import { mergeRules } from "../../../privacy/server/holders.ts";
import { commandLine } from "../../../staff/server/write-audit.ts";
import { mergeAccounts } from "./merge-accounts.ts";
import { endMergeUndos, undoMerge } from "./undo-merge.ts";

const uidOf = (person: string) => `${person} message accounts uid`;
const [kept, other] = [uidOf("ruth"), uidOf("samuel")];
const now = rowsAt;

/** Ids for programs, which learn of a merge and of a deletion. */
const ofPrograms = ["event_counters", "webhook_messages"];

/** Every row of the database as JSON, by table. */
async function readRows(client: DatabaseClient): Promise<Readonly<Record<string, string[]>>> {
  const found: Record<string, string[]> = {};
  for (const table of (await readTables(client)).keys()) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(client.db);
    found[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

/** The tables with rows that mention one of the words, and how many there are. */
function countRows(
  rows: Awaited<ReturnType<typeof readRows>>,
  ...words: readonly string[]
): Readonly<Record<string, number>> {
  const counts = Object.entries(rows).map(([table, lines]) => {
    const found = lines.filter((line) => words.some((word) => line.includes(word)));
    return [table, found.length] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** Ruth and Sam with rows in every table, and nothing in the way of a merge. */
async function fill(client: DatabaseClient): Promise<void> {
  await fillStaff(client);
  for (const person of ["ruth", "samuel"]) await fillTables(client, person);
  await client.write(async (trx) => {
    const none = { disabled_at: null, shared_email_key: null };
    await trx.updateTable("accounts").set(none).execute();
    // Each has an account that was merged into theirs before, with an address of its own.
    const former = sql<string>`'former.' || email_key`;
    await trx.updateTable("account_merges").set({ email_key: former }).execute();
    await trx.updateTable("privacy_cases").set({ scope: "closed" }).execute();
    await trx.updateTable("submissions").set({ done_at: now }).execute();
    await trx.deleteFrom("payment_accounts").where("uid", "=", kept).execute();
    const unpaid = { stripe_account_id: null };
    await trx.updateTable("profiles").set(unpaid).where("uid", "=", kept).execute();
    // No foreign key says that this is the uid.
    await trx
      .updateTable("mail_outbox")
      .set((row) => ({
        uid: row.case().when("uid", "like", "samuel %").then(other).else(kept).end(),
      }))
      .execute();
  });
}

describeEachDialect("merged accounts in every table", (open, _createDatabase, engine) => {
  test("all of it is found with the kept account, and an undo restores each row", async () => {
    const client = await open();
    const { db, write } = client;
    await fill(client);
    const before = await readRows(client);
    await write((trx) => mergeAccounts({ kept, other }, { trx, by: commandLine, now }));

    const merged = await readRows(client);
    const {
      events: _events,
      event_counters: _counters,
      ...mentioned
    } = countRows(merged, "ruth", "samuel");
    const { events: _found, ...held } = (
      await countHeld(db, await findPerson(db, "ruth@example.com"))
    ).rows;
    expect(held).toEqual(mentioned);
    expect(Object.keys(countRows(merged, other)).toSorted()).toEqual([
      "account_merges",
      "merged_rows",
    ]);

    await write(async (trx) => {
      await trx.updateTable("texts").set({ body: "still hers" }).where("uid", "=", kept).execute();
      await undoMerge(other, { trx, by: commandLine, now });
    });
    const ended = Object.entries(mergeRules).flatMap(([table, rule]) =>
      rule === "ends" ? [table] : [],
    );
    // What happened to moved rows meanwhile stays; the rest is as before.
    const changed = [...ended, ...ofPrograms, "texts", "events", "mail_outbox", "requests"];
    const pick = (rows: typeof before) =>
      Object.entries(rows).filter(([table]) => !changed.includes(table));
    const after = await readRows(client);
    expect(pick(after)).toEqual(pick(before));
    for (const table of ["texts", "mail_outbox", "requests"]) {
      const own = (after[table] ?? []).filter((line) => !line.includes("merge-undone"));
      const same = countRows({ [table]: before[table] ?? [] }, other);
      expect(countRows({ [table]: own }, other), table).toEqual(same);
    }
  });

  test("deleting the kept customer deletes what is kept for an undo, and what the address finds", async () => {
    const client = await open();
    await fill(client);
    await client.write((trx) => mergeAccounts({ kept, other }, { trx, by: commandLine, now }));
    const email = "ruth@example.com";
    await client.write((trx) => erasePerson(trx, { email, references: [] }, now));
    const { file_removals: _files, ...left } = countRows(await readRows(client), "samuel");
    const person = await findPerson(client.db, "samuel@example.com");
    const { rows, deleted } = await countHeld(client.db, person);
    expect(deleted).toBe(0);
    // Requests about data are kept as proof, with the support ID of the deleted account.
    expect(Object.keys(left).toSorted()).toEqual(
      [...Object.keys(rows), "deleted_accounts", ...ofPrograms].toSorted(),
    );
  });

  test("a deletion by the merged address deletes what came from there, and nothing else", async () => {
    const client = await open();
    const { db, write } = client;
    await fill(client);
    const before = countRows(await readRows(client), "ruth");
    await write((trx) => mergeAccounts({ kept, other }, { trx, by: commandLine, now }));
    const email = "samuel@example.com";
    const held = await countHeld(db, await findPerson(db, email));
    expect(held.kinds.find(({ kind }) => kind === "requests")?.count).toBe(1);
    await write((trx) => erasePerson(trx, { email, references: [] }, now));
    const { deleted } = await countHeld(db, await findPerson(db, email));
    expect(deleted).toBe(0);
    const {
      events: _events,
      mail_outbox: _mails,
      ...after
    } = countRows(await readRows(client), "ruth");
    const { events: _others, mail_outbox: _sent, ...same } = before;
    const ids = Object.fromEntries(ofPrograms.map((table) => [table, expect.any(Number)]));
    expect(after).toEqual({ ...same, ...ids });
    expect(await db.selectFrom("accounts").select("uid").execute()).toEqual([{ uid: kept }]);
    const told = db
      .selectFrom("mail_outbox")
      .select("recipient")
      .where("kind", "=", "merge-undone");
    expect(await told.execute()).toEqual([{ recipient: "ruth@example.com" }]);
  });

  test("once nothing can be undone, it deletes the address and the support ID", async () => {
    const client = await open();
    const { db, write } = client;
    await fill(client);
    await write((trx) => mergeAccounts({ kept, other }, { trx, by: commandLine, now }));
    await endMergeUndos({ database: client, now: () => now + days(31) });
    const email = "samuel@example.com";
    await write((trx) => erasePerson(trx, { email, references: [] }, now));
    expect((await countHeld(db, await findPerson(db, email))).deleted).toBe(0);
    const ids = await db.selectFrom("deleted_accounts").select("support_id").execute();
    expect(JSON.stringify(ids)).toContain("samuel message accounts support_id");
    expect(await db.selectFrom("accounts").select("uid").execute()).toEqual([{ uid: kept }]);
  });

  if (engine !== "sqlite") return;

  test("every table that names an account says what a merge does with it", async () => {
    const client = await open();
    const named = [...(await readTables(client))]
      .filter(([, columns]) => columns.some(({ name }) => name === "uid"))
      .map(([table]) => table);
    const references = (await readReferences(client)).filter(({ to }) => to === "accounts");
    expect(references.filter(({ column }) => column !== "uid")).toEqual([]);
    const tables = [...named, ...references.map(({ from }) => from)];
    expect(tables.filter((table) => !Object.hasOwn(mergeRules, table))).toEqual([]);
  });
});
