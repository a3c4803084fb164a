import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { runOps, runOpsMain } from "../../../tests/support/ops.ts";
import { makeSubmission } from "../../../tests/support/rows.ts";
import { publicForms } from "../../features/messages/contract/forms/public-forms.ts";
import { newsletter } from "../../features/newsletter/contract/newsletter.ts";
import { applicationForms } from "../../features/recruiting/contract/application-forms.ts";
import { trackNames } from "../../features/recruiting/contract/recruiting-endpoints.ts";
import { waitlistForm } from "../../features/recruiting/contract/waitlist-form.ts";
import { minutes } from "../../platform/contract/durations.ts";
import { lastBackupFile } from "../../platform/server/db/backup/last-backup.ts";
import type { DatabaseClient, DatabaseOptions } from "../../platform/server/db/client.ts";
import { openDatabase } from "../../platform/server/db/open-database.ts";

const message = {
  name: "Zoë, Ada",
  phone: "+1 303 555 0134",
  email: "Ada@Example.com",
  message: 'She said "=1+1"\nand left',
  timestamp: "2026-11-20T10:00:00.000Z",
};

function makeMessage(reference: string, data: object = message) {
  return makeSubmission({ reference, data: JSON.stringify(data), email: "ada@example.com" });
}

async function openAt(options: DatabaseOptions): Promise<DatabaseClient> {
  const client = await openDatabase(options);
  onTestFinished(() => client.close());
  return client;
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-ops-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function subscribe(client: DatabaseClient, email: string) {
  const data = {
    email,
    timestamp: "2026-11-20T10:00:00.000Z",
    source: newsletter.source,
    formTime: 4200,
    jsVerified: true,
    userAgent: "@test",
  };
  const row = {
    id: makeSubmission().id,
    email,
    data: JSON.stringify(data),
    created_at: 1,
    unsubscribed_at: null,
    spam_reason: null,
    address_hash: null,
  };
  await client.write((trx) => trx.insertInto("newsletter_subscribers").values(row).execute());
  return { id: row.id, data };
}

describeEachDialect("operator's commands", (_open, createDatabase, engine) => {
  test("records prints every record of a collection, even while a server writes", async () => {
    const options = await createDatabase("with tables");
    const client = await openAt(options);
    const rows = Array.from({ length: 1203 }, () => makeSubmission());
    const other = makeSubmission({ collection: "WebSupportRequests", spam_reason: "honeypot" });
    await client.write((trx) =>
      trx
        .insertInto("submissions")
        .values([...rows, other])
        .execute(),
    );
    const { code, stdout, stderr } = await runOps(options, "records", "ContactForm");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const expected = rows.map(({ id, reference, data }) => ({
      id,
      reference,
      data: JSON.parse(data),
    }));
    expect(JSON.parse(stdout)).toEqual(expected.sort((a, b) => (a.id < b.id ? -1 : 1)));
    const marked = await runOps(options, "records", "WebSupportRequests");
    expect(JSON.parse(marked.stdout)).toHaveLength(1);
  });

  test("find searches every collection by reference or email address", async () => {
    const options = await createDatabase("with tables");
    const client = await openAt(options);
    const row = makeMessage("ACDE2345");
    await client.write((trx) => trx.insertInto("submissions").values(row).execute());
    const subscriber = await subscribe(client, "ada@example.com");
    const found = { collection: "ContactForm", id: row.id, reference: "ACDE2345", data: message };
    const byReference = await runOps(options, "find", "acde2345");
    expect(byReference.code).toBe(0);
    expect(JSON.parse(byReference.stdout)).toEqual([found]);
    const byEmail = await runOps(options, "find", "ADA@example.com");
    expect(JSON.parse(byEmail.stdout)).toEqual([
      found,
      { collection: newsletter.collection, ...subscriber },
    ]);
    const nothing = await runOps(options, "find", "nobody@example.com");
    expect(nothing).toMatchObject({ code: 1, stdout: "[]\n" });
    expect(nothing.stderr).toContain("No record matches");
  });

  test("backup and restore create a second site with the same records", async () => {
    const options = await createDatabase("with tables");
    const client = await openAt(options);
    const row = makeMessage("BACK2345");
    await client.write((trx) => trx.insertInto("submissions").values(row).execute());
    const letter = path.join(options.dataDir, "files/letter");
    await mkdir(path.dirname(letter));
    await writeFile(letter, "Dear Ada");
    const file = path.join(await makeFolder(), "site.backup");
    expect(await runOpsMain("", options, "backup", file)).toMatchObject({ code: 0, stderr: "" });
    expect((await runOpsMain("", options, "backup", file)).code).toBe(1);
    // /metrics reports its time. It belongs to this folder, so no backup contains it.
    expect((await stat(path.join(options.dataDir, lastBackupFile))).mtimeMs).toBeGreaterThan(
      Date.now() - minutes(10),
    );
    const second = await createDatabase();
    expect(await runOpsMain("", second, "restore", file)).toMatchObject({ code: 0, stderr: "" });
    const records = await runOps(second, "records", "ContactForm");
    expect(records.stdout).toBe((await runOps(options, "records", "ContactForm")).stdout);
    expect(JSON.parse(records.stdout)).toEqual([
      { id: row.id, reference: "BACK2345", data: message },
    ]);
    const restored = await readdir(second.dataDir, { recursive: true });
    expect(restored).toEqual(expect.arrayContaining(["files", "files/letter"]));
    expect(restored).not.toContain(lastBackupFile);
    for (const name of restored) {
      const { mode } = await stat(path.join(second.dataDir, name));
      expect([name, mode & 0o077]).toEqual([name, 0]);
    }
    const third = path.join(await makeFolder(), "again.backup");
    expect((await runOpsMain("", options, "backup", third)).stdout).toContain("and 1 files");
    const again = await runOpsMain("", second, "restore", file);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("is not empty");
  });

  test.runIf(engine === "sqlite")("backup fails without a database", async () => {
    const folder = await makeFolder();
    const backup = await runOpsMain("", { dataDir: folder }, "backup", path.join(folder, "file"));
    expect(backup).toMatchObject({ code: 1, stdout: "" });
    expect(backup.stderr).toContain("There is no database");
    expect(await readdir(folder)).toEqual([]);
  });

  if (engine !== "sqlite") return;

  test("records reads every collection, prints [] for an empty one, and lists all names", async () => {
    const options = await createDatabase("with tables");
    const names = [
      ...publicForms.map(({ form }) => form.collection),
      newsletter.collection,
      waitlistForm.collection,
      "Email",
      ...trackNames.map((track) => applicationForms[track].collection),
      "Users",
    ];
    const runs = await Promise.all(names.map((name) => runOps(options, "records", name)));
    expect(runs).toEqual(names.map(() => ({ code: 0, stdout: "[]\n", stderr: "" })));
    const unknown = await runOps(options, "records", "Unknown");
    expect(unknown).toMatchObject({ code: 1, stdout: "" });
    expect(unknown.stderr).toContain('There is no collection "Unknown".');
    for (const name of names) expect(unknown.stderr).toContain(name);
  });

  test("records --csv is safe for spreadsheets", async () => {
    const options = await createDatabase("with tables");
    const client = await openAt(options);
    const row = makeMessage("CSV23456");
    await client.write((trx) => trx.insertInto("submissions").values(row).execute());
    const subscriber = await subscribe(client, "bob@example.com");
    const messages = await runOps(options, "records", "ContactForm", "--csv");
    expect(messages.stdout).toBe(
      `\uFEFFid,reference,name,phone,email,message,timestamp\r\n${row.id},CSV23456,"Zoë, Ada",` +
        `\u200B+1 303 555 0134,Ada@Example.com,"She said ""=1+1""\nand left",2026-11-20T10:00:00.000Z\r\n`,
    );
    const subscribers = await runOps(options, "records", newsletter.collection, "--csv");
    expect(subscribers.stdout).toBe(
      `\uFEFFid,reference,email,timestamp,source,formTime,jsVerified,userAgent\r\n${subscriber.id},,` +
        "bob@example.com,2026-11-20T10:00:00.000Z,website_footer,4200,true,'@test\r\n",
    );
  });

  test("control characters in records do not reach the operator's terminal", async () => {
    const options = await createDatabase("with tables");
    const client = await openAt(options);
    const data = {
      ...message,
      // Clears the screen, sets the window's title, reverses text, and overwrites its line.
      name: "\u001b[2J\u009b1mZo\u00eb\u007f",
      message: "\u001b]0;owned\u0007 \u202egnp.exe\u2066 \u2028a\rb\r\nc\td",
    };
    const row = makeMessage("TERM2345", data);
    await client.write((trx) => trx.insertInto("submissions").values(row).execute());
    const found = { id: row.id, reference: "TERM2345", data };
    const json = await runOps(options, "records", "ContactForm");
    expect(JSON.parse(json.stdout)).toEqual([found]);
    const search = await runOps(options, "find", "TERM2345");
    expect(JSON.parse(search.stdout)).toEqual([{ collection: "ContactForm", ...found }]);
    const csv = await runOps(options, "records", "ContactForm", "--csv");
    expect(csv.stdout).toContain(",\\u001b[2J\\u009b1mZo\u00eb\\u007f,");
    expect(csv.stdout).toContain(
      '"\\u001b]0;owned\\u0007 \\u202egnp.exe\\u2066 \\u2028a\\u000db\r\nc\td"',
    );
    const unknown = await runOps(options, "find", "\u001b[2J");
    expect(unknown.stderr).toBe('No record matches "\\u001b[2J".\n');
    for (const { stdout, stderr } of [json, search, csv, unknown]) {
      expect(stdout + stderr).not.toMatch(/[\p{Cc}--[\t\n\r]]|\r(?!\n)|\p{Bidi_Control}/v);
    }
  });
});

test("a wrong command or option exits 1 and lists the valid ones", async () => {
  const options = { dataDir: await makeFolder() };
  const mistakes = [[], ["recrods"], ["records"], ["records", "ContactForm", "--xml"], ["find"]];
  for (const args of mistakes) {
    const run = await runOpsMain("", options, ...args);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).not.toMatch(/^ +at /m);
  }
  expect((await runOpsMain("", options)).stderr).toContain(
    "records         lists the records of a form",
  );
});
