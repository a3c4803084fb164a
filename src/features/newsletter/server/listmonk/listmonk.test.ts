import { expect, onTestFinished, test } from "vitest";
import type { CreateDatabase } from "../../../../../tests/support/dialects.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { openFakeListmonk } from "../../../../../tests/support/fake-listmonk.ts";
import {
  newsletterDesk,
  postSignup,
  readAddresses,
  storeSignup,
} from "../../../../../tests/support/newsletter.ts";
import { readFullConfig } from "../../../../app/server/read-config.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { newsletterEndpoints } from "../../contract/newsletter-desk.ts";
import { deleteSubscriber } from "../addresses/delete-subscriber.ts";
import { unsubscribe } from "../change-subscription.ts";
import { queueEarlier, setTarget } from "./jobs.ts";
import { createSyncWorker, readChanges } from "./sync.ts";

async function openBoth(createDatabase: CreateDatabase) {
  const fake = await openFakeListmonk();
  const desk = await newsletterDesk(createDatabase, {
    LISTMONK_URL: fake.url,
    LISTMONK_USER: "desk",
    LISTMONK_TOKEN: "secret",
    LISTMONK_LIST_ID: "3",
  });
  const settings = desk.context.config.listmonk;
  if (!settings) throw new Error("listmonk is not set up.");
  await setTarget(desk.context, settings);
  const worker = createSyncWorker(desk.context, settings, desk.app.log);
  onTestFinished(() => worker.stop());
  return {
    ...desk,
    fake,
    async push() {
      while (await queueEarlier(desk.context));
      while ((await worker.startDueTasks()) > 0) await worker.drain();
    },
    read: () => readChanges(desk.context, settings),
    states: async () =>
      Object.fromEntries((await readAddresses(desk)).map(({ email, state }) => [email, state])),
    waiting: async () =>
      (await desk.database.db.selectFrom("newsletter_sync").selectAll().execute()).length,
    /** Status and subscription, by address. */
    remote: () =>
      Object.fromEntries(
        [...fake.subscribers.values()].map(({ email, status, lists }) => [
          email,
          `${status} ${lists[0]?.subscription_status}`,
        ]),
      ),
  };
}

const email = "ada@example.com";

describeEachDialect("a listmonk server", (_open, createDatabase) => {
  test("gets every address that subscribes, leaves, is suppressed or is deleted", async () => {
    const both = await openBoth(createDatabase);
    for (const name of ["stays", "leaves", "never", "gone"]) {
      await postSignup(both, `${name}@example.com`);
    }
    await both.list();
    await both.push();
    expect(new Set(Object.values(both.remote()))).toEqual(new Set(["enabled confirmed"]));
    const { subscribers } = await both.get(newsletterEndpoints.list);
    const idOf = (name: string) => subscribers.find((row) => row.email.startsWith(name))?.id;
    await both.post(newsletterEndpoints.remove, undefined, idOf("leaves"));
    await both.post(newsletterEndpoints.suppress, { reason: "Asked" }, idOf("never"));
    await both.database.write((trx) => deleteSubscriber(trx, "gone@example.com", both.clock.now));
    await both.push();
    expect(both.remote()).toEqual({
      "stays@example.com": "enabled confirmed",
      "leaves@example.com": "enabled unsubscribed",
      "never@example.com": "blocklisted unsubscribed",
    });
    expect(await both.waiting()).toBe(0);
    const { sync } = await both.get(newsletterEndpoints.counts);
    expect(sync).toEqual({
      at: new Date(both.clock.now).toISOString(),
      waiting: 0,
      failure: null,
    });
  });

  test("reports who left or was blocked there, without sync loops, and adds nobody", async () => {
    const both = await openBoth(createDatabase);
    for (const name of ["left", "blocked", "stays"]) await postSignup(both, `${name}@example.com`);
    await both.list();
    await both.push();
    const left = both.fake.subscribers.get("left@example.com");
    if (left?.lists[0]) left.lists[0].subscription_status = "unsubscribed";
    const blocked = both.fake.subscribers.get("blocked@example.com");
    if (blocked?.lists[0]) {
      blocked.status = "blocklisted";
      blocked.lists[0].subscription_status = "unsubscribed";
    }
    both.fake.add("new@example.com");
    await both.read();
    const expected = {
      "left@example.com": "left",
      "blocked@example.com": "suppressed",
      "stays@example.com": "reader",
    };
    expect(await both.states()).toEqual(expected);
    both.fake.changes.length = 0;
    for (let round = 0; round < 3; round += 1) {
      await both.push();
      await both.read();
    }
    expect(both.fake.changes).toEqual([]);
    expect(await both.states()).toEqual(expected);
    expect(await both.waiting()).toBe(0);
  });

  test("cannot restore an address that left or was deleted here; the person can", async () => {
    const both = await openBoth(createDatabase);
    await postSignup(both, email);
    await both.list();
    await both.push();
    await both.database.write((trx) => unsubscribe(trx, { email }, "link", both.clock.now));
    await both.push();
    const remote = both.fake.subscribers.get(email);
    if (remote?.lists[0]) remote.lists[0].subscription_status = "confirmed";
    await both.read();
    expect(await both.states()).toEqual({ [email]: "left" });
    expect(both.remote()).toEqual({ [email]: "enabled unsubscribed" });
    both.clock.now += 1000;
    await postSignup(both, email);
    await both.list();
    await both.push();
    await both.read();
    expect(await both.states()).toEqual({ [email]: "reader" });
    expect(both.remote()).toEqual({ [email]: "enabled confirmed" });

    await both.database.write((trx) => deleteSubscriber(trx, email, both.clock.now));
    await both.push();
    both.fake.add(email);
    await both.read();
    expect(await both.states()).toEqual({});
    expect(both.remote()).toEqual({});
  });

  test("learns nothing new about who left both sides, and keeps the stricter state of two", async () => {
    const both = await openBoth(createDatabase);
    for (const name of ["twice", "blocked", "never"]) await postSignup(both, `${name}@example.com`);
    await both.list();
    await both.push();
    await both.database.write((trx) =>
      unsubscribe(trx, { email: "twice@example.com" }, "link", both.clock.now),
    );
    await both.database.write((trx) =>
      unsubscribe(trx, { email: "blocked@example.com" }, "link", both.clock.now),
    );
    const { subscribers } = await both.get(newsletterEndpoints.list);
    const never = subscribers.find((row) => row.email.startsWith("never"))?.id;
    await both.post(newsletterEndpoints.suppress, { reason: "Asked" }, never);
    for (const name of ["twice", "blocked", "never"]) {
      const there = both.fake.subscribers.get(`${name}@example.com`);
      if (name === "blocked" && there) there.status = "blocklisted";
      if (there?.lists[0]) there.lists[0].subscription_status = "unsubscribed";
    }
    await both.read();
    await both.push();
    expect(await both.states()).toEqual({
      "twice@example.com": "left",
      "blocked@example.com": "suppressed",
      "never@example.com": "suppressed",
    });
    expect(both.remote()).toEqual({
      "twice@example.com": "enabled unsubscribed",
      "blocked@example.com": "blocklisted unsubscribed",
      "never@example.com": "blocklisted unsubscribed",
    });
  });

  test("that is down loses no signup, is retried and then in sync", async () => {
    const both = await openBoth(createDatabase);
    both.fake.isDown = true;
    expect((await postSignup(both, email)).statusCode).toBe(201);
    await both.list();
    await both.push();
    await expect(both.read()).rejects.toThrow("The email tool answered 503.");
    expect(await both.waiting()).toBe(1);
    const failed = await both.get(newsletterEndpoints.counts);
    expect(failed.sync).toMatchObject({ waiting: 1, failure: "The email tool answered 503." });
    // Changes during the outage are queued as one task.
    await both.database.write((trx) => unsubscribe(trx, { email }, "link", both.clock.now));
    both.clock.now += 1000;
    await postSignup(both, email);
    await both.list();
    expect(await both.waiting()).toBe(1);
    both.fake.isDown = false;
    both.clock.now += minutes(1);
    await both.push();
    expect(both.remote()).toEqual({ [email]: "enabled confirmed" });
    expect(await both.waiting()).toBe(0);
  });

  test("set up later gets all earlier addresses, except those that do not count", async () => {
    const both = await openBoth(createDatabase);
    const at = both.clock.now - hours(1);
    await storeSignup(both, "old@example.com", { at });
    await storeSignup(both, "left@example.com", { at, leftAt: at + 1 });
    await storeSignup(both, "spam@example.com", { at, spam: true });
    await both.list();
    await both.push();
    expect(both.remote()).toEqual({ "old@example.com": "enabled confirmed" });
    await setTarget(both.context, undefined);
    await postSignup(both, "later@example.com");
    await both.list();
    expect(await both.waiting()).toBe(0);
  });
});

test.each([
  [
    { LISTMONK_URL: "https://lists.example.com" },
    /LISTMONK_USER: set it.*LISTMONK_TOKEN: set it.*LISTMONK_LIST_ID/s,
  ],
  [{ LISTMONK_TOKEN: "x" }, /LISTMONK_TOKEN: set LISTMONK_URL, too/],
  [
    {
      LISTMONK_URL: "http://lists.example.com",
      LISTMONK_USER: "a",
      LISTMONK_TOKEN: "b",
      LISTMONK_LIST_ID: "1",
    },
    /LISTMONK_URL: use https/,
  ],
  [
    { LISTMONK_URL: "lists", LISTMONK_USER: "a", LISTMONK_TOKEN: "b", LISTMONK_LIST_ID: "one" },
    /LISTMONK_LIST_ID: use the number.*LISTMONK_URL: use an address/s,
  ],
])("settings that cannot be used stop the start: %o", (env, message) => {
  expect(() => readFullConfig(env)).toThrow(message);
});

test.each(["http://listmonk:9000", "http://10.0.0.5:9000/", "https://lists.example.com/tool"])(
  "a listmonk server may be at %s",
  (url) => {
    const env = { LISTMONK_USER: "a", LISTMONK_TOKEN: "b", LISTMONK_LIST_ID: "12" };
    const { listmonk } = readFullConfig({ LISTMONK_URL: url, ...env });
    expect(listmonk).toEqual({ url: url.replace(/\/$/, ""), user: "a", token: "b", listId: 12 });
  },
);
