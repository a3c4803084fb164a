import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { findMissed } from "../../src/features/privacy/server/deletion/find-missed.ts";
import { openPlaces } from "../../src/features/privacy/server/deletion/list-places.ts";
import { noteDeletion } from "../../src/features/privacy/server/deletion/note-deletion.ts";
import { writeList } from "../../src/features/privacy/server/deletion/write-list.ts";
import { addressColumns } from "../../src/features/privacy/server/holders.ts";
import { runRetention } from "../../src/features/retention/server/run.ts";
import { days } from "../../src/platform/contract/durations.ts";
import { facts } from "../../src/platform/contract/facts.ts";
import { readTables } from "../support/database-shape.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

/** Columns with addresses of others, or of what a deletion keeps. */
const keptAddresses = [
  "privacy_cases.agent_email",
  "privacy_cases.email",
  "staff.email",
  "staff.email_key",
];
/** The address as it was typed, or the id of whom it is of; its key is compared. */
const typedAddresses = [
  "accounts.email",
  "helpers.email",
  "staff.shared_email_key",
  "new_message_drafts.recipient",
];

const note = ({ database, clock }: TestApp) =>
  database.write((trx) => noteDeletion(trx, [{ kind: "person", name: "ruth" }], clock.now));

const publish = ({ database, context, clock }: TestApp) =>
  writeList(database, context.config, clock.now);

async function listFiles({ dataDir }: TestApp): Promise<string[]> {
  return readdir(path.join(dataDir, "deletions")).catch(() => []);
}

const readRows = ({ database }: TestApp) =>
  database.db.selectFrom("carried_out_deletions").selectAll().execute();

describeEachDialect("the list of deletions", (open, createDatabase) => {
  test("finds people by every column with an address", async () => {
    const tables = await readTables(await open());
    const named = [...tables].flatMap(([table, columns]) =>
      columns
        .filter(({ name }) => /email(_key)?$|^recipient$|^from_address$/.test(name))
        .map(({ name }) => `${table}.${name}`),
    );
    const known = [...addressColumns.map((one) => one.join(".")), ...keptAddresses];
    expect(named.toSorted()).toEqual([...known, ...typedAddresses].toSorted());
  });

  test("keeps an entry for as many nights as it promises, whatever the clock says", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, context, database } = testApp;
    await note(testApp);
    await publish(testApp);
    const [file] = await listFiles(testApp);
    // At three in the morning.
    clock.now = Date.parse("2026-11-21T03:00:00-07:00");
    for (const jump of [days(4000), -days(8000), days(5000)]) {
      clock.now += jump;
      await runRetention(context);
      await publish(testApp);
      expect(await listFiles(testApp)).toEqual([file]);
    }
    const left = facts.keep.deletionHashDays - 3;
    expect(await readRows(testApp)).toMatchObject([{ days_left: left }]);

    await database.write((trx) =>
      trx.updateTable("carried_out_deletions").set({ days_left: 1 }).execute(),
    );
    clock.now += days(1);
    await runRetention(context);
    await publish(testApp);
    expect(await listFiles(testApp)).toEqual([]);
    // The id stays: a copy of the file that turns up again is not repeated.
    expect(await readRows(testApp)).toMatchObject([{ subjects: null }]);
    await note(testApp);
    await publish(testApp);
    const { missed } = await findMissed(database, await openPlaces(context.config));
    expect(missed).toEqual([]);
  });

  test("is also beside the continuous backup, and gets what a place lacks", async () => {
    const testApp = await openTestApp(createDatabase);
    const { database, context, clock, dataDir } = testApp;
    await note(testApp);
    await publish(testApp);
    const folder = `${dataDir}-backup`;
    const settings = { ...context.config, backup: { folder } };
    await findMissed(database, await openPlaces(settings));
    await writeList(database, settings, clock.now);
    expect(await readdir(path.join(folder, "deletions"))).toEqual(await listFiles(testApp));
  });
});
