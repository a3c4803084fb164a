import { expect, onTestFinished, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { runOps, runOpsWith } from "../../../../tests/support/ops.ts";
import { readAudit } from "../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { startReceiver } from "../../../../tests/support/webhooks.ts";
import type { DatabaseOptions } from "../../../platform/server/db/client.ts";
import { openDatabase } from "../../../platform/server/db/open-database.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import { inboundMail } from "../../messages/ops/inbound-mail.ts";

const helen = { name: "Helen", email: "helen@example.com", phone: "", message: "Too small" };

async function openAt(options: DatabaseOptions) {
  const client = await openDatabase(options);
  onTestFinished(() => client.close());
  return client;
}

const auditOf = async (database: Awaited<ReturnType<typeof openAt>>) =>
  (await readAudit({ database })).map(([, actor, what]) => `${actor}: ${what}`);

describeEachDialect("operator's commands for other programs", (_open, createDatabase) => {
  test("webhooks are listed, tested, switched off and on, and removed", async () => {
    const options = await createDatabase("with tables");
    const database = await openAt(options);
    const receiver = await startReceiver();
    const id = orderedId();
    const row = {
      id,
      url: `${receiver.origin}/in`,
      topics: '["submission"]',
      includes_contents: 0,
      secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
      secret_at: 1,
      created_at: 1,
      off_reason: "",
    };
    await database.write((trx) => trx.insertInto("webhook_endpoints").values(row).execute());
    const settings = { ...options, testSettings: { allowLoopback: true } };
    const run = (...args: string[]) => runOps(settings, "webhooks", ...args);
    expect(JSON.parse((await run("list")).stdout)).toMatchObject([{ id, url: row.url, off: null }]);
    expect((await run("test", id)).stdout).toMatch(/^Delivered: status 200 in \d+ ms\.\n$/);
    expect(receiver.messages).toHaveLength(1);
    receiver.respondWith(500);
    const failed = await run("test", id);
    expect([failed.code, failed.stderr]).toEqual([1, "Not delivered: status 500.\n"]);

    expect((await run("disable", id, "--dry-run")).stdout).toContain("(dry run, nothing changed)");
    const isOff = async () => JSON.parse((await run("list")).stdout)[0].off !== null;
    expect(await isOff()).toBe(false);
    expect((await run("disable", id)).stdout).toBe(`The webhook to ${row.url} is off.\n`);
    expect(await isOff()).toBe(true);
    await run("enable", id);
    expect(await isOff()).toBe(false);
    expect((await run("remove", id)).code).toBe(0);
    expect(JSON.parse((await run("list")).stdout)).toEqual([]);
    expect((await run("disable", id)).stderr).toContain(`There is no webhook "${id}".`);
    for (const wrong of [[], ["list", "x"], ["disable"], ["other", id], ["test", id, "more"]]) {
      expect((await run(...wrong)).stderr).toContain("Usage: webhooks list");
    }
    expect(await auditOf(database)).toContain(
      `Command line: Removed the webhook to ${new URL(row.url).host}`,
    );
  });

  test("tokens are shown once, listed without the secret, and revoked", async () => {
    const options = await createDatabase("with tables");
    const database = await openAt(options);
    const run = (...args: string[]) => runOps(options, "tokens", ...args);
    const create = ["create", "--name", "CRM", "--scope", "messages,applications"];
    const dry = await run(...create, "--dry-run");
    expect([dry.code, dry.stdout]).toEqual([
      0,
      "(dry run, nothing changed) Created a token for 30 days.\n",
    ]);
    const made = await run(...create, "--days", "90");
    const token = made.stdout.trim().split("\n").at(-1) ?? "";
    expect(token).toMatch(/^twapi_/);
    const listed = await run("list");
    expect(listed.stdout).not.toContain(token);
    const [one, ...others] = JSON.parse(listed.stdout);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ name: "CRM", state: "active", createdBy: "Command line" });
    for (const [wrong, why] of [
      [["create", "--name", "x", "--scope", "all"], 'There is no scope "all".'],
      [[...create, "--days", "7"], "A token is valid for 30, 90, 365 days."],
      [["create", "--name", " ", "--scope", "messages"], "Name is required."],
      [["create"], "Usage: tokens list"],
      [["revoke", "nothing"], 'There is no active token "nothing".'],
    ] as const) {
      const rejected = await run(...wrong);
      expect([rejected.code, rejected.stderr]).toEqual([1, expect.stringContaining(why)]);
    }
    expect((await run("revoke", one.id)).stdout).toBe("The token is revoked.\n");
    expect(JSON.parse((await run("list")).stdout)).toMatchObject([{ state: "revoked" }]);
    expect((await auditOf(database)).join("\n")).not.toContain(token);
  });

  test("an email on standard input is added to its case once; others open cases", async () => {
    const options = await createDatabase("with tables");
    const testApp = await openTestApp(async () => options);
    const reference = await submitForm(testApp, helen);
    await makeAllCases(testApp);
    const { database } = testApp;
    const settings = { ...options, env: { PUBLIC_URL: "https://www.example.com" } };
    const email = (subject: string) =>
      `From: ${helen.email}\r\nTo: reply@example.com\r\nSubject: ${subject}\r\nMessage-ID: <1@example.com>\r\n\r\nIt is a Pixel.\r\n`;
    const handIn = (input: string, ...args: string[]) =>
      runOpsWith(input, settings, "inbound-mail", ...args);
    const texts = async () =>
      (await database.db.selectFrom("conversation_entries").select("text").execute()).map(
        ({ text }) => text,
      );
    expect((await handIn(email(reference), "--dry-run")).stdout).toContain("(dry run");
    expect(await texts()).toEqual([]);
    expect((await handIn(email(reference))).stdout).toBe(`The email was added to ${reference}.\n`);
    const again = await handIn(email(reference));
    expect([again.code, again.stdout]).toEqual([0, "Ignored: it was received before.\n"]);
    const opened = await handIn(email("Hello"));
    expect(opened.stdout).toMatch(/^The email was stored as [0-9A-Z]{8}\.\n$/);
    const cases = database.db.selectFrom("cases").select("form").orderBy("number");
    expect(await cases.execute()).toEqual([{ form: "ContactForm" }, { form: "Email" }]);
    expect(await texts()).toEqual(["It is a Pixel."]);
    expect((await handIn("")).stderr).toBe("Give the email on standard input.\n");
    expect((await handIn("x", "more")).stderr).toBe(`Usage: ${inboundMail.usage}\n`);
  });
});
