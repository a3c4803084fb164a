import { expect, test } from "vitest";
import { customerEndpoints } from "../../src/features/customers/contract/customers.ts";
import { lockAccount } from "../../src/features/customers/server/accounts/account-actions.ts";
import { findCustomer } from "../../src/features/customers/server/desk/read-customer.ts";
import { callEndpoints } from "../../src/features/messages/contract/calls.ts";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { supportForm } from "../../src/features/messages/contract/forms/support.ts";
import type { CaseDetail } from "../../src/features/messages/contract/inbox.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { saveCase } from "../../src/features/messages/server/cases/save-case.ts";
import { lockCase } from "../../src/features/messages/server/inbox/lock-case.ts";
import { type AnyEndpoint, pathOf, withId } from "../../src/platform/contract/define-endpoint.ts";
import { days, hours, minutes } from "../../src/platform/contract/durations.ts";
import { submissionExtras } from "../../src/platform/contract/form-engine/submission.ts";
import { makeAllCases, submitForm } from "../support/cases.ts";
import { indexAllCustomers } from "../support/customers.ts";
import { describeOnSqlite } from "../support/dialects.ts";
import { validValues } from "../support/form-values.ts";
import { composeRaw, handIn, inboundSettings } from "../support/inbound-mail.ts";
import { signUp, signUpConfirmed } from "../support/portal.ts";
import { makeRequest } from "../support/rows.ts";
import { type SignedInStaff, signInAgain, signInStaff } from "../support/staff.ts";
import { openTestApp } from "../support/test-app.ts";

type Line = Readonly<Record<string, unknown>>;

async function readLines(staff: SignedInStaff, endpoint: AnyEndpoint): Promise<Line[]> {
  const { body } = await staff.request("GET", `${pathOf(endpoint)}?format=ndjson&status=all`);
  return body
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const channels: readonly [form: string, channel: string][] = [
  ["Contact", "Website"],
  ["Support", "Website"],
  ["Email", "Email"],
  ["Phone call", "Phone"],
  ["Written by us", "Email"],
];

// Each database gives the same rows to the same code; `desk-figures.test.ts` compares them.
describeOnSqlite("every column of an export", (_open, createDatabase) => {
  test("of messages is what the desk shows of each", async () => {
    const testApp = await openTestApp(createDatabase, { ...inboundSettings, RATE_LIMITS: "off" });
    const { clock, database } = testApp;
    clock.now = Date.parse("2026-11-20T17:00:00Z");
    const first = await submitForm(testApp, validValues(contactForm));
    const support = validValues(supportForm);
    const second = await submitForm(testApp, support, supportForm.collection);
    await makeAllCases(testApp);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const at = (endpoint: AnyEndpoint, id: string) => pathOf(withId(endpoint, id));
    const save = async (staff: SignedInStaff, reference: string, edit: object) => {
      const { version } = (await staff.request("GET", at(inboxEndpoints.read, reference))).json();
      const body = { version, edit };
      const saved = await staff.request("PATCH", at(inboxEndpoints.change, reference), body);
      expect(saved.statusCode).toBe(200);
    };
    clock.now += minutes(20);
    await save(imani, first, { status: "waiting", assigneeId: imani.id, tags: ["app", "money"] });
    clock.now += minutes(20);
    await save(imani, first, { status: "done" });
    await handIn(testApp, composeRaw({ Subject: "A new question" }));
    const to = { kind: "typed", name: "Ed", phone: "303-555-0177", email: "ed@example.com" };
    const call = {
      key: "one",
      to,
      text: "Asked for the price.",
      next: "nothing",
      assigneeId: null,
    };
    await imani.request("POST", pathOf(callEndpoints.logCall), { ...call, day: null, time: null });
    const email = { key: "two", to, subject: "Your ride", text: "Hello", blanks: {} };
    const more = { templateId: "", statusAfter: "waiting" };
    await imani.request("POST", pathOf(callEndpoints.writeMessage), { ...email, ...more });
    await makeAllCases(testApp);
    clock.now += days(3) + hours(1);
    const again = (await signInAgain(testApp, "Imani Bell")) ?? imani;
    await save(again, second, { status: "waiting" });
    // Saved once more, a closed one is closed since the first time.
    await database.write(async (trx) => {
      const found = await lockCase(trx, first);
      if (found) await saveCase(trx, found, { status: "done" }, clock.now);
    });
    const lines = await readLines(again, inboxEndpoints.export);
    expect(lines.map((one) => [one.form, one.channel]).toSorted()).toEqual(channels.toSorted());
    expect(lines.find((one) => one.reference === first)).toMatchObject({
      "first answer": "2026-11-20T17:20:00.000Z",
      closed: "2026-11-20T17:40:00.000Z",
      answer: "In time",
      status: "Done",
    });
    expect(lines.find((one) => one.reference === second)).toMatchObject({
      "first answer": "2026-11-23T18:40:00.000Z",
      "contact by": support.contactMethod,
      answer: "Late",
      status: "Waiting for reply",
    });
    for (const line of lines) {
      const url = at(inboxEndpoints.read, String(line.reference));
      const shown: CaseDetail = (await again.request("GET", url)).json();
      const message = shown.entries[0]?.kind === "message" ? shown.entries[0].text : "";
      expect(line).toMatchObject({
        ...{ sent: shown.createdAt, due: shown.dueAt ?? "", tags: shown.tags, name: shown.name },
        ...{ email: shown.email, phone: shown.phone, platform: shown.platform },
        ...{ "support ID": shown.supportId, message },
        "assigned to": shown.assigneeId === null ? "" : "Imani Bell",
      });
    }
  });

  test("of customers is what the desk shows of each", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, database } = testApp;
    const rosa = await signUpConfirmed(testApp, { email: "rosa@example.com", city: "Boulder" });
    clock.now += hours(1);
    const ray = await signUp(testApp.app, { email: "ray@example.com", state: "WY" });
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const by = { staffId: imani.id, name: "Imani Bell", origin: "" };
    await database.write(async (trx) => {
      const request = makeRequest(ray.uid, { request_completed: 0, date_completed: null });
      await trx.insertInto("completed_requests").values(request).execute();
      const paid = { stripe_account_id: "acct_1" };
      await trx.updateTable("profiles").set(paid).where("uid", "=", rosa.uid).execute();
      const account = await findCustomer(trx, ray.uid);
      await lockAccount({ trx, account, by, now: clock.now }, null);
    });
    clock.now += hours(1);
    await submitForm(testApp, { name: "Rosa", email: "rosa@example.com", message: "Hello" });
    // Spam is no contact.
    clock.now += hours(1);
    const spam = {
      name: "Rosa",
      email: "rosa@example.com",
      message: "Buy",
      [submissionExtras.honeypot]: "x",
    };
    await submitForm(testApp, spam);
    await makeAllCases(testApp);
    await indexAllCustomers(testApp);
    const staff = (await signInAgain(testApp, "Imani Bell")) ?? imani;
    const { customers } = (await staff.request("GET", pathOf(customerEndpoints.list))).json();
    const lines = await readLines(staff, customerEndpoints.export);
    expect(lines).toHaveLength(2);
    const yes = (is: boolean) => (is ? "yes" : "no");
    for (const [index, line] of lines.entries()) {
      const { id, ...one } = customers[index];
      expect(line).toEqual({
        ...{ "support page": expect.stringMatching(new RegExp(`/desk/customers/${id}$`)) },
        ...{ name: one.name, email: one.email, phone: one.phone, city: one.city, state: one.state },
        ...{ "email confirmed": yes(id === rosa.uid), "open message": yes(id === rosa.uid) },
        "payment profile": id === rosa.uid ? "complete" : "incomplete",
        login: id === ray.uid ? "locked" : "open",
        "open requests": id === ray.uid ? 1 : 0,
        "last request": id === ray.uid ? "Ride to the eye doctor" : "",
        "last request at": one.lastRequest?.at ?? "",
        "member since": one.since,
        "last contact": one.contactAt ?? "",
      });
    }
    expect(customers[0].contactAt).toBe(new Date(clock.now - hours(1)).toISOString());
  });
});
