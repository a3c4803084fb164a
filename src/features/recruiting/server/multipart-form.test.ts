import { expect, test } from "vitest";
import { shortest } from "../../../../tests/support/applications.ts";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { startSlowUpload } from "../../../../tests/support/slow-upload.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { limits } from "../../../platform/server/credentials/throttles.ts";
import { intakeNames, tracks } from "../contract/recruiting-endpoints.ts";

const { intake } = tracks.care;
const type = "multipart/form-data; boundary=x";
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const filePart = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="cv.pdf"\r\n\r\n${value}\r\n`;
const last = { [intakeNames.step]: "last", ...shortest.care.last } as Record<string, string>;
const lastParts = Object.entries(last).map(([name, value]) => part(name, value));
const pdf = "%PDF-1.7\n%%EOF\n";

describeOnSqlite("multipart forms", (_open, createDatabase) => {
  test("a form of very many parts is rejected after the first two hundred", async () => {
    const { app, database } = await openTestApp(createDatabase);
    await app.listen({ host: "127.0.0.1", port: 0 });
    const parts = Buffer.from(part("a", "").repeat(386_000));
    const headers = { "content-type": type };
    const sender = await startSlowUpload(app, intake, parts.length, headers, "POST");
    // The response arrives before most of the form was sent.
    await sender.send(parts.subarray(0, 100_000));
    expect(await sender.status).toBe(400);
    expect(await database.db.selectFrom("applications").select("id").execute()).toEqual([]);
  });

  test("two hundred parts are accepted, one more is not", async () => {
    const browser = new TestBrowser((await openTestApp(createDatabase)).app);
    await browser.fillIn("care");
    const statuses = [];
    for (const count of [200, 201]) {
      const more = Array.from({ length: count - lastParts.length }, () => part("a", ""));
      const body = Buffer.from(`${[...lastParts, ...more].join("")}--x--\r\n`);
      statuses.push((await browser.postMultipart(intake, body, type)).statusCode);
    }
    expect(statuses).toEqual([303, 400]);
  });

  test.each([
    ["without a boundary", lastParts.join(""), "multipart/form-data"],
    ["that is none", "hello", type],
    ["without its end", lastParts.join(""), type],
    [
      "that ends within a file",
      `${lastParts.join("")}${filePart("resume", pdf).slice(0, -9)}`,
      type,
    ],
    ["with endless headers", `--x\r\n${"a: b\r\n".repeat(100_000)}`, type],
  ])("a form %s is rejected, and the server continues", async (_what, body, contentType) => {
    const browser = new TestBrowser((await openTestApp(createDatabase)).app);
    const rejected = await browser.postMultipart(intake, Buffer.from(body), contentType);
    expect(rejected.statusCode).toBe(400);
    expect((await browser.get(intake)).statusCode).toBe(200);
  });

  test("the first of several files counts, and names of object properties are not special", async () => {
    const browser = new TestBrowser((await openTestApp(createDatabase)).app);
    await browser.fillIn("care");
    const files = [filePart("resume", pdf), filePart("resume", "MZ"), filePart("__proto__", "MZ")];
    const texts = [part("__proto__", "x"), part("constructor", "x"), ...lastParts];
    const body = Buffer.from(`${[...texts, ...files].join("")}--x--\r\n`);
    expect((await browser.postMultipart(intake, body, type)).statusCode).toBe(303);
    expect((await browser.draft("care")).json().resume).toEqual({
      name: "cv.pdf",
      bytes: pdf.length,
    });
  });

  test("one address may post a limited number of forms with a file field an hour", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    await browser.fillIn("care");
    const body = Buffer.from(`${lastParts.join("")}--x--\r\n`);
    expect((await browser.postMultipart(intake, body, type)).statusCode).toBe(303);
    await server.database.write((trx) =>
      trx
        .updateTable("throttles")
        .set({ count: limits.uploadAddress.max })
        .where("key", "like", "uploadAddress:%")
        .execute(),
    );
    expect((await browser.postMultipart(intake, body, type)).statusCode).toBe(429);
  });
});
