import { sql } from "kysely";
import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { indexAllApplications, listAt } from "../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { type SignedInStaff, signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import type { CasePage } from "../../../features/messages/contract/inbox.ts";
import { inboxEndpoints } from "../../../features/messages/contract/inbox-endpoints.ts";
import { runCases } from "../../../features/messages/server/cases/run-cases.ts";
import {
  newsletterEndpoints,
  type SubscriberPage,
} from "../../../features/newsletter/contract/newsletter-desk.ts";
import { tracks } from "../../../features/recruiting/contract/recruiting-endpoints.ts";
import { runApplications } from "../../../features/recruiting/server/applicants/run-applications.ts";
import { pathOf } from "../../contract/define-endpoint.ts";
import { indexWords, type SearchIndex, searchIndexes } from "./word-index.ts";

const settings = { RATE_LIMITS: "off" };
const soren = {
  name: "Søren Østergård",
  email: "soren@example.com",
  message: "The rail is loose.",
};

async function search(staff: SignedInStaff, q: string, more = ""): Promise<CasePage> {
  const url = `${pathOf(inboxEndpoints.list)}?q=${encodeURIComponent(q)}${more}`;
  return (await staff.request("GET", url)).json();
}

async function applyNow(server: TestApp, values: Readonly<Record<string, string>>): Promise<void> {
  await new TestBrowser(server.app).apply("care", tracks.care.intake, values);
  await indexAllApplications(server);
}

describeEachDialect("search at the desk", (_open, createDatabase, engine) => {
  test("people are found with plain letters, numbers in messages, and parts of runs", async () => {
    const server = await openTestApp(createDatabase, settings);
    const email = "a@example.com";
    const messages = [
      [soren, ["Soren Ostergard", "ostergard soren", "Oestergaard"]],
      [{ name: "Łukasz Pawłowski", email, message: "Hello" }, ["lukasz", "Pawlowski"]],
      [{ name: "Jürgen Weiß", email, message: "Hello" }, ["Weiss", "Juergen"]],
      [{ name: "Siobhán O’Brien", email, message: "x" }, ["obrien", "O'Brien", "o brien"]],
      [
        { name: "Ana", email, message: "My cell is 720.555.0163, call after five." },
        ["720-555-0163", "7205550163", "(720) 555-0163", "+1 720 555 0163", "ana 555-0163"],
      ],
      [{ name: "李娜", email, message: "你好，我的电话屏幕坏了。" }, ["电话", "屏幕", "李娜"]],
      [{ name: "Somsak", email, message: "ขอโทษครับโทรศัพท์ของผมเสียแล้ว" }, ["โทรศัพท์"]],
      [{ name: "田中", email, message: "ドアの鍵が開きません" }, ["鍵", "カギが".slice(2), "ドア"]],
      [{ name: "نور", email, message: "والهاتف لا يعمل منذ أمس" }, ["هاتف", "الهاتف"]],
      [{ name: "נועה", email, message: "הטלפון שלי לא עובד" }, ["טלפון"]],
    ] as const;
    const references = new Map<string, readonly string[]>();
    for (const [values, words] of messages) references.set(await submitForm(server, values), words);
    await makeAllCases(server);
    const staff = await signInStaff(server, ["agent"]);
    for (const [reference, words] of references) {
      for (const q of words) {
        const page = await search(staff, q);
        expect([q, page.cases.map((row) => row.reference)]).toEqual([
          q,
          expect.arrayContaining([reference]),
        ]);
      }
    }
  });

  test("closed ones and spam are found, counted, and each a filter", async () => {
    const server = await openTestApp(createDatabase, settings);
    const staff = await signInStaff(server, ["agent"]);
    const all = [];
    for (const number of [1, 2, 3, 4]) {
      all.push(await submitForm(server, { ...soren, email: `soren${number}@example.com` }));
    }
    await makeAllCases(server);
    const edits = [{ status: "done" }, { isSpam: true }, { status: "done" }];
    for (const [index, edit] of edits.entries()) {
      await staff.request("PATCH", `${pathOf(inboxEndpoints.list)}/cases/${all[index]}`, {
        version: 1,
        edit,
      });
    }
    const page = await search(staff, "ostergard");
    expect(page.cases).toHaveLength(4);
    expect(page.search).toEqual({
      isSimilar: false,
      isOutsideFilters: false,
      places: { open: 1, snoozed: 0, done: 2, "taken-back": 0, merged: 0, spam: 1 },
      withoutFilters: null,
    });
    for (const [status, count] of [
      ["open", 1],
      ["done", 2],
      ["spam", 1],
      ["all", 3],
    ] as const) {
      expect((await search(staff, "ostergard", `&status=${status}`)).cases).toHaveLength(count);
    }
    const empty = await search(staff, "ostergard", "&status=waiting&form=WebSupportRequests");
    expect(empty).toMatchObject({
      cases: [],
      search: { isSimilar: false, withoutFilters: { count: 4, isExact: true } },
    });
  });

  test("a reference, email or phone number is found whatever the filters", async () => {
    const server = await openTestApp(createDatabase, settings);
    const staff = await signInStaff(server, ["agent"]);
    const phone = "(720) 555-0163";
    const done = await submitForm(server, { ...soren, phone });
    const spam = await submitForm(server, { ...soren, email: "spam@example.com" });
    await makeAllCases(server);
    for (const [reference, edit] of [
      [done, { status: "done" }],
      [spam, { isSpam: true }],
    ] as const) {
      const url = `${pathOf(inboxEndpoints.list)}/cases/${reference}`;
      await staff.request("PATCH", url, { version: 1, edit });
    }
    for (const [q, reference] of [
      [done, done],
      [done.toLowerCase(), done],
      [soren.email, done],
      ["720-555-0163", done],
      [spam, spam],
      [" SPAM@example.com ", spam],
    ] as const) {
      for (const filter of ["&status=waiting", "&form=WebSupportRequests&status=open", "&tag=x"]) {
        const page = await search(staff, q, filter);
        expect([q, filter, page.cases.map((row) => row.reference)]).toEqual([
          q,
          filter,
          [reference],
        ]);
        expect(page.search).toMatchObject({ isOutsideFilters: true });
      }
    }
    const own = await search(staff, done, "&status=done");
    expect(own).toMatchObject({ count: 1, search: { isOutsideFilters: false } });
    expect((await search(staff, "rail", "&status=waiting")).cases).toEqual([]);
  });

  test("an empty search counts what other lists hold, with permission only", async () => {
    const server = await openTestApp(createDatabase, settings);
    await applyNow(server, { firstName: "Marguerite", lastName: "Obuya" });
    await submitForm(server, soren);
    await makeAllCases(server);
    await server.database.write((trx) =>
      trx
        .insertInto("newsletter_addresses")
        .values({
          id: "00000000-0000-7000-8000-000000000001",
          email: "obuya@example.com",
          state: "reader",
          source: "staff",
          page: "",
          how: "",
          changed_at: 1,
          sync_state: "",
          sync_version: "",
        })
        .execute(),
    );
    const admin = await signInStaff(server, ["admin"], "Imani Bell");
    const agent = await signInStaff(server, ["agent"], "Otis Lee");
    const found = { count: 1, isExact: true };
    expect(await search(admin, "obuya")).toMatchObject({
      cases: [],
      elsewhere: { applications: found, newsletter: found },
    });
    expect((await search(agent, "obuya")).elsewhere).toEqual({});
    expect(await listAt(admin, "status=all&q=ostergard")).toMatchObject({
      applications: [],
      elsewhere: { inbox: found },
    });
    expect(await listAt(admin, "status=hired&q=obuya")).toMatchObject({
      applications: [],
      search: { withoutFilters: found },
      elsewhere: { newsletter: found },
    });
    const url = `${pathOf(newsletterEndpoints.list)}?state=left&q=obuya`;
    const subscribers: SubscriberPage = (await admin.request("GET", url)).json();
    expect(subscribers).toMatchObject({
      subscribers: [],
      withoutFilters: found,
      elsewhere: { applications: found },
    });
  });

  test("a name with one wrong letter is found if nothing has exactly these words", async () => {
    const server = await openTestApp(createDatabase, settings);
    const { name } = soren;
    for (let number = 0; number < 60; number += 1) {
      await submitForm(server, { ...soren, email: `s${number}@example.com` });
    }
    const other = await submitForm(server, { ...soren, name: "Ada", message: "Ostergart" });
    await makeAllCases(server);
    const staff = await signInStaff(server, ["agent"]);
    for (const q of ["Sorne Ostergard", "Ostegard", "ostergaard soren", "Osterggard"]) {
      const page = await search(staff, q);
      expect([q, page.search?.isSimilar, page.cases[0]?.name]).toEqual([q, true, name]);
      const after = encodeURIComponent(page.next ?? "");
      const more = await search(staff, q, `&after=${after}`);
      expect([page.cases.length, more.cases.length, more.next]).toEqual([50, 10, null]);
    }
    const exact = await search(staff, "ostergart");
    expect(exact.cases.map(({ reference }) => reference)).toEqual([other]);
    expect(exact.search?.isSimilar).toBe(false);
    expect((await search(staff, "kowalski")).cases).toEqual([]);
  });

  test("text that a conversation gained is found, in bounded work", async () => {
    const server = await openTestApp(createDatabase, settings);
    const references = [await submitForm(server, soren), await submitForm(server, soren)];
    await makeAllCases(server);
    const cases = await server.database.db.selectFrom("cases").select(["id"]).execute();
    const huge = `zebra ${"lorem ipsum ".repeat(80_000)}`;
    await server.database.write(async (trx) => {
      for (const [index, { id }] of cases.entries()) {
        await trx
          .insertInto("conversation_entries")
          .values(
            ["the oldest heron", huge, "the newest giraffe"].map((text, place) => ({
              id: `00000000-0000-7000-8000-0000000000${index}${place}`,
              case_id: id,
              application_id: null,
              at: 1,
              kind: "note",
              staff_id: null,
              text,
              mentions: "[]",
              via: null,
              source_key: null,
            })),
          )
          .execute();
      }
    });
    await emptyIndex(server.database, "case_words", engine);
    await makeAllCases(server);
    const staff = await signInStaff(server, ["agent"]);
    for (const q of ["heron", "zebra", "giraffe", "ostergard"]) {
      const page = await search(staff, q);
      expect(page.cases.map(({ reference }) => reference).sort()).toEqual(references.sort());
    }
  });

  test("records that an older version indexed are indexed again, and found meanwhile", async () => {
    const server = await openTestApp(createDatabase, settings);
    const { database, context } = server;
    for (let number = 0; number < 450; number += 1) {
      await submitForm(server, { ...soren, email: `s${number}@example.com` });
    }
    await applyNow(server, { firstName: "Łucja", lastName: "Weiß" });
    await makeAllCases(server);
    await database.write(async (trx) => {
      // As the older version wrote them.
      for (let number = 1; number <= 450; number += 1) {
        await indexWords(trx, engine, number, { names: "", text: "older" });
      }
      await indexWords(trx, engine, 1, { names: "", text: "older" }, "application_words");
      await trx
        .insertInto("search_rebuilds")
        .values([
          { name: "case_words", below: 451 },
          { name: "application_words", below: 2 },
        ])
        .execute();
    });
    const staff = await signInStaff(server, ["admin"]);
    const count = async (q: string) => {
      const page = await search(staff, q);
      return page.search?.places === null ? page.cases.length : page.count;
    };
    expect([await count("older"), await count("ostergard")]).toEqual([50, 0]);
    await runCases(context);
    expect(await count("ostergard")).toBe(50);
    expect(await count("older")).toBe(50);
    while (await runCases(context));
    while (await runApplications(context));
    expect(await count("older")).toBe(0);
    expect((await listAt(staff, "q=lucja weiss")).applications).toHaveLength(1);
    expect(await database.db.selectFrom("search_rebuilds").selectAll().execute()).toEqual([]);
  });
});

async function emptyIndex(
  { write }: Awaited<ReturnType<typeof openTestApp>>["database"],
  index: SearchIndex,
  engine: string,
): Promise<void> {
  expect(Object.keys(searchIndexes)).toContain(index);
  const table = sql.table(index);
  await write((trx) =>
    (engine === "postgres"
      ? sql`truncate ${table}`
      : sql`insert into ${table} (${table}) values ('delete-all')`
    ).execute(trx),
  );
}
