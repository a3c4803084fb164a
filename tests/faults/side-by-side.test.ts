import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { addDemoDesk } from "../../scripts/demo/desk.ts";
import { publicForms } from "../../src/features/messages/contract/forms/public-forms.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { openContext } from "../../src/platform/server/open-context.ts";
import { makeAllCases, submitForm } from "../support/cases.ts";
import { readTables } from "../support/database-shape.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { validValues } from "../support/form-values.ts";
import { createPersonWithData, passkeySite } from "../support/person-with-data.ts";
import { everyPortalEndpoint } from "../support/portal-endpoints.ts";
import { addMigrations, makeRelease } from "../support/release.ts";
import { runUntilExit } from "../support/server-process.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const expanding = "2999-01-01-later";
const contracting = `2999-02-01-views-contract-after-${expanding}`;

/** Adds columns and an index to every table, as a later release may while this one runs. */
async function expandEverything(database: DatabaseClient): Promise<void> {
  const tables = [...(await readTables(database)).keys()];
  expect(tables.length).toBeGreaterThan(40);
  await database.write(async (trx) => {
    for (const name of tables) {
      const table = sql.table(name);
      await sql`alter table ${table} add column later_note text`.execute(trx);
      await sql`alter table ${table} add column later_count bigint not null default 0`.execute(trx);
      await sql`create index ${sql.ref(`${name}_later`)} on ${table} (later_note)`.execute(trx);
    }
    await sql`create table later_things (id text primary key)`.execute(trx);
    await sql`insert into kysely_migration values (${expanding}, '2999-01-01')`.execute(trx);
  });
}

async function sendAllForms(testApp: TestApp): Promise<void> {
  for (const { form } of publicForms) {
    await submitForm(testApp, validValues(form), form.collection);
  }
  await makeAllCases(testApp);
}

describeEachDialect("a release next to a newer one", (_open, createDatabase, engine) => {
  test("can make every write after the newer one has extended all tables, and can restart", async () => {
    const testApp = await openTestApp(createDatabase, { PUBLIC_URL: passkeySite });
    // Prepares statements before the change that are used again after it.
    await sendAllForms(testApp);
    await createPersonWithData(testApp, "marcus");
    const newer = await openDatabase(testApp.context.config);
    onTestFinished(() => newer.close());
    await expandEverything(newer);

    await sendAllForms(testApp);
    const ruth = await createPersonWithData(testApp, "ruth");
    for (const { route, send } of everyPortalEndpoint) {
      const response = await send(ruth, ruth, testApp);
      expect(response.statusCode, `${route}: ${response.body}`).toBeLessThan(300);
    }
    expect((await testApp.app.inject("/readyz")).statusCode).toBe(200);

    const again = await openContext(testApp.context.config);
    await again.database.close();
  });

  // Filling the desk is slow on PostgreSQL.
  test.runIf(engine === "sqlite")("can make the writes of staff on such a database", async () => {
    const { context, database, clock } = await openTestApp(createDatabase);
    await expandEverything(database);
    await addDemoDesk(context, clock.now);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from conversation_entries where later_count = 0`.execute(
      database.db,
    );
    expect(Number(rows[0]?.count)).toBeGreaterThan(100);
  });

  test("remains ready until ops migrate applies a contraction, which starting the newer one does not", async () => {
    const written: string[] = [];
    const logs = { write: (line: string) => void written.push(line) };
    const { app, context } = await openTestApp(createDatabase, { LOG_LEVEL: "error" }, logs);
    const { release, settings } = await makeLaterVersion(context);
    const early = await runUntilExit(settings, release);
    expect(early.code).toBe(1);
    expect(early.output).toContain(
      `This version would remove parts of the database that the versions before ${expanding} use.`,
    );
    expect((await app.inject("/readyz")).json()).toMatchObject({ ok: true });

    expect(await runMigrate(release, settings)).toBe("The database is up to date.\n");
    await expect.poll(async () => (await app.inject("/readyz")).statusCode).toBe(503);
    expect(written.join("")).toContain('"codes":{"read":"DATABASE_TOO_NEW"}');
    const words = `has removed parts of this database that this version uses (${contracting}): run the newer version.`;
    await expect(openContext(context.config)).rejects.toThrow(words);
  });
});

/** A release that expands the schema, and then removes what this one uses. */
async function makeLaterVersion({ config }: TestApp["context"]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-release-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const release = await makeRelease(folder, "later");
  await addMigrations(release, {
    [expanding]: "create table later_things (id text primary key)",
    [contracting]: "drop table saved_views",
  });
  const settings = { DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? "" };
  return { release, settings };
}

/** Runs `ops migrate` of another copy of the program. @returns its output */
async function runMigrate(release: string, settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [path.join(release, "src/app/ops/main.ts"), "migrate"], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return output;
}
