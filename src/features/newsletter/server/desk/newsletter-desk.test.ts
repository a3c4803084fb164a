import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import {
  newsletterDesk,
  postSignup,
  readAddresses,
  storeSignup,
} from "../../../../../tests/support/newsletter.ts";
import { readAudit } from "../../../../../tests/support/staff.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { toOfficeTime } from "../../../../platform/server/values/calendar.ts";
import { commandLine } from "../../../staff/server/write-audit.ts";
import {
  exportEveryone,
  type GrowthPoint,
  newsletterEndpoints,
} from "../../contract/newsletter-desk.ts";
import { newsletterTextSince } from "../../contract/newsletter-text.ts";
import { countSubscribers } from "../addresses/days.ts";
import { removeSubscriber } from "./manage-subscribers.ts";

describeEachDialect("the newsletter at the desk", (_open, createDatabase, engine) => {
  test("lists a signup with its evidence: time, page, words, form time, browser", async () => {
    const desk = await newsletterDesk(createDatabase);
    await postSignup(desk, "June.Park@example.com", {
      referer: "http://localhost:3000/families?token=secret",
      host: "localhost:3000",
      "user-agent": "Mozilla/5.0 (iPad; CPU OS 18_5) Version/18.5 Safari/604.1",
    });
    await desk.list();
    const { subscribers, count, isCountExact } = await desk.get(newsletterEndpoints.list);
    expect({ count, isCountExact }).toEqual({ count: 1, isCountExact: true });
    expect(subscribers).toMatchObject([
      { email: "june.park@example.com", state: "reader", source: "footer", page: "/families" },
    ]);
    const detail = await desk.get(newsletterEndpoints.read, subscribers[0]?.id);
    expect(detail.consents).toMatchObject([
      {
        at: new Date(desk.clock.now).toISOString(),
        page: "/families",
        words: { since: newsletterTextSince, button: "Subscribe" },
        formTime: 3000,
        passedChecks: true,
        browser: "Safari on an iPad",
        leftAt: null,
      },
    ]);
    expect(await readAudit(desk)).toContainEqual([
      "opened",
      "Lena",
      "Opened a newsletter subscriber",
      subscribers[0]?.id,
    ]);
  });

  test("filters by state, source, page and beginning, counts each, and pages by key", async () => {
    const desk = await newsletterDesk(createDatabase);
    const now = desk.clock.now;
    for (let index = 0; index < 60; index += 1) {
      await storeSignup(desk, `person${String(index).padStart(2, "0")}@example.com`, {
        at: now - hours(60 - index),
        page: index % 2 === 0 ? "/families" : "/contact",
        ...(index % 5 === 0 && { leftAt: now - 1000 }),
        ...(index % 7 === 1 && { spam: true }),
      });
    }
    await storeSignup(desk, "ann@example.com", { at: now, source: "portal_settings" });
    await desk.list();
    const first = await desk.get(newsletterEndpoints.list);
    expect(first.subscribers).toHaveLength(25);
    const emails = first.subscribers.map(({ email }) => email);
    let { next } = first;
    while (next !== null) {
      const page = await desk.get(newsletterEndpoints.list, "", { after: next });
      emails.push(...page.subscribers.map(({ email }) => email));
      next = page.next;
    }
    expect(new Set(emails).size).toBe(61);
    expect(emails).toHaveLength(61);

    const left = await desk.get(newsletterEndpoints.list, "", { state: "left", page: "/contact" });
    expect(left.count).toBe(6);
    expect(
      left.subscribers.every(({ state, page }) => state === "left" && page === "/contact"),
    ).toBe(true);
    const portal = await desk.get(newsletterEndpoints.list, "", { source: "portal" });
    expect(portal.subscribers.map(({ email }) => email)).toEqual(["ann@example.com"]);
    const found = await desk.get(newsletterEndpoints.list, "", { q: "PERSON1" });
    expect(found.count).toBe(10);
    expect(found.subscribers[0]?.email).toBe("person10@example.com");
    const both = await desk.get(newsletterEndpoints.list, "", { q: "person", state: "left" });
    expect(both.count).toBe(12);

    const counts = await desk.get(newsletterEndpoints.counts);
    expect(counts.states).toEqual({
      reader: counts.subscribers,
      "to-confirm": 0,
      left: 12,
      suppressed: 0,
      spam: expect.any(Number),
    });
    expect(counts.pages).toEqual({ "/families": 30, "/contact": 30 });
    expect(counts.sources).toMatchObject({ footer: 60, portal: 1, import: 0 });
    const rejected = await desk.staff.request(
      "GET",
      `${pathOf(newsletterEndpoints.list)}?state=maybe`,
    );
    expect(rejected.statusCode).toBe(400);
  });

  test("counts subscribers by day in the company's time zone, including earlier ones", async () => {
    const desk = await newsletterDesk(createDatabase);
    // Noon of June 27 in UTC is six in the morning in Denver.
    const { now } = desk.clock;
    await storeSignup(desk, "a@example.com", { at: now - days(3), leftAt: now - days(1) });
    // Still the previous day in Denver.
    await storeSignup(desk, "b@example.com", { at: now - hours(7) });
    await storeSignup(desk, "b@example.com", { at: now - hours(5) });
    // Left, and came back.
    await storeSignup(desk, "c@example.com", { at: now - days(6), leftAt: now - days(4) });
    await storeSignup(desk, "c@example.com", { at: now - days(2) });
    await storeSignup(desk, "d@example.com", { at: now - days(200) });
    await storeSignup(desk, "e@example.com", { at: now - days(2), spam: true });
    await desk.list();
    const { points } = await desk.get(newsletterEndpoints.growth, "", { days: "7" });
    const short = ({ to, subscribers, joined, left }: GrowthPoint) => [
      to,
      subscribers,
      joined,
      left,
    ];
    expect(points.map(short)).toEqual([
      ["2026-06-21", 2, 1, 0],
      ["2026-06-22", 2, 0, 0],
      ["2026-06-23", 1, 0, 1],
      ["2026-06-24", 2, 1, 0],
      ["2026-06-25", 3, 1, 0],
      ["2026-06-26", 3, 1, 1],
      ["2026-06-27", 3, 0, 0],
    ]);
    const subscribers = await desk.database.db
      .selectFrom("newsletter_addresses")
      .select("email")
      .where("state", "=", "reader")
      .execute();
    expect(await countSubscribers(desk.database.db)).toBe(subscribers.length);
    for (const [range, parts] of [
      ["30", 6],
      ["90", 6],
      ["365", 12],
    ] as const) {
      const growth = await desk.get(newsletterEndpoints.growth, "", { days: range });
      expect(growth.points).toHaveLength(parts);
      expect(growth.points.at(-1)?.subscribers).toBe(3);
    }
    const csv = await desk.staff.request(
      "GET",
      `${pathOf(newsletterEndpoints.growthExport)}?days=7`,
    );
    expect(csv.body.split("\r\n").slice(0, 2)).toEqual([
      "\uFEFFfrom,to,readers,new,left",
      "2026-06-21,2026-06-21,2,1,0",
    ]);
  });

  test("adds an address with its note, but none that is listed, left or is suppressed", async () => {
    const desk = await newsletterDesk(createDatabase);
    const add = (email: string, note = "On paper at the library") =>
      desk.post(newsletterEndpoints.add, { email, note });
    const added = await add(" Bea@Example.com ");
    expect(added.statusCode).toBe(200);
    expect(added.json()).toMatchObject({
      email: "bea@example.com",
      state: "reader",
      source: "staff",
      how: "On paper at the library",
      consents: [{ note: "On paper at the library", addedBy: "Lena", passedChecks: null }],
    });
    expect((await add("bea@example.com")).json().fields.email).toContain("already on the list");
    expect((await add("no address")).json().fields).toEqual({ email: "Email is invalid." });
    expect((await add("x@example.com", " ")).json().fields.note).toContain("how they agreed");
    const { id } = added.json();
    expect((await desk.post(newsletterEndpoints.remove, undefined, id)).json()).toMatchObject({
      state: "left",
      how: "staff",
    });
    expect((await add("bea@example.com")).json().fields.email).toContain("unsubscribed");
    await desk.post(newsletterEndpoints.suppress, { reason: "Asked by phone" }, id);
    expect((await add("bea@example.com")).json().fields.email).toContain("suppressed");
    const acts = (await readAudit(desk)).map(([, , what]) => what);
    expect(acts).toEqual([
      "Added a subscriber",
      "Unsubscribed an address",
      "Suppressed an address",
    ]);
    expect(JSON.stringify(await readAudit(desk))).not.toContain("bea@example.com");
    expect(await countSubscribers(desk.database.db)).toBe(0);
  });

  test("two staff members who remove the same subscriber count once", async () => {
    const desk = await newsletterDesk(createDatabase);
    await storeSignup(desk, "a@example.com", { at: desk.clock.now - 1000 });
    await desk.list();
    const remove = () =>
      desk.database.write((trx) =>
        removeSubscriber(trx, commandLine, "a@example.com", desk.clock.now),
      );
    const counts = await Promise.all([remove(), remove()]);
    expect(counts.toSorted()).toEqual([0, 1]);
    expect(await countSubscribers(desk.database.db)).toBe(0);
  });

  test("exports what the filter shows, with the second factor, and audits it", async () => {
    const desk = await newsletterDesk(createDatabase);
    await storeSignup(desk, "=cmd@example.com", { at: desk.clock.now, page: "/press" });
    await storeSignup(desk, "left@example.com", { at: 1, leftAt: 2 });
    await desk.list();
    const path = pathOf(newsletterEndpoints.export);
    const csv = await desk.staff.request("GET", path);
    expect(csv.headers["content-type"]).toContain("text/csv");
    const since = toOfficeTime(desk.clock.now).toString({
      smallestUnit: "second",
      timeZoneName: "never",
    });
    expect(csv.body.split("\r\n")).toEqual([
      "\uFEFFemail,state,since (America/Denver),source,page,note",
      `'=cmd@example.com,Subscribed,${since},Footer,/press,`,
      "",
    ]);
    const left = await desk.staff.request("GET", `${path}?format=ndjson&state=left`);
    expect(JSON.parse(left.body)).toMatchObject({ email: "left@example.com" });
    const all = `${path}?format=ndjson&${exportEveryone}=1`;
    const lines = (await desk.staff.request("GET", all)).body.trim();
    expect(lines.split("\n").map((line) => JSON.parse(line).email)).toEqual([
      "=cmd@example.com",
      "left@example.com",
    ]);
    expect((await readAudit(desk)).map(([kind, , what]) => [kind, what])).toEqual([
      ["export", "Exported addresses of the newsletter as CSV"],
      ["export", "Exported addresses of the newsletter as NDJSON"],
      ["export", "Exported addresses of the newsletter as NDJSON"],
    ]);
    desk.clock.now += 16 * 60 * 1000;
    expect((await desk.staff.request("GET", path)).statusCode).toBe(403);
  });

  if (engine !== "sqlite") return;

  test.each([
    ["another site", "https://evil.example/families"],
    ["a path that the site does not have", "http://localhost:3000/made-up"],
    ["no address", "nothing"],
  ])("stores no page for a signup from %s", async (_what, referer) => {
    const desk = await newsletterDesk(createDatabase);
    await postSignup(desk, "a@example.com", { referer, host: "localhost:3000" });
    await desk.list();
    expect(await readAddresses(desk)).toMatchObject([{ page: "" }]);
  });

  test("shows only what is known about signups from older versions", async () => {
    const desk = await newsletterDesk(createDatabase);
    await storeSignup(desk, "old@example.com", { at: desk.clock.now - days(300) });
    await desk.list();
    const { subscribers } = await desk.get(newsletterEndpoints.list);
    const { consents } = await desk.get(newsletterEndpoints.read, subscribers[0]?.id);
    expect(consents).toMatchObject([{ page: "", words: null, formTime: 3000 }]);
  });
});
