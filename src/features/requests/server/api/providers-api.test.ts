import sharp from "sharp";
import { expect, test } from "vitest";
import { openProgram } from "../../../../../tests/support/api.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { twoColors } from "../../../../../tests/support/pictures.ts";
import { readAudit } from "../../../../../tests/support/staff.ts";
import { listStoredFiles } from "../../../../../tests/support/stored-files.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { providerPicturePath } from "../../../customers/contract/profile.ts";
import { providerPictureBytes } from "../../contract/provider-api.ts";

/* The contract of providers for programs, in the order of issue 36. */

describeEachDialect("providers for programs", (_open, createDatabase) => {
  async function openSite() {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const { call } = await openProgram(site, "providers:write");
    const acts = async () =>
      (await readAudit(site))
        .filter(([kind, actor]) => kind === "change" && actor?.startsWith("API"))
        .map(([, , what]) => what);
    return { ...site, call, acts };
  }
  const tom = { name: "Tom Reyes", markets: ["803", "802"] };

  test("PUT creates, changes, and changes nothing the second time", async () => {
    const { call, acts, database } = await openSite();
    expect((await call("PUT /providers/tom?dryRun=true", tom)).status).toBe(201);
    expect((await call("GET /providers/tom")).status).toBe(404);
    const made = await call("PUT /providers/tom", tom);
    const record = { uid: "tom", ...tom, picture: null };
    expect([made.status, made.headers.location, made.body]).toEqual([
      201,
      "/api/v1/providers/tom",
      record,
    ]);
    const known = { phone: "303-555-0144" };
    await database.write((trx) => trx.updateTable("providers").set(known).execute());
    for (const [sent, status, headers, code] of [
      [tom, 200],
      [{ ...tom, name: "Thomas" }, 412, { "if-match": '"x"' }, "precondition-failed"],
      [{ ...tom, name: "Thomas" }, 200, { "if-match": String(made.headers.etag) }],
      [{ name: "Thomas", markets: [] }, 200],
      [{ name: "", markets: [] }, 422, {}, "invalid"],
      [{ name: "T", markets: ["80302"] }, 422, {}, "invalid"],
      [{ ...tom, phone: "1" }, 422, {}, "invalid"],
    ] as const) {
      const answer = await call("PUT /providers/tom", sent, headers);
      expect([sent, answer.status, answer.body.code]).toEqual([sent, status, code]);
    }
    expect((await call("PUT /providers/a%20b", tom)).status).toBe(422);
    expect(await acts()).toEqual(["Added a provider", "Changed a provider", "Changed a provider"]);
    const row = await database.db.selectFrom("providers").selectAll().executeTakeFirst();
    expect(row).toMatchObject({ name: "Thomas", markets: "", phone: "303-555-0144" });
  });

  test("PUT at the same time creates once, and If-Match lets one of them change", async () => {
    const { call, acts } = await openSite();
    const put = async (headers: Readonly<Record<string, string>>) => {
      const names = ["Ann", "Bea", "Cal", "Dee"].map((name) => ({ ...tom, name }));
      const sent = names.map((body) => call("PUT /providers/tom", body, headers));
      return (await Promise.all(sent)).map(({ status }) => status).sort();
    };
    expect(await put({ "if-none-match": "*" })).toEqual([201, 412, 412, 412]);
    const { headers } = await call("GET /providers/tom");
    await call("PUT /providers/tom", tom, { "if-match": String(headers.etag) });
    const current = (await call("GET /providers/tom")).headers.etag;
    expect(await put({ "if-match": String(current) })).toEqual([200, 412, 412, 412]);
    expect(await acts()).toEqual(["Added a provider", "Changed a provider", "Changed a provider"]);
  });

  test("a picture is encoded again, and replaces the one before", async () => {
    const { call, acts, dataDir } = await openSite();
    await call("PUT /providers/tom", tom);
    const png = await twoColors().png().toBuffer();
    const send = (bytes: Buffer, type = "image/png", line = "PUT /providers/tom/picture") =>
      call(line, bytes, { "content-type": type });
    expect((await send(png, "image/png", "PUT /providers/none/picture")).status).toBe(404);
    const dry = await send(png, "image/png", "PUT /providers/tom/picture?dryRun=true");
    expect([dry.status, await listStoredFiles(dataDir)]).toEqual([200, []]);
    for (const [bytes, type, status, code] of [
      [Buffer.alloc(providerPictureBytes + 1, png), "image/png", 413, "too-large"],
      [Buffer.from("no picture"), "image/png", 415, "picture-unreadable"],
      [Buffer.from("{}"), "application/json", 415, "unsupported-type"],
    ] as const) {
      const { status: answered, body } = await send(bytes, type);
      expect([type, answered, body.code]).toEqual([type, status, code]);
    }
    const { status, body, headers } = await send(png);
    expect([dry.body, dry.headers.etag]).toEqual([body, headers.etag]);
    expect([status, body]).toMatchObject([200, { uid: "tom", picture: expect.any(String) }]);
    const [file = ""] = await listStoredFiles(dataDir);
    expect(file).toMatch(new RegExp(`^${providerPicturePath("tom")}/.*webp$`));
    const { format } = await sharp(`${dataDir}/files/${file}`).metadata();
    expect(format).toBe("webp");
    expect((await acts()).slice(1)).toEqual(["Changed a provider’s picture"]);
  });
});
