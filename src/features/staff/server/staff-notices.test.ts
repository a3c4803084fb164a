import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import { validValues } from "../../../../tests/support/form-values.ts";
import { newAccount, signUp } from "../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { submissionPath } from "../../../platform/contract/form-engine/submission.ts";
import { contactForm } from "../../messages/contract/forms/contact.ts";
import { newsletter } from "../../newsletter/contract/newsletter.ts";

const desk = "desk@example.com";
const { names } = newsletter;

async function sendAll({ app }: TestApp): Promise<string> {
  const post = (collection: string, payload: object) =>
    app.inject({ method: "POST", url: submissionPath(collection), payload });
  await post(contactForm.collection, validValues(contactForm));
  const signup = { [names.email]: "reader@example.com", [names.formTime]: 3000 };
  await post(newsletter.collection, { ...signup, [names.token]: "12345" });
  await signUp(app);
  await new TestBrowser(app).apply("pro");
  return new TestBrowser(app).apply("care");
}

async function notices({ database }: TestApp): Promise<string[]> {
  const emails = await readEmails(database);
  return emails
    .filter(({ kind }) => kind === "staff-notice")
    .map(({ recipient, subject }) => `${recipient} ${subject.replace(/: .*/, "")}`)
    .sort();
}

describeEachDialect("staff", (_open, createDatabase, engine) => {
  test("are notified of forms, signups, new accounts and applications, without answers", async () => {
    const site = await openTestApp(createDatabase, { STAFF_EMAIL: desk });
    const reference = await sendAll(site);
    expect(await notices(site)).toEqual([
      `${desk} CareApplications`,
      `${desk} ContactForm`,
      `${desk} NewsletterRegistration`,
      `${desk} ProApplications`,
      `${desk} Users`,
    ]);
    const told = (await readEmails(site.database)).filter(({ kind }) => kind === "staff-notice");
    const words = told.map(({ subject, text }) => `${subject} ${text}`).join(" ");
    expect(words).toContain(`CareApplications: ${reference}`);
    const { reference: contact } = (await site.submissions())[0] ?? {};
    for (const page of [`inbox/${contact}`, `applications/${reference}`, "newsletter"]) {
      expect(words).toContain(`Read it at the desk:\n${site.context.origin()}/desk/${page}`);
    }
    for (const answer of ["reader@example.com", newAccount.email, newAccount.lastName, "Okafor"]) {
      expect(words).not.toContain(answer);
    }
    const { support_id } = await site.database.db
      .selectFrom("accounts")
      .select("support_id")
      .executeTakeFirstOrThrow();
    expect(words).toContain(`find ${support_id}`);
  });

  if (engine !== "sqlite") return;

  test("each form may have its own address, or none", async () => {
    const site = await openTestApp(createDatabase, {
      STAFF_EMAIL: desk,
      STAFF_EMAIL_BY_FORM:
        "CareApplications=care@example.com, ProApplications=pro@example.com,NewsletterRegistration=none",
    });
    await sendAll(site);
    expect(await notices(site)).toEqual([
      "care@example.com CareApplications",
      `${desk} ContactForm`,
      `${desk} Users`,
      "pro@example.com ProApplications",
    ]);
  });

  test("are notified of one form only when no other address is set", async () => {
    const site = await openTestApp(createDatabase, { STAFF_EMAIL_BY_FORM: `ContactForm=${desk}` });
    await sendAll(site);
    expect(await notices(site)).toEqual([`${desk} ContactForm`]);
  });
});
