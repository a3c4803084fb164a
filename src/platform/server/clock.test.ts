import { readdir } from "node:fs/promises";
import path from "node:path";
import { Secret, TOTP } from "otpauth";
import { describe, expect, onTestFinished, test } from "vitest";
import { startAdCompany } from "../../../tests/support/ad-company.ts";
import { apiPaths } from "../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { linkIn } from "../../../tests/support/emails.ts";
import { validValues } from "../../../tests/support/form-values.ts";
import { newAccount, signUp } from "../../../tests/support/portal.ts";
import { TestBrowser } from "../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { authExtras } from "../../features/customers/contract/auth.ts";
import { sweepAccounts } from "../../features/customers/server/auth/sweep.ts";
import { contactForm } from "../../features/messages/contract/forms/contact.ts";
import { tracks } from "../../features/recruiting/contract/recruiting-endpoints.ts";
import { days, minutes, seconds } from "../contract/durations.ts";
import { submissionPath } from "../contract/form-engine/submission.ts";
import { elapsedMs, StepBackDetector } from "./clock.ts";
import { EmailWorker } from "./mail/email-worker.ts";

function logIn({ app }: TestApp, password: string = newAccount.password) {
  const payload = { email: newAccount.email, password };
  return app.inject({ method: "POST", url: apiPaths.login, payload });
}

function sendForm({ app }: TestApp, email: string) {
  const payload = { ...validValues(contactForm), email };
  return app.inject({ method: "POST", url: submissionPath(contactForm.collection), payload });
}

test("a time in the future counts as now", () => {
  expect([elapsedMs(10, 15), elapsedMs(15, 10)]).toEqual([5, 0]);
});

describe("a clock set back", () => {
  test("is repaired at startup and after each step back, with retries until it succeeds", async () => {
    const clock = new StepBackDetector();
    const repaired: number[] = [];
    const look = (now: number) =>
      clock.repairIfSetBack(now, async () => {
        if (now === 4) throw new Error("The database is unavailable.");
        repaired.push(now);
      });
    await look(5);
    await look(6);
    await expect(look(4)).rejects.toThrow("unavailable");
    await look(5);
    await look(7);
    expect(repaired).toEqual([5, 5]);
  });
});

describeEachDialect("a clock set back", (_open, createDatabase, engine) => {
  test("by a day keeps people signed in, and a reauthentication lasts ten more minutes", async () => {
    const site = await openTestApp(createDatabase);
    const ruth = await signUp(site.app);
    site.clock.now -= days(1);
    const download = () => ruth.request("GET", apiPaths.myData);
    expect((await download()).statusCode).toBe(200);
    const seen = await site.database.db
      .selectFrom("sessions")
      .select(["last_seen_at", "proved_at"])
      .executeTakeFirstOrThrow();
    expect(seen).toEqual({ last_seen_at: site.clock.now, proved_at: site.clock.now });
    site.clock.now += minutes(11);
    expect((await download()).json().code).toBe("confirm-needed");
    expect((await ruth.request("GET", apiPaths.session)).json().signedIn).toBe(true);
  });

  test("by a day does not lock out people who use one-time codes, and no code works twice", async () => {
    const site = await openTestApp(createDatabase);
    const { uid } = await signUp(site.app);
    const secret = new Secret({ size: 20 });
    const newest = Math.floor(site.clock.now / 30_000) + 1;
    await site.database.write((trx) =>
      trx
        .updateTable("accounts")
        .set({ totp_secret: secret.base32, totp_enabled_at: 1, totp_last_step: newest })
        .where("uid", "=", uid)
        .execute(),
    );
    site.clock.now -= days(1);
    const code = TOTP.generate({ secret, timestamp: site.clock.now });
    const statuses: number[] = [];
    for (let number = 0; number < 2; number += 1) {
      const first = await logIn(site);
      const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
      const response = await site.app.inject({
        method: "POST",
        url: apiPaths.loginCode,
        headers: { cookie },
        payload: { code },
      });
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual([200, 401]);
  });

  test("by a day resets the limit of forms per address; by seconds it does not", async () => {
    const site = await openTestApp(createDatabase);
    for (let number = 0; number < 60; number += 1) {
      expect((await sendForm(site, `person-${number}@example.com`)).statusCode).toBe(201);
    }
    site.clock.now -= seconds(5);
    expect((await sendForm(site, "other@example.com")).statusCode).toBe(429);
    site.clock.now -= days(1);
    expect((await sendForm(site, "other@example.com")).statusCode).toBe(201);
  });

  if (engine !== "sqlite") return;

  test.each([
    ["a day", days(1)],
    ["five seconds", seconds(5)],
  ])("by %s does not delay the right password", async (_name, step) => {
    const site = await openTestApp(createDatabase);
    await signUp(site.app);
    for (let number = 0; number < 3; number += 1) await logIn(site, "wrong password");
    site.clock.now -= step;
    expect((await logIn(site)).statusCode).toBe(200);
  });

  test.each([
    ["a day", days(1)],
    ["five seconds", seconds(5)],
  ])("by %s does not make a rate limit last longer", async (_name, step) => {
    const site = await openTestApp(createDatabase);
    await signUp(site.app);
    const answers: number[] = [];
    for (let number = 0; number < 11; number += 1) {
      answers.push((await logIn(site, "wrong password")).statusCode);
    }
    expect(answers.at(-1)).toBe(429);
    site.clock.now -= step;
    const rejected = await logIn(site);
    expect(rejected.statusCode).toBe(429);
    // One attempt is refilled every 90 seconds.
    expect(rejected.json().retryAfter).toBeLessThanOrEqual(95);
    site.clock.now += seconds(rejected.json().retryAfter);
    expect((await logIn(site)).statusCode).toBe(200);
  });

  test("by a day keeps an emailed link valid for half an hour only", async () => {
    const site = await openTestApp(createDatabase);
    await signUp(site.app);
    const payload = { email: newAccount.email };
    await site.app.inject({ method: "POST", url: apiPaths.forgotPassword, payload });
    const { token } = await linkIn(site.database, "reset-password");
    const reset = () =>
      site.app.inject({
        method: "POST",
        url: apiPaths.resetPassword,
        payload: { newPassword: "eight pears", [authExtras.token]: token },
      });
    site.clock.now -= days(1);
    await sweepAccounts(site.context);
    site.clock.now += minutes(31);
    expect((await reset()).json().code).toBe("link-expired");
    site.clock.now -= minutes(2);
    expect((await reset()).statusCode).toBe(200);
  });

  test("by a day does not delay emails", async () => {
    const site = await openTestApp(createDatabase);
    const { context, app, dataDir, clock } = site;
    const outbox = path.join(dataDir, "outbox");
    const files = async () => (await readdir(outbox).catch(() => [])).length;
    await signUp(app);
    clock.now -= days(1);
    const sender = new EmailWorker(context, app.log);
    onTestFinished(() => sender.stop());
    await expect.poll(files, { timeout: 20_000 }).toBe(1);
  });

  test("by a day does not delay conversions", async () => {
    const company = await startAdCompany();
    const site = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(site.app);
    const sid = "0b5e5b36-8d5c-4c2e-9d0f-1f6a3b0c9d7e";
    const { talrooIntake } = tracks.care;
    await browser.get(`${talrooIntake}?tlr_sid=${sid}&utm_source=talroo`);
    await browser.apply("care", talrooIntake);
    site.clock.now -= days(1);
    await site.app.listen({ host: "127.0.0.1", port: 0 });
    await expect.poll(() => company.requests.length, { timeout: 20_000 }).toBe(2);
  });
});
