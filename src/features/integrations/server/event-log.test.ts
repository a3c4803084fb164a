import { expect, test } from "vitest";
import { openProgram } from "../../../../tests/support/api.ts";
import {
  addCaller,
  callerAnswers,
  passCheck,
  sendAbout,
} from "../../../../tests/support/callers.ts";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../tests/support/dialects.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { add, change, friday, later, openDesk, ride } from "../../../../tests/support/requests.ts";
import { signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../platform/contract/define-endpoint.ts";
import { days, hours, minutes } from "../../../platform/contract/durations.ts";
import { accountEndpoints } from "../../customers/contract/account-actions.ts";
import { mergeEndpoints } from "../../customers/contract/merges.ts";
import { inboxEndpoints } from "../../messages/contract/inbox-endpoints.ts";
import { replyEndpoints } from "../../messages/contract/reply-endpoints.ts";
import { sendDueReplies } from "../../messages/server/replies/send-due.ts";
import { completePaymentProfile, storeNeeds } from "../../payments/server/queries.ts";
import { deleteAccount } from "../../privacy/server/deletion/delete-account.ts";
import { deletionEmail } from "../../privacy/server/own-data/delete-account.ts";
import { type AddedRequest, requestEndpoints } from "../../requests/contract/desk.ts";
import { providerEndpoints } from "../../requests/contract/providers.ts";
import type { EventRecord } from "../contract/events-api.ts";
import { sweepWebhookLog } from "./webhooks/sweep.ts";

const fields = {
  requestTitle: "Ride",
  assignedTo: "",
  assignedToUid: "",
  requestCompleted: false,
  dateCompleted: null,
  price: null,
};

async function openLog(site: TestApp) {
  const { call } = await openProgram(site, "events:read", "requests:write");
  let next = 0;
  /** Events since the last call. */
  const read = async (): Promise<readonly EventRecord[]> => {
    const { body, status } = await call(`GET /events?after=${next}&limit=500`);
    expect(status).toBe(200);
    next = body.next;
    return body.events;
  };
  const types = async () => (await read()).map(({ type }) => type);
  return { call, read, types };
}

async function openSite(createDatabase: CreateDatabase) {
  const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
  const ruth = await signUp(site.app);
  const body = { customer: { uid: ruth.uid }, ...fields };
  return { ...site, ruth, body, ...(await openLog(site)) };
}

/** Every object's numbers are 1, 2, 3 …, and so are the positions. */
function expectOrdered(events: readonly EventRecord[]) {
  expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1));
  const objects = Map.groupBy(events, ({ object: { kind, id } }) => `${kind}/${id}`);
  for (const some of objects.values()) {
    expect(some.map(({ sequence }) => sequence)).toEqual(some.map((_, index) => index + 1));
  }
}

describeEachDialect("the log of events", (_open, createDatabase) => {
  test("has an event for each change of a request by a program", async () => {
    const { call, read, types, body, ruth } = await openSite(createDatabase);
    expect(await types()).toEqual(["account.created"]);
    const put = (more: object = {}) => call("PUT /requests/app:1", { ...body, ...more });
    const acts: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
      ["new", put, ["request.created"]],
      ["the same again", put, []],
      ["a dry run", () => call("PUT /requests/app:1?dryRun=true", { ...body, price: 9 }), []],
      ["changed", () => put({ price: 4 }), ["request.updated"]],
      ["patched to the same", () => call("PATCH /requests/app:1", { price: 4 }), []],
      [
        "completed",
        () => put({ requestCompleted: true, dateCompleted: 1_700_000_000, price: 4 }),
        ["request.completed"],
      ],
      ["reopened", () => call("POST /requests/app:1/reopening"), ["request.updated"]],
      [
        "canceled",
        () => call("DELETE /requests/app:1", { reason: "Not needed" }),
        ["request.canceled"],
      ],
      ["canceled again", () => call("DELETE /requests/app:1", { reason: "Again" }), []],
      ["reopened again", () => call("POST /requests/app:1/reopening"), ["request.updated"]],
      [
        "in a batch",
        () =>
          call(
            "POST /requests:batch",
            ["app:1", "app:2"].map((id) => JSON.stringify({ externalId: id, ...body })).join("\n"),
            { "content-type": "application/x-ndjson" },
          ),
        ["request.updated", "request.created"],
      ],
    ];
    for (const [what, act, expected] of acts) {
      await act();
      expect([what, (await types()).toSorted()]).toEqual([what, expected.toSorted()]);
    }
    await put({ price: 5 });
    const [last] = await read();
    expect(last).toMatchObject({
      id: expect.stringMatching(/^msg_/),
      type: "request.updated",
      timestamp: expect.stringMatching(/Z$/),
      object: { kind: "request", id: "app:1", externalId: "app:1" },
      sequence: 8,
      data: { status: "in-progress", customer: { uid: ruth.uid } },
    });
    const all = (await call("GET /events")).body;
    expectOrdered(all.events);
    expect(all.next).toBe(last?.position);
    expect(JSON.stringify(all)).not.toContain("Ride");
  });

  test("has those of staff, with undo and import, and of providers", async () => {
    const { site, rosa, imani: early } = await openDesk(createDatabase);
    const { types } = await openLog(site);
    expect(await types()).toEqual(["account.created", "provider.created"]);
    const booked = await add(early, rosa.uid, { tellsCustomer: false });
    const mistake: Partial<AddedRequest> = await add(early, rosa.uid, { tellsCustomer: false });
    await early.request("POST", pathOf(requestEndpoints.undo), { undo: mistake.undo });
    expect(await types()).toEqual(["request.created", "request.created", "request.deleted"]);
    const imani = await later(site, friday + hours(6));
    const done = { day: "2026-11-20", clock: "14:55", price: null, sendsReceipt: false };
    const completed = (await change(imani, booked, "complete", done)).json();
    expect(await types()).toEqual(["request.completed"]);
    await imani.request("POST", pathOf(requestEndpoints.undo), { undo: completed.undo });
    expect(await types()).toEqual(["request.updated"]);
    const edited = { ...ride, title: "Ride home" };
    const now = await imani.request("GET", pathOf(withId(requestEndpoints.read, booked.reference)));
    expect((await change(imani, now.json(), "edit", edited)).statusCode).toBe(200);
    expect(await types()).toEqual(["request.updated"]);
    const { providers } = (await imani.request("GET", pathOf(providerEndpoints.list))).json();
    const [{ id, version, booked: _count, picture: _picture, ...provider }] = providers;
    const path = pathOf(withId(providerEndpoints.change, id));
    await imani.request("PATCH", path, { ...provider, version, phone: "303-555-0113" });
    expect(await types()).toEqual(["provider.updated"]);
  });

  test("has those of accounts, payment profiles and conversations", async () => {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const { types, read } = await openLog(site);
    const rosa = await addCaller(site, "rosa@example.com");
    const imani = await signInStaff(site, ["admin"], "Imani Bell");
    await types();
    await passCheck(imani, rosa.uid, callerAnswers("rosa@example.com"));
    expect(await types()).toEqual([]);
    await sendAbout(imani, accountEndpoints.lock, rosa.uid, { reason: "Asked for it" });
    await sendAbout(imani, accountEndpoints.unlock, rosa.uid);
    expect(await types()).toEqual(["account.locked", "account.unlocked"]);
    const { write } = site.database;
    const account = { uid: rosa.uid, provider: "sandbox", account_id: "acct_1", created_at: 1 };
    await write(async (trx) => {
      const needs = { needs: "[]", needs_at: 1 };
      await trx
        .insertInto("payment_accounts")
        .values({ ...account, ...needs })
        .execute();
      for (let twice = 0; twice < 2; twice += 1) {
        await completePaymentProfile(trx, rosa.uid, "acct_1", site.clock.now);
      }
      for (const at of [2, 3]) await storeNeeds(trx, "acct_1", ["id"], at, site.clock.now);
    });
    expect((await read()).map(({ type, data }) => ({ type, ...data }))).toEqual([
      {
        type: "payment_profile.changed",
        customer: { uid: rosa.uid },
        isComplete: true,
        needsMore: false,
      },
      {
        type: "payment_profile.changed",
        customer: { uid: rosa.uid },
        isComplete: true,
        needsMore: true,
      },
    ]);
    const values = { name: "Helen", email: "helen@example.com", phone: "", message: "Hello" };
    const reference = await submitForm(site, values);
    await makeAllCases(site);
    expect(await types()).toEqual(["submission.created", "case.created"]);
    const reply = {
      text: "We will.",
      blanks: {},
      statusAfter: "waiting",
      templateId: "",
      version: 1,
    };
    await imani.request("POST", pathOf(withId(replyEndpoints.send, reference)), reply);
    expect(await types()).toEqual([]);
    site.clock.now += minutes(1);
    await sendDueReplies(site.context);
    expect((await types()).filter((type) => type.startsWith("case."))).toEqual(["case.replied"]);
    const { version } = (
      await imani.request("GET", pathOf(withId(inboxEndpoints.read, reference)))
    ).json();
    const path = pathOf(withId(inboxEndpoints.change, reference));
    await imani.request("PATCH", path, { version, edit: { status: "done" } });
    const closed = await read();
    expect(closed.map(({ type }) => type)).toEqual(["submission.updated", "case.closed"]);
    expect(closed[1]).toMatchObject({ object: { kind: "case", id: reference }, sequence: 3 });
  });

  test("says that requests moved when two accounts are merged", async () => {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const { call, read } = await openLog(site);
    const rosa = await addCaller(site, "rosa@example.com");
    const other = await addCaller(site, "rosa.work@example.com");
    const imani = await signInStaff(site, ["agent"], "Imani Bell");
    for (const one of [rosa, other]) {
      const email = one === rosa ? "rosa@example.com" : "rosa.work@example.com";
      await passCheck(imani, one.uid, callerAnswers(email));
    }
    await call("PUT /requests/a", { ...fields, customer: { uid: other.uid } });
    await read();
    const versions = { kept: 1, other: 1 };
    const body = { other: other.uid, versions };
    const merged = await sendAbout(imani, mergeEndpoints.merge, rosa.uid, body);
    expect([merged.statusCode, merged.body]).toEqual([200, expect.anything()]);
    expect(
      (await read()).map(({ type, object, data }) => [type, object.id, data.customer]),
    ).toEqual([["request.updated", "a", { uid: rosa.uid }]]);
  });

  test("is emptied with an account, and says that it and its requests are gone", async () => {
    const { call, read, body, ruth, database, clock } = await openSite(createDatabase);
    await call("PUT /requests/app:1", body);
    await database.write(async (trx) => {
      const id = { id: "app/7", system: "app", external_id: "7", uid: ruth.uid };
      await trx.insertInto("customer_external_ids").values(id).execute();
    });
    expect((await read()).map(({ data }) => Object.keys(data).length > 0)).toEqual([true, true]);
    await database.write((trx) => deleteAccount(trx, ruth.uid, clock.now, deletionEmail));
    expect(await read()).toMatchObject([
      { type: "request.deleted", object: { id: "app:1", externalId: "app:1" }, sequence: 2 },
      {
        type: "account.deleted",
        object: { kind: "account", id: ruth.uid },
        sequence: 2,
        data: { uid: ruth.uid, externalIds: [{ system: "app", id: "7" }] },
      },
    ]);
    const { events } = (await call("GET /events")).body;
    expectOrdered(events);
    expect(events.slice(0, 2).map(({ data }: EventRecord) => data)).toEqual([{}, {}]);
  });

  test("is read page by page for thirty days", async () => {
    const site = await openSite(createDatabase);
    const { call, body, clock, context } = site;
    for (const price of [1, 2, 3]) await call("PUT /requests/a", { ...body, price });
    const first = (await call("GET /events?limit=3")).body;
    expect(first.events.map(({ position }: EventRecord) => position)).toEqual([1, 2, 3]);
    const rest = (await call(`GET /events?after=${first.next}`)).body;
    expect(rest.events.map(({ position }: EventRecord) => position)).toEqual([4]);
    expect((await call(`GET /events?after=${rest.next}`)).body).toEqual({ events: [], next: 4 });
    for (const [query, pointer] of [
      ["after=5", "/after"],
      ["after=x", "/after"],
      ["after=-1", "/after"],
      ["limit=0", "/limit"],
      ["limit=501", "/limit"],
      ["before=1", "/before"],
    ]) {
      const { status, body: problem } = await call(`GET /events?${query}`);
      expect([status, problem.errors[0]?.pointer]).toEqual([422, pointer]);
    }
    clock.now += days(29);
    await call("PUT /requests/a", { ...body, price: 9 });
    clock.now += days(1) + 1;
    const { call: readLater } = await openProgram(site, "events:read");
    const expired = await readLater("GET /events?after=3");
    await sweepWebhookLog(context);
    expect([expired.status, expired.body]).toMatchObject([
      410,
      { code: "events-expired", oldest: 5 },
    ]);
    for (const query of ["", "?after=4"]) {
      expect((await readLater(`GET /events${query}`)).body.events).toMatchObject([
        { position: 5, object: { id: "a" }, sequence: 4 },
      ]);
    }
    expect((await readLater("GET /events?after=0")).status).toBe(410);
  });

  test("gives no reader a later event before an earlier one", async () => {
    const { call, body } = await openSite(createDatabase);
    const writes = Array.from({ length: 40 }, (_, index) =>
      call(`PUT /requests/r${index % 8}`, { ...body, price: index }),
    );
    const seen: EventRecord[] = [];
    const readMore = async () => {
      const after = seen.at(-1)?.position ?? 0;
      seen.push(...(await call(`GET /events?after=${after}`)).body.events);
    };
    for (let reads = 0; reads < 20; reads += 1) await readMore();
    await Promise.all(writes);
    await readMore();
    expect(seen).toHaveLength(41);
    expectOrdered(seen);
  });
});
