import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { days } from "../../../../platform/contract/durations.ts";
import type { FormDefinition } from "../../../../platform/contract/form-engine/define-form.ts";
import {
  submissionExtras,
  submissionPath,
} from "../../../../platform/contract/form-engine/submission.ts";
import { contactForm } from "../../contract/forms/contact.ts";
import { publicForms } from "../../contract/forms/public-forms.ts";

const { key, honeypot } = submissionExtras;
const staff = "desk@example.com";
const withStaff = { STAFF_EMAIL: staff };

async function send(app: TestApp, form: FormDefinition, changes: Record<string, string> = {}) {
  const response = await app.app.inject({
    method: "POST",
    url: submissionPath(form.collection),
    payload: { ...validValues(form), ...changes },
  });
  return { status: response.statusCode, reference: String(response.json().reference) };
}

function outbox({ database }: TestApp) {
  return database.db.selectFrom("mail_outbox").selectAll().orderBy("kind").execute();
}

async function recipients(app: TestApp) {
  return (await outbox(app)).map(({ recipient }) => recipient).sort();
}

describeEachDialect("emails about a submission", (_open, createDatabase, engine) => {
  test("a repeated submission is notified once", async () => {
    const app = await openTestApp(createDatabase, withStaff);
    await send(app, contactForm, { [key]: "page-1" });
    await send(app, contactForm, { [key]: "page-1" });
    expect(await outbox(app)).toHaveLength(2);
  });

  test("staff are notified of a record marked as spam with the reason, the sender is not", async () => {
    const app = await openTestApp(createDatabase, withStaff);
    await send(app, contactForm, { [honeypot]: "cheap pills" });
    expect(await outbox(app)).toMatchObject([
      { recipient: staff, subject: expect.stringContaining("may be spam") },
    ]);
  });

  test("one address gets three emails a day, in any spelling, and more the next day", async () => {
    const app = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    for (const email of ["a@example.com", "A@example.com", "a@Example.com", "a@example.com"]) {
      await send(app, contactForm, { email });
    }
    expect(await recipients(app)).toEqual(["A@example.com", "a@Example.com", "a@example.com"]);
    await send(app, contactForm, { email: "b@example.com" });
    expect(await recipients(app)).toHaveLength(4);
    app.clock.now += days(1);
    await send(app, contactForm, { email: "a@example.com" });
    expect(await recipients(app)).toHaveLength(5);
  });

  test("a flood of forged addresses is stored completely and acknowledged partly", async () => {
    const app = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const flood = (count: number, run: string) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          send(app, contactForm, { email: `${run}${index}@example.com` }),
        ),
      );
    await flood(130, "first");
    expect(await app.submissions()).toHaveLength(130);
    expect(await outbox(app)).toHaveLength(100);
    app.clock.now += 10_000;
    await flood(30, "second");
    expect(await outbox(app)).toHaveLength(110);
  });

  test("a record that cannot be stored sends no email", async () => {
    const app = await openTestApp(createDatabase, withStaff);
    // A record and its emails are one transaction: without the outbox table neither is stored.
    await app.database.write((trx) => trx.schema.dropTable("mail_outbox").execute());
    expect((await send(app, contactForm)).status).toBe(500);
    expect(await app.submissions()).toEqual([]);
  });

  if (engine !== "sqlite") return;

  test.each(publicForms)(
    "tell staff and sender of $form.collection, without the answers",
    async ({ form }) => {
      const app = await openTestApp(createDatabase, withStaff);
      const values = validValues(form);
      const { reference } = await send(app, form);
      const [acknowledgement, notice, ...rest] = await outbox(app);
      expect(rest).toEqual([]);
      expect(notice).toMatchObject({ kind: "staff-notice", recipient: staff });
      expect(acknowledgement).toMatchObject({ kind: "acknowledgement", recipient: values.email });
      for (const email of [notice, acknowledgement]) {
        const words = `${email?.subject}\n${email?.text}\n${email?.html}`;
        expect(words).toContain(reference);
        const answers = form.fields.filter(({ options, name }) => !options && values[name]);
        for (const { name } of answers) {
          // The test person's phone number is also our own.
          if (name !== "phone") expect(words).not.toContain(values[name]);
        }
      }
      expect(notice?.text).toContain(form.collection);
      expect(notice?.text).toContain(`/desk/inbox/${reference}`);
      expect(acknowledgement?.text).toContain(form.success.text);
    },
  );

  test("only the sender is notified when no staff address is set", async () => {
    const app = await openTestApp(createDatabase);
    await send(app, contactForm);
    expect(await recipients(app)).toEqual([validValues(contactForm).email]);
  });

  test("a rejected form sends no email", async () => {
    const app = await openTestApp(createDatabase, withStaff);
    expect((await send(app, contactForm, { message: "" })).status).toBe(422);
    expect(await outbox(app)).toEqual([]);
  });
});
