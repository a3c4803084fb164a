import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openProgram, openTestProgram } from "../../../../tests/support/api.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { phonePicture } from "../../../../tests/support/pictures.ts";
import { readAudit } from "../../../../tests/support/staff.ts";
import { listStoredFiles } from "../../../../tests/support/stored-files.ts";
import { openWebhookSite, type WebhookSite } from "../../../../tests/support/webhooks.ts";
import { days } from "../../../platform/contract/durations.ts";
import { listTables } from "../../../platform/server/db/list-tables.ts";
import { inSandbox } from "../../../platform/server/sandbox.ts";
import { apiTokenEndpoints } from "../contract/api-tokens.ts";
import { webhookEndpoints } from "../contract/webhooks.ts";
import { emptySandbox } from "./empty-sandbox.ts";
import { WebhookSender } from "./webhooks/sender.ts";

const scopes = [
  "requests:write",
  "customers:write",
  "cases:write",
  "providers:write",
  "newsletter:write",
  "events:read",
] as const;

const ada = { email: "ada@example.com", firstName: "Ada", lastName: "Byron" };
const ride = {
  customer: { email: ada.email },
  requestTitle: "Ride",
  assignedTo: "Tom",
  assignedToUid: "tom",
  requestCompleted: false,
  dateCompleted: null,
  price: null,
};
const evidence = { text: "Yes", at: "2026-06-01T00:00:00Z", source: "App" };

describeEachDialect("the sandbox of test tokens", (_open, createDatabase) => {
  async function openSite() {
    const site = await openWebhookSite(createDatabase);
    const live = await openProgram(site, ...scopes);
    const sandbox = await openTestProgram(site, ...scopes);
    /** Delivers one record of each kind. */
    const fill = async ({ call }: typeof live) => {
      const { uid } = (await call("POST /customers", { ...ada, invite: true })).body;
      await call("PUT /requests/r-1", ride);
      const sent = { customer: { uid }, supportId: "24RD2C99", text: "Where is Tom?" };
      const { reference } = (await call("POST /cases", sent)).body;
      await call("PUT /providers/tom", { name: "Tom Reyes", markets: ["802"] });
      await call("PUT /newsletter/ada@example.com", { evidence });
      return { uid, reference };
    };
    const view = async () => (await site.call(apiTokenEndpoints.list)).json();
    /** Sends what is due in the sandbox. */
    const deliverTests = async () => {
      const sender = new WebhookSender(await inSandbox(site.context), site.app.log, () => {});
      await sender.startDue();
      await sender.drain();
    };
    return { ...site, live, sandbox, fill, view, deliverTests };
  }

  /** Rows of every table of the site's own database, without what notes the use of tokens. */
  async function countRows({ database: { db } }: WebhookSite) {
    const tables = (await listTables(db)).map(({ name }) => name);
    const counts = await Promise.all(
      tables.map(async (name) => {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from ${sql.table(name)}`.execute(db);
        return [name, Number(rows[0]?.count)];
      }),
    );
    return Object.fromEntries(counts);
  }

  test("what they write is found by them alone, and changes nothing else", async () => {
    const site = await openSite();
    const { live, sandbox, fill, view } = site;
    expect(sandbox.token).toMatch(/^twapi_test_/);
    expect((await view()).sandbox).toEqual({ emptiesAt: null, records: [], hasMore: false });
    const before = await countRows(site);
    const made = await fill(sandbox);
    const picture = await sandbox.call("PUT /providers/tom/picture", await phonePicture(), {
      "content-type": "image/jpeg",
    });
    expect(picture.status).toBe(200);
    expect(await countRows(site)).toEqual(before);
    expect(await listStoredFiles(site.dataDir)).toEqual([]);
    const reads = [
      "GET /requests/r-1",
      `GET /customers/${made.uid}`,
      `GET /cases/${made.reference}?customer=${made.uid}`,
      "GET /providers/tom",
    ];
    const statuses = (program: typeof live) =>
      Promise.all(reads.map(async (line) => (await program.call(line)).status));
    expect(await statuses(sandbox)).toEqual(reads.map(() => 200));
    expect(await statuses(live)).toEqual(reads.map(() => 404));
    expect((await live.call("GET /requests")).body.requests).toEqual([]);
    expect((await live.call("GET /events")).body.events).toEqual([]);
    await live.call("POST /customers", { ...ada, firstName: "Real" });
    await live.call("PUT /requests/live-1", ride);
    for (const line of ["GET /requests/live-1", "DELETE /requests/live-1"]) {
      const body = line.startsWith("DELETE") ? { reason: "Test" } : undefined;
      expect((await sandbox.call(line, body)).status).toBe(404);
    }
    expect((await sandbox.call(`GET /customers?email=${ada.email}`)).body.customers).toMatchObject([
      { firstName: "Ada" },
    ]);
    const { sandbox: shown, tokens } = await view();
    expect(
      shown.records.map(({ kind, title }: { kind: string; title: string }) => [kind, title]),
    ).toHaveLength(5);
    expect(shown.records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "request", title: "Ride", status: "In progress" }),
        expect.objectContaining({ kind: "account", title: "Ada Byron" }),
        expect.objectContaining({ kind: "case", id: made.reference, title: "Where is Tom?" }),
        expect.objectContaining({ kind: "provider", id: "tom" }),
        expect.objectContaining({ kind: "subscriber", title: ada.email, status: "Subscribed" }),
      ]),
    );
    expect(tokens.map(({ isTest }: { isTest: boolean }) => isTest)).toEqual([true, false]);
    const emails = await site.database.db.selectFrom("mail_outbox").select("recipient").execute();
    expect(emails).toEqual([]);
  });

  test("their events reach test webhooks only, which get no others", async () => {
    const site = await openSite();
    const { live, sandbox, fill, receiver, deliver, deliverTests } = site;
    const topics = ["request"] as const;
    const hook = await site.add({ topics, url: `${receiver.origin}/live` });
    const test = await site.add({ topics, url: `${receiver.origin}/test`, isTest: true });
    const { endpoints } = (await site.call(webhookEndpoints.list)).json();
    expect(endpoints).toMatchObject([
      { id: hook.id, isTest: false },
      { id: test.id, isTest: true },
    ]);
    await fill(sandbox);
    await deliver();
    expect(receiver.messages).toEqual([]);
    await deliverTests();
    expect(receiver.messages.map(({ url, json }) => [url, json.type, json.object.id])).toEqual([
      ["/test", "request.created", "r-1"],
    ]);
    expect((await site.log(test.id)).deliveries).toMatchObject([{ state: "sent" }]);
    await live.call("POST /customers", ada);
    await live.call("PUT /requests/live-1", ride);
    await deliverTests();
    await deliver();
    expect(receiver.messages.slice(1).map(({ url }) => url)).toEqual(["/live"]);
    expect(
      (await sandbox.call("GET /events")).body.events.map(({ object }: never) => object),
    ).not.toContainEqual(expect.objectContaining({ id: "live-1" }));
    const acts = [webhookEndpoints.test, webhookEndpoints.switchOff, webhookEndpoints.switchOn];
    for (const act of acts) expect((await site.call(act, undefined, test.id)).statusCode).toBe(200);
    expect((await site.call(webhookEndpoints.remove, undefined, test.id)).statusCode).toBe(200);
    const audit = (await readAudit(site)).map(([, , what]) => what);
    expect(audit).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Added a test webhook to /),
        expect.stringMatching(/^Turned off the webhook to /),
        expect.stringMatching(/^Removed the webhook to /),
      ]),
    );
  });

  test("it is emptied 30 days after its first record, or by staff", async () => {
    const site = await openSite();
    const { sandbox, fill, clock, context, view } = site;
    const hook = await site.add({ topics: ["request"], isTest: true });
    const run = () => emptySandbox(context.sandbox as never, clock.now - days(30));
    const files = path.join(site.dataDir, "sandbox", "files");
    const { uid } = await fill(sandbox);
    await mkdir(files, { recursive: true });
    await writeFile(path.join(files, "a"), "a");
    expect((await view()).sandbox.emptiesAt).toBe(new Date(clock.now + days(30)).toISOString());
    clock.now += days(10);
    expect((await sandbox.call("PATCH /requests/r-1", { price: 5 })).status).toBe(200);
    clock.now += days(20);
    const renewed = await openTestProgram(site, ...scopes);
    const { next } = (await renewed.call("GET /events")).body;
    expect(next).toBeGreaterThan(0);
    await run();
    expect((await renewed.call("GET /requests/r-1")).status).toBe(200);
    clock.now += 1;
    await run();
    for (const line of ["GET /requests/r-1", `GET /customers/${uid}`, "GET /providers/tom"]) {
      expect([line, (await renewed.call(line)).status]).toEqual([line, 404]);
    }
    expect((await view()).sandbox).toMatchObject({ emptiesAt: null, records: [] });
    expect((await site.readEndpoint(hook.id)).isTest).toBe(true);
    // Positions go on, so that a program knows what it has read.
    await fill(renewed);
    const { events } = (await renewed.call(`GET /events?after=${next}`)).body;
    expect(events[0]).toMatchObject({ position: next + 1, sequence: 1 });
    const emptied = await site.call(apiTokenEndpoints.emptySandbox);
    expect(emptied.statusCode).toBe(200);
    expect((await renewed.call("GET /requests/r-1")).status).toBe(404);
    expect(await listStoredFiles(path.join(site.dataDir, "sandbox"))).toEqual([]);
    await fill(renewed);
    const rows = inSandbox(context).then(({ database }) =>
      database.write((trx) => trx.deleteFrom("events").execute()),
    );
    await expect(rows).rejects.toThrow("append-only");
  });

  test("ops makes test tokens and test webhooks", async () => {
    const options = await createDatabase("with tables");
    const site = await openWebhookSite(async () => options);
    const env = { env: { PUBLIC_URL: "https://www.example.com" } };
    const settings = { ...options, ...env, testSettings: { allowLoopback: true } };
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runOps(settings, ...args);
      return { code, stderr, last: stdout.trim().split("\n").at(-1) ?? "", stdout };
    };
    const made = await run(
      ..."tokens create --name App --scope requests:write,customers:write --test".split(" "),
    );
    expect(made.last).toMatch(/^twapi_test_/);
    const add = ["webhooks", "add", "--url", `${site.receiver.origin}/in`, "--events", "request"];
    expect((await run(...add, "--test", "--dry-run")).stdout).toContain("Added a test webhook.");
    const hook = await run(...add, "--test");
    expect(hook.last).toMatch(/^whsec_/);
    const [listed, ...others] = JSON.parse((await run("webhooks", "list")).stdout);
    expect([listed.isTest, others]).toEqual([true, []]);
    expect((await run("webhooks", "test", listed.id)).stdout).toContain("Delivered");
    expect((await run("webhooks", "catch-up", listed.id)).stdout).toBe("Events sent: 0\n");
    expect((await run("webhooks", "disable", listed.id)).code).toBe(0);
    for (const [args, problem] of [
      [["webhooks", "add", "--test"], "Usage: webhooks list"],
      [["webhooks", "list", "--test"], "Usage: webhooks list"],
      [[...add.slice(0, -1), "all"], 'There is no kind of event "all".'],
      [["webhooks", "add", "--url", "x", "--events", "request"], "address"],
    ] as const) {
      const wrong = await run(...args);
      expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining(problem)]);
    }
    const audit = (await readAudit(site)).map(([, , what]) => what).join("\n");
    expect(audit).toContain("Made the test token “App” for 30 days");
    expect(audit).toContain("Added a test webhook to 127.0.0.1");
  });
});
