import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { phonePicture, twoColors } from "../../../tests/support/pictures.ts";
import { type SignedIn, signUp } from "../../../tests/support/portal.ts";
import { makeRequest } from "../../../tests/support/rows.ts";
import { openTestApp } from "../../../tests/support/test-app.ts";
import { calls, profilePicturePath } from "../../contract/api.ts";
import { backupTo } from "../db/backup.ts";
import { type DatabaseOptions, openDatabase } from "../db/client.ts";
import { restoreFrom } from "../db/restore.ts";

async function upload(person: SignedIn, bytes: Buffer): Promise<void> {
  const answer = await person.call("PUT", calls.picture, bytes, { "content-type": "image/png" });
  expect(answer.statusCode).toBe(200);
}

async function readOwnPicture(person: SignedIn): Promise<Buffer> {
  const { picture } = (await person.call("GET", calls.profile)).json();
  return (await person.call("GET", picture)).rawPayload;
}

/** A backup as the operator makes it: in a process of its own, here on a connection of its own. */
async function backUp(options: DatabaseOptions, file: string): Promise<void> {
  const client = await openDatabase(options);
  try {
    await backupTo(client, options.dataDir, file);
  } finally {
    await client.close();
  }
}

describeEachDialect("a backup of people", (_open, place) => {
  test("holds pictures and requests, and leaves out what is only half written", async () => {
    const options = await place();
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
    const file = path.join((await place()).dataDir, "site.backup");
    await backUp(options, file);

    const target = await place();
    await restoreFrom(file, target);
    const copy = await openTestApp(async () => target);
    const there = (person: SignedIn): SignedIn => ({
      ...person,
      call: (method, url) => copy.app.inject({ method, url, headers: { cookie: person.cookie } }),
    });
    for (const [index, person] of [ruth, sam].entries()) {
      expect((await readOwnPicture(there(person))).equals(pictures[index] ?? Buffer.alloc(0))).toBe(
        true,
      );
      expect((await there(person).call("GET", calls.requests)).json()).toHaveLength(700);
    }
    const folder = path.join(target.dataDir, "files", profilePicturePath(ruth.uid));
    expect(await readdir(folder)).toHaveLength(1);
  });

  test("comes to its end while pictures are replaced", async () => {
    const options = await place();
    const { app } = await openTestApp(async () => options, { RATE_LIMITS: "off" });
    const ruth = await signUp(app);
    const pictures = [await phonePicture(), await twoColors().png().toBuffer()];
    const folder = (await place()).dataDir;
    let isWriting = true;
    const writing = (async () => {
      for (let turn = 0; isWriting; turn += 1) {
        await upload(ruth, pictures[turn % 2] ?? Buffer.alloc(0));
      }
    })();
    for (const name of ["one", "two", "three"]) await backUp(options, path.join(folder, name));
    isWriting = false;
    await writing;
    expect(await readdir(folder)).toEqual(expect.arrayContaining(["one", "two", "three"]));
  });
});
