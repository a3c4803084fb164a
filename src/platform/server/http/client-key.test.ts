import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { validValues } from "../../../../tests/support/form-values.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { contactForm } from "../../../features/messages/contract/forms/contact.ts";
import { submissionPath } from "../../contract/form-engine/submission.ts";

/** Sends one form from each place. @returns the number of senders that the server distinguished */
async function countSenders(app: TestApp, from: readonly object[]): Promise<number> {
  for (const place of from) {
    const response = await app.app.inject({
      method: "POST",
      url: submissionPath(contactForm.collection),
      payload: validValues(contactForm),
      ...place,
    });
    expect(response.statusCode).toBe(201);
  }
  const { db } = app.database;
  const rows = await db.selectFrom("submissions").select("address_hash").execute();
  expect(rows.every((row) => row.address_hash !== null)).toBe(true);
  return new Set(rows.map((row) => row.address_hash)).size;
}

const through = (list: string) => ({ headers: { "x-forwarded-for": list } });

describeOnSqlite("client keys", (_open, createDatabase) => {
  test("behind a proxy, only the address that the proxy added is used", async () => {
    const app = await openTestApp(createDatabase, { TRUST_PROXY: "on" });
    const made = ["1.1.1.1, 203.0.113.9", "2.2.2.2, 203.0.113.9", "203.0.113.9"];
    expect(await countSenders(app, made.map(through))).toBe(1);
  });

  test("two people behind a proxy count separately", async () => {
    const app = await openTestApp(createDatabase, { TRUST_PROXY: "on" });
    expect(await countSenders(app, [through("203.0.113.9"), through("203.0.113.8")])).toBe(2);
  });

  test.each([
    [["203.0.113.9", "203.0.113.9:40001", "203.0.113.9:40002", " 203.0.113.9 "], 1],
    [["[2001:db8:1:2::1]:443", "2001:db8:1:2::9", "[2001:db8:1:2::ffff]"], 1],
    [["::ffff:203.0.113.9", "[::ffff:203.0.113.9]:80", "203.0.113.9"], 1],
    [["203.0.113.9, ", "203.0.113.9,,", ",203.0.113.9"], 1],
    [["unknown", "_hidden", "_other", "1.2.3.4.5", "unix:", "x".repeat(500)], 1],
    [["203.0.113.9:40001", "203.0.113.8:40001", "unknown"], 3],
  ])("behind a proxy that sends %j there are %i senders", async (lists, count) => {
    const app = await openTestApp(createDatabase, { TRUST_PROXY: "on" });
    expect(await countSenders(app, lists.map(through))).toBe(count);
  });

  test("ports do not make new visitors behind an undeclared proxy", async () => {
    const app = await openTestApp(createDatabase);
    const many = Array.from({ length: 20 }, (_, index) =>
      through(`198.51.100.7:${40_000 + index}`),
    );
    expect(await countSenders(app, many)).toBe(1);
  });

  test("several headers are one list, and Forwarded is ignored", async () => {
    const app = await openTestApp(createDatabase, { TRUST_PROXY: "on" });
    const places = [
      { headers: { "x-forwarded-for": ["198.51.100.1", "203.0.113.9:80"] } },
      { headers: { "x-forwarded-for": "203.0.113.9", forwarded: "for=198.51.100.2" } },
    ];
    expect(await countSenders(app, places)).toBe(1);
  });

  test("a large form from an unnamed sender is read", async () => {
    const { app } = await openTestApp(createDatabase, { TRUST_PROXY: "on" });
    const response = await app.inject({
      method: "POST",
      url: submissionPath(contactForm.collection),
      payload: { ...validValues(contactForm), more: "x".repeat(20_000) },
      ...through("unknown"),
    });
    expect(response.statusCode).toBeLessThan(500);
  });

  const forwarded = ["198.51.100.1", "198.51.100.2"] as const;

  test.each(["203.0.113.9", "2001:db8::9", "::ffff:203.0.113.9", "172.32.0.1", "100.128.0.1"])(
    "a stranger at %s cannot evade the limits with a proxy's header",
    async (remoteAddress) => {
      const app = await openTestApp(createDatabase);
      const from = [
        ...forwarded.map((list) => ({ ...through(list), remoteAddress })),
        { remoteAddress },
      ];
      expect(await countSenders(app, from)).toBe(1);
    },
  );

  test.each([
    "127.0.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "::ffff:172.31.255.254",
    "192.168.1.1",
    "169.254.1.1",
    "100.64.0.1",
    "fd00::1",
    "fe80::1%eth0",
  ])("a visitor behind an undeclared proxy at %s is limited", async (at) => {
    const lines: string[] = [];
    const logs = { write: (line: string) => void lines.push(line) };
    const app = await openTestApp(createDatabase, { LOG_LEVEL: "warn" }, logs);
    // Regardless of what precedes the address that the proxy adds.
    const visitor = ["203.0.113.9", "198.51.100.1, 203.0.113.9"].map(through);
    expect(
      await countSenders(
        app,
        visitor.map((one) => ({ ...one, remoteAddress: at })),
      ),
    ).toBe(1);
    const warnings = lines.filter((line) => line.includes("TRUST_PROXY"));
    expect(warnings).toHaveLength(1);
  });

  test("forged addresses behind such a proxy cannot evade the limits", async () => {
    const app = await openTestApp(createDatabase);
    const many = Array.from({ length: 80 }, (_, index) => through(`198.51.100.${index}`));
    const senders = await countSenders(app, many);
    expect(senders).toBeGreaterThan(1);
    expect(senders).toBeLessThanOrEqual(16);
  });

  test.each([
    [["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:0db8:0001:0002:0:0:0:7"], 1],
    [["2001:db8:1:2::1", "2001:db8:1:3::1"], 2],
    [["::1", "::1"], 1],
    [["203.0.113.9", "::ffff:203.0.113.9"], 1],
    [["::ffff:203.0.113.9", "::ffff:203.0.113.8"], 2],
  ])("%j is %d", async (addresses, count) => {
    const app = await openTestApp(createDatabase);
    const from = addresses.map((remoteAddress) => ({ remoteAddress }));
    expect(await countSenders(app, from)).toBe(count);
  });
});
