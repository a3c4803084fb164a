import { expect, test } from "vitest";
import { apiPaths, recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { phonePicture } from "../../../../../tests/support/pictures.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { listStoredFiles } from "../../../../../tests/support/stored-files.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { sweepRemovals } from "../../../../platform/server/files/removals.ts";
import { sweepDrafts } from "./discard.ts";

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n");
const { resume } = recruitingPaths("care");
const megabyte = 1024 * 1024;
const from = (address: string) => ({ "x-forwarded-for": address });

/** Sets the stored size of the drafts so far. */
function setBytes({ database }: TestApp, bytes: number) {
  return database.write((trx) =>
    trx.updateTable("applications").set({ resume_bytes: bytes }).execute(),
  );
}

/** Polls, since slow parts are left out of a response. */
function metric({ app }: TestApp, name: string) {
  return expect.poll(async () => {
    const { body } = await app.inject("/metrics");
    return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(body)?.[1]);
  });
}

describeEachDialect("quotas of résumés", (_open, createDatabase, engine) => {
  test("one address has a quota for unsent drafts; others have their own", async () => {
    const server = await openTestApp(createDatabase, { TRUST_PROXY: "on" });
    await new TestBrowser(server.app, from("203.0.113.1")).put(resume, pdf);
    await setBytes(server, 200 * megabyte);
    const again = new TestBrowser(server.app, from("203.0.113.1"));
    const rejected = await again.put(resume, pdf);
    expect([rejected.statusCode, rejected.json()]).toMatchObject([
      429,
      { code: "too-many", retryAfter: 3600 },
    ]);
    expect(await listStoredFiles(server.dataDir)).toHaveLength(1);
    const other = new TestBrowser(server.app, from("203.0.113.2"));
    expect((await other.put(resume, pdf)).statusCode).toBe(200);
    await server.database.write((trx) =>
      trx
        .updateTable("applications")
        .set({ resume_bytes: 200 * megabyte - pdf.length })
        .execute(),
    );
    expect((await again.put(resume, pdf)).statusCode).toBe(200);
  });

  test("all drafts together have a quota, and replacing a file does not add to it", async () => {
    const server = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const browser = new TestBrowser(server.app);
    await browser.put(resume, pdf);
    await setBytes(server, 4096 * megabyte);
    const rejected = await new TestBrowser(server.app).put(resume, pdf);
    expect([rejected.statusCode, rejected.json().code]).toEqual([507, "storage-full"]);
    await metric(server, "uploads_rejected_unsent_quota_total").toBe(1);
    await metric(server, "resume_unsent_bytes").toBe(4096 * megabyte);
    expect((await browser.put(resume, pdf)).statusCode).toBe(200);
    await metric(server, "resume_unsent_bytes").toBe(pdf.length);
  });

  test("a file removed after a day fills no quota any more", async () => {
    const server = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    await new TestBrowser(server.app).put(resume, pdf);
    await setBytes(server, 4096 * megabyte);
    expect((await new TestBrowser(server.app).put(resume, pdf)).statusCode).toBe(507);
    server.clock.now += days(2);
    await sweepDrafts(server.context);
    await metric(server, "resume_unsent_bytes").toBe(0);
    expect((await new TestBrowser(server.app).put(resume, pdf)).statusCode).toBe(200);
  });

  test("a file replaced many times leaves few old ones behind", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    for (let time = 0; time < 12; time += 1) await browser.put(resume, pdf);
    await sweepRemovals(fileStoreOf(server.context), server.clock.now);
    const files = await listStoredFiles(server.dataDir);
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(4);
  });

  if (engine !== "sqlite") return;

  test("with little disk space uploads are rejected with a message, and forms are not", async () => {
    const server = await openTestApp(createDatabase, { MIN_FREE_DISK_MB: "999999999" });
    const words = {
      code: "storage-full",
      message: "We cannot save right now: our storage is full. Please try again later.",
    };
    const browser = new TestBrowser(server.app);
    const rejected = await browser.put(resume, pdf);
    expect([rejected.statusCode, rejected.json()]).toEqual([507, words]);
    const ruth = await signUp(server.app);
    const picture = await ruth.request("PUT", apiPaths.picture, await phonePicture(), {
      "content-type": "image/jpeg",
    });
    expect([picture.statusCode, picture.json()]).toEqual([507, words]);
    await browser.apply("care");
    await metric(server, "uploads_rejected_low_disk_total").toBe(2);
    await metric(server, "disk_free_bytes").toBeGreaterThan(0);
  });
});
