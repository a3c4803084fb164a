import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import { shortest } from "../../../../../tests/support/applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { oldOffice, pdfFile } from "../../../../../tests/support/pdf-files.ts";
import { heicStart } from "../../../../../tests/support/pictures.ts";
import { stateOf, TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { wordFile, zipOf } from "../../../../../tests/support/word-files.ts";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { sweepRemovals } from "../../../../platform/server/files/removals.ts";
import { intakeNames, tracks } from "../../contract/recruiting-endpoints.ts";
import { maxPostBytes } from "../form-body.ts";
import { sweepDrafts } from "./discard.ts";

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n");
const docx = wordFile();
/** Written out, so that a change of the limit is noticed. */
const limitBytes = 10 * 1024 * 1024;
const picture = (format: "jpeg" | "png") =>
  sharp({ create: { width: 30, height: 40, channels: 3, background: "#fff" } })
    .withExif({ IFD0: { Copyright: "Ada's home" } })
    .toFormat(format)
    .toBuffer();
const { resume, discard } = recruitingPaths("care");
const intake = tracks.care.intake;
const lastStep = { [intakeNames.step]: "last", ...shortest.care.last } as Record<string, string>;

async function filesIn({ dataDir }: TestApp): Promise<string[]> {
  const folder = path.join(dataDir, "files");
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
}

describeEachDialect("résumé", (_open, createDatabase, engine) => {
  test("it can be removed, and is deleted with a discarded or an expired draft", async () => {
    const server = await openTestApp(createDatabase);
    const { clock, context } = server;
    const browser = new TestBrowser(server.app);
    await browser.put(resume, pdf);
    await browser.put(resume, pdf);
    expect((await browser.remove(resume)).statusCode).toBe(200);
    expect(await filesIn(server)).toEqual([]);
    await browser.put(resume, pdf);
    await browser.put(resume, pdf);
    await browser.postJson(discard);
    expect(await filesIn(server)).toEqual([]);
    await browser.put(resume, pdf);
    clock.now += days(30);
    expect(await sweepDrafts(context)).toBe(0);
    clock.now += 1;
    expect(await sweepDrafts(context)).toBe(1);
    expect(await filesIn(server)).toEqual([]);
  });

  test("a draft's file is deleted after a day without a change, and the draft says so", async () => {
    const server = await openTestApp(createDatabase);
    const { clock, context } = server;
    const browser = new TestBrowser(server.app);
    await browser.fillIn("care");
    await browser.put(`${resume}?name=cv.pdf`, pdf);
    clock.now += days(1);
    await sweepDrafts(context);
    expect(await filesIn(server)).toHaveLength(1);
    await browser.post(intake, { ...shortest.care.about, [intakeNames.step]: "about" });
    clock.now += days(1);
    await sweepDrafts(context);
    expect(await filesIn(server)).toHaveLength(1);
    clock.now += 1;
    await sweepDrafts(context);
    expect(await filesIn(server)).toEqual([]);
    const words =
      "We removed cv.pdf after a day, because the application was not sent. Choose it again, or continue without it.";
    // A page left open may still show the file.
    const submitted = await browser.post(intake, { [intakeNames.step]: "check" });
    expect(submitted.statusCode).toBe(422);
    expect(stateOf(submitted)).toMatchObject({
      errors: { resume: words },
      recruiting: { step: "last", answers: { firstName: "Grace" } },
    });
    const opened = await browser.get(intake);
    expect(stateOf(opened)?.recruiting).toMatchObject({ step: "last", removedResume: "cv.pdf" });
    expect(opened.body).toContain(words);
    expect((await browser.post(intake, lastStep)).statusCode).toBe(303);
    await browser.submit("care");
    const row = await server.database.db
      .selectFrom("applications")
      .select(["status", "resume_name"])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: "new", resume_name: null });
  });

  test("the sweep does not touch sent applications and current drafts", async () => {
    const server = await openTestApp(createDatabase);
    const { clock, context, database } = server;
    const sender = new TestBrowser(server.app);
    await sender.apply("care");
    const worker = new TestBrowser(server.app);
    await worker.fillIn("pro");
    clock.now += days(20);
    await worker.post(tracks.pro.intake, { ...shortest.pro.about, [intakeNames.step]: "about" });
    clock.now += days(20);
    expect(await sweepDrafts(context)).toBe(0);
    expect(await database.db.selectFrom("applications").select("id").execute()).toHaveLength(2);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test.each([
    ["cv.pdf", pdf, "application/pdf", ".pdf"],
    [
      "My résumé.docx",
      docx,
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      ".docx",
    ],
    ["scan.jpg", "jpeg", "image/jpeg", ".jpg"],
    ["scan.png", "png", "image/png", ".png"],
  ] as const)(
    "%s is accepted with and without scripts, and private",
    async (name, content, type, ending) => {
      const bytes = typeof content === "string" ? await picture(content) : content;
      const server = await openTestApp(createDatabase);
      const browser = new TestBrowser(server.app);
      const put = await browser.put(
        `${resume}?name=${encodeURIComponent(name)}`,
        bytes,
        "text/html",
      );
      expect(put.json()).toMatchObject({ name });
      const [file = ""] = await filesIn(server);
      expect(file.endsWith(ending)).toBe(true);
      expect((await stat(file)).mode & 0o077).toBe(0);
      const stored = await readFile(file);
      if (typeof content === "string") expect(stored.includes("Ada's home")).toBe(false);
      else expect(stored.equals(bytes)).toBe(true);
      await browser.fillIn("care");
      const replaced = await browser.postFile(
        intake,
        lastStep,
        new File([new Uint8Array(bytes)], name),
      );
      expect(replaced.statusCode).toBe(303);
      expect(await filesIn(server)).toHaveLength(2);
      // The old file stays for an hour, since a backup that started before still names it.
      await sweepRemovals(fileStoreOf(server.context), server.clock.now + hours(1));
      expect(await filesIn(server)).toHaveLength(1);
      expect(existsSync(file)).toBe(false);
      expect((await browser.state(intake))?.recruiting).toMatchObject({ resume: { name } });
      await browser.submit("care");
      const row = await server.database.db
        .selectFrom("applications")
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ resume_name: name, resume_type: type });
      for (const address of [
        `/files/${row.resume_file}`,
        `/api/files/${row.resume_file}`,
        `/api/pictures/${row.resume_file}`,
      ]) {
        expect([401, 404]).toContain((await browser.get(address)).statusCode);
      }
    },
  );

  test.each([
    ["half a PDF", Buffer.from("%PDF-1.7\n1 0 obj"), "This PDF is cut off."],
    ["a zip that is no Word file", zipOf({ "evil.exe": "MZ" }), "This is a zip file."],
    ["half a Word file", docx.subarray(0, 700), "This Word file is cut off."],
    ["a program", Buffer.from("MZ\u0090\0"), "This file cannot be read."],
    [
      "half a picture",
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
      "This picture is cut off. Take it again.",
    ],
    ["nothing", Buffer.alloc(0), "This file is empty."],
    ["a Word file from 2003", oldOffice("WordDocument"), "This is an old Word file (.doc)."],
    ["a Word file with a password", oldOffice("EncryptedPackage"), "This file has a password."],
    ["a picture of an iPhone", heicStart(), "This picture is in Apple's HEIC format."],
  ])("%s is rejected with its reason, and not stored", async (_what, bytes, reason) => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    const put = await browser.put(`${resume}?name=cv.pdf`, bytes, "application/pdf");
    expect(put.statusCode).toBe(415);
    expect(put.json()).toMatchObject({
      code: "resume-unreadable",
      message: expect.stringContaining(reason),
    });
    expect(await filesIn(server)).toEqual([]);
    await browser.fillIn("care");
    const file = new File([new Uint8Array(bytes)], "cv.pdf");
    const posted = await browser.postFile(intake, lastStep, file);
    // A browser posts an empty file when none is chosen.
    expect(posted.statusCode).toBe(bytes.length === 0 ? 303 : 422);
    if (bytes.length > 0) {
      expect(stateOf(posted)?.errors).toEqual({ resume: expect.stringContaining(reason) });
    }
  });

  test("a PDF with a script is rejected with a message, and not stored", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    const bytes = pdfFile("/OpenAction<</S/JavaScript/JS(app.alert(1))>>");
    const put = await browser.put(`${resume}?name=cv.pdf`, bytes);
    expect([put.statusCode, put.json()]).toEqual([
      415,
      {
        code: "resume-active",
        message:
          "This PDF contains a program or an attached file. Save it as a plain PDF and send it again.",
      },
    ]);
    expect(await filesIn(server)).toEqual([]);
  });

  test.each([
    "Résumé Zoë Żółć 2026.pdf",
    "履歴書（最終版）.docx.pdf",
    "سيرة ذاتية.pdf",
    `${"Grace O'Hara's very long résumé ".repeat(6)}(final) v2.pdf`,
    'a+b & c; "quoted" 100%.pdf',
    "👩🏽‍⚕️ nurse.pdf",
  ])("its name arrives as it was: %s", async (name) => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    const put = await browser.put(`${resume}?name=${encodeURIComponent(name)}`, pdf);
    expect(put.json().name).toBe(name);
    await browser.fillIn("care");
    await browser.submit("care");
    const row = await server.database.db
      .selectFrom("applications")
      .select("resume_name")
      .executeTakeFirstOrThrow();
    expect(row.resume_name).toBe(name);
  });

  test("a Word file with macros is rejected with a message, and not stored", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    const bytes = wordFile({ "word/VBAPROJECT.BIN": "x" });
    const put = await browser.put(`${resume}?name=cv.docx`, bytes);
    expect(put.statusCode).toBe(415);
    expect(put.json()).toEqual({
      code: "resume-active",
      message: "This Word file has macros. Save it as PDF and send that.",
    });
    expect(await filesIn(server)).toEqual([]);
  });

  test("a file over 10 MB is rejected with a message; answers posted with it are kept", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    const large = Buffer.alloc(limitBytes + 1, "%PDF-1.7 %%EOF ");
    const put = await browser.put(resume, large, "application/pdf");
    expect(put.json()).toMatchObject({
      code: "resume-too-large",
      message: "The file is larger than 10 MB.",
    });
    await browser.fillIn("care");
    const sent = { ...lastStep, languages: "Español" };
    const rejected = await browser.postFile(
      intake,
      sent,
      new File([new Uint8Array(large)], "cv.pdf"),
    );
    expect(rejected.statusCode).toBe(422);
    expect(stateOf(rejected)).toMatchObject({
      errors: { resume: "The file is larger than 10 MB." },
      recruiting: { step: "last", answers: { languages: "Español" } },
    });
    expect(await filesIn(server)).toEqual([]);
  });

  test("a post too large to be read completely gets its page back, with the answers that arrived", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    await browser.fillIn("care");
    const huge = new File([new Uint8Array(maxPostBytes)], "cv.pdf");
    const sent = { [intakeNames.step]: "last", languages: "Español" };
    const rejected = await browser.postFile(intake, sent, huge);
    expect(rejected.statusCode).toBe(413);
    // Answers after the file keep their saved values.
    expect(stateOf(rejected)).toMatchObject({
      errors: { resume: "The file is larger than 10 MB." },
      recruiting: {
        answers: { firstName: "Grace", languages: "Español", termsConsent: "yes" },
      },
    });
    expect(await filesIn(server)).toEqual([]);
  });

  test("answers after a file that is too large are kept like those before it", async () => {
    const browser = new TestBrowser((await openTestApp(createDatabase)).app);
    await browser.fillIn("care");
    const file = new File([new Uint8Array(2 * limitBytes)], "cv.pdf");
    const sent = { ...lastStep, languages: "Español" };
    const rejected = await browser.postFile(intake, sent, file, { aboutYou: "I like dogs." });
    expect(rejected.statusCode).toBe(422);
    const { answers } = (await browser.draft("care")).json();
    expect(answers).toMatchObject({ languages: "Español", aboutYou: "I like dogs." });
  });

  test("a name with folders keeps only its last part", async () => {
    const browser = new TestBrowser((await openTestApp(createDatabase)).app);
    const put = await browser.put(`${resume}?name=..%2F..%2Fetc%2Fcv%00.pdf`, pdf);
    expect(put.json()).toEqual({ name: "cv.pdf", bytes: pdf.length });
  });

  test("a file of exactly 10 MB is accepted with and without scripts, one byte more is not", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    const exact = Buffer.concat([Buffer.alloc(limitBytes - pdf.length, "%PDF-1.7 "), pdf]);
    expect((await browser.put(resume, exact)).json()).toMatchObject({ bytes: limitBytes });
    const more = Buffer.concat([exact, Buffer.from("\n")]);
    expect((await browser.put(resume, more)).statusCode).toBe(413);
    await browser.fillIn("care");
    const statuses = [];
    for (const bytes of [exact, more]) {
      const file = new File([new Uint8Array(bytes)], "cv.pdf");
      statuses.push((await browser.postFile(intake, lastStep, file)).statusCode);
    }
    expect(statuses).toEqual([303, 422]);
    const [kept = ""] = await filesIn(server);
    expect((await stat(kept)).size).toBe(limitBytes);
  });
});
