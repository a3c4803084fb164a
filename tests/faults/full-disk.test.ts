import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { errors } from "../../src/platform/contract/errors/errors.ts";
import { apiPaths, recruitingPaths } from "../support/api-paths.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { phonePicture, twoColors } from "../support/pictures.ts";
import { signUp } from "../support/portal.ts";
import { TestBrowser } from "../support/recruiting.ts";
import { fillDisk, mountSmallDisk } from "../support/small-disk.ts";
import { openTestApp } from "../support/test-app.ts";

const { resume } = recruitingPaths("care");
const full = { code: "storage-full", message: errors["storage-full"].message };

/** A PDF kept in memory, and one large enough to be spooled to disk. */
const resumes = [1000, 1_000_000].map((bytes) =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(bytes, " "), Buffer.from("%%EOF\n")]),
);

async function listFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("ballast"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

describeEachDialect("a full disk", (_open, createDatabase, engine) => {
  // With SQLite the database is on the same disk; see outages.test.ts.
  test.runIf(engine === "postgres")(
    "rejects pictures and résumés with a message, keeps existing files, and accepts uploads once there is space",
    async (context) => {
      const disk = await mountSmallDisk(8);
      if (!disk) return context.skip("a small disk takes root and mount");
      const dataDir = path.join(disk, "data");
      const site = await openTestApp(async (filled) => ({
        ...(await createDatabase(filled)),
        dataDir,
      }));
      const ruth = await signUp(site.app);
      const type = { "content-type": "image/jpeg" };
      const upload = (bytes: Buffer) => ruth.request("PUT", apiPaths.picture, bytes, type);
      expect((await upload(await phonePicture())).statusCode).toBe(200);
      const { picture } = (await ruth.request("GET", apiPaths.profile)).json();
      const shown = (await ruth.request("GET", picture)).rawPayload;
      const filesBefore = await listFiles(dataDir);

      const ballast = await fillDisk(disk);
      const other = await twoColors().png().toBuffer();
      const rejected = await upload(other);
      expect([rejected.statusCode, rejected.json()]).toEqual([507, full]);
      const browser = new TestBrowser(site.app);
      for (const bytes of resumes) {
        const put = await browser.put(`${resume}?name=cv.pdf`, bytes, "application/pdf");
        expect([put.statusCode, put.json()]).toEqual([507, full]);
      }
      expect((await ruth.request("GET", apiPaths.profile)).json().picture).toBe(picture);
      expect((await ruth.request("GET", picture)).rawPayload.equals(shown)).toBe(true);
      expect(await listFiles(dataDir)).toEqual(filesBefore);

      await rm(ballast, { recursive: true });
      expect((await upload(other)).statusCode).toBe(200);
      for (const bytes of resumes) {
        const put = await browser.put(`${resume}?name=cv.pdf`, bytes, "application/pdf");
        expect(put.statusCode).toBe(200);
      }
    },
  );
});
