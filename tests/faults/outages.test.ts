import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { days } from "../../src/platform/contract/durations.ts";
import { errors } from "../../src/platform/contract/errors/errors.ts";
import { outageNotices } from "../../src/platform/contract/errors/outage-errors.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { validValues } from "../support/form-values.ts";
import { newAccount, type SignedIn, signUp } from "../support/portal.ts";
import { startPostgres } from "../support/postgres.ts";
import { fillDisk, mountSmallDisk } from "../support/small-disk.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const patience = { timeout: 30_000, interval: 100 };

function sendForm({ app }: TestApp) {
  return app.inject({
    method: "POST",
    url: submissionPath(contactForm.collection),
    payload: validValues(contactForm),
  });
}

function readyz({ app }: TestApp) {
  return app.inject("/readyz");
}

test("PostgreSQL stopped: pages, forms, login and /readyz report the outage, and the log has the error code", async (context) => {
  const postgres = await startPostgres();
  if (!postgres) return context.skip("no PostgreSQL");
  const logs: string[] = [];
  let isRunning = true;
  onTestFinished(() => (isRunning ? postgres.stop() : undefined));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-outage-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const site = await openTestApp(
    async () => ({ dataDir, databaseUrl: postgres.url }),
    { LOG_LEVEL: "info" },
    { write: (line) => logs.push(line) },
  );
  const ruth = await signUp(site.app);
  expect((await readyz(site)).json()).toMatchObject({ ok: true });

  await postgres.stop();
  isRunning = false;

  const saved = await sendForm(site);
  expect([saved.statusCode, saved.headers["retry-after"]]).toEqual([503, "30"]);
  expect(saved.json()).toEqual({ code: "unavailable", message: errors.unavailable.message });
  const support = await ruth.request("GET", paths.support);
  expect([support.statusCode, support.headers["content-type"]]).toEqual([
    503,
    "text/html; charset=utf-8",
  ]);
  expect(support.body).toContain(outageNotices.page);
  const login = await site.app.inject({
    method: "POST",
    url: apiPaths.login,
    payload: { email: newAccount.email, password: newAccount.password },
  });
  expect([login.statusCode, login.json().code]).toEqual([503, "unavailable"]);
  expect((await site.app.inject(paths.contact)).statusCode).toBe(200);
  await expect.poll(async () => (await readyz(site)).statusCode, patience).toBe(503);
  expect((await readyz(site)).json().checks).toMatchObject({ read: "failed", write: "failed" });
  const lines = logs.join("");
  expect(lines).toMatch(/"code":"(ECONNREFUSED|ECONNRESET|57P01|CONNECTION_\w+)"/);
  expect(lines).not.toContain(validValues(contactForm).message);
  expect(lines).not.toContain(newAccount.email);
});

/** Sends forms until one is rejected: free space in the write-ahead log still accepts some. */
async function sendUntilFull(site: TestApp) {
  for (;;) {
    const response = await sendForm(site);
    if (response.statusCode !== 201) return response;
  }
}

test("a full disk: a session idle for a day can still read, and writes respond 507 until there is space", async (context) => {
  const disk = await mountSmallDisk(24);
  if (!disk) return context.skip("a small disk takes root and mount");
  const logs: string[] = [];
  const dataDir = path.join(disk, "data");
  const site = await openTestApp(
    async () => ({ dataDir }),
    { LOG_LEVEL: "info", RATE_LIMITS: "off" },
    { write: (line) => logs.push(line) },
  );
  const ruth: SignedIn = await signUp(site.app);
  const ballast = await fillDisk(disk);
  const rejected = await sendUntilFull(site);
  expect([rejected.statusCode, rejected.headers["retry-after"]]).toEqual([507, "300"]);
  expect(rejected.json()).toEqual({
    code: "storage-full",
    message: errors["storage-full"].message,
  });

  site.clock.now += days(1);
  const session = await ruth.request("GET", apiPaths.session);
  expect([session.statusCode, session.json().signedIn]).toEqual([200, true]);
  const support = await ruth.request("GET", paths.support);
  expect(support.statusCode).toBe(200);
  expect(support.body).toContain(newAccount.email);
  const visit = await site.app.inject(paths.careIntake);
  expect(visit.statusCode).toBe(200);
  await expect.poll(async () => (await readyz(site)).statusCode, patience).toBe(503);
  expect((await readyz(site)).json().checks).toMatchObject({ read: "ok", write: "full" });
  await expect.poll(() => logs.join(""), patience).toContain('"code":"SQLITE_FULL (13)"');
  // Responses do not wait for the skipped writes, which add no lines to the first one.
  expect(logs.filter((line) => /"(?:request failed|write skipped)"/.test(line))).toHaveLength(1);

  await rm(ballast, { recursive: true });
  expect((await sendForm(site)).statusCode).toBe(201);
  await expect.poll(async () => (await readyz(site)).statusCode, patience).toBe(200);
});
