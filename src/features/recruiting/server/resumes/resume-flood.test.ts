import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import { shortest } from "../../../../../tests/support/applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { startSlowUpload } from "../../../../../tests/support/slow-upload.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { limits } from "../../../../platform/server/credentials/throttles.ts";
import { intakeNames, tracks } from "../../contract/recruiting-endpoints.ts";

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n");
const type = { "content-type": "application/pdf" };
const { resume } = recruitingPaths("care");
const { intake } = tracks.care;

/** 200 bytes that claim to be an archive of four billion files (zip64). */
function endlessZip(): Buffer {
  const bytes = Buffer.alloc(172);
  const [start, directory, locator, end] = [0x04034b50, 0x06064b50, 0x07064b50, 0x06054b50];
  bytes.writeUInt32LE(start, 0);
  bytes.writeUInt32LE(directory, 40);
  bytes.writeUInt32LE(0xffffffff, 40 + 32);
  bytes.writeUInt32LE(locator, 130);
  bytes.writeUInt32LE(40, 138);
  bytes.writeUInt32LE(end, 150);
  // The plain record cannot hold so many entries: the numbers are in the zip64 records.
  bytes.writeUInt16LE(0xffff, 158);
  bytes.writeUInt16LE(0xffff, 160);
  return bytes;
}

describeEachDialect("floods of files", (_open, createDatabase, engine) => {
  test("one address has an hourly limit of files; answers posted with one are kept", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    await browser.put(resume, pdf);
    await server.database.write((trx) =>
      trx
        .updateTable("throttles")
        .set({ count: limits.resumeAddress.max })
        .where("key", "like", "resumeAddress:%")
        .execute(),
    );
    const put = await browser.put(resume, pdf);
    expect([put.statusCode, put.json().code]).toEqual([429, "too-many"]);
    await browser.fillIn("care");
    const last = { ...shortest.care.last, languages: "Español", [intakeNames.step]: "last" };
    const file = new File([new Uint8Array(pdf)], "cv.pdf");
    const post = await browser.postFile(intake, last as Record<string, string>, file);
    expect(post.statusCode).toBe(429);
    expect((await browser.draft("care")).json().answers).toMatchObject({ languages: "Español" });
  });

  if (engine !== "sqlite") return;

  test("an archive that claims billions of files is rejected at once", async () => {
    const browser = new TestBrowser((await openTestApp(createDatabase)).app);
    const put = await browser.put(resume, endlessZip());
    expect(put.json().code).toBe("resume-unreadable");
  });

  test("slow uploads, however many, do not block others, and finish too", async () => {
    const { app, dataDir } = await openTestApp(createDatabase);
    await app.listen({ host: "127.0.0.1", port: 0 });
    const large = Buffer.concat([pdf, Buffer.alloc(400_000, " "), pdf]);
    const slow = await Promise.all(
      Array.from({ length: 30 }, () => startSlowUpload(app, resume, large.length, type)),
    );
    const firstBytes = large.subarray(0, 300_000);
    await Promise.all(slow.map(({ send }) => send(firstBytes)));
    const browser = new TestBrowser(app);
    expect((await browser.put(resume, large)).statusCode).toBe(200);
    await browser.fillIn("care");
    const last = { ...shortest.care.last, [intakeNames.step]: "last" } as Record<string, string>;
    const file = new File([new Uint8Array(large)], "cv.pdf");
    expect((await browser.postFile(intake, last, file)).statusCode).toBe(303);
    // Some clients disconnect midway, the others finish.
    for (const { socket } of slow.slice(20)) socket.destroy();
    const patient = slow.slice(0, 20);
    await Promise.all(patient.map(({ send }) => send(large.subarray(firstBytes.length))));
    const answers = await Promise.all(patient.map(({ status }) => status));
    expect(answers).toEqual(patient.map(() => 200));
    await expect.poll(() => readdir(path.join(dataDir, "arriving"))).toEqual([]);
  });

  test("one address that stalls many large posts blocks only itself", async () => {
    const { app } = await openTestApp(createDatabase, { TRUST_PROXY: "on" });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const from = (address: string) => ({ "x-forwarded-for": address });
    const max = 10 * 1024 * 1024;
    const stalled = await Promise.all(
      Array.from({ length: 7 }, () =>
        startSlowUpload(app, resume, max, { ...type, ...from("203.0.113.1") }),
      ),
    );
    // Seven times 10 MB, except their last bytes, exceed the limit of 64 MB.
    await Promise.all(stalled.map(({ send }) => send(Buffer.alloc(max - 1000))));
    expect(await Promise.any(stalled.map(({ status }) => status))).toBe(429);
    const large = Buffer.concat([pdf, Buffer.alloc(400_000, " "), pdf]);
    const other = new TestBrowser(app, from("203.0.113.2"));
    expect((await other.put(resume, large)).statusCode).toBe(200);
  });

  test("oversized texts are not stored, from either kind of form", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    const text = "x".repeat(300_000);
    const sent = { [intakeNames.step]: "last", languages: text };
    const plain = await browser.post(intake, sent, "back");
    const withFile = await browser.postFile(intake, sent, new File([], ""));
    for (const { statusCode, body } of [plain, withFile]) {
      expect(statusCode).toBe(413);
      expect(body.length).toBeLessThan(text.length);
    }
    const rows = await database.db.selectFrom("applications").select("answers").execute();
    expect(rows).toEqual([]);
  });
});
