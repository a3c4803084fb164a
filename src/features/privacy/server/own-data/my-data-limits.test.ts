import { randomUUIDv7 } from "node:crypto";
import { once } from "node:events";
import { copyFile, truncate, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { unzipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { apiPaths, recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import { bufferBytes } from "../../../../../tests/support/buffer-memory.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { newAccount, signUp } from "../../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import { tracks } from "../../../recruiting/contract/recruiting-endpoints.ts";

const megabyte = 1024 * 1024;
const resumeBytes = 4 * megabyte;
const large = Buffer.alloc(resumeBytes, "large ");
const resumes = 5;
const ready = `${apiPaths.myData}/ready`;

/** Opens a listening server with a user who has five large résumés. */
async function openWithResumes(createDatabase: CreateDatabase) {
  const lines: string[] = [];
  const logs = { write: (line: string) => void lines.push(line) };
  const site = await openTestApp(createDatabase, { LOG_LEVEL: "error" }, logs);
  const { app, database, dataDir } = site;
  const ruth = await signUp(app);
  const browser = new TestBrowser(app);
  await browser.fillIn("care", tracks.care.intake, { email: newAccount.email });
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n");
  await browser.put(recruitingPaths("care").resume, pdf);
  const { db } = database;
  const row = await db.selectFrom("applications").selectAll().executeTakeFirstOrThrow();
  const fileOf = (file: string | null) => path.join(dataDir, "files", String(file));
  await writeFile(fileOf(row.resume_file), large);
  const others = Array.from({ length: resumes - 1 }, () => {
    const id = randomUUIDv7();
    return { ...row, id, resume_file: `${path.dirname(String(row.resume_file))}/${id}.pdf` };
  });
  for (const { resume_file } of others)
    await copyFile(fileOf(row.resume_file), fileOf(resume_file));
  await database.write(async (trx) => {
    await trx.insertInto("applications").values(others).execute();
    await trx.updateTable("accounts").set({ email_verified_at: 1 }).execute();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return { ...site, ruth, lines, files: [row, ...others].map((one) => fileOf(one.resume_file)) };
}

type Site = Awaited<ReturnType<typeof openWithResumes>>;

async function beginDownload({ app, ruth }: Site): Promise<IncomingMessage> {
  const { port } = app.server.address() as { port: number };
  const request = get({
    host: "127.0.0.1",
    port,
    path: apiPaths.myData,
    headers: { cookie: ruth.cookie },
    agent: false,
  });
  onTestFinished(() => void request.destroy());
  const [answer] = await once(request, "response");
  expect(answer.statusCode).toBe(200);
  return answer;
}

describeEachDialect("the download of one's data", (_open, createDatabase, engine) => {
  test.runIf(engine === "sqlite")(
    "keeps only a few chunks of large files in memory, however slowly it is read",
    async () => {
      const site = await openWithResumes(createDatabase);
      const archive = Buffer.alloc(resumes * resumeBytes + megabyte);
      const before = await bufferBytes();
      const held: number[] = [];
      let size = 0;
      let pieces = 0;
      for await (const piece of await beginDownload(site)) {
        size += piece.copy(archive, size);
        // The server gets several turns of the event loop for each of the reader's.
        for (let turn = 0; turn < 4; turn += 1) await setImmediate();
        pieces += 1;
        if (pieces % 100 === 0) held.push((await bufferBytes()) - before);
      }
      expect(Math.max(...held)).toBeLessThan(resumeBytes / 2);
      const files = unzipSync(new Uint8Array(archive.subarray(0, size)));
      expect(Object.keys(files)).toHaveLength(resumes + 2);
      expect(Buffer.from(files["my-resume-5.pdf"] ?? "").equals(large)).toBe(true);
    },
  );

  test("runs one at a time for each account, and again after it ended", async () => {
    const site = await openWithResumes(createDatabase);
    const { ruth, app } = site;
    const sam = await signUp(app, { email: "sam@example.com" });
    const first = await beginDownload(site);
    for (const url of [apiPaths.myData, ready]) {
      const rejected = await ruth.request("GET", url);
      expect([rejected.statusCode, rejected.json().code]).toEqual([429, "download-running"]);
      expect(rejected.headers["retry-after"]).toBe("30");
    }
    expect((await sam.request("GET", apiPaths.myData)).statusCode).toBe(200);
    // A download that the client aborts has ended, too.
    first.destroy();
    await expect.poll(async () => (await ruth.request("GET", ready)).statusCode).toBe(200);
    expect((await ruth.request("GET", apiPaths.myData)).statusCode).toBe(200);
    expect((await ruth.request("GET", apiPaths.myData)).statusCode).toBe(200);
  });

  test("is limited to ten an hour; asking whether it may start is not", async () => {
    const { app, clock } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    for (let time = 0; time < 10; time += 1) {
      expect((await ruth.request("GET", ready)).statusCode).toBe(200);
      expect((await ruth.request("GET", apiPaths.myData)).statusCode).toBe(200);
    }
    for (const url of [ready, apiPaths.myData]) {
      const rejected = await ruth.request("GET", url);
      expect(rejected.json()).toMatchObject({ code: "too-many", retryAfter: 360 });
    }
    expect((await ruth.request("HEAD", apiPaths.myData)).statusCode).toBe(200);
    clock.now += minutes(6);
    expect((await ruth.request("GET", apiPaths.myData)).statusCode).toBe(200);
  });

  if (engine !== "sqlite") return;

  test("aborts the response if a file cannot be read completely", async () => {
    const site = await openWithResumes(createDatabase);
    const response = await beginDownload(site);
    for (const file of site.files) await truncate(file, 100);
    await expect(buffer(response)).rejects.toThrow("aborted");
    await expect.poll(() => site.lines.join("")).toContain("data download failed");
    // The incomplete archive has no central directory.
    await expect.poll(async () => (await site.ruth.request("GET", ready)).statusCode).toBe(200);
  });
});
