import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { indexAllCustomers } from "../../../../../tests/support/customers.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import {
  add,
  change,
  friday,
  later,
  openDesk,
  ride,
  send,
  subjects,
} from "../../../../../tests/support/requests.ts";
import { readAudit, type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { pathOf, withId, withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { type CustomerDetail, customerEndpoints } from "../../../customers/contract/customers.ts";
import { addRequests } from "../../../customers/server/requests/add.ts";
import {
  completeRequest,
  removeRequests,
  updateRequests,
} from "../../../customers/server/requests/change.ts";
import { type SearchResponse, searchEndpoints } from "../../../search/contract/search.ts";
import { type RequestDetail, type RequestPage, requestEndpoints } from "../../contract/desk.ts";
import { type ProviderList, providerEndpoints } from "../../contract/providers.ts";

async function list(staff: SignedInStaff, query: Readonly<Record<string, string>>) {
  const path = pathOf(withQuery(requestEndpoints.list, new URLSearchParams(query)));
  const response = await staff.request("GET", path);
  expect(response.statusCode).toBe(200);
  return (response.json() as RequestPage).requests.map(({ title }) => title);
}

function readDocument({ site }: Awaited<ReturnType<typeof openDesk>>, uid: string) {
  return site.database.db
    .selectFrom("completed_requests")
    .selectAll()
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
}

describeEachDialect("requests at the desk", (_open, createDatabase) => {
  test("are booked, assigned, completed once, reopened and canceled", async () => {
    const desk = await openDesk(createDatabase);
    const { site, rosa, nadia } = desk;
    let { imani } = desk;
    let one = await add(imani, rosa.uid);
    expect(one).toMatchObject({
      state: "booked",
      customer: "Rosa Delgado",
      timeZone: "America/Denver",
      startsAt: "2026-11-20T21:00:00.000Z",
      price: 18.5,
      time: ride.time,
      shown: "It is booked for Friday, November 20, 2:00 pm. The price is $18.50.",
    });
    expect(await readDocument(desk, rosa.uid)).toMatchObject({
      request_title: ride.title,
      assigned_to: "",
      date_completed: null,
      price_cents: 1850,
    });
    const page = await imani.request("GET", pathOf(withId(customerEndpoints.read, rosa.uid)));
    const { startsAt, timeZone } = one;
    expect((page.json() as CustomerDetail).requests).toMatchObject([{ startsAt, timeZone }]);
    one = (await change(imani, one, "assign", { providerId: nadia })).json();
    expect(one).toMatchObject({ provider: "Nadia K.", providerPhone: "303-555-0112" });

    const done = {
      day: "2026-11-20",
      clock: "14:55",
      price: 2000,
      sendsReceipt: true,
    } as const;
    const early = await change(imani, one, "complete", done);
    expect(early.json().fields).toEqual({ clock: "That time is still to come." });
    imani = await later(site, friday + hours(6));
    const before = await change(imani, one, "complete", { ...done, clock: "13:00" });
    expect(before.json().fields).toEqual({ clock: "That is before it began." });
    one = (await change(imani, one, "complete", done)).json();
    expect(one).toMatchObject({ state: "done", completedAt: "2026-11-20T21:55:00.000Z" });
    const again = await change(imani, one, "complete", done);
    expect(again.json()).toMatchObject({ message: "This request is already completed." });
    expect(await readDocument(desk, rosa.uid)).toMatchObject({
      assigned_to: "Nadia K.",
      assigned_to_uid: nadia,
      date_completed: Date.parse("2026-11-20T21:55:00Z") / 1000,
      price_cents: 2000,
    });
    one = (await change(imani, one, "reopen")).json();
    expect(await readDocument(desk, rosa.uid)).toMatchObject({ date_completed: null });
    const reason = "Rosa does not need it";
    one = (await change(imani, one, "cancel", { by: "customer", reason })).json();
    expect(one).toMatchObject({ state: "canceled", canceledBy: "customer", cancelReason: reason });
    expect(await subjects(desk)).toEqual([
      `Booked: ${ride.title}`,
      `Who is coming: ${ride.title}`,
      `Receipt: ${ride.title}`,
      `Canceled: ${ride.title}`,
    ]);
    expect(one.log.map(({ what }) => what)).toEqual([
      "Added",
      "Provider: Nadia K.",
      "Completed",
      "Reopened",
      "Canceled by the customer",
    ]);
    const audited = await readAudit(site);
    expect(audited.join()).toContain("Request: Completed");
    expect(audited.join()).not.toContain("Prefers mornings");
  });

  test("are listed by state, time, provider and price", async () => {
    const { site, rosa, imani, nadia } = await openDesk(createDatabase);
    const at = (day: string, clock = "14:00") => ({ time: { day, clock, until: "" } });
    await add(imani, rosa.uid, { title: "Today", ...at("2026-11-20"), providerId: nadia });
    await add(imani, rosa.uid, { title: "Tomorrow", ...at("2026-11-21"), price: null });
    await add(imani, rosa.uid, { title: "Sometime", time: null, kind: "house" });
    await add(imani, rosa.uid, { title: "Early", ...at("2026-11-20", "08:00") });
    expect(await list(imani, {})).toEqual(["Early", "Today", "Tomorrow", "Sometime"]);
    expect(await list(imani, { show: "today" })).toEqual(["Early", "Today"]);
    expect(await list(imani, { show: "late" })).toEqual(["Early"]);
    expect(await list(imani, { show: "upcoming" })).toEqual(["Today", "Tomorrow", "Sometime"]);
    expect(await list(imani, { show: "no-provider" })).toEqual(["Early", "Tomorrow", "Sometime"]);
    expect(await list(imani, { show: "no-price" })).toEqual(["Tomorrow"]);
    expect(await list(imani, { provider: nadia })).toEqual(["Today"]);
    expect(await list(imani, { kind: "house", market: "803" })).toEqual(["Sometime"]);
    expect(await list(imani, { market: "801" })).toEqual([]);
    expect(await list(imani, { day: "2026-11-21" })).toEqual(["Tomorrow"]);
    expect(await list(imani, { week: "2026-11-16" })).toEqual(["Early", "Today", "Tomorrow"]);
    expect(await list(imani, { week: "2026-11-16", provider: nadia })).toEqual(["Today"]);
    expect(await list(imani, { week: "2026-11-23" })).toEqual([]);
    const monday = await later(site, friday + days(2));
    expect(await list(monday, { show: "late" })).toEqual(["Early", "Today", "Tomorrow"]);
    const counts = (await monday.request("GET", pathOf(requestEndpoints.counts))).json();
    expect(counts).toMatchObject({ open: 0, lists: { late: { count: 3, isExact: true } } });
    const wrong = await monday.request("GET", `${pathOf(requestEndpoints.list)}?after=x`);
    expect(wrong.json()).toMatchObject({ code: "malformed" });
  });

  test("repeat on chosen days, and are canceled together", async () => {
    const desk = await openDesk(createDatabase);
    const { site, rosa, imani } = desk;
    const repeat = { weekDays: [2, 5], until: "2026-12-04", without: ["2026-11-27"] };
    const body = { ...ride, customerId: rosa.uid, key: randomUUID(), tellsCustomer: true, repeat };
    const first: RequestDetail = (await send(imani, body)).json();
    expect((await send(imani, body)).json().reference).toBe(first.reference);
    const stored = await site.database.db
      .selectFrom("requests")
      .select(["starts_at", "document_id"])
      .orderBy("starts_at")
      .execute();
    const days = ["2026-11-20", "2026-11-24", "2026-12-01", "2026-12-04"];
    expect(stored.map(({ starts_at: at }) => Number(at))).toEqual(
      days.map((day) => Date.parse(`${day}T21:00:00Z`)),
    );
    expect(new Set(stored.map(({ document_id: id }) => id)).size).toBe(4);
    expect(first.later).toBe(3);
    expect(await subjects(desk)).toEqual([`Booked: ${ride.title}`]);

    const path = pathOf(withId(requestEndpoints.read, `${first.reference}.1`));
    const second: RequestDetail = (await imani.request("GET", path)).json();
    expect(second.later).toBe(2);
    const reason = { by: "customer", reason: "Well again", withLater: true } as const;
    const canceled = (await change(imani, second, "cancel", reason)).json();
    expect(canceled).toMatchObject({ state: "canceled", later: 0 });
    expect(await list(imani, {})).toEqual([ride.title]);
    const [, email] = await site.database.db
      .selectFrom("mail_outbox")
      .select("text")
      .where("kind", "like", "request-%")
      .orderBy("id")
      .execute();
    expect(email?.text).toContain("Also canceled:\n\nTuesday, December 1, 2:00 pm");

    const rejected = async (more: object) =>
      (await send(imani, { ...body, key: randomUUID(), ...more })).json().fields;
    expect(await rejected({ time: null })).toEqual({
      repeat: "Choose the day and the time of the first one.",
    });
    expect(await rejected({ repeat: { ...repeat, weekDays: [] } })).toEqual({
      repeat: "Choose the days of the week.",
    });
    const everyDay = { weekDays: [1, 2, 3, 4, 5, 6, 7], until: "2027-02-01", without: [] };
    expect(await rejected({ repeat: everyDay })).toEqual({
      repeat: "That is more than 60 requests. Choose an earlier last day.",
    });
    expect(await rejected({ repeat: { ...repeat, until: "2026-11-19" } })).toEqual({
      repeat: "No day is left. Choose a later last day.",
    });
  });

  test("are found by words, reference and customer, also before they are booked", async () => {
    const { site, rosa, imani } = await openDesk(createDatabase);
    const { database } = site;
    const one = await add(imani, rosa.uid);
    await add(imani, rosa.uid, { title: "Fix the tap" });
    const asked = { state: "asked", document_id: null, title: "Carry a table" };
    await database.write((trx) =>
      trx.updateTable("requests").set(asked).where("title", "=", "Fix the tap").execute(),
    );
    await database.write((trx) =>
      trx.deleteFrom("completed_requests").where("request_title", "=", "Fix the tap").execute(),
    );
    await indexAllCustomers(site);
    expect(await list(imani, { q: "eye clin" })).toEqual([ride.title]);
    expect(await list(imani, { q: "carry table" })).toEqual(["Carry a table"]);
    expect(await list(imani, { q: "delgado", show: "asked" })).toEqual(["Carry a table"]);
    expect(await list(imani, { q: "Fix the tap" })).toEqual([]);
    expect(await list(imani, { q: one.code, show: "done" })).toEqual([ride.title]);
    const query = new URLSearchParams({ q: "clinic", show: "done" });
    const found = await imani.request("GET", pathOf(withQuery(requestEndpoints.list, query)));
    expect(found.json()).toMatchObject({
      count: 0,
      search: { withoutFilters: { count: 1, isExact: true } },
    });
    const search = new URLSearchParams({ q: "carry" });
    const all = await imani.request("GET", pathOf(withQuery(searchEndpoints.search, search)));
    const [group] = (all.json() as SearchResponse).groups;
    expect(group?.hits).toMatchObject([{ title: "Carry a table", stateName: "Asked" }]);
  });

  test("tell of other work at the same time, of skipped and of repeated times", async () => {
    const { rosa, imani, nadia, site } = await openDesk(createDatabase);
    const time = (day: string, clock: string, choice?: "first" | "second") => ({
      providerId: nadia,
      time: { day, clock, until: "", ...(choice && { choice }) },
    });
    await add(imani, rosa.uid, time("2026-11-20", "14:00"));
    const close = await add(imani, rosa.uid, time("2026-11-20", "14:30"));
    expect(close.overlaps).toEqual([
      "Nadia K. is also booked for “Ride to the eye clinic”, Friday, November 20, 2:00 pm.",
    ]);
    const overlapsOf = async (query: Readonly<Record<string, string>>) => {
      const entered = { provider: nadia, day: "2026-11-20", clock: "14:30", ...query };
      const path = pathOf(withQuery(requestEndpoints.overlaps, new URLSearchParams(entered)));
      return (await imani.request("GET", path)).json().sentences;
    };
    expect(await overlapsOf({ customer: rosa.uid })).toHaveLength(2);
    expect(await overlapsOf({ request: close.reference })).toEqual(close.overlaps);
    expect(await overlapsOf({ clock: "12:30", until: "14:01" })).toEqual(close.overlaps);
    expect(await overlapsOf({ clock: "12:30" })).toEqual([]);
    expect((await add(imani, rosa.uid, time("2026-11-20", "16:00"))).overlaps).toEqual([]);
    const given = { ...ride, customerId: rosa.uid, key: randomUUID(), tellsCustomer: false };
    const past = await send(imani, { ...given, ...time("2026-11-18", "14:00") });
    expect(past.json().fields).toEqual({ day: "That day is over." });
    const never = await send(imani, { ...given, ...time("2027-03-14", "02:30") });
    expect(Object.keys(never.json().fields)).toEqual(["clock"]);
    const twice = await send(imani, { ...given, ...time("2027-11-07", "01:30") });
    expect(Object.keys(twice.json().fields)).toEqual(["choice"]);
    const nextYear = await later(site, Date.parse("2027-11-01T17:00:00Z"));
    const second = await add(nextYear, rosa.uid, time("2027-11-07", "01:30", "second"));
    expect(second.startsAt).toBe("2027-11-07T08:30:00.000Z");
    const own = await add(nextYear, rosa.uid, { time: null, address: "", phone: "" });
    expect(own).toMatchObject({ address: "Boulder, CO 80302", phone: "303-555-0101" });
    // The form that was not touched keeps it.
    const { title: _title, ...kept } = ride;
    const same = { ...kept, title: "Later", ...time("2027-11-07", "01:30") };
    const edited = await change(nextYear, second, "edit", { ...same });
    expect(edited.json()).toMatchObject({ title: "Later", startsAt: second.startsAt });
  });

  test("are changed by one person at a time, and added once", async () => {
    const { rosa, imani, nadia, site } = await openDesk(createDatabase);
    const lena = await signInStaff(site, ["agent"], "Lena Sauer");
    const body = { ...ride, customerId: rosa.uid, key: randomUUID(), tellsCustomer: true };
    const [first, second] = await Promise.all([send(imani, body), send(imani, body)]);
    expect(first?.json().reference).toBe(second?.json().reference);
    expect(await list(imani, {})).toHaveLength(1);
    const one: RequestDetail = first?.json();
    await change(lena, one, "assign", { providerId: nadia });
    const late = await change(imani, one, "assign", { providerId: "" });
    expect(late.json()).toMatchObject({
      code: "case-changed",
      message: "Lena Sauer changed this. Provider: Nadia K..",
    });
    const gone = await send(imani, { ...body, key: randomUUID(), customerId: "none" });
    expect(gone.json().fields).toEqual({ customerId: "There is no such customer." });
    await site.database.write((trx) =>
      trx.deleteFrom("accounts").where("uid", "=", rosa.uid).execute(),
    );
    expect((await change(imani, one, "reopen")).json().code).toBe("not-found");
    const viewer = await signInStaff(site, ["viewer"], "Vera Stone");
    expect((await send(viewer, body)).json().code).toBe("not-allowed");
  });

  test("follow what commands store, change and remove", async () => {
    const { site, rosa, imani } = await openDesk(createDatabase);
    const { database } = site;
    const { uid } = rosa;
    const stored = {
      id: "bulb",
      requestTitle: "Change the bulb",
      assignedTo: "Sam W.",
      assignedToUid: "sam",
      requestCompleted: false,
      dateCompleted: null,
      price: null,
    };
    await addRequests(database, { uid, requests: [stored] }, friday);
    expect(await list(imani, {})).toEqual(["Change the bulb"]);
    const { providers } = (
      await imani.request("GET", pathOf(providerEndpoints.list))
    ).json() as ProviderList;
    expect(providers.map(({ name, booked }) => [name, booked])).toEqual([
      ["Nadia K.", 0],
      ["Sam W.", 1],
    ]);
    const named = { id: "bulb", requestTitle: "Change two bulbs" };
    await updateRequests(database, { uid, changes: [named] }, friday);
    await completeRequest(database, { uid, id: "bulb", price: 20 }, friday);
    expect(await list(imani, { show: "done" })).toEqual(["Change two bulbs"]);
    const path = pathOf(withId(requestEndpoints.read, `${uid}.bulb`));
    const one: RequestDetail = (await imani.request("GET", path)).json();
    expect(one).toMatchObject({ source: "ops", price: 20, version: 3 });
    await removeRequests(database, { uid, ids: ["bulb"] }, friday);
    expect(await list(imani, { show: "done" })).toEqual([]);
  });
});
