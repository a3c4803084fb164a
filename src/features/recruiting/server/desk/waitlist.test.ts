import { expect, test } from "vitest";
import { indexAllApplications } from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { readAudit, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { makeReference } from "../../../../platform/server/values/reference.ts";
import { clearSpam, markAsSpam } from "../../../messages/server/forms/review.ts";
import { intakeNames, type Track, tracks } from "../../contract/recruiting-endpoints.ts";
import { type WaitlistPage, waitlistEndpoints } from "../../contract/waitlist.ts";
import { makeWaitlistEntries } from "../applicants/waitlist-entries.ts";

const marketsPath = pathOf(waitlistEndpoints.markets);
const listPath = pathOf(waitlistEndpoints.list);
const notifyPath = pathOf(waitlistEndpoints.notify);
const settings = { RATE_LIMITS: "off" };

interface Asking {
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  readonly zip: string;
  readonly track?: Track;
}

async function ask({ app }: TestApp, { track = "care", ...answers }: Asking): Promise<void> {
  const fields = { email: "", phone: "", consent: "yes", ...answers };
  const { getStarted } = tracks[track];
  const body = { ...fields, [intakeNames.step]: "waitlist" };
  const response = await new TestBrowser(app).post(getStarted, body);
  if (response.statusCode !== 200) throw new Error(response.body);
}

const people: readonly Asking[] = [
  { name: "Ann Sutter", email: "ann@example.com", zip: "81001" },
  { name: "Ann S.", email: "ANN@example.com", zip: "81003" },
  { name: "Bo Reyes", phone: "719-555-0101", zip: "81002" },
  { name: "Vera Holm", email: "vera@example.com", zip: "81004", track: "pro" },
  { name: "Omar Said", email: "omar@example.com", zip: "81501" },
];

function readEmails({ database }: TestApp) {
  return database.db
    .selectFrom("mail_outbox")
    .select(["recipient", "text"])
    .where("kind", "=", "waitlist-open")
    .orderBy("id")
    .execute();
}

describeEachDialect("the waiting list", (_open, createDatabase) => {
  test("people are found after thousands of other submissions, and after an idle run", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { database } = testApp;
    const others = Array.from({ length: 6000 }, () => ({
      id: orderedId(),
      collection: "ContactForm",
      reference: makeReference(),
      data: "{}",
      email: "",
      created_at: testApp.clock.now,
      spam_reason: null,
    }));
    for (let index = 0; index < others.length; index += 1000) {
      const part = others.slice(index, index + 1000);
      await database.write((trx) => trx.insertInto("submissions").values(part).execute());
    }
    await ask(testApp, { name: "Ann Sutter", email: "ann@example.com", zip: "81001" });
    const count = async () =>
      (await database.db.selectFrom("waitlist_people").select("id").execute()).length;
    // The first run reads only the first thousands.
    expect(await makeWaitlistEntries(database)).toBe(true);
    expect(await count()).toBe(0);
    while (await makeWaitlistEntries(database));
    expect(await count()).toBe(1);
    expect(await makeWaitlistEntries(database)).toBe(true);
    while (await makeWaitlistEntries(database));
    await ask(testApp, { name: "Bo Reyes", phone: "719-555-0101", zip: "81002" });
    while (await makeWaitlistEntries(database));
    expect(await count()).toBe(2);
  });

  test("counts people by market, filters, and notifies each of them once when we open", async () => {
    const options = await createDatabase("with tables");
    const closed = await openTestApp(async () => options, settings, undefined, {
      openMarkets: ["802"],
    });
    for (const person of people) {
      closed.clock.now += 1000;
      await ask(closed, person);
    }
    await indexAllApplications(closed);
    const noor = await signInStaff(closed, ["recruiter"], "Noor Aziz");
    const pueblo = { market: "810", people: 3, withEmail: 2, isOpen: false };
    expect((await noor.request("GET", marketsPath)).json().markets).toMatchObject([
      pueblo,
      { market: "815", people: 1, withEmail: 1, isOpen: false },
    ]);
    for (const [query, names] of [
      ["", people.map(({ name }) => name)],
      ["market=810&track=pro", ["Vera Holm"]],
      ["market=815", ["Omar Said"]],
      ["told=yes", []],
    ] as const) {
      const page: WaitlistPage = (await noor.request("GET", `${listPath}?${query}`)).json();
      expect([query, page.people.map(({ name }) => name)]).toEqual([query, names]);
    }
    const asked = { market: "810", by: "email" };
    const early = await noor.request("POST", notifyPath, asked);
    expect([early.statusCode, early.json().code]).toEqual([409, "market-closed"]);

    const open = await openTestApp(async () => options, settings, undefined, {
      openMarkets: ["802", "810"],
    });
    const lena = await signInStaff(open, ["recruiter"], "Lena Sato");
    expect((await lena.request("POST", notifyPath, { ...asked, track: "care" })).json()).toEqual({
      told: 1,
      left: 0,
    });
    expect((await lena.request("POST", notifyPath, asked)).json()).toEqual({ told: 1, left: 0 });
    expect((await lena.request("POST", notifyPath, asked)).json()).toEqual({ told: 0, left: 0 });
    const emails = await readEmails(open);
    expect(emails.map(({ recipient }) => recipient)).toEqual([
      "ann@example.com",
      "vera@example.com",
    ]);
    expect(emails[1]?.text).toContain(tracks.pro.getStarted);
    // People without an address are called; that is audited, too.
    const left: WaitlistPage = (await lena.request("GET", `${listPath}?market=810`)).json();
    expect(left.people.map(({ name }) => name)).toEqual(["Bo Reyes"]);
    const called = { market: "810", by: "phone", only: left.people.map(({ id }) => id) };
    expect((await lena.request("POST", notifyPath, called)).json()).toEqual({ told: 1, left: 0 });
    const told: WaitlistPage = (await lena.request("GET", `${listPath}?told=yes`)).json();
    expect(told.people.map((one) => [one.name, one.told?.by])).toEqual([
      ["Ann Sutter", "email"],
      ["Ann S.", "email"],
      ["Bo Reyes", "phone"],
      ["Vera Holm", "email"],
    ]);
    expect((await readAudit(open)).map(([, who, what]) => [who, what])).toEqual([
      ["Lena Sato", "Told 1 person by email that we are open: Pueblo"],
      ["Lena Sato", "Told 1 person by email that we are open: Pueblo"],
      ["Lena Sato", "Told 1 person by phone that we are open: Pueblo"],
    ]);
    const path = `${pathOf(waitlistEndpoints.export)}?market=815&format=ndjson`;
    expect((await lena.request("GET", path)).json()).toMatchObject({ name: "Omar Said" });
  });

  test("leaves out what is marked as spam", async () => {
    const testApp = await openTestApp(createDatabase, settings, undefined, {
      openMarkets: ["802"],
    });
    const [first] = people;
    if (first) await ask(testApp, first);
    await indexAllApplications(testApp);
    const noor = await signInStaff(testApp, ["recruiter"]);
    const count = async () => (await noor.request("GET", listPath)).json<WaitlistPage>().count;
    const [{ reference } = { reference: "" }] = await testApp.submissions();
    expect(await count()).toBe(1);
    await markAsSpam(testApp.database, reference, testApp.clock.now);
    expect(await count()).toBe(0);
    await clearSpam(testApp.database, reference, testApp.clock.now, testApp.context);
    expect(await count()).toBe(1);
  });

  test("shows one page after another", async () => {
    const testApp = await openTestApp(createDatabase, settings, undefined, {
      openMarkets: ["802"],
    });
    for (let sent = 0; sent < 55; sent += 1) {
      testApp.clock.now += sent % 2;
      await ask(testApp, { name: `Person ${sent}`, email: `p${sent}@example.com`, zip: "81001" });
    }
    await indexAllApplications(testApp);
    const noor = await signInStaff(testApp, ["recruiter"]);
    const first: WaitlistPage = (await noor.request("GET", listPath)).json();
    expect([first.people.length, first.count]).toEqual([50, 55]);
    const url = `${listPath}?after=${first.next}`;
    const second: WaitlistPage = (await noor.request("GET", url)).json();
    const seen = [...first.people, ...second.people].map(({ id }) => id);
    expect([new Set(seen).size, second.next]).toEqual([55, null]);
  });
});
