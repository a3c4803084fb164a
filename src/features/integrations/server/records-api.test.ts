import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { indexAllApplications } from "../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { openMailCase } from "../../../../tests/support/inbound-mail.ts";
import { postSignup } from "../../../../tests/support/newsletter.ts";
import { askForDeletion } from "../../../../tests/support/privacy.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { readAudit, signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../platform/contract/define-endpoint.ts";
import { days, minutes } from "../../../platform/contract/durations.ts";
import { inboxEndpoints } from "../../messages/contract/inbox-endpoints.ts";
import { markAsSpam } from "../../messages/server/forms/review.ts";
import { listNewSignups } from "../../newsletter/server/list-new-signups.ts";
import { tracks } from "../../recruiting/contract/recruiting-endpoints.ts";
import {
  type ApiTokenListResponse,
  type ApiTokenResponse,
  apiTokenEndpoints,
  type NamedScope,
  tokenPattern,
} from "../contract/api-tokens.ts";
import {
  type MessageRecord,
  type RecordPage,
  recordsApiEndpoints,
  type SubscriberRecord,
} from "../contract/records-api.ts";
import { sweepApiTokens } from "./manage-tokens.ts";

const helen = { name: "Helen Brandt", email: "helen@example.com", phone: "", message: "Hello" };
const paths = {
  messages: pathOf(recordsApiEndpoints.messages),
  applications: pathOf(recordsApiEndpoints.applications),
  subscribers: pathOf(recordsApiEndpoints.subscribers),
  deletions: pathOf(recordsApiEndpoints.deletions),
};

describeEachDialect("reading records with a token", (_open, createDatabase, engine) => {
  async function openSite(settings: Readonly<Record<string, string>> = { RATE_LIMITS: "off" }) {
    const site = await openTestApp(createDatabase, settings);
    const admin = await signInStaff(site, ["admin"], "Ada Min");
    const make = async (...scopes: NamedScope[]): Promise<ApiTokenResponse> => {
      const body = { name: "CRM", scopes, days: 30 };
      const response = await admin.request("POST", pathOf(apiTokenEndpoints.make), body);
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json();
    };
    const get = (path: string, token: string) =>
      site.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });
    return { ...site, admin, make, get };
  }

  test("lists messages oldest first, page by page, each once, including new arrivals", async () => {
    const site = await openSite();
    const { token } = await site.make("messages");
    const references: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      references.push(await submitForm(site, { ...helen, message: `Message ${count}` }));
    }
    await makeAllCases(site);
    await markAsSpam(site.database, references[1] ?? "", site.clock.now);
    await askForDeletion(site);
    const read: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page: RecordPage<MessageRecord> = (
        await site.get(`${paths.messages}?limit=2&after=${next}`, token)
      ).json();
      read.push(...page.records.map(({ reference }) => reference));
      next = page.next;
      if (read.length === 2) {
        references.push(await submitForm(site, { ...helen, message: "Meanwhile" }));
        await makeAllCases(site);
      }
    }
    expect(read).toEqual(references.filter((_, index) => index !== 1));
    const spam = (await site.get(`${paths.messages}?status=spam`, token)).json();
    expect(spam.records).toMatchObject([
      { reference: references[1], isSpam: true, answerDueAt: null },
    ]);
    const one = pathOf(withId(recordsApiEndpoints.message, references[0] ?? ""));
    expect((await site.get(one, token)).json()).toMatchObject({
      reference: references[0],
      form: "contact",
      status: "new",
      answerDueAt: expect.stringMatching(/^2026-0[67]/),
      contents: { ...helen, message: "Message 0" },
      conversation: [],
    });
  });

  test("shows what the person and staff wrote to each other, and no staff notes", async () => {
    const site = await openSite();
    const { token } = await site.make("messages");
    const { reference, reply, imani } = await openMailCase(site);
    const note = { text: "Her son pays.", mentions: [] };
    await imani.request("POST", pathOf(withId(inboxEndpoints.addNote, reference)), note);
    await reply();
    const { body } = await site.get(pathOf(withId(recordsApiEndpoints.message, reference)), token);
    expect(JSON.parse(body).conversation).toMatchObject([{ from: "staff", text: "Which phone?" }]);
    expect(body).not.toContain(note.text);
  });

  test("finds records since a time that were numbered out of order", async () => {
    const site = await openSite();
    const { token } = await site.make("messages");
    const references: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      references.push(await submitForm(site, { ...helen, message: `Message ${count}` }));
      await makeAllCases(site);
      site.clock.now += minutes(1);
    }
    // Another node stored three of them, in the middle, some minutes late.
    const isLate = (index: number) => index >= 3 && index <= 5;
    const created_at = site.clock.now - minutes(8);
    const late = references.filter((_, index) => isLate(index));
    await site.database.write((trx) =>
      trx.updateTable("cases").set({ created_at }).where("reference", "in", late).execute(),
    );
    const since = new Date(site.clock.now - minutes(6)).toISOString();
    const { records } = (await site.get(`${paths.messages}?since=${since}`, token)).json();
    const found = records.map(({ reference }: MessageRecord) => reference);
    expect(found).toEqual(references.filter((_, index) => index >= 2 && !isLate(index)));
  });

  test("starts at a time and filters by form and status", async () => {
    const site = await openSite();
    const { token } = await site.make("messages");
    for (let day = 0; day < 8; day += 1) {
      await submitForm(site, { ...helen, message: `Day ${day}` });
      await makeAllCases(site);
      site.clock.now += days(1);
    }
    const since = new Date(site.clock.now - days(3)).toISOString();
    const read = async (query: string) =>
      (await site.get(`${paths.messages}?${query}`, token))
        .json()
        .records.map(({ contents }: { contents: { message: string } }) => contents.message);
    expect(await read(`since=${since}`)).toEqual(["Day 5", "Day 6", "Day 7"]);
    expect(await read(`since=${since}&form=contact&status=new&limit=1`)).toEqual(["Day 5"]);
    expect(await read("form=support")).toEqual([]);
    const noZone = "since=2026-11-20T09:00:00";
    for (const query of [
      "limit=0",
      "limit=101",
      "since=soon",
      noZone,
      "status=gone",
      "form=x",
      "q=a",
    ]) {
      const wrong = await site.get(`${paths.messages}?${query}`, token);
      expect([query, wrong.statusCode, wrong.json().code]).toEqual([query, 422, "invalid"]);
    }
  });

  test("reads applications, subscribers and requests about data, each with its own scope", async () => {
    const site = await openSite();
    const { token } = await site.make("applications", "newsletter", "deletion");
    const application = await new TestBrowser(site.app).apply("care", tracks.care.intake);
    await indexAllApplications(site);
    await postSignup(site, "helen@example.com");
    while (await listNewSignups(site.context));
    const deletion = await askForDeletion(site);
    const first = async (path: string) => {
      const { records } = (await site.get(path, token)).json();
      expect(records).toHaveLength(1);
      return records[0];
    };
    const applied = await first(`${paths.applications}?status=new&since=2026-01-01`);
    expect(applied).toMatchObject({ reference: application, track: "care", hasResume: false });
    expect((await site.get(`${paths.applications}?form=contact`, token)).statusCode).toBe(422);
    const subscriber = await first(`${paths.subscribers}?status=reader`);
    expect((await site.get(`${paths.subscribers}?status=left`, token)).json().records).toEqual([]);
    expect(subscriber).toMatchObject({ email: "helen@example.com", state: "reader" });
    const request = await first(`${paths.deletions}?status=identity&since=2026-01-01`);
    expect(request).toMatchObject({ reference: deletion, contents: { name: "Ruth Abernathy" } });
    for (const [endpoint, id, found] of [
      [recordsApiEndpoints.application, application, applied],
      [recordsApiEndpoints.subscriber, subscriber.id, subscriber],
      [recordsApiEndpoints.deletion, deletion, request],
    ] as const) {
      expect((await site.get(pathOf(withId(endpoint, id)), token)).json()).toEqual(found);
      expect((await site.get(pathOf(withId(endpoint, "nobody")), token)).statusCode).toBe(404);
    }
    // A request marked as spam is not listed any more.
    await markAsSpam(site.database, deletion, site.clock.now);
    await makeAllCases(site);
    expect((await site.get(paths.deletions, token)).json().records).toEqual([]);
    const spam = pathOf(withId(recordsApiEndpoints.deletion, deletion));
    expect((await site.get(spam, token)).statusCode).toBe(404);
    const outside = await site.get(paths.messages, token);
    expect([outside.statusCode, outside.json().code]).toEqual([403, "wrong-scope"]);
  });

  test("lists subscribers page by page, each once, and those since a time", async () => {
    const site = await openSite();
    const { token } = await site.make("newsletter");
    const emails = ["ann@example.com", "ben@example.com", "cleo@example.com"];
    for (const email of emails) {
      await postSignup(site, email);
      while (await listNewSignups(site.context));
      site.clock.now += days(1);
    }
    // Ids begin with the time at which they are made.
    const rows = await site.database.db
      .selectFrom("newsletter_addresses")
      .select("id")
      .orderBy("id")
      .execute();
    const start = Number.parseInt(rows[1]?.id.replace("-", "").slice(0, 12) ?? "", 16);
    const read: string[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const page: RecordPage<SubscriberRecord> = (
        await site.get(`${paths.subscribers}?limit=1&after=${next}`, token)
      ).json();
      read.push(...page.records.map(({ email }) => email));
      next = page.next;
      if (read.length > emails.length) break;
    }
    expect(read).toEqual(emails);
    const since = new Date(start).toISOString();
    const later = (await site.get(`${paths.subscribers}?since=${since}`, token)).json().records;
    expect(later.map(({ email }: SubscriberRecord) => email)).toEqual(emails.slice(1));
  });

  test("is audited once an hour for each scope, and the settings show the last use", async () => {
    const site = await openSite();
    const { token } = await site.make("messages", "deletion");
    for (let count = 0; count < 4; count += 1) {
      await site.get(paths.messages, token);
      await site.get(paths.deletions, token);
      site.clock.now += minutes(20);
    }
    const audit = (await readAudit(site)).filter(([, actor]) => actor?.startsWith("API token"));
    const line = (what: string, target: string) => ["export", "API token “CRM”", what, target];
    const hourly = [
      line("Read messages by the API", "Messages"),
      line("Read deletion cases by the API", "Deletion cases"),
    ];
    expect(audit).toEqual([...hourly, ...hourly]);
    const admin = await signInStaff(site, ["admin"], "Gil Moreno");
    const list = await admin.request("GET", pathOf(apiTokenEndpoints.list));
    expect(list.body).not.toContain(token);
    expect(list.json<ApiTokenListResponse>().tokens).toMatchObject([
      {
        name: "CRM",
        ending: token.slice(-4),
        scopes: ["cases:read", "deletion"],
        state: "active",
        createdBy: "Ada Min",
        lastUsedAt: new Date(site.clock.now - minutes(20)).toISOString(),
      },
    ]);
    // Of 30 days it lived and is listed for 30 more.
    site.clock.now += days(59);
    await site.database.write((trx) => sweepApiTokens(trx, site.clock.now));
    expect(await site.database.db.selectFrom("api_tokens").selectAll().execute()).toHaveLength(1);
    site.clock.now += days(2);
    await site.database.write((trx) => sweepApiTokens(trx, site.clock.now));
    expect(await site.database.db.selectFrom("api_tokens").selectAll().execute()).toEqual([]);
  });

  test("is limited for each token, and for addresses that guess tokens", async () => {
    const site = await openSite({});
    const { token } = await site.make("messages");
    const { token: other } = await site.make("messages");
    const statusOf = async (one: string) => (await site.get(paths.messages, one)).statusCode;
    for (let count = 0; count < 300; count += 1) await statusOf(token);
    expect([await statusOf(token), await statusOf(other)]).toEqual([429, 200]);
    for (let count = 0; count < 60; count += 1) await statusOf("wrong");
    expect([await statusOf("wrong"), await statusOf(other)]).toEqual([429, 200]);
  });

  test("a token has a name, scopes and an expiry; there are at most twenty", async () => {
    const site = await openSite();
    const send = (body: object) => site.admin.request("POST", pathOf(apiTokenEndpoints.make), body);
    const empty = await send({ name: " ", scopes: [], days: 90 });
    expect([empty.statusCode, Object.keys(empty.json().fields)]).toEqual([422, ["name", "scopes"]]);
    expect((await send({ name: "A", scopes: ["users"], days: 90 })).statusCode).toBe(400);
    expect((await send({ name: "A", scopes: ["messages"], days: 3650 })).statusCode).toBe(400);
    for (let count = 0; count < 20; count += 1) await site.make("messages");
    const full = await send({ name: "A", scopes: ["messages"], days: 365 });
    expect(full.json().code).toBe("tokens-full");
    // Expired ones make room.
    site.clock.now += days(30);
    const later = await signInStaff(site, ["admin"], "Gil Moreno");
    const body = { name: "A", scopes: ["messages"], days: 365 };
    const made = await later.request("POST", pathOf(apiTokenEndpoints.make), body);
    expect(made.statusCode).toBe(201);
  });

  test("a token is revoked once, which is audited once", async () => {
    const site = await openSite();
    const { id } = await site.make("messages");
    const revoke = async () =>
      (await site.admin.request("DELETE", pathOf(withId(apiTokenEndpoints.revoke, id)))).statusCode;
    expect([await revoke(), await revoke()]).toEqual([200, 404]);
    const lines = (await readAudit(site)).filter(([, , what]) => what?.startsWith("Revoked"));
    expect(lines).toHaveLength(1);
  });

  if (engine !== "sqlite") return;

  test("requires a valid token, accepted only in the header", async () => {
    const site = await openSite();
    const { id, token } = await site.make("messages");
    expect(token).toMatch(tokenPattern);
    const rows = await site.database.db.selectFrom("api_tokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const responseTo = async (url: string, headers: Record<string, string>) => {
      const response = await site.app.inject({ url, headers });
      return [response.statusCode, response.json().code, response.headers["www-authenticate"]];
    };
    const wrong = [401, "wrong-token", "Bearer"];
    const mistyped = `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;
    for (const endpoint of Object.values(recordsApiEndpoints)) {
      const path = pathOf(endpoint).replace(":id", "any");
      expect(await responseTo(path, {})).toEqual(wrong);
      expect(await responseTo(path, { cookie: site.admin.cookie })).toEqual(wrong);
      expect(await responseTo(`${path}?token=${token}`, {})).toEqual(wrong);
      expect(await responseTo(path, { authorization: `Basic ${token}` })).toEqual(wrong);
      expect(await responseTo(path, { authorization: `Bearer ${mistyped}` })).toEqual(wrong);
    }
    expect((await site.get(paths.messages, token)).headers).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    });
    site.clock.now += days(30);
    expect((await site.get(paths.messages, token)).json().detail).toBe("This token has expired.");
    site.clock.now -= days(30);
    await site.admin.request("DELETE", pathOf(withId(apiTokenEndpoints.revoke, id)));
    expect((await site.get(paths.messages, token)).json().detail).toBe("This token was revoked.");
  });
});
