import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { submissionPath } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { requireSecret } from "../../../platform/server/db/secrets.ts";
import { newsletter } from "../contract/newsletter.ts";
import { listRecipients } from "./queries.ts";
import { unsubscribeLink } from "./unsubscribe-link.ts";

const { names } = newsletter;
const validSignup = {
  [names.email]: " Rosa@Example.com ",
  [names.honeypot]: "",
  [names.formTime]: 3000,
  [names.token]: "12345",
};

function signUp({ app }: TestApp, body: object) {
  return app.inject({
    method: "POST",
    url: submissionPath(newsletter.collection),
    headers: { "user-agent": "Test Browser 1.0" },
    payload: body,
  });
}

function subscribers({ database }: TestApp) {
  return database.db
    .selectFrom("newsletter_subscribers")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Each row breaks its own rule and all later ones: the order is specified. */
const errors: readonly [string, object, string][] = [
  [
    "1",
    { [names.email]: "  ", [names.honeypot]: "x", [names.formTime]: 1, [names.token]: "" },
    "Email address is required",
  ],
  [
    "2",
    { [names.email]: "rosa@home", [names.honeypot]: "x", [names.formTime]: 1, [names.token]: "" },
    "Please enter a valid email address",
  ],
  [
    "3",
    { [names.email]: "a@b.co", [names.honeypot]: "x", [names.formTime]: 1, [names.token]: "" },
    "Submission failed. Please try again.",
  ],
  [
    "4",
    { [names.email]: "a@b.co", [names.formTime]: 2999, [names.token]: "1234" },
    "Please wait a moment before submitting.",
  ],
  [
    "5",
    { [names.email]: "a@b.co", [names.formTime]: 3000, [names.token]: "1234" },
    "Please enable JavaScript to subscribe.",
  ],
  ["5 without any script", { [names.email]: "a@b.co" }, "Please enable JavaScript to subscribe."],
];

describeEachDialect("newsletter", (_open, createDatabase, engine) => {
  test("each signup of an address is a record of its own; the address gets one newsletter", async () => {
    const app = await openTestApp(createDatabase);
    const responses = await Promise.all([
      signUp(app, validSignup),
      signUp(app, { ...validSignup, [names.email]: "rosa@example.com" }),
      signUp(app, { ...validSignup, [names.email]: "ROSA@example.com" }),
    ]);
    expect(responses.map((response) => response.statusCode)).toEqual([201, 201, 201]);
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    app.clock.now += 1000;
    await signUp(app, { ...validSignup, [names.formTime]: 9000 });
    const rows = await subscribers(app);
    expect(rows.map(({ data }) => JSON.parse(data).formTime)).toEqual([3000, 3000, 3000, 9000]);
    expect(JSON.parse(rows[3]?.data ?? "").timestamp).toBe("2026-06-27T12:00:01.000Z");
    const known = await listRecipients(app.database.db);
    expect(known.map(({ email }) => email)).toEqual(["rosa@example.com"]);
    expect(rows.slice(0, 3).map(({ id }) => id)).toContain(known[0]?.id);
  });

  test("the personal link shows a page, its post unsubscribes, a new signup resubscribes", async () => {
    const app = await openTestApp(createDatabase);
    await signUp(app, validSignup);
    const secret = await requireSecret(app.database, "keys");
    const [row] = await subscribers(app);
    const link = unsubscribeLink("", secret, row?.id ?? "");

    const shown = await app.app.inject(link);
    expect(shown.statusCode).toBe(200);
    expect((await subscribers(app))[0]?.unsubscribed_at).toBeNull();

    const gone = await app.app.inject({
      method: "POST",
      url: link,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(gone.statusCode).toBe(303);
    expect(gone.headers.location).toBe(paths.unsubscribed);
    expect((await subscribers(app))[0]?.unsubscribed_at).toBe(app.clock.now);

    expect(await listRecipients(app.database.db)).toEqual([]);
    app.clock.now += 1000;
    await signUp(app, validSignup);
    const [old, back] = await subscribers(app);
    expect(old).toEqual({ ...row, unsubscribed_at: app.clock.now - 1000 });
    expect(back?.unsubscribed_at).toBeNull();
    expect(JSON.parse(back?.data ?? "").timestamp).toBe(new Date(app.clock.now).toISOString());
    expect(await listRecipients(app.database.db)).toHaveLength(1);
  });

  test("any of its links unsubscribes an address that signed up several times", async () => {
    const app = await openTestApp(createDatabase);
    await signUp(app, validSignup);
    await signUp(app, { ...validSignup, [names.email]: "other@example.com" });
    await signUp(app, validSignup);
    const secret = await requireSecret(app.database, "keys");
    const last = (await subscribers(app)).at(-1);
    await app.app.inject({
      method: "POST",
      url: unsubscribeLink("", secret, last?.id ?? ""),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const known = await listRecipients(app.database.db);
    expect(known.map(({ email }) => email)).toEqual(["other@example.com"]);
    expect(await subscribers(app)).toHaveLength(3);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test.each(errors)("rule %s", async (_rule, body, message) => {
    const app = await openTestApp(createDatabase);
    const response = await signUp(app, body);
    expect(response.statusCode).toBe(422);
    expect(response.json().fields).toEqual({ [names.email]: message });
    expect(await subscribers(app)).toEqual([]);
  });

  test.each([
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])(
    "an email program's own button unsubscribes without a redirect (%s)",
    async (type, payload) => {
      const app = await openTestApp(createDatabase);
      await signUp(app, validSignup);
      const secret = await requireSecret(app.database, "keys");
      const [row] = await subscribers(app);
      const gone = await app.app.inject({
        method: "POST",
        url: unsubscribeLink("", secret, row?.id ?? ""),
        headers: { "content-type": type },
        payload,
      });
      expect(gone.statusCode).toBe(200);
      expect((await subscribers(app))[0]?.unsubscribed_at).toBe(app.clock.now);
    },
  );

  test("a failed unsubscription shows an error on the page", async () => {
    const app = await openTestApp(createDatabase);
    await signUp(app, validSignup);
    const secret = await requireSecret(app.database, "keys");
    const [row] = await subscribers(app);
    await app.database.close();
    const response = await app.app.inject({
      method: "POST",
      url: unsubscribeLink("", secret, row?.id ?? ""),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(response.statusCode).toBe(503);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(response.body.includes("An error occurred. Please try again.")).toBe(true);
  });

  test("an invalid link changes nothing and shows an error", async () => {
    const app = await openTestApp(createDatabase);
    await signUp(app, validSignup);
    const [row] = await subscribers(app);
    // As long as a valid signature, which has 256 bits in base64url.
    for (const signature of ["wrong", "", "A".repeat(43)]) {
      const response = await app.app.inject({
        method: "POST",
        url: `${paths.unsubscribe}?id=${row?.id}&t=${signature}`,
      });
      expect(response.statusCode).toBe(400);
      expect(response.body.includes(newsletter.unsubscribe.brokenLink)).toBe(true);
    }
    expect((await subscribers(app))[0]?.unsubscribed_at).toBeNull();
  });

  test("a post without scripts shows the fifth message and keeps the address", async () => {
    const app = await openTestApp(createDatabase);
    const response = await app.app.inject({
      method: "POST",
      url: paths.newsletter,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "email=rosa%40example.com&nl_q7=&pageToken=",
    });
    expect(response.statusCode).toBe(422);
    expect(response.body.includes("Please enable JavaScript to subscribe.")).toBe(true);
    expect(response.body.includes('value="rosa@example.com"')).toBe(true);
  });

  test.each([
    ["an unknown field", { ...validSignup, admin: "1" }],
    ["a list", []],
    ["a number as address", { ...validSignup, [names.email]: 5 }],
    ["NUL in the address", { ...validSignup, [names.email]: "a\0@b.co" }],
  ])("rejects %s", async (_what, body) => {
    const app = await openTestApp(createDatabase);
    const response = await signUp(app, body);
    expect(response.statusCode).toBe(400);
    expect(await subscribers(app)).toEqual([]);
  });

  test("stores the six fields with the server's time", async () => {
    const app = await openTestApp(createDatabase);
    const response = await signUp(app, validSignup);
    expect(response.statusCode).toBe(201);
    const [row] = await subscribers(app);
    expect(JSON.parse(row?.data ?? "")).toEqual({
      email: "rosa@example.com",
      timestamp: "2026-06-27T12:00:00.000Z",
      source: "website_footer",
      formTime: 3000,
      jsVerified: true,
      userAgent: "Test Browser 1.0",
    });
  });
});
