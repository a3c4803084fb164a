import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { apiPaths, recruitingPaths } from "../../../../tests/support/api-paths.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../tests/support/dialects.ts";
import { phonePicture } from "../../../../tests/support/pictures.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { listStoredFiles } from "../../../../tests/support/stored-files.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { namedFiles } from "../../../app/server/named-files.ts";
import { profilePicturePath } from "../../../features/customers/contract/profile.ts";
import { days, hours, minutes } from "../../contract/durations.ts";
import { fileStoreOf } from "./file-store.ts";
import { expediteRemovals, removeFiles, scheduleRemoval, sweepRemovals } from "./removals.ts";
import { sweepOrphans } from "./sweep.ts";

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n");
const resume = recruitingPaths("care").resume;

/** A server with a person's picture and an applicant's résumé, each replaced once. */
async function openStore(createDatabase: CreateDatabase) {
  const lines: string[] = [];
  const logs = { write: (line: string) => void lines.push(line) };
  const site = await openTestApp(createDatabase, { LOG_LEVEL: "warn" }, logs);
  const { app, context, database, dataDir, clock } = site;
  const ruth = await signUp(app);
  const browser = new TestBrowser(app);
  for (const _time of [1, 2]) {
    const headers = { "content-type": "image/jpeg" };
    await ruth.request("PUT", apiPaths.picture, await phonePicture(), headers);
    expect((await browser.put(resume, pdf)).statusCode).toBe(200);
  }
  const store = fileStoreOf(context);
  const signal = new AbortController().signal;
  return {
    ...site,
    store,
    ruth,
    lines,
    list: () => listStoredFiles(dataDir),
    /** Adds a file without a row to the store. */
    async leave(file: string, ageMs: number) {
      const target = path.join(dataDir, "files", file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, "left behind");
      const time = new Date(Date.now() - ageMs);
      await utimes(target, time, time);
      return file;
    },
    /** Makes all files older than any upload takes. */
    sweepLater: () => sweepOrphans(store, namedFiles, app.log, signal, Date.now() + hours(2)),
    sweepNow: () => sweepOrphans(store, namedFiles, app.log, signal),
    removals: () => database.db.selectFrom("file_removals").selectAll().orderBy("path").execute(),
    now: () => clock.now,
  };
}

describeEachDialect("the sweep of files without a row", (_open, createDatabase) => {
  test("removes leftovers of a killed process and keeps files with rows or scheduled removals", async () => {
    const site = await openStore(createDatabase);
    const before = await site.list();
    expect(before).toHaveLength(4);
    const folder = profilePicturePath(site.ruth.uid);
    const left = [
      await site.leave(`${folder}/killed.webp`, hours(2)),
      await site.leave(`${folder}/killed.webp.partial`, hours(2)),
    ];
    await site.leave("Applications/gone/killed.pdf", hours(2));
    // Files outside our naming scheme may be the operator's.
    const others = await site.leave("notes/read-me.txt", hours(2));
    const young = await site.leave(`${folder}/under-way.webp`, hours(1) / 2);
    // Three without a row and no old file with one: this may be another database.
    expect(await site.sweepNow()).toBe(0);
    expect(site.lines.join("")).toContain("belong together");

    await makeOlder(site.dataDir, before);
    expect(await site.sweepNow()).toBe(3);
    expect(await site.list()).toEqual([...before, others, young].sort());
    expect(left).toHaveLength(2);
    expect(await site.sweepLater()).toBe(1);
    expect(await site.list()).toEqual([...before, others].sort());
  });

  test("removes nothing if its database has none of the files", async () => {
    const site = await openStore(createDatabase);
    const before = await site.list();
    await site.database.write(async (trx) => {
      await trx.deleteFrom("pictures").execute();
      await trx.deleteFrom("applications").execute();
      await trx.deleteFrom("file_removals").execute();
    });
    expect(await site.sweepLater()).toBe(0);
    expect(await site.list()).toEqual(before);
  });

  test("stops when the server closes", async () => {
    const { store, app } = await openStore(createDatabase);
    const closing = new AbortController();
    closing.abort();
    await expect(sweepOrphans(store, namedFiles, app.log, closing.signal)).rejects.toThrow(
      "aborted",
    );
  });
});

/** Sets the age of files to two hours. */
async function makeOlder(dataDir: string, files: readonly string[]): Promise<void> {
  const time = new Date(Date.now() - hours(2));
  for (const file of files) await utimes(path.join(dataDir, "files", file), time, time);
}

describeEachDialect("the sweep of scheduled removals", (_open, createDatabase) => {
  test("removes files when they are due, and not before", async () => {
    const site = await openStore(createDatabase);
    expect(await site.removals()).toHaveLength(2);
    expect(await sweepRemovals(site.store, site.now() + hours(1) - 1)).toEqual([]);
    expect(await site.list()).toHaveLength(4);
    expect(await sweepRemovals(site.store, site.now() + hours(1))).toEqual([]);
    expect(await site.list()).toHaveLength(2);
    expect(await site.removals()).toEqual([]);
  });

  test("is not delayed when the clock was set back", async () => {
    const site = await openStore(createDatabase);
    await sweepRemovals(site.store, site.now() - days(1));
    expect(await site.list()).toHaveLength(2);
  });

  test("retries failed removals after ten minutes, and removes the rest", async () => {
    const site = await openStore(createDatabase);
    // A file is in the place of the folder.
    const blocked = "Users/blocked/picture.webp";
    await site.leave("Users/blocked", 0);
    await site.database.write((trx) => scheduleRemoval(trx, [blocked], site.now()));
    const failed = await sweepRemovals(site.store, site.now() + hours(1));
    expect(failed.map(({ file }) => file)).toEqual([blocked]);
    expect(await site.removals()).toEqual([
      { path: blocked, due_at: site.now() + hours(1) + minutes(10) },
    ]);
    await rm(path.join(site.dataDir, "files/Users/blocked"));
    await sweepRemovals(site.store, site.now() + hours(2));
    expect(await site.removals()).toEqual([]);
  });

  test("never escapes the folder of files", async () => {
    const site = await openStore(createDatabase);
    for (const file of ["../database.sqlite", ".", ""]) {
      const [failed] = await removeFiles(site.store, [file]);
      expect(String(failed?.error)).toContain("outside the file store");
    }
    expect(await site.list()).toHaveLength(4);
  });

  test("makes only removals in the folder itself due", async () => {
    const site = await openStore(createDatabase);
    const files = ["Users/a_b/1.webp", "Users/axb/2.webp", "Users/a_bc/3.webp"];
    await site.database.write((trx) => scheduleRemoval(trx, files, site.now() + hours(1)));
    const expedited = await site.database.write((trx) =>
      expediteRemovals(trx, ["Users/a_b"], site.now()),
    );
    expect(expedited).toEqual(["Users/a_b/1.webp"]);
  });
});
