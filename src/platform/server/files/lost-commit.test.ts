import { readFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { apiPaths, recruitingPaths } from "../../../../tests/support/api-paths.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../tests/support/dialects.ts";
import { phonePicture, twoColors } from "../../../../tests/support/pictures.ts";
import { type SignedIn, signUp } from "../../../../tests/support/portal.ts";
import { startPostgresProxy } from "../../../../tests/support/postgres-proxy.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { listStoredFiles } from "../../../../tests/support/stored-files.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { sqliteFile } from "../db/client.ts";

const { resume } = recruitingPaths("care");
const patience = { timeout: 20_000 };
const makePdf = (text: string) => Buffer.from(`%PDF-1.7\n1 0 obj\n${text}\nendobj\n%%EOF\n`);

async function openBehindProxy(createDatabase: CreateDatabase) {
  const { dataDir, databaseUrl = "" } = await createDatabase("with tables");
  const proxy = await startPostgresProxy(databaseUrl);
  const options = { dataDir, databaseUrl: proxy.url };
  const site = await openTestApp(async () => options, { RATE_LIMITS: "off" });
  return { ...site, proxy };
}

/**
 * A server with a person's picture and an applicant's résumé, and a database that fails further
 * commits.
 */
async function openWithFailingCommits(createDatabase: CreateDatabase) {
  const options = await createDatabase("with tables");
  const site = await openTestApp(async () => options, { RATE_LIMITS: "off" });
  return {
    ...site,
    failCommits() {
      const file = new DatabaseSync(path.join(options.dataDir, sqliteFile));
      onTestFinished(() => file.close());
      const insert = "begin insert into nobody values ('nobody'); end";
      // A deferred constraint is checked only by COMMIT.
      file.exec(`
        create table nobody (uid text references accounts(uid) deferrable initially deferred);
        create trigger fail_picture after update on pictures ${insert};
        create trigger fail_resume after update of resume_file on applications ${insert};`);
    },
  };
}

function upload(person: SignedIn, bytes: Buffer) {
  return person.request("PUT", apiPaths.picture, bytes, { "content-type": "image/png" });
}

async function shownPicture(person: SignedIn): Promise<Buffer> {
  const { picture } = (await person.request("GET", apiPaths.profile)).json();
  const response = await person.request("GET", picture);
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

async function storedResume({ database, dataDir }: Awaited<ReturnType<typeof openTestApp>>) {
  const row = await database.db
    .selectFrom("applications")
    .select("resume_file")
    .executeTakeFirstOrThrow();
  return readFile(path.join(dataDir, "files", String(row.resume_file)), "latin1");
}

describeEachDialect("a stored file", (_open, createDatabase, engine) => {
  describe.runIf(engine === "postgres")("when the response to COMMIT is lost", () => {
    test("the picture is kept and its upload succeeds", async () => {
      const { app, proxy } = await openBehindProxy(createDatabase);
      const ruth = await signUp(app);
      await upload(ruth, await phonePicture());
      const first = await shownPicture(ruth);
      proxy.loseCommitResponse();
      expect((await upload(ruth, await twoColors().png().toBuffer())).statusCode).toBe(200);
      expect((await shownPicture(ruth)).equals(first)).toBe(false);
    });

    test("the picture is kept even if the database is down", async () => {
      const { app, proxy } = await openBehindProxy(createDatabase);
      const ruth = await signUp(app);
      await upload(ruth, await phonePicture());
      const first = await shownPicture(ruth);
      proxy.loseCommitResponse(1, true);
      expect((await upload(ruth, await twoColors().png().toBuffer())).statusCode).toBe(503);
      proxy.comeUp();
      // The server has to detect which connections are lost.
      await vi.waitFor(async () => {
        expect((await shownPicture(ruth)).equals(first)).toBe(false);
      }, patience);
    });

    test.for([false, true])(
      "the résumé is kept (database down afterwards: %s)",
      async (thenDown) => {
        const site = await openBehindProxy(createDatabase);
        const browser = new TestBrowser(site.app);
        await browser.put(resume, makePdf("first"));
        // The first COMMIT creates the draft.
        site.proxy.loseCommitResponse(2, thenDown);
        const put = await browser.put(resume, makePdf("second"));
        expect(put.statusCode).toBe(thenDown ? 503 : 200);
        site.proxy.comeUp();
        await vi.waitFor(
          async () => expect(await storedResume(site)).toContain("second"),
          patience,
        );
      },
    );
  });

  test.runIf(engine === "sqlite")(
    "is removed if COMMIT fails, and the previous one is kept",
    async () => {
      const site = await openWithFailingCommits(createDatabase);
      const ruth = await signUp(site.app);
      const browser = new TestBrowser(site.app);
      await upload(ruth, await phonePicture());
      const first = await shownPicture(ruth);
      await browser.put(resume, makePdf("first"));
      const before = await listStoredFiles(site.dataDir);
      site.failCommits();
      const responses = [
        await upload(ruth, await twoColors().png().toBuffer()),
        await browser.put(resume, makePdf("second")),
      ];
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([500, 500]);
      expect(await listStoredFiles(site.dataDir)).toEqual(before);
      expect((await shownPicture(ruth)).equals(first)).toBe(true);
      expect(await storedResume(site)).toContain("first");
    },
  );
});
