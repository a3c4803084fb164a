import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { inviteStaff, readAuditLog, signInStaff } from "../../../../../tests/support/staff.ts";
import {
  isSignedWith,
  openWebhookSite,
  startReceiver,
} from "../../../../../tests/support/webhooks.ts";
import { days, hours, minutes, seconds } from "../../../../platform/contract/durations.ts";
import { webhookEndpoints } from "../../contract/webhooks.ts";
import { readEndpointUrl } from "./endpoint-url.ts";
import { WebhookSender } from "./sender.ts";
import { sweepWebhookLog } from "./sweep.ts";

const helen = {
  name: "Helen Brandt",
  email: "helen@example.com",
  phone: "",
  message: "The letters are too small",
};

describeEachDialect("webhooks", (_open, createDatabase, engine) => {
  test("that fail are retried with increasing back-off for three days, with the same id", async () => {
    const site = await openWebhookSite(createDatabase);
    const { id } = await site.add();
    site.receiver.respondWith(503);
    await submitForm(site, helen);
    await makeAllCases(site);
    const start = site.clock.now;
    const tries: number[] = [];
    while (tries.length < 100) {
      await site.deliver();
      const [delivery] = (await site.log(id)).deliveries;
      tries.push(site.clock.now - start);
      if (delivery?.state !== "waiting") break;
      // No attempt is made a moment earlier.
      site.clock.now = Date.parse(delivery.nextTryAt ?? "") - 1;
      await site.deliver();
      site.clock.now += 1;
    }
    expect(tries.slice(0, 5)).toEqual([0, 1, 3, 7, 15].map((count) => minutes(count)));
    expect(tries.at(-1)).toBe(days(3));
    expect(site.receiver.messages).toHaveLength(tries.length);
    expect(new Set(site.receiver.messages.map(({ headers }) => headers["webhook-id"])).size).toBe(
      1,
    );
    expect((await site.log(id, "state=failed")).deliveries).toMatchObject([
      { state: "failed", status: 503, problem: "answer" },
    ]);
    const metrics = (await site.app.inject("/metrics")).body;
    expect(metrics).toContain("\nwebhook_deliveries_given_up_total 1\n");
  });

  test("that were down are delivered once", async () => {
    const site = await openWebhookSite(createDatabase);
    const { id } = await site.add({ topics: ["submission"] });
    site.receiver.respondWith(500);
    await submitForm(site, helen);
    await makeAllCases(site);
    await site.deliver();
    expect(await site.readEndpoint(id)).toMatchObject({
      failingSince: new Date(site.clock.now).toISOString(),
      goesOffAt: new Date(site.clock.now + days(3)).toISOString(),
    });
    // What another address fails does not count for the new one.
    const { url, topics, includesContents } = await site.readEndpoint(id);
    for (const [path, isSame] of [
      [url, true],
      [`${url}/new`, false],
    ] as const) {
      const body = { url: path, topics, includesContents: isSame !== includesContents };
      await site.call(webhookEndpoints.change, body, id);
      expect((await site.readEndpoint(id)).failingSince !== null).toBe(isSame);
    }
    site.receiver.respondWith(200);
    site.clock.now += minutes(1);
    for (let runs = 0; runs < 3; runs += 1) await site.deliver();
    site.clock.now += days(1);
    await site.deliver();
    expect(site.receiver.messages).toHaveLength(2);
    expect((await site.log(id)).deliveries).toMatchObject([{ state: "sent", tries: 2 }]);
    expect(await site.readEndpoint(id)).toMatchObject({ failingSince: null, off: null });
  });

  test("whose server dies before it stores the response are sent again with the same id", async () => {
    const site = await openWebhookSite(createDatabase);
    await site.add({ topics: ["submission"] });
    await submitForm(site, helen);
    await makeAllCases(site);
    let isDead = false;
    site.receiver.onMessage = () => {
      isDead = true;
      return undefined;
    };
    const write: typeof site.database.write = (job) =>
      isDead ? Promise.reject(new Error("killed")) : site.database.write(job);
    const context = { ...site.context, database: { ...site.database, write } };
    const dying = new WebhookSender(context, site.app.log, () => {});
    await dying.startDue();
    await dying.drain();
    expect(site.receiver.messages).toHaveLength(1);
    site.clock.now += minutes(1);
    await site.deliver();
    expect(site.receiver.messages).toHaveLength(1);
    site.clock.now += minutes(1);
    await site.deliver();
    await site.deliver();
    const ids = site.receiver.messages.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test("that fail for three days are disabled with an email to admins, then enabled", async () => {
    const site = await openWebhookSite(createDatabase);
    const { id } = await site.add({ topics: ["submission"] });
    // Not to an agent, nor to admins who were only invited or are disabled.
    await signInStaff(site, ["agent"], "Lea Falk");
    const gone = await signInStaff(site, ["admin"], "Ray Moss");
    await inviteStaff(site, { email: "new@example.com", name: "New", roles: ["admin"] });
    await site.database.write((trx) =>
      trx.updateTable("staff").set({ disabled_at: 1 }).where("id", "=", gone.id).execute(),
    );
    site.receiver.respondWith(500);
    await submitForm(site, helen);
    await makeAllCases(site);
    await site.deliver();
    site.clock.now += days(3);
    await site.deliver();
    expect(await site.readEndpoint(id)).toMatchObject({ off: null });
    await submitForm(site, helen);
    await makeAllCases(site);
    site.clock.now += 1;
    await site.deliver();
    await site.deliver();
    expect(await site.readEndpoint(id)).toMatchObject({ off: { reason: "failing" } });
    const emails = (await readEmails(site.database)).filter(({ kind }) => kind === "webhook-off");
    expect(emails).toMatchObject([{ recipient: "imani.bell@example.com" }]);
    expect(emails[0]?.text).toContain("/desk/settings/webhooks");
    // Events during that time are not kept; waiting ones are sent once it is on.
    await submitForm(site, { ...helen, message: "While it was off" });
    await makeAllCases(site);
    site.receiver.respondWith(200);
    site.receiver.messages.length = 0;
    await site.deliver();
    expect(site.receiver.messages).toEqual([]);
    expect((await site.call(webhookEndpoints.switchOn, undefined, id)).statusCode).toBe(200);
    await site.deliver();
    expect(site.receiver.messages).toHaveLength(1);
    const audit = (await readAuditLog(site)).filter(({ target }) => target === "Webhooks");
    expect(
      audit.map(({ actor, what }) => `${actor}: ${what.replace(/127\S+?(?=:? )/, "host")}`),
    ).toEqual([
      expect.stringMatching(/^Imani Bell: Added a webhook to .*: Messages$/),
      expect.stringMatching(/^The desk: Turned off the webhook to .*: it failed for 3 days$/),
      expect.stringMatching(/^Imani Bell: Turned on the webhook to /),
    ]);
  });

  test("can be sent again, one or all failed ones; log entries are deleted after seven days", async () => {
    const site = await openWebhookSite(createDatabase);
    const { id } = await site.add({ topics: ["submission"] });
    for (let count = 0; count < 3; count += 1) {
      await submitForm(site, { ...helen, message: `Message ${count}` });
    }
    await makeAllCases(site);
    await site.deliver();
    const failed = { state: "failed", problem: "timeout" };
    const { write } = site.database;
    await write((trx) => trx.updateTable("webhook_deliveries").set(failed).execute());
    const since = (at: number) => ({ since: new Date(at).toISOString() });
    const replay = (at: number) => site.call(webhookEndpoints.replayFailed, since(at), id);
    expect((await replay(site.clock.now + 1)).json()).toEqual({ count: 0 });
    expect((await replay(site.clock.now)).json()).toEqual({ count: 3 });
    await site.deliver();
    const [newest] = (await site.log(id)).deliveries;
    await site.call(webhookEndpoints.replay, undefined, newest?.id);
    await site.deliver();
    expect(site.receiver.messages).toHaveLength(7);
    expect(new Set(site.receiver.messages.map(({ headers }) => headers["webhook-id"])).size).toBe(
      3,
    );

    const second = await submitForm(site, { ...helen, message: "Later" });
    site.clock.now += days(3);
    await makeAllCases(site);
    await site.deliver();
    site.clock.now += days(4) + 1;
    await sweepWebhookLog(site.context);
    const left = await site.database.db.selectFrom("webhook_deliveries").select("object").execute();
    expect(left).toEqual([{ object: `submission/${second}` }]);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("are signed as the Standard Webhooks library verifies them, without what people wrote", async () => {
    const site = await openWebhookSite(createDatabase);
    site.clock.now = Date.now();
    const { secret, id } = await site.add({ topics: ["submission"] });
    const reference = await submitForm(site, helen);
    await makeAllCases(site);
    await site.deliver();
    const [message] = site.receiver.messages;
    expect(site.receiver.messages).toHaveLength(1);
    expect(message?.url).toBe("/in");
    expect(new Webhook(secret).verify(message?.body ?? "", { ...message?.headers })).toEqual({
      id: message?.headers["webhook-id"],
      position: 1,
      type: "submission.created",
      object: { kind: "submission", id: reference, externalId: null },
      sequence: 1,
      timestamp: new Date(site.clock.now).toISOString(),
      data: {
        form: "contact",
        reference,
        status: "new",
        isSpam: false,
        receivedAt: new Date(site.clock.now).toISOString(),
        url: `${site.context.origin()}/desk/inbox/${reference}`,
      },
    });
    const { deliveries } = await site.log(id);
    expect(deliveries).toMatchObject([
      { event: "submission.created", state: "sent", status: 200, tries: 1, nextTryAt: null },
    ]);
    const detail = (
      await site.call(webhookEndpoints.delivery, undefined, deliveries[0]?.id)
    ).json();
    expect(detail).toMatchObject({
      body: message?.body,
      answer: "ok",
      hadContents: false,
      headers: { id: message?.headers["webhook-id"] },
    });
    const rows = await site.database.db.selectFrom("webhook_messages").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("Helen");
  });

  test("contain what people wrote if the endpoint wants it; the log does not keep it", async () => {
    const site = await openWebhookSite(createDatabase);
    const { id } = await site.add({ includesContents: true });
    await submitForm(site, helen);
    await makeAllCases(site);
    await site.deliver();
    expect(site.receiver.messages[0]?.json.data.contents).toMatchObject(helen);
    const [delivery] = (await site.log(id)).deliveries;
    const detail = (await site.call(webhookEndpoints.delivery, undefined, delivery?.id)).json();
    expect(detail).toMatchObject({ hadContents: true, answer: null });
    for (const table of ["webhook_messages", "webhook_deliveries"] as const) {
      const rows = await site.database.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(helen.message);
    }
    // A deleted record has nothing left to send.
    await site.database.write((trx) => trx.deleteFrom("submissions").execute());
    await site.call(webhookEndpoints.replay, undefined, delivery?.id);
    await site.deliver();
    expect(site.receiver.messages[1]?.json.data.contents).toBeNull();
  });

  test("that get a 410 are disabled at once; redirects are not followed", async () => {
    const site = await openWebhookSite(createDatabase);
    const { id } = await site.add({ topics: ["submission"] });
    const other = await startReceiver();
    site.receiver.respondWith(307, { location: `${other.origin}/` });
    await submitForm(site, helen);
    await makeAllCases(site);
    await site.deliver();
    expect(other.messages).toEqual([]);
    expect((await site.log(id)).deliveries).toMatchObject([{ status: 307, problem: "redirect" }]);
    site.receiver.respondWith(410);
    site.clock.now += minutes(1);
    await site.deliver();
    expect(await site.readEndpoint(id)).toMatchObject({ off: { reason: "gone" } });
  });

  test("are signed with both secrets for a day after a rotation", async () => {
    const site = await openWebhookSite(createDatabase);
    const { id, secret: first } = await site.add({ topics: ["submission"] });
    const rotate = async () =>
      (await site.call(webhookEndpoints.rotate, undefined, id)).json<{ secret: string }>().secret;
    const second = await rotate();
    const signers = async () => {
      await submitForm(site, { ...helen, message: String(site.clock.now) });
      await makeAllCases(site);
      await site.deliver();
      const message = site.receiver.messages.at(-1);
      if (!message) throw new Error("Nothing arrived.");
      return [first, second, third].map((secret) => isSignedWith(secret, message));
    };
    let third = first;
    expect(await signers()).toEqual([true, true, true]);
    expect(await site.readEndpoint(id)).toMatchObject({
      formerSecretUntil: new Date(site.clock.now + hours(24)).toISOString(),
    });
    site.clock.now += hours(24);
    expect(await signers()).toEqual([false, true, false]);
    third = await rotate();
    expect(await signers()).toEqual([false, true, true]);
    expect((await site.call(webhookEndpoints.list)).body).not.toContain("whsec_");
  });

  test("a test returns the response at once", async () => {
    const site = await openWebhookSite(createDatabase);
    const { id, secret } = await site.add();
    const answer = await site.call(webhookEndpoints.test, undefined, id);
    expect(answer.json()).toMatchObject({ event: "webhook.test", state: "sent", status: 200 });
    const [message] = site.receiver.messages;
    expect(message && isSignedWith(secret, message)).toBe(true);
    site.receiver.respondWith(404);
    const wrong = await site.call(webhookEndpoints.test, undefined, id);
    expect(wrong.json()).toMatchObject({ state: "failed", status: 404 });
    expect(await site.readEndpoint(id)).toMatchObject({ failingSince: null });
  });

  test("to one slow endpoint do not hold up another", async () => {
    const site = await openWebhookSite(createDatabase);
    const slow = await startReceiver();
    slow.respondWith("silent");
    await site.add({ url: `${slow.origin}/slow`, topics: ["submission"] });
    await site.add({ topics: ["submission"] });
    for (let count = 0; count < 9; count += 1) {
      await submitForm(site, { ...helen, message: `Message ${count}` });
    }
    await makeAllCases(site);
    const sender = new WebhookSender(site.context, site.app.log, () => {});
    await expect
      .poll(
        async () => {
          await sender.startDue();
          return site.receiver.messages.length;
        },
        { interval: 20, timeout: seconds(8) },
      )
      .toBe(9);
    await expect.poll(() => slow.messages.length).toBe(4);
    await sender.drain();
    expect(
      (await site.database.db.selectFrom("webhook_deliveries").select("problem").execute()).filter(
        ({ problem }) => problem === "timeout",
      ),
    ).toHaveLength(4);
  }, 30_000);

  test("there are at most a hundred endpoints, each with a URL and at least one event", async () => {
    const site = await openWebhookSite(createDatabase);
    const body = { url: "http://example.com", topics: [], includesContents: false };
    const rejected = await site.call(webhookEndpoints.add, body);
    expect([rejected.statusCode, Object.keys(rejected.json().fields)]).toEqual([
      422,
      ["url", "topics"],
    ]);
    for (let count = 0; count < 100; count += 1) await site.add();
    const full = { ...body, url: "https://example.com", topics: ["submission"] };
    const response = await site.call(webhookEndpoints.add, full);
    expect(response.json()).toMatchObject({ code: "webhooks-full" });
    const stranger = { url: "https://x.example", topics: ["users"], includesContents: false };
    expect((await site.call(webhookEndpoints.add, stranger)).statusCode).toBe(400);
  });
});

test.each([
  "",
  "example.com",
  "http://example.com/in",
  "ftp://example.com",
  "https://user:secret@example.com",
  "https://example.com/#part",
  "https://localhost/",
  "https://127.0.0.1/",
  "https://10.1.2.3/",
  "https://100.64.0.1/",
  "https://169.254.169.254/latest/meta-data",
  "https://metadata.google.internal/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[fd00:ec2::254]/",
  "https://[fe80::1]/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://router/",
  "https://printer.local/",
  `https://example.com/${"x".repeat(500)}`,
])("the address %s is refused", (url) => {
  expect(readEndpointUrl(url, { allowLoopback: false })).toHaveProperty("error");
});

test("a URL with port, path and query is accepted unchanged", () => {
  const url = "https://hooks.example.com:8443/in?key=1";
  expect(readEndpointUrl(` ${url} `, { allowLoopback: false })).toEqual({ url });
});
