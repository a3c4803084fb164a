import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { readTables } from "../../../../../tests/support/database-shape.ts";
import { indexAllApplications } from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import { postSignup } from "../../../../../tests/support/newsletter.ts";
import { signUpConfirmed } from "../../../../../tests/support/portal.ts";
import {
  changePrivacyRequest,
  pressLink,
  readPrivacyRequest,
} from "../../../../../tests/support/privacy.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { scrub } from "../../../../platform/server/db/scrub.ts";
import { claimTasks } from "../../../../platform/server/jobs/queue.ts";
import { emailQueue, settleEmail } from "../../../../platform/server/mail/queries.ts";
import { openTransport } from "../../../../platform/server/mail/transport.ts";
import { contactForm } from "../../../messages/contract/forms/contact.ts";
import { inboxEndpoints } from "../../../messages/contract/inbox-endpoints.ts";
import { tracks } from "../../../recruiting/contract/recruiting-endpoints.ts";
import { deleteDone } from "../../../retention/server/retention-kinds.ts";
import { dataDeletionForm } from "../../contract/data-deletion.ts";
import { privacyEndpoints } from "../../contract/endpoints.ts";

const email = "zephyrina.q@example.com";
const phone = "303-555-0187";
const message = "My brimstonewort plant needs water.";
/** Whatever begins with these was hers. */
const words = ["zephyrina", "quillfeather", "555-0187", "3035550187", "brimstonewort"];

async function sendEmails({ context, database, clock }: TestApp): Promise<void> {
  const transport = await openTransport(context.config);
  for (const pending of await claimTasks(emailQueue, database, 100, clock.now + 1)) {
    await transport.deliver(pending);
    await settleEmail(database, pending, { sentAt: clock.now });
  }
  transport.close();
}

/** Everything of hers: account, messages, notes, newsletter, application, a view, emails. */
async function fill(testApp: TestApp) {
  const { app, database } = testApp;
  const name = { firstName: "Zephyrina", lastName: "Quillfeather" };
  await signUpConfirmed(testApp, { ...name, email, phone });
  const values = { name: "Zephyrina Quillfeather", phone, email, message };
  const reference = await submitForm(testApp, { ...validValues(contactForm), ...values });
  await postSignup(testApp, email);
  for (let other = 0; other < 40; other += 1) {
    const values = { name: "Sam Alder", email: `sam${other}@example.com`, message: "Hello there" };
    await submitForm(testApp, { ...validValues(contactForm), ...values });
  }
  const browser = new TestBrowser(app);
  const resume = Buffer.from("%PDF-1.7\n% Zephyrina Quillfeather\n%%EOF\n");
  await browser.put(`${recruitingPaths("care").resume}?name=zephyrina.pdf`, resume);
  await browser.apply("care", tracks.care.intake, { ...name, email, phone });
  await makeAllCases(testApp);
  await indexAllApplications(testApp);
  const imani = await signInStaff(testApp, ["agent", "privacy"], "Imani Bell");
  const note = { text: `She wrote: ${message}`, mentions: [] };
  const noted = await imani.request(
    "POST",
    pathOf(withId(inboxEndpoints.addNote, reference)),
    note,
  );
  expect(noted.statusCode).toBe(200);
  for (const query of [
    "q=zephyrina.q%40example.com",
    "q=Quillfeather+Zephyrina+",
    "q=3035550187",
  ]) {
    const view = {
      id: query,
      staff_id: imani.id,
      name: "Mine",
      query,
      is_shared: 0,
      created_at: 0,
    };
    await database.write((trx) => trx.insertInto("saved_views").values(view).execute());
  }
  const other = { id: "x", staff_id: imani.id, name: "All", query: "q=sam", is_shared: 0 };
  await database.write((trx) =>
    trx
      .insertInto("saved_views")
      .values({ ...other, created_at: 0 })
      .execute(),
  );
  await sendEmails(testApp);
  return imani;
}

/** The bytes of every file in a folder, by name. */
async function readFolder(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const read = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file), await readFile(file)] as const;
    });
  return new Map(await Promise.all(read));
}

/** The bytes of PostgreSQL's tables, after their space is compacted. */
async function readPostgres({ database }: TestApp): Promise<ReadonlyMap<string, Buffer>> {
  const { db, writeOne } = database;
  await writeOne((one) => sql`vacuum full`.execute(one));
  await writeOne((one) => sql`checkpoint`.execute(one));
  const { rows: found } = await sql<{ folder: string; file: string; name: string }>`
    select current_setting('data_directory') as folder, pg_relation_filepath(oid) as file,
      relname as name
    from pg_class where relkind in ('r', 'i', 't') and pg_relation_filepath(oid) is not null
      and relnamespace::regnamespace::text in ('public', 'pg_toast')`.execute(db);
  const read = found.map(async ({ folder, file, name }) => {
    return [name, await readFile(path.join(folder, file))] as const;
  });
  return new Map(await Promise.all(read));
}

async function findWords(testApp: TestApp, wanted = words): Promise<readonly string[]> {
  const { database, dataDir } = testApp;
  const files = new Map(await readFolder(dataDir));
  if (database.engine === "postgres") {
    for (const [name, bytes] of await readPostgres(testApp)) files.set(name, bytes);
    for (const table of (await readTables(database)).keys()) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(database.db);
      files.set(`rows of ${table}`, Buffer.from(JSON.stringify(rows)));
    }
  }
  return [...files].flatMap(([name, bytes]) => {
    const text = bytes.toString("latin1").toLowerCase();
    const found = wanted.filter((word) => text.includes(word));
    return found.length > 0 ? [`${name}: ${found.join(", ")}`] : [];
  });
}

describeEachDialect("after a deletion", (_open, createDatabase) => {
  test("no file of the data folder and no table holds a byte of the person's", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const { database, dataDir, clock } = testApp;
    const imani = await fill(testApp);
    expect((await findWords(testApp)).join("\n")).toMatch(/outbox/);

    const body = { kind: "deletion", name: "", email, source: "phone" };
    const added = await imani.request("POST", pathOf(privacyEndpoints.add), body);
    const { reference } = added.json();
    await pressLink(testApp, reference);
    const { held } = await readPrivacyRequest(imani, reference);
    const act = { expected: held?.deleted, also: [] };
    const done = await changePrivacyRequest(imani, "delete", reference, act);
    expect(done.json()).toMatchObject({ status: "done" });
    expect(await scrub(database, clock.now)).toBe(true);
    // What is left is the request with its address, as proof, and the letter about it.
    expect(await findWords(testApp, words.slice(1))).toEqual([]);
    expect(await readdir(path.join(dataDir, "outbox"))).not.toEqual([]);
    const views = await database.db.selectFrom("saved_views").select("id").execute();
    expect(views).toEqual([{ id: "x" }]);

    await sendEmails(testApp);
    // The letter left with the mail.
    const outbox = await readFolder(path.join(dataDir, "outbox"));
    const hers = [...outbox].filter(([, bytes]) => bytes.includes(email)).map(([name]) => name);
    expect(hers).toHaveLength(1);
    for (const name of hers) await rm(path.join(dataDir, "outbox", name));
    const kind = dataDeletionForm.collection;
    await database.write((trx) => deleteDone(trx, kind, clock.now + 1, 10, clock.now));
    expect(await scrub(database, clock.now)).toBe(true);
    expect(await findWords(testApp)).toEqual([]);
  });
});
