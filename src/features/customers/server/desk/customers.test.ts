import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { indexAllCustomers } from "../../../../../tests/support/customers.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { makeRequest } from "../../../../../tests/support/rows.ts";
import { readAudit, type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId, withQuery } from "../../../../platform/contract/define-endpoint.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import { callEndpoints } from "../../../messages/contract/calls.ts";
import { privacyEndpoints } from "../../../privacy/contract/endpoints.ts";
import { followDocuments } from "../../../requests/server/documents.ts";
import {
  type CustomerDetail,
  type CustomerPage,
  customerEndpoints,
} from "../../contract/customers.ts";
import { customersLiveTopic } from "./live-topic.ts";

const rosa = { firstName: "Rosa", lastName: "Delgado", email: "rosa@example.com" } as const;

/** Three customers, a minute apart: Rosa, Ray and Helen. */
async function openWithCustomers(createDatabase: Parameters<typeof openTestApp>[0]) {
  const testApp = await openTestApp(createDatabase);
  const { app, clock, database } = testApp;
  const uids: string[] = [];
  for (const values of [
    { ...rosa, city: "Fort Collins", phone: "(303) 555-0161" },
    { firstName: "Ray", lastName: "Whitfield", email: "ray@example.com", state: "WY" },
    { firstName: "Helen", lastName: "Brandt", email: "helen@example.com" },
  ]) {
    uids.push((await signUp(app, values)).uid);
    clock.now += minutes(1);
  }
  const [rosaId = "", rayId = "", helenId = ""] = uids;
  await database.write(async (trx) => {
    const paid = { stripe_account_id: "acct_1" };
    await trx.updateTable("profiles").set(paid).where("uid", "=", rosaId).execute();
    const locked = { disabled_at: clock.now };
    await trx.updateTable("accounts").set(locked).where("uid", "=", helenId).execute();
    const requests = [
      makeRequest(rosaId, {
        request_title: "Ride to the eye clinic",
        request_completed: 0,
        date_completed: null,
      }),
      makeRequest(rosaId, { request_title: "Change the bulb" }),
    ];
    await trx.insertInto("completed_requests").values(requests).execute();
  });
  await indexAllCustomers(testApp);
  return { ...testApp, rosaId, rayId, helenId };
}

async function list(
  staff: SignedInStaff,
  query: Readonly<Record<string, string>> = {},
): Promise<CustomerPage> {
  const path = pathOf(withQuery(customerEndpoints.list, new URLSearchParams(query)));
  const response = await staff.request("GET", path);
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function namesOf(...sent: Parameters<typeof list>): Promise<readonly string[]> {
  return (await list(...sent)).customers.map(({ name }) => name);
}

async function read(staff: SignedInStaff, id: string): Promise<CustomerDetail> {
  const response = await staff.request("GET", pathOf(withId(customerEndpoints.read, id)));
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function writeContact(testApp: TestApp, email: string, message = "Hello") {
  const reference = await submitForm(testApp, { name: "Somebody", email, message });
  await makeAllCases(testApp);
  await indexAllCustomers(testApp);
  return reference;
}

describeEachDialect("the customers at the desk", (_open, createDatabase) => {
  test("are listed by their last contact, and with each filter", async () => {
    const testApp = await openWithCustomers(createDatabase);
    const staff = await signInStaff(testApp, ["viewer"]);
    expect(await namesOf(staff)).toEqual(["Helen Brandt", "Ray Whitfield", "Rosa Delgado"]);
    testApp.clock.now += minutes(30);
    await writeContact(testApp, "ROSA@example.com");
    expect((await list(staff)).customers[0]).toEqual({
      id: testApp.rosaId,
      version: testApp.clock.now,
      name: "Rosa Delgado",
      city: "Fort Collins",
      state: "CO",
      phone: "303-555-0161",
      email: rosa.email,
      supportId: expect.any(String),
      isConfirmed: false,
      isLocked: false,
      isPaid: true,
      hasOpenMessage: true,
      openRequests: 1,
      lastRequest: { title: "Ride to the eye clinic", isCompleted: false, at: expect.any(String) },
      since: expect.any(String),
      contactAt: new Date(testApp.clock.now).toISOString(),
    });
    expect(await namesOf(staff, { sort: "name" })).toEqual([
      "Helen Brandt",
      "Rosa Delgado",
      "Ray Whitfield",
    ]);
    expect((await namesOf(staff, { sort: "newest" }))[0]).toBe("Helen Brandt");
    expect(await namesOf(staff, { state: "wy" })).toEqual(["Ray Whitfield"]);
    expect(await namesOf(staff, { payment: "complete" })).toEqual(["Rosa Delgado"]);
    expect(await namesOf(staff, { email: "confirmed" })).toEqual([]);
    expect(await namesOf(staff, { login: "locked" })).toEqual(["Helen Brandt"]);
    expect(await namesOf(staff, { messages: "open" })).toEqual(["Rosa Delgado"]);
    const counts = (await staff.request("GET", pathOf(customerEndpoints.counts))).json();
    expect(counts).toMatchObject({
      all: { count: 3, isExact: true },
      filters: { payment: { complete: { count: 1 }, incomplete: { count: 2 } } },
      states: { CO: { count: 2 }, WY: { count: 1 } },
    });
    expect(Object.keys(counts.states)).toEqual(["CO", "WY"]);
    const wrong = await staff.request("GET", "/api/desk/customers?payment=maybe");
    expect(wrong.statusCode).toBe(400);
  });

  test("are found by name, also misspelled, by phone in any writing, email, support ID and place", async () => {
    const testApp = await openWithCustomers(createDatabase);
    const staff = await signInStaff(testApp, ["viewer"]);
    const { supportId } = await read(staff, testApp.rosaId);
    for (const q of [
      "delg",
      "Delgato",
      "rosa@example.com",
      "3035550161",
      "(303) 555 0161",
      "+1 303-555-0161",
      "0161",
      supportId.toLowerCase(),
      "fort collins",
    ]) {
      expect([q, await namesOf(staff, { q })]).toEqual([q, ["Rosa Delgado"]]);
    }
    expect((await list(staff, { q: "Delgato" })).search?.isSimilar).toBe(true);
    expect(await list(staff, { q: "delgado", state: "WY" })).toMatchObject({
      customers: [],
      search: { withoutFilters: { count: 1 } },
    });
  });

  test("follow their data: a new name, a deleted account", async () => {
    const testApp = await openWithCustomers(createDatabase);
    const staff = await signInStaff(testApp, ["viewer"]);
    const { db, write } = testApp.database;
    const named = { last_name: "O’Brien" };
    await write((trx) =>
      trx.updateTable("profiles").set(named).where("uid", "=", testApp.rayId).execute(),
    );
    await indexAllCustomers(testApp);
    expect(await namesOf(staff, { q: "obrien" })).toEqual(["Ray O’Brien"]);
    expect(await namesOf(staff, { q: "Whitfield" })).toEqual([]);
    await write((trx) => trx.deleteFrom("accounts").where("uid", "=", testApp.rosaId).execute());
    expect(await namesOf(staff, { q: "Delgado" })).toEqual([]);
    expect(await namesOf(staff)).toHaveLength(2);
    expect(await db.selectFrom("request_index").selectAll().execute()).toEqual([]);
    await indexAllCustomers(testApp);
    expect(await db.selectFrom("stale_customers").selectAll().execute()).toEqual([]);
  });

  test("follow requests that are in no document, and their pages show calls", async () => {
    const testApp = await openWithCustomers(createDatabase);
    const { clock, context, rosaId } = testApp;
    const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
    const { db, write } = testApp.database;
    const [{ id } = { id: "" }] = await db
      .selectFrom("completed_requests")
      .select("id")
      .where("uid", "=", rosaId)
      .execute();
    await write((trx) => followDocuments(trx, rosaId, [id], clock.now));
    await indexAllCustomers(testApp);
    clock.now += minutes(1);
    const since = clock.now - 1;
    const changed = () => customersLiveTopic.findChanged(db, since);
    expect(await changed()).toEqual([]);
    const proposed = { state: "proposed", document_id: null, completed_at: null };
    await write((trx) =>
      trx.updateTable("requests").set(proposed).where("uid", "=", rosaId).execute(),
    );
    await indexAllCustomers(testApp);
    expect(await changed()).toEqual([{ reference: rosaId, version: clock.now }]);
    expect((await read(staff, rosaId)).login.sessions).toHaveLength(1);
    await write((trx) =>
      trx
        .updateTable("sessions")
        .set({ expires_at: clock.now })
        .where("uid", "=", rosaId)
        .execute(),
    );
    expect((await read(staff, rosaId)).login.sessions).toEqual([]);

    const call = { key: "one", to: { kind: "customer", id: rosaId }, text: "Asked for the price." };
    const rest = { next: "nothing", assigneeId: null, day: null, time: null };
    await staff.request("POST", pathOf(callEndpoints.logCall), { ...call, ...rest });
    await makeAllCases({ context });
    const { timeline } = await read(staff, rosaId);
    const calls = timeline.filter(({ reference }) => reference !== "");
    expect(calls).toMatchObject([
      { kind: "call", what: "Call: we talked", text: call.text, by: "Imani Bell" },
    ]);
  });

  test("a page has everything about one, by the reader's roles, and opening it is audited", async () => {
    const testApp = await openWithCustomers(createDatabase);
    const reference = await writeContact(testApp, rosa.email, "Can Nadia help me to the door?");
    const agent = await signInStaff(testApp, ["agent", "privacy"], "Imani Bell");
    const asked = { kind: "copy", source: "phone", name: "Rosa", email: rosa.email };
    const added = await agent.request("POST", pathOf(privacyEndpoints.add), asked);
    const note = { text: "Hears badly on the left.", mentions: [] };
    const path = pathOf(withId(customerEndpoints.addNote, testApp.rosaId));
    expect((await agent.request("POST", path, note)).statusCode).toBe(200);
    const customer = await read(agent, testApp.rosaId);
    expect(customer).toMatchObject({
      name: "Rosa Delgado",
      phone: "303-555-0161",
      payment: { state: "complete", needs: [] },
      login: { confirmedAt: null, passkeys: 0, lockedAt: null, sessions: [{}] },
      requests: [{ title: "Ride to the eye clinic" }, { title: "Change the bulb" }],
      messages: [{ reference }],
      notes: [{ text: note.text, staffId: agent.id }],
      privacy: [{ reference: added.json().reference, isOpen: true }],
      applications: null,
      newsletter: null,
    });
    expect(customer.timeline.map(({ what, by }) => [what, by])).toEqual(
      expect.arrayContaining([
        ["Added a note about the customer", "Imani Bell"],
        ["Contact", ""],
        ["Request: Ride to the eye clinic", ""],
        ["Completed by Marcus Hill: Change the bulb", ""],
        ["Made the account", ""],
      ]),
    );
    const all = await signInStaff(testApp, ["admin"]);
    expect(await read(all, testApp.rosaId)).toMatchObject({ applications: [], newsletter: "none" });
    const opened = (await readAudit(testApp)).filter(([, , what]) => what === "Opened a customer");
    expect(opened).toEqual([
      ["opened", "Imani Bell", "Opened a customer", customer.supportId],
      ["opened", "Test admin", "Opened a customer", customer.supportId],
    ]);
    const missing = await agent.request("GET", pathOf(withId(customerEndpoints.read, "nobody")));
    expect(missing.statusCode).toBe(404);
  });

  test("are exported as filtered, which is audited; views are of this list alone", async () => {
    const testApp = await openWithCustomers(createDatabase);
    const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
    const query = new URLSearchParams({ payment: "complete", format: "ndjson" });
    const exported = await staff.request("GET", pathOf(withQuery(customerEndpoints.export, query)));
    expect(
      exported.body
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ name: "Rosa Delgado", "payment profile": "complete", "open requests": 1 }]);
    expect(await readAudit(testApp)).toEqual([
      ["export", "Imani Bell", "Exported customers as NDJSON", "Customers"],
    ]);
    const view = { name: "Not paid", query: "payment=incomplete", isShared: false };
    const saved = await staff.request("POST", pathOf(customerEndpoints.saveView), view);
    expect(saved.statusCode).toBe(200);
    const { views } = (await staff.request("GET", pathOf(customerEndpoints.views))).json();
    expect(views).toMatchObject([{ ...view, count: 2, isCountExact: true }]);
    const inbox = (await staff.request("GET", "/api/desk/inbox/views")).json();
    expect(inbox.views).toEqual([]);
    const removed = pathOf(withId(customerEndpoints.removeView, views[0].id));
    expect((await staff.request("DELETE", removed)).statusCode).toBe(200);
  });
});
