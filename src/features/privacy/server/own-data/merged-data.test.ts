import { expect, test } from "vitest";
import { submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { signUp, signUpConfirmed } from "../../../../../tests/support/portal.ts";
import { makeSubmission } from "../../../../../tests/support/rows.ts";
import { insertRows } from "../../../../../tests/support/rows-of-person.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { mergeAccounts } from "../../../customers/server/merges/merge-accounts.ts";
import { commandLine } from "../../../staff/server/write-audit.ts";
import { deleteAccount, deleteManyMessages } from "../deletion/delete-account.ts";
import { eraseInBatches, erasePerson } from "../deletion/erase-person.ts";
import { findHeldData } from "../deletion/held-data.ts";
import { collectData } from "./collect-data.ts";
import { deletionEmail } from "./delete-account.ts";
import { jsonPieces } from "./json-pieces.ts";

const [kept, confirmed, unconfirmed] = ["a@example.com", "b@example.com", "c@example.com"];

/** An account into which two others were merged, one with a confirmed address; each wrote once. */
async function openMerged(createDatabase: Parameters<typeof openTestApp>[0]) {
  const opened = await openTestApp(createDatabase);
  const { app, database, clock } = opened;
  const { uid } = await signUpConfirmed(opened, { email: kept });
  const others = [
    await signUpConfirmed(opened, { email: confirmed }),
    await signUp(app, { email: unconfirmed }),
  ];
  for (const email of [kept, confirmed, unconfirmed]) {
    await submitForm(opened, { name: "June", phone: "", email, message: `I am ${email}.` });
  }
  for (const other of others) {
    const acting = { by: commandLine, now: clock.now };
    await database.write((trx) =>
      mergeAccounts({ kept: uid, other: other.uid }, { trx, ...acting }),
    );
  }
  return { ...opened, uid, others };
}

async function copyOf(keys: Parameters<typeof collectData>[0], { context }: TestApp) {
  let text = "";
  for await (const piece of jsonPieces(await collectData(keys, context))) text += piece;
  return JSON.parse(text);
}

describeEachDialect("the data of merged accounts", (_open, createDatabase) => {
  test("a copy has it, with what confirmed addresses wrote", async () => {
    const opened = await openMerged(createDatabase);
    const copy = await copyOf({ email: kept }, opened);
    expect(copy.mergedAccounts).toMatchObject([
      { email: confirmed, profile: { emailAddress: confirmed } },
      { email: unconfirmed, profile: null },
    ]);
    expect(JSON.stringify(copy)).not.toMatch(/password|argon2/i);
    const [former, ...none] = copy.addressesOfMergedAccounts;
    expect([former.address, former.messages.length, none]).toEqual([confirmed, 1, []]);
    const alone = await copyOf({ email: confirmed }, opened);
    expect([alone.mergedAccounts.length, alone.messages.length]).toEqual([1, 1]);
  });

  test("the address of a merged account names the kept one; the kept one finds all", async () => {
    const { database, uid } = await openMerged(createDatabase);
    const { db } = database;
    const { support_id: id } = await db
      .selectFrom("accounts")
      .select("support_id")
      .where("uid", "=", uid)
      .executeTakeFirstOrThrow();
    const { rows, elsewhere } = await findHeldData(db, confirmed);
    expect([rows.account_merges, rows.submissions]).toEqual([1, 1]);
    expect(elsewhere[0]).toContain(`The account ${id}: staff merged the one with this address`);
    const all = await findHeldData(db, kept);
    expect([all.rows.accounts, all.rows.account_merges, all.rows.submissions]).toEqual([1, 2, 2]);
    expect(all.elsewhere.some((line) => line.includes(id))).toBe(false);
  });

  test("who deletes the kept account deletes it, but not what an unconfirmed address wrote", async () => {
    const { database, uid, clock } = await openMerged(createDatabase);
    const { db, write } = database;
    await write((trx) => deleteAccount(trx, uid, clock.now, deletionEmail));
    const left = await db.selectFrom("submissions").select("email").execute();
    expect(left).toEqual([{ email: unconfirmed }]);
    for (const table of ["accounts", "account_merges", "merged_rows"] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    expect(await db.selectFrom("deleted_accounts").select("support_id").execute()).toHaveLength(3);
    const noted = await db
      .selectFrom("carried_out_deletions")
      .select("subjects")
      .executeTakeFirstOrThrow();
    // Three accounts, and the messages of two addresses: repeated if an older backup is restored.
    expect(JSON.parse(noted.subjects ?? "[]")).toHaveLength(5);
  });

  test.each(["at once", "in batches"])("so does a deletion by its address, %s", async (how) => {
    const { database, clock } = await openMerged(createDatabase);
    const { db, write } = database;
    const person = { email: kept, references: [] };
    if (how === "at once") await write((trx) => erasePerson(trx, person, clock.now));
    else await eraseInBatches(database, person, Number.POSITIVE_INFINITY, clock.now);
    const left = await db.selectFrom("submissions").select("email").execute();
    expect(left).toEqual([{ email: unconfirmed }]);
  });

  test("many messages from a former address are deleted before the account", async () => {
    const { database, uid, clock } = await openMerged(createDatabase);
    const many = Array.from({ length: 501 }, () => makeSubmission({ email: confirmed }));
    await insertRows(database, "submissions", many);
    expect(await deleteManyMessages(database, uid, clock.now)).toBe(true);
    const left = await database.db.selectFrom("submissions").select("email").execute();
    expect(left).toEqual([{ email: unconfirmed }]);
  });
});
