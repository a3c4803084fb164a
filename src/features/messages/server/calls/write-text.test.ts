import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { sendDueTexts } from "../../../../../tests/support/fake-twilio.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { seconds } from "../../../../platform/contract/durations.ts";
import { makeNoEmail } from "../../../../platform/contract/email.ts";
import type { CustomerDetail } from "../../../customers/contract/customers.ts";
import { customerEndpoints } from "../../../customers/contract/customers.ts";
import { consentQuestion } from "../../../texts/contract/consent.ts";
import { receiveText } from "../../../texts/server/receive-text.ts";
import { callEndpoints, type NewText } from "../../contract/calls.ts";
import { contactEndpoints } from "../../contract/contacts.ts";
import type { CaseDetail } from "../../contract/inbox.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { sendDueReplies } from "../replies/send-due.ts";

async function open(createDatabase: Parameters<typeof openTestApp>[0]) {
  const testApp = await openTestApp(createDatabase);
  testApp.clock.now = Date.parse("2026-11-20T10:12-07:00");
  const ruth = await signUp(testApp.app, { phone: "303-555-0144" });
  const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
  const to = { kind: "customer", id: ruth.uid } as const;
  const write = (more: Partial<NewText> = {}) =>
    staff.request("POST", pathOf(callEndpoints.writeText), {
      key: "one",
      to,
      text: "Sam comes at 4.",
      agreed: false,
      ...more,
    });
  const record = (agreed: boolean) =>
    staff.request("POST", pathOf(callEndpoints.recordConsent), { to, agreed });
  const customer = async () =>
    (
      await staff.request("GET", pathOf(withId(customerEndpoints.read, ruth.uid)))
    ).json<CustomerDetail>();
  /** Ruth's phone sends a text. */
  const receive = (body: string) => {
    testApp.clock.now += seconds(1);
    const text = { providerId: body, from: "+13035550144", body, mediaCount: 0, optOut: "" };
    return receiveText(text, testApp.context);
  };
  return { testApp, staff, to, write, record, customer, receive };
}

describeEachDialect("texts that staff begin", (_, createDatabase, engine) => {
  test("need a yes on the phone, which is stored with its words, and their answer joins", async () => {
    const { testApp, staff, write, customer, receive } = await open(createDatabase);
    expect((await customer()).text).toMatchObject({ consent: "none", number: "303-555-0144" });
    expect((await write()).json()).toMatchObject({ fields: { agreed: expect.any(String) } });
    const { reference } = (await write({ agreed: true })).json();
    expect((await write({ agreed: true })).json()).toEqual({ reference });
    testApp.clock.now += seconds(11);
    await sendDueReplies(testApp.context);
    expect(await sendDueTexts(testApp)).toBe(1);
    expect(await receive("Thanks")).toBe(reference);
    const read = await staff.request("GET", pathOf(withId(inboxEndpoints.read, reference)));
    expect(read.json<CaseDetail>()).toMatchObject({
      form: "OurTexts",
      name: "Ruth Abernathy",
      status: "in-progress",
      text: { consent: "allowed", source: "call" },
      entries: [
        { kind: "reply", text: "Sam comes at 4.", delivery: { state: "accepted" } },
        { kind: "message", text: "Thanks", via: "text" },
      ],
    });
    const stored = await testApp.database.db
      .selectFrom("text_consents")
      .select(["state", "words", "staff_id"])
      .execute();
    expect(stored).toEqual([{ state: "allowed", words: consentQuestion, staff_id: staff.id }]);
    const { timeline } = await customer();
    expect(timeline.map(({ what }) => what)).toContain("Texts allowed on the phone");
  });

  test("end with what a customer says on the phone, and may begin again so", async () => {
    const { write, record, customer } = await open(createDatabase);
    await record(true);
    await record(false);
    expect((await customer()).text).toMatchObject({ consent: "stopped", source: "call" });
    expect((await write({ agreed: true })).json()).toMatchObject({
      fields: { phone: "This person ended texts. Only they can turn them on again." },
    });
    expect((await record(true)).statusCode).toBe(200);
    expect((await write()).statusCode).toBe(200);
  });

  test("cannot follow STOP by text, which only START undoes", async () => {
    const { write, record, customer, receive } = await open(createDatabase);
    await record(true);
    await receive("Stop");
    expect((await record(true)).statusCode).toBe(422);
    expect((await write({ agreed: true })).statusCode).toBe(422);
    const { text, timeline } = await customer();
    expect(text).toMatchObject({ consent: "stopped", source: "text" });
    expect(timeline.map(({ what }) => what)).toContain("Ended texts by text");
    await receive("Start");
    expect((await write()).statusCode).toBe(200);
  });

  test("to a customer without an email show none, not the address that stands for it", async () => {
    const { testApp, staff, to, write } = await open(createDatabase);
    const email = makeNoEmail("HP5N78MM");
    await testApp.database.write((trx) =>
      trx
        .updateTable("accounts")
        .set({ email, email_key: email })
        .where("uid", "=", to.id)
        .execute(),
    );
    const { reference } = (await write({ agreed: true })).json();
    const read = (path: string) => staff.request("GET", path);
    const detail = await read(pathOf(withId(inboxEndpoints.read, reference)));
    expect(detail.json()).toMatchObject({ email: "", account: "unconfirmed" });
    const contact = await read(pathOf(withId(contactEndpoints.read, reference)));
    expect(contact.json()).toMatchObject({ emails: [] });
    const list = await read(pathOf(inboxEndpoints.list));
    for (const { statusCode, body } of [detail, contact, list]) {
      expect([statusCode, body]).toEqual([200, expect.not.stringContaining("no-email")]);
    }
  });

  if (engine !== "sqlite") return;

  test("need a number in the United States or Canada", async () => {
    const { write } = await open(createDatabase);
    const to = { kind: "typed", name: "Ed", phone: "+44 20 7946 0958", email: "" } as const;
    expect((await write({ to, agreed: true })).json()).toMatchObject({
      fields: { phone: expect.stringContaining("United States") },
    });
  });
});
