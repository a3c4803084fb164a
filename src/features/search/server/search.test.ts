import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { indexAllCustomers } from "../../../../tests/support/customers.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { makeRequest } from "../../../../tests/support/rows.ts";
import { type SignedInStaff, signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { pathOf, withQuery } from "../../../platform/contract/define-endpoint.ts";
import { bestTimes, callBackForm } from "../../messages/contract/forms/call-back.ts";
import { markAsSpam } from "../../messages/server/forms/review.ts";
import { privacyEndpoints } from "../../privacy/contract/endpoints.ts";
import { type SearchResponse, searchEndpoints } from "../contract/search.ts";

const [anyTime = ""] = Object.keys(bestTimes);

async function find(staff: SignedInStaff, q: string): Promise<SearchResponse> {
  const path = pathOf(withQuery(searchEndpoints.search, new URLSearchParams({ q })));
  const response = await staff.request("GET", path);
  expect(response.statusCode).toBe(200);
  return response.json();
}

/** Kind and title of each hit. */
async function titles(staff: SignedInStaff, q: string): Promise<readonly string[]> {
  const { groups } = await find(staff, q);
  return groups.flatMap(({ kind, hits }) => hits.map(({ title }) => `${kind}: ${title}`));
}

async function openWithRecords(createDatabase: Parameters<typeof openTestApp>[0]) {
  const testApp = await openTestApp(createDatabase);
  const { app, clock, database } = testApp;
  const ray = await signUp(app, {
    firstName: "Ray",
    lastName: "Whitfield",
    email: "ray@example.com",
    phone: "303-555-0128",
  });
  await signUp(app, { firstName: "Łucja", lastName: "O’Núñez", email: "lucja@example.com" });
  const request = makeRequest(ray.uid, { request_title: "Paint the white fence" });
  await database.write((trx) => trx.insertInto("completed_requests").values(request).execute());
  const write = async (name: string, message: string) => {
    clock.now += 1000;
    return submitForm(testApp, { name, email: "someone@example.com", message });
  };
  const message = await write("Adele Whitcomb", "Call me at (720) 555 0119, please.");
  const spam = await write("Snow-White Smile", "Whiter teeth");
  await makeAllCases(testApp);
  await markAsSpam(database, spam, clock.now);
  await indexAllCustomers(testApp);
  return { ...testApp, ray, request, message };
}

describeEachDialect("the one search of the desk", (_open, createDatabase) => {
  test("finds every kind, spam included, and what the words misspell only if nothing has them", async () => {
    const testApp = await openWithRecords(createDatabase);
    const admin = await signInStaff(testApp, ["admin"]);
    expect(await titles(admin, "whit")).toEqual([
      "customers: Ray Whitfield",
      "requests: Paint the white fence",
      "messages: Snow-White Smile",
      "messages: Adele Whitcomb",
    ]);
    for (const misspelled of ["Whitfeld", "Withfield", "Whitfielt"]) {
      const found = await find(admin, misspelled);
      expect([misspelled, found.isSimilar, found.groups.map(({ kind }) => kind)]).toEqual([
        misspelled,
        true,
        ["customers", "requests"],
      ]);
    }
    for (const q of ["onunez", "lucja o'nunez", "O’Núñez", "ŁUCJA"]) {
      expect([q, await titles(admin, q)]).toEqual([q, ["customers: Łucja O'Núñez"]]);
    }
    const called = { name: "Max Power", phone: "303-555-0199", about: "A ride", bestTime: anyTime };
    await submitForm(testApp, called, callBackForm.collection);
    await makeAllCases(testApp);
    expect(await titles(admin, "(303) 5550199")).toEqual(["messages: Max Power"]);
    for (const q of ["7205550119", "+1 720 555 0119", "720.555.0119"]) {
      expect([q, await titles(admin, q)]).toEqual([q, ["messages: Adele Whitcomb"]]);
    }
  });

  test("puts the record first whose reference, email, phone or support ID was typed", async () => {
    const testApp = await openWithRecords(createDatabase);
    const admin = await signInStaff(testApp, ["admin"]);
    const { support_id: supportId } = await testApp.database.db
      .selectFrom("accounts")
      .select("support_id")
      .where("uid", "=", testApp.ray.uid)
      .executeTakeFirstOrThrow();
    const first = async (q: string) => (await find(admin, q)).groups[0]?.hits[0];
    const customer = { path: `/desk/customers/${testApp.ray.uid}`, isExact: true };
    await testApp.database.write((trx) =>
      trx
        .updateTable("accounts")
        .set({ disabled_at: 1 })
        .where("uid", "=", testApp.ray.uid)
        .execute(),
    );
    expect(await first("ray@example.com")).toMatchObject({ ...customer, state: "locked" });
    // A part of a number is no record's whole one.
    expect(await first("0128")).toMatchObject({ isExact: false });
    // What has the words comes after what is named by them, in whatever kind.
    const mention = { name: "Ann", email: "ann@example.com", message: testApp.request.reference };
    await submitForm(testApp, mention);
    const other = await submitForm(testApp, { ...mention, message: `About ${testApp.message}` });
    await makeAllCases(testApp);
    expect((await find(admin, testApp.message)).groups[0]?.hits.map(({ id }) => id)).toEqual([
      testApp.message,
      other,
    ]);
    for (const q of ["RAY@example.com", "(303) 5550128", supportId.toLowerCase()]) {
      expect(await first(q)).toMatchObject(customer);
    }
    expect(await first(testApp.message)).toMatchObject({
      path: `/desk/inbox/${testApp.message}`,
      isExact: true,
    });
    expect(await first(testApp.request.reference)).toMatchObject({
      path: `/desk/customers/${testApp.ray.uid}#request-${testApp.request.reference}`,
      isExact: true,
    });
  });

  test("searches only what the reader's roles include, and says what that is", async () => {
    const testApp = await openWithRecords(createDatabase);
    const privacy = await signInStaff(testApp, ["privacy"]);
    const asked = { kind: "copy", source: "phone", name: "Pam Whitlow", email: "pam@example.com" };
    await privacy.request("POST", pathOf(privacyEndpoints.add), asked);
    expect(await titles(privacy, "whit")).toEqual([
      "customers: Ray Whitfield",
      "requests: Paint the white fence",
      "privacy: Pam Whitlow",
    ]);
    const searchedBy = async (role: Parameters<typeof signInStaff>[1][number]) =>
      (await find(await signInStaff(testApp, [role]), "qqxz")).searched;
    expect(await searchedBy("viewer")).toEqual(["customers", "requests", "messages"]);
    expect(await searchedBy("recruiter")).toEqual(["applicants"]);
    expect(await searchedBy("newsletter")).toEqual(["subscribers"]);
    const recruiter = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    expect(await titles(recruiter, "whit")).toEqual([]);
    expect((await find(privacy, "w")).groups).toEqual([]);
    const long = await privacy.request("GET", `/api/desk/search?q=${"a".repeat(201)}`);
    expect(long.statusCode).toBe(400);
  });
});
