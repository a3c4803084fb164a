import { sql } from "kysely";
import { expect, test } from "vitest";
import { readTables } from "../../../../../tests/support/database-shape.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import {
  fillStaff,
  fillTables,
  held,
  rowsAt,
} from "../../../../../tests/support/rows-of-person.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { commandLine } from "../../../staff/server/write-audit.ts";
import { personalTables } from "../holders.ts";
import { carryOutDeletion } from "../requests/carry-out.ts";
import { lockPrivacyRequest } from "../requests/privacy-case.ts";
import { countHeld, findPerson } from "./held-data.ts";

const now = rowsAt;

async function findWord(client: DatabaseClient, word: string) {
  const found: Record<string, number> = {};
  for (const table of (await readTables(client)).keys()) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(client.db);
    const count = rows.filter((row) => JSON.stringify(row).includes(word)).length;
    if (count > 0) found[table] = count;
  }
  return found;
}

describeEachDialect("the data of a person", (open, _createDatabase, engine) => {
  test("is found in every table that may hold any, and deleted except for the request", async () => {
    const client = await open();
    const { write, db } = client;
    await fillStaff(client);
    await fillTables(client, "ruth");
    await fillTables(client, "samuel");
    const before = await findWord(client, "ruth");
    expect(Object.keys(before).toSorted()).toEqual(held.toSorted());
    const counts = await countHeld(db, await findPerson(db, "ruth@example.com"));
    expect(counts.rows).toEqual(before);
    const others = await findWord(client, "samuel");

    await write(async (trx) => {
      const request = await lockPrivacyRequest(trx, "id", "ruth request privacy_cases id");
      const order = { email: "ruth@example.com", references: [], actor: commandLine };
      await carryOutDeletion(trx, request, order, now);
    });
    const { mail_outbox, file_removals, webhook_messages, event_counters, ...left } =
      await findWord(client, "ruth");
    // The request's email, which is deleted once sent, and files that the sweep removes.
    expect([mail_outbox, (file_removals ?? 0) > 0]).toEqual([1, true]);
    // Ids of what was deleted, for other programs that have it too.
    expect([(webhook_messages ?? 0) > 0, (event_counters ?? 0) > 0]).toEqual([true, true]);
    const kept = {
      submissions: 1,
      cases: 1,
      case_tags: 1,
      conversation_entries: 1,
      conversation_replies: 1,
      conversation_inbound_emails: 1,
      conversation_sent_emails: 1,
      reply_files: 1,
    };
    expect(left).toEqual({
      ...kept,
      conversation_drafts: 1,
      case_call_backs: 1,
      case_merges: 1,
      case_relations: 1,
      case_mentions: 1,
      case_message_files: 1,
      // Of the request and of its message.
      events: 3,
      // Until listmonk is synced.
      newsletter_sync: 1,
      privacy_cases: 1,
      privacy_files: 1,
      privacy_letters: 2,
      privacy_links: 1,
      // The support IDs only, as evidence: also of an account that was merged into theirs.
      deleted_accounts: 2,
    });
    const after = await countHeld(db, await findPerson(db, "ruth@example.com"));
    expect(after.kinds.filter(({ kind }) => kind !== "emails")).toMatchObject([
      { kind: "privacy", isKept: true },
    ]);
    expect(await findWord(client, "samuel")).toEqual(others);
  });

  if (engine !== "sqlite") return;

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
});
