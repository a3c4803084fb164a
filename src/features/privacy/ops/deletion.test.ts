import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { apiPaths, recruitingPaths } from "../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import { validValues } from "../../../../tests/support/form-values.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { phonePicture } from "../../../../tests/support/pictures.ts";
import { newAccount, signUp } from "../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { submissionPath } from "../../../platform/contract/form-engine/submission.ts";
import { contactForm } from "../../messages/contract/forms/contact.ts";
import { newsletter } from "../../newsletter/contract/newsletter.ts";
import { tracks } from "../../recruiting/contract/recruiting-endpoints.ts";
import { dataDeletionForm } from "../contract/data-deletion.ts";

const { email } = newAccount;
const { names } = newsletter;

describeEachDialect("the operator and data deletion requests", (_open, createDatabase, engine) => {
  /** A site with every kind of data about Ruth, some about Sam, and Ruth's request. */
  async function openSite() {
    const options = await createDatabase("with tables");
    const site = await openTestApp(async () => options);
    const { app, database } = site;
    const post = async (collection: string, payload: object) => {
      const url = submissionPath(collection);
      return String((await app.inject({ method: "POST", url, payload })).json().reference);
    };
    const ruth = await signUp(app);
    await signUp(app, { email: "sam@example.com" });
    await ruth.request("PUT", apiPaths.picture, await phonePicture(), {
      "content-type": "image/jpeg",
    });
    for (const who of [email.toUpperCase(), "sam@example.com"]) {
      await post(contactForm.collection, { ...validValues(contactForm), email: who });
      const signup = { [names.email]: who, [names.formTime]: 3000, [names.token]: "12345" };
      await post(newsletter.collection, signup);
    }
    const browser = new TestBrowser(app);
    const pdf = Buffer.from("%PDF-1.7\n%%EOF\n");
    await browser.put(`${recruitingPaths("care").resume}?name=cv.pdf`, pdf);
    await browser.apply("care", tracks.care.intake, { email });
    const { supportId } = (await ruth.request("GET", apiPaths.profile)).json();
    const ask = (changes: object = {}) =>
      post(dataDeletionForm.collection, {
        ...validValues(dataDeletionForm),
        email,
        supportId,
        ...changes,
      });
    const ops = (...args: string[]) => runOps(options, "deletion", ...args);
    const held = async () => JSON.parse((await ops("preview", email)).stdout);
    return { site, database, ruth, ask, ops, held, options, dataDir: options.dataDir };
  }

  test("list shows the open ones with their due dates; preview shows everything held", async () => {
    const { ask, ops, held, ruth, dataDir, site } = await openSite();
    const reference = await ask();
    const [open, ...rest] = JSON.parse((await ops("list")).stdout);
    expect(rest).toEqual([]);
    const receivedAt = new Date(site.clock.now).toISOString();
    expect(open).toMatchObject({ reference, email, receivedAt, overdue: true });
    const promised = 45 * 24 * 3_600_000;
    expect(Date.parse(open.dueAt) - Date.parse(open.receivedAt)).toBe(promised);
    const shown = JSON.parse((await ops("preview", reference.toLowerCase())).stdout);
    expect(shown).toEqual(await held());
    expect(shown.account).toMatchObject({ uid: ruth.uid, confirmed: false });
    expect(shown.rows).toMatchObject({
      accounts: 1,
      profiles: 1,
      sessions: 1,
      pictures: 1,
      newsletter_subscribers: 1,
      submissions: 2,
      applications: 1,
      apply_visitors: 1,
    });
    expect(shown.rows.mail_outbox).toBeGreaterThan(1);
    const collections = shown.records.map((one: { collection: string }) => one.collection);
    expect(collections.sort()).toEqual([
      "CareApplications",
      "ContactForm",
      "DataDeletionRequests",
      "NewsletterRegistration",
      "Users",
    ]);
    expect(shown.files).toHaveLength(2);
    for (const file of shown.files)
      expect(existsSync(path.join(dataDir, "files", file))).toBe(true);
  });

  test("carry-out deletes all rows and files, keeps the request, notifies the person", async () => {
    const { ask, ops, held, database, dataDir } = await openSite();
    const reference = await ask();
    const before = await held();
    const dry = await ops("carry-out", reference, "--dry-run");
    expect(dry).toMatchObject({ code: 0, stderr: "" });
    expect(dry.stdout).toContain("(dry run, nothing changed)   applications: 1\n");
    expect(await held()).toEqual(before);
    for (const file of before.files)
      expect(existsSync(path.join(dataDir, "files", file))).toBe(true);

    const run = await ops("carry-out", reference);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain(`${reference} is done. The customer is notified by email.\n`);
    const after = await held();
    expect(after).toMatchObject({ account: null, files: [] });
    // The request with its log, and the email about it, which is deleted once sent.
    expect(after.rows).toEqual({
      submissions: 1,
      mail_outbox: 1,
      privacy_cases: 1,
      privacy_letters: 1,
    });
    for (const file of before.files) {
      expect(existsSync(path.join(dataDir, "files", file))).toBe(false);
    }
    expect((await readEmails(database)).at(-1)).toMatchObject({
      kind: "privacy-deleted",
      recipient: email,
    });
    expect(JSON.parse((await ops("list")).stdout)).toEqual([]);
    const others = JSON.parse((await ops("preview", "sam@example.com")).stdout);
    expect(others.rows).toMatchObject({ accounts: 1, submissions: 1, newsletter_subscribers: 1 });
    expect((await ops("carry-out", reference)).stderr).toContain("No open request");
  });

  test("one submission or one address's signups are deleted alone; a request never is", async () => {
    const { ask, held, options } = await openSite();
    const request = await ask();
    const { records } = await held();
    const contact = records.find((one: { collection: string }) => one.collection === "ContactForm");
    const run = (...args: string[]) => runOps(options, ...args);
    const remove = ["submissions", "delete", contact.reference] as const;
    expect((await run(...remove, "--dry-run")).stdout).toContain("(dry run, nothing changed)");
    expect((await run(...remove)).stdout).toBe(`Deleted ${contact.reference} (ContactForm)\n`);
    expect((await run(...remove)).code).toBe(1);
    expect((await run("submissions", "delete", request)).code).toBe(1);
    const named = ["--email", email.toUpperCase()];
    const left = await run("newsletter", "unsubscribe", ...named);
    expect(left.stdout).toBe(`Unsubscribed ${email}: 1\n`);
    expect((await run("newsletter", "unsubscribe", ...named)).stderr).toContain("not subscribed");
    expect((await held()).rows).toMatchObject({ submissions: 1, newsletter_subscribers: 1 });
    expect((await run("newsletter", "delete", ...named)).code).toBe(0);
    expect((await held()).rows).not.toHaveProperty("newsletter_subscribers");
    expect((await run("newsletter", "delete", ...named)).code).toBe(1);
  });

  if (engine !== "sqlite") return;

  test("carry-out stops if address and support ID belong to different accounts", async () => {
    const { ask, ops, held } = await openSite();
    const before = await held();
    const stranger = await ask({ supportId: "2222AAAA" });
    const fromElsewhere = await ask({ email: "ruth.new@example.com" });
    for (const reference of [stranger, fromElsewhere]) {
      const run = await ops("carry-out", reference);
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toContain("Check who asks");
    }
    expect((await held()).account).toEqual(before.account);
    const named = await ops("carry-out", fromElsewhere, "--email", email.toUpperCase());
    expect(named.code).toBe(0);
    expect((await held()).account).toBe(null);
  });
});
