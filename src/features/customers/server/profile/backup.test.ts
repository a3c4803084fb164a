import { hash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { apiPaths, recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import { backupTo } from "../../../../../tests/support/backup.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { phonePicture, twoColors } from "../../../../../tests/support/pictures.ts";
import { type SignedIn, signUp } from "../../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { makeRequest } from "../../../../../tests/support/rows.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { restoreFrom } from "../../../../platform/server/db/backup/restore.ts";
import type { DatabaseOptions } from "../../../../platform/server/db/client.ts";
import { openDatabase } from "../../../../platform/server/db/open-database.ts";
import { profilePicturePath } from "../../contract/profile.ts";

async function upload(person: SignedIn, bytes: Buffer): Promise<void> {
  const response = await person.request("PUT", apiPaths.picture, bytes, {
    "content-type": "image/png",
  });
  expect(response.statusCode).toBe(200);
}

async function readOwnPicture(person: SignedIn): Promise<Buffer> {
  const { picture } = (await person.request("GET", apiPaths.profile)).json();
  return (await person.request("GET", picture)).rawPayload;
}

/** Backs up as the operator does, but on a separate connection instead of in a separate process. */
async function backUp(options: DatabaseOptions, file: string): Promise<void> {
  const client = await openDatabase(options);
  try {
    await backupTo(client, options.dataDir, file);
  } finally {
    await client.close();
  }
}

describeEachDialect("a backup of people", (_open, createDatabase) => {
  test("contains pictures and requests, and skips partly written files", async () => {
    const options = await createDatabase();
    const { app, database } = await openTestApp(async () => options);
    const ruth = await signUp(app);
    const sam = await signUp(app, { email: "sam@example.com" });
    await upload(ruth, await phonePicture());
    await upload(sam, await twoColors().png().toBuffer());
    const rows = [ruth, sam].flatMap(({ uid }) =>
      Array.from({ length: 700 }, (_, index) => makeRequest(uid, { id: `${index}` })),
    );
    await database.write((trx) => trx.insertInto("completed_requests").values(rows).execute());
    const half = path.join(
      options.dataDir,
      "files",
      profilePicturePath(ruth.uid),
      "x.webp.partial",
    );
    await writeFile(half, "half");
    const pictures = [await readOwnPicture(ruth), await readOwnPicture(sam)];
    const file = path.join((await createDatabase()).dataDir, "site.backup");
    await backUp(options, file);

    const target = await createDatabase();
    await restoreFrom(file, target);
    const copy = await openTestApp(async () => target);
    const there = (person: SignedIn): SignedIn => ({
      ...person,
      request: (method, url) =>
        copy.app.inject({ method, url, headers: { cookie: person.cookie } }),
    });
    for (const [index, person] of [ruth, sam].entries()) {
      expect((await readOwnPicture(there(person))).equals(pictures[index] ?? Buffer.alloc(0))).toBe(
        true,
      );
      expect((await there(person).request("GET", apiPaths.requests)).json()).toHaveLength(700);
    }
    const folder = path.join(target.dataDir, "files", profilePicturePath(ruth.uid));
    expect(await readdir(folder)).toHaveLength(1);
  });

  test("taken while pictures and résumés are replaced, it restores every file that a row names", async () => {
    const options = await createDatabase();
    const { app, database } = await openTestApp(async () => options, { RATE_LIMITS: "off" });
    const people = await Promise.all(
      Array.from({ length: 4 }, (_, index) => signUp(app, { email: `p${index}@example.com` })),
    );
    for (const { uid } of people) {
      const rows = Array.from({ length: 1000 }, (_, index) => makeRequest(uid, { id: `${index}` }));
      await database.write((trx) => trx.insertInto("completed_requests").values(rows).execute());
    }
    const pictures = [await phonePicture(), await twoColors().png().toBuffer()];
    const browser = new TestBrowser(app);
    const replaceAll = (turn: number) =>
      Promise.all([
        ...people.map((person) => upload(person, pictures[turn % 2] ?? Buffer.alloc(0))),
        browser.put(recruitingPaths("care").resume, Buffer.from(`%PDF-1.7\n${turn}\n%%EOF\n`)),
      ]);
    await replaceAll(0);
    let isWriting = true;
    let rounds = 0;
    const writing = (async () => {
      for (; isWriting; rounds += 1) await replaceAll(rounds + 1);
    })();
    const folder = (await createDatabase()).dataDir;
    const files: string[] = [];
    while (rounds < 3) {
      const file = path.join(folder, `backup ${files.length}`);
      await backUp(options, file);
      files.push(file);
    }
    isWriting = false;
    await writing;

    for (const file of files) {
      const target = await createDatabase();
      const { files: count } = await restoreFrom(file, target);
      const found = await readNamedFiles(target);
      expect(found).toHaveLength(people.length + 1);
      for (const { bytes, hash: expected, size } of found) {
        if (expected !== undefined) expect(hash("sha256", bytes, "base64url")).toBe(expected);
        else expect(bytes).toHaveLength(size);
      }
      // No others: files added or replaced later are not in the backup.
      expect(count).toBe(found.length);
    }
  });
});

/** Reads every file that a row of the restored database names. */
async function readNamedFiles(options: DatabaseOptions) {
  const client = await openDatabase(options);
  try {
    const pictures = await client.db.selectFrom("pictures").selectAll().execute();
    const applications = await client.db.selectFrom("applications").selectAll().execute();
    const named = [
      ...pictures.map((row) => ({ file: `${row.path}/${row.file}`, hash: row.hash, size: 0 })),
      ...applications.map((row) => ({
        file: String(row.resume_file),
        hash: undefined,
        size: Number(row.resume_bytes),
      })),
    ];
    return await Promise.all(
      named.map(async (one) => ({
        ...one,
        bytes: await readFile(path.join(options.dataDir, "files", one.file)),
      })),
    );
  } finally {
    await client.close();
  }
}
