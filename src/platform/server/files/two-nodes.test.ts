import { expect, test } from "vitest";
import { apiPaths, recruitingPaths } from "../../../../tests/support/api-paths.ts";
import {
  applicationPath,
  indexAllApplications,
} from "../../../../tests/support/desk-applications.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../tests/support/dialects.ts";
import { phonePicture, twoColors } from "../../../../tests/support/pictures.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { type S3Server, startS3Server, testFailures } from "../../../../tests/support/s3-server.ts";
import { readAudit, signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { namedFiles } from "../../../app/server/named-files.ts";
import { tracks } from "../../../features/recruiting/contract/recruiting-endpoints.ts";
import { hours } from "../../contract/durations.ts";
import { fileStoreOf } from "./file-store.ts";
import { sweepRemovals } from "./removals.ts";
import { sweepOrphans } from "./sweep.ts";

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n");

function openNode(createDatabase: CreateDatabase, store: S3Server) {
  return openTestApp(createDatabase, { ...store.settings, RATE_LIMITS: "off" });
}

describeEachDialect("files in an object store", (_open, createDatabase, engine) => {
  testFailures(
    "staff can download a résumé; during an outage the download fails and is not in the audit log",
    async () => {
      const store = await startS3Server();
      const site = await openNode(createDatabase, store);
      const browser = new TestBrowser(site.app);
      await browser.get(tracks.care.intake);
      await browser.put(`${recruitingPaths("care").resume}?name=cv.pdf`, pdf);
      const path = applicationPath("resume", await browser.apply("care"));
      await indexAllApplications(site);
      const noor = await signInStaff(site, ["recruiter"], "Noor Aziz");
      store.failure = "refuse";
      const failed = await noor.request("GET", path);
      expect([failed.statusCode, failed.json().code]).toEqual([503, "unavailable"]);
      const downloads = async () =>
        (await readAudit(site)).filter(([, , what]) => what === "Downloaded the résumé").length;
      expect(await downloads()).toBe(0);
      store.failure = undefined;
      const response = await noor.request("GET", path);
      expect([response.statusCode, response.rawPayload.equals(pdf)]).toEqual([200, true]);
      expect(response.headers["content-disposition"]).toContain('filename="resume-');
      expect(await downloads()).toBe(1);
    },
  );

  // Two nodes share a PostgreSQL; a SQLite file belongs to one machine.
  if (engine === "sqlite") return;
  test("two nodes on one bucket: each shows, replaces and sweeps what the other stored", async () => {
    const store = await startS3Server();
    const one = await openNode(createDatabase, store);
    const { databaseUrl } = one.context.config;
    const { dataDir } = await createDatabase();
    const other = await openNode(async () => ({ databaseUrl, dataDir }), store);
    const ruth = await signUp(one.app);
    const own = () => ({ cookie: ruth.cookie, "sec-fetch-site": "same-origin" });
    const upload = (app: typeof one.app, body: Buffer) =>
      app.inject({
        method: "PUT",
        url: apiPaths.picture,
        headers: { ...own(), "content-type": "image/png" },
        payload: body,
      });
    const read = async (app: typeof one.app) => {
      const profile = await app.inject({ url: apiPaths.profile, headers: own() });
      return app.inject({ url: profile.json().picture, headers: own() });
    };
    expect((await upload(one.app, await phonePicture())).statusCode).toBe(200);
    const first = await read(other.app);
    expect([first.statusCode, first.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect((await upload(other.app, await twoColors().png().toBuffer())).statusCode).toBe(200);
    const second = await read(one.app);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(false);

    const files = fileStoreOf(one.context);
    expect(await sweepRemovals(files, one.clock.now + hours(1))).toEqual([]);
    const { signal } = new AbortController();
    const later = Date.now() + hours(2);
    expect(
      await sweepOrphans(fileStoreOf(other.context), namedFiles, other.app.log, signal, later),
    ).toBe(0);
    expect((await read(other.app)).rawPayload).toEqual(second.rawPayload);
    const names: string[] = [];
    for await (const { file } of (await files.openStorage()).list()) names.push(file);
    expect(names).toHaveLength(1);
  });
});
