import { expect, test } from "vitest";
import { makeAllCases } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { type SignedIn, signUp } from "../../../../../tests/support/portal.ts";
import { signInAgain, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, readEndpoint, withId } from "../../../../platform/contract/define-endpoint.ts";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { usualHolidays } from "../../../messages/contract/holidays.ts";
import { askEndpoints } from "../../contract/ask-endpoints.ts";
import { type RequestDetail, requestChanges, requestEndpoints } from "../../contract/desk.ts";
import { providerEndpoints } from "../../contract/providers.ts";
import { requestLimits } from "../../contract/requests.ts";
import { describeLook, findLookTime } from "./look-time.ts";

/** Friday, November 20, 2026, 10 am in Denver. */
const friday = Date.parse("2026-11-20T17:00:00Z");

/** A native post, as browsers send it with and without scripts. */
function post(person: SignedIn, fields: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(fields).toString() as unknown as object;
  return person.request("POST", paths.askForHelp, body, {
    "content-type": "application/x-www-form-urlencoded",
  });
}

function hiddenOf(html: string, value: string): Record<string, string> {
  const form = [...html.matchAll(/<form[\s\S]*?<\/form>/g)].map(([one]) => one);
  const own = form.find((one) => one.includes(`value="${value}"`)) ?? "";
  return Object.fromEntries(
    [...own.matchAll(/<input type="hidden"[^>]*>/g)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)?.[1] ?? "",
      /value="([^"]*)"/.exec(tag)?.[1] ?? "",
    ]),
  );
}

const ride = { kind: "ride", when: "day", day: "2026-11-23", part: "morning", note: "Bad knee" };

async function ask(person: SignedIn, fields: Readonly<Record<string, string>> = ride) {
  const check = await post(person, { ...fields, _act: "check" });
  expect(check.statusCode).toBe(200);
  const sent = hiddenOf(check.body, "send");
  const response = await post(person, { ...sent, _act: "send" });
  return { check, sent, response };
}

async function listOwn(person: SignedIn) {
  return (await person.request("GET", pathOf(askEndpoints.list))).json();
}

async function openSite(createDatabase: Parameters<typeof openTestApp>[0]) {
  const site = await openTestApp(createDatabase);
  site.clock.now = friday;
  const ruth = await signUp(site.app);
  const imani = await signInStaff(site, ["agent"], "Imani Bell");
  return { site, ruth, imani };
}

async function readAtDesk({ site }: { site: TestApp }, id: string): Promise<RequestDetail> {
  const imani = await signInAgain(site, "Imani Bell");
  const response = await imani?.request("GET", pathOf(withId(requestEndpoints.read, id)));
  return response?.json() as RequestDetail;
}

/** @returns the message of the rejection; undefined if the change was made */
async function tryAtDesk(
  opened: { site: TestApp },
  id: string,
  name: keyof typeof requestChanges,
  body: object = {},
): Promise<string | undefined> {
  const { version } = await readAtDesk(opened, id);
  const imani = await signInAgain(opened.site, "Imani Bell");
  const { method, path } = readEndpoint(withId(requestChanges[name], id));
  const response = await imani?.request(method, path, { version, ...body });
  return response?.statusCode === 200 ? undefined : response?.json().message;
}

async function changeAtDesk(...change: Parameters<typeof tryAtDesk>) {
  expect(await tryAtDesk(...change)).toBeUndefined();
}

async function countEmails({ database: { db } }: TestApp): Promise<number> {
  const emails = db.selectFrom("mail_outbox").where("kind", "like", "request-%");
  return (await emails.select("id").execute()).length;
}

describeEachDialect("asking for help", (_open, createDatabase) => {
  test("is read back, sent once, suggested, accepted and canceled", async () => {
    const opened = await openSite(createDatabase);
    const { site, ruth } = opened;
    const page = await ruth.request("GET", paths.askForHelp);
    expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(page.body).toContain("303-555-0101");
    const { check, sent, response } = await ask(ruth);
    expect(check.body).toContain(
      "You ask for “Ride to an appointment”, on Monday, November 23, in the morning, at Boulder, CO 80302. We may call you at 303-555-0101.",
    );
    expect([response.statusCode, response.headers.location]).toEqual([
      303,
      `${paths.askForHelp}?said=asked`,
    ]);
    await post(ruth, { ...sent, _act: "send" });
    const [asked, ...others] = await listOwn(ruth);
    expect(others).toEqual([]);
    expect(asked).toMatchObject({
      state: "asked",
      shown: "We are looking for someone.",
      lookedAt: "today by 11:00 am",
    });
    const documents = site.database.db.selectFrom("completed_requests").selectAll();
    expect(await documents.execute()).toEqual([]);
    expect(await readAtDesk(opened, asked.id)).toMatchObject({
      state: "asked",
      customerNote: "Bad knee",
      time: { day: "2026-11-23", clock: "08:00", until: "12:00" },
      wish: "on Monday, November 23, in the morning",
      dueAt: new Date(friday + 3_600_000).toISOString(),
    });

    const time = { day: "2026-11-24", clock: "09:00", until: "" };
    await changeAtDesk(opened, asked.id, "propose", { time, price: 1800 });
    const shown = await ruth.request("GET", paths.askForHelp);
    expect(shown.body).toContain(
      "We suggest Tuesday, November 24, 9:00 am. The price is $18.00. Is that right for you?",
    );
    const answer = hiddenOf(shown.body, "accept");
    // Staff suggest another time before she answers: she has not seen it.
    await changeAtDesk(opened, asked.id, "propose", { time, price: 1900 });
    const late = await post(ruth, { ...answer, _act: "accept" });
    expect(late.statusCode).toBe(409);
    const newest = await ruth.request("GET", paths.askForHelp);
    const accepted = await post(ruth, { ...hiddenOf(newest.body, "accept"), _act: "accept" });
    expect(accepted.headers.location).toContain("said=accepted");
    expect(await documents.execute()).toMatchObject([
      { id: asked.id, request_title: "Ride to an appointment", price_cents: 1900 },
    ]);

    const cancel = hiddenOf((await ruth.request("GET", paths.askForHelp)).body, "cancel");
    site.clock.now = Date.parse("2026-11-24T16:30:00Z");
    const begun = await post(ruth, { ...cancel, _act: "cancel" });
    expect([begun.statusCode, begun.body]).toEqual([
      422,
      expect.stringContaining("It has already begun."),
    ]);
    site.clock.now = friday;
    await post(ruth, { ...cancel, _act: "cancel" });
    expect(await listOwn(ruth)).toMatchObject([
      { state: "canceled", shown: "Canceled by you: You canceled it." },
    ]);
    const own = await ruth.request("GET", `/api/portal/requests/${asked.id}`);
    expect(own.json()).toMatchObject({ requestCompleted: false, canceled: "You canceled it." });
  });

  test("names what is missing, and has limits", async () => {
    const { site, ruth } = await openSite(createDatabase);
    const wrong = async (fields: Readonly<Record<string, string>>) => {
      const response = await post(ruth, { ...fields, _act: "check" });
      expect(response.statusCode).toBe(422);
      return response.body;
    };
    expect(await wrong({})).toContain("Choose what you need.");
    expect(await wrong({ kind: "other", when: "soon" })).toContain("Write what you need.");
    expect(await wrong({ ...ride, day: "2026-11-19" })).toContain("That day is over.");
    expect(await wrong({ ...ride, day: "2028-01-01" })).toContain("within the next year");
    expect(await wrong({ kind: "ride", when: "weekly", part: "evening" })).toContain(
      "Choose the day of the week.",
    );
    expect(await wrong({ ...ride, words: "x".repeat(200) })).toContain("120 characters or fewer");
    for (let count = 0; count < requestLimits.openAsks; count += 1) {
      await ask(ruth, { kind: "meals", when: "soon" });
    }
    const { response } = await ask(ruth, { kind: "meals", when: "soon" });
    expect(response.body).toContain("You have already asked for 5 things.");
    const walter = await signUp(site.app, { email: "walter@example.com" });
    const { sent } = await ask(walter, {
      kind: "meals",
      when: "weekly",
      weekDay: "Monday",
      part: "morning",
    });
    const [one] = await listOwn(walter);
    expect(one).toMatchObject({ wish: "every Monday in the morning" });
    // Another person's request is not found.
    expect((await post(ruth, { _act: "cancel", _id: one.id })).statusCode).toBe(404);
    await site.database.write((trx) =>
      trx
        .updateTable("accounts")
        .set({ disabled_at: friday })
        .where("uid", "=", walter.uid)
        .execute(),
    );
    const locked = await post(walter, {
      ...sent,
      _id: sent._id?.replace(/.$/, "0") ?? "",
      _act: "send",
    });
    expect([locked.statusCode, locked.headers.location]).toEqual([
      303,
      "/portal/login?next=%2Fportal%2Fask-for-help",
    ]);
    expect(await listOwn(walter)).toHaveLength(1);
  });

  test("leads to messages about the request, and to emails that can be switched off", async () => {
    const opened = await openSite(createDatabase);
    const { site, ruth } = opened;
    await ask(ruth);
    const [{ id }] = await listOwn(ruth);
    await post(ruth, { _act: "message", _id: id, message: "Please come at nine." });
    await makeAllCases(site);
    const detail = await readAtDesk(opened, id);
    expect(detail.messages).toHaveLength(1);
    const cases = await site.database.db.selectFrom("cases").select("reference").execute();
    expect(cases).toEqual([{ reference: detail.messages[0] }]);
    await post(ruth, { _act: "emails", "email-receipt": "on" });
    await changeAtDesk(opened, id, "book");
    site.clock.now = friday + days(4);
    const done = { day: "2026-11-23", clock: "11:00", price: null } as const;
    await changeAtDesk(opened, id, "complete", { ...done, sendsReceipt: true });
    const emails = await site.database.db
      .selectFrom("mail_outbox")
      .select("kind")
      .where("kind", "like", "request-%")
      .execute();
    expect(emails).toEqual([{ kind: "request-receipt" }]);
    const again = await signUp(site.app, { email: "other@example.com" });
    const more = { _act: "message", message: "Where are you?" };
    for (const act of [{ _act: "good" }, more]) {
      expect((await post(again, { ...act, _id: id })).statusCode).toBe(404);
    }
    await site.database.write((trx) =>
      trx
        .updateTable("sessions")
        .set({ expires_at: site.clock.now + days(1) })
        .execute(),
    );
    await post(ruth, { _act: "not-good", _id: id });
    await makeAllCases(site);
    await post(ruth, { _act: "good", _id: id });
    expect(await readAtDesk(opened, id)).toMatchObject({
      feedback: "not-good",
      messages: [expect.any(String), expect.any(String)],
    });
  });

  test("promises nothing before it is booked, and can be opened again", async () => {
    const opened = await openSite(createDatabase);
    const { site, ruth, imani } = opened;
    const nadia = { name: "Nadia K.", phone: "", markets: [], trades: [] };
    const providerId = (await imani.request("POST", pathOf(providerEndpoints.add), nadia)).json()
      .id;
    await ask(ruth);
    const [{ id }] = await listOwn(ruth);
    const details = {
      title: "Ride to the dentist",
      kind: "ride",
      time: { day: "2026-11-24", clock: "09:00", until: "" },
      providerId: "",
      price: 1800,
      address: "",
      phone: "",
      providerNote: "",
      privateNote: "",
    };
    await changeAtDesk(opened, id, "edit", details);
    await changeAtDesk(opened, id, "assign", { providerId });
    expect(await countEmails(site)).toBe(0);
    expect(await listOwn(ruth)).toMatchObject([{ shown: "We are looking for someone." }]);
    const done = { day: "2026-11-20", clock: "09:00", price: null, sendsReceipt: false };
    expect(await tryAtDesk(opened, id, "complete", done)).toBe(
      "Only a booked request can be completed.",
    );
    expect((await post(ruth, { _act: "good", _id: id })).statusCode).toBe(409);
    await changeAtDesk(opened, id, "cancel", { by: "us", reason: "Nobody is free" });
    expect(await tryAtDesk(opened, id, "edit", details)).toBe(
      "This request is canceled. Reopen it first.",
    );
    await changeAtDesk(opened, id, "reopen");
    expect(await readAtDesk(opened, id)).toMatchObject({ state: "asked" });
    const documents = site.database.db.selectFrom("completed_requests").selectAll();
    expect(await documents.execute()).toEqual([]);
  });

  test("a declined suggestion is open again, without its time, for staff to look at", async () => {
    const opened = await openSite(createDatabase);
    const { site, ruth } = opened;
    await ask(ruth);
    const [{ id }] = await listOwn(ruth);
    const time = { day: "2026-11-24", clock: "09:00", until: "" };
    await changeAtDesk(opened, id, "propose", { time, price: 1800 });
    expect(await readAtDesk(opened, id)).toMatchObject({ state: "proposed", dueAt: null });
    await post(ruth, { _act: "decline", _id: id });
    expect(await readAtDesk(opened, id)).toMatchObject({
      state: "asked",
      time: null,
      dueAt: new Date(friday + hours(1)).toISOString(),
    });
    await post(ruth, { _act: "cancel", _id: id });
    expect(await listOwn(ruth)).toMatchObject([{ state: "canceled" }]);
    site.clock.now += days(15);
    const kept = { expires_at: site.clock.now + days(1) };
    await site.database.write((trx) => trx.updateTable("sessions").set(kept).execute());
    expect(await listOwn(ruth)).toEqual([]);
  });

  test("is by the clock of the customer, ten times a day at most", async () => {
    const opened = await openSite(createDatabase);
    const { site } = opened;
    const ana = await signUp(site.app, { email: "ana@example.com", state: "NY", zip: "10001" });
    for (let count = 0; count < requestLimits.asksPerDay; count += 1) {
      await ask(ana);
      const [{ id }] = await listOwn(ana);
      const { startsAt } = await readAtDesk(opened, id);
      expect(startsAt).toBe("2026-11-23T13:00:00.000Z");
      await post(ana, { _act: "cancel", _id: id });
    }
    expect((await ask(ana)).response.statusCode).toBe(429);
    site.clock.now += days(1);
    expect((await ask(ana)).response.statusCode).toBe(303);
  });
});

test("staff look at what was asked within an hour in which the phone is answered", () => {
  const look = (time: string) => {
    const now = Date.parse(time);
    return describeLook(findLookTime(now, usualHolidays), now);
  };
  expect(look("2026-11-20T10:00:00-07:00")).toBe("today by 11:00 am");
  expect(look("2026-11-20T20:30:00-07:00")).toBe("tomorrow by 8:00 am");
  expect(look("2026-11-20T23:00:00-07:00")).toBe("tomorrow by 8:00 am");
  expect(look("2026-11-20T05:00:00-07:00")).toBe("today by 8:00 am");
  // Thanksgiving.
  expect(look("2026-11-25T22:00:00-07:00")).toBe("on Friday by 8:00 am");
});
