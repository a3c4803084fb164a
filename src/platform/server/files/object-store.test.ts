import { readdir } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { expect, test } from "vitest";
import { apiPaths, recruitingPaths } from "../../../../tests/support/api-paths.ts";
import { backupTo } from "../../../../tests/support/backup.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../tests/support/dialects.ts";
import { phonePicture, twoColors } from "../../../../tests/support/pictures.ts";
import { type SignedIn, signUp } from "../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { startS3Server, testFailures } from "../../../../tests/support/s3-server.ts";
import { listStorage } from "../../../../tests/support/stored-files.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { namedFiles } from "../../../app/server/named-files.ts";
import { hours } from "../../contract/durations.ts";
import { readConfig } from "../config/config.ts";
import { restoreFrom } from "../db/backup/restore.ts";
import { StorageError } from "./atomic-write.ts";
import type { FileStorage } from "./file-storage.ts";
import { fileStoreOf } from "./file-store.ts";
import { openStorage } from "./open-storage.ts";
import { sweepRemovals } from "./removals.ts";
import { ObjectStoreError, type S3Limits } from "./s3-client.ts";
import { S3Storage } from "./s3-storage.ts";
import { sweepOrphans } from "./sweep.ts";

const { resume } = recruitingPaths("care");
const pdf = Buffer.from("%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n");

async function openSite(createDatabase: CreateDatabase) {
  const store = await startS3Server();
  const site = await openTestApp(createDatabase, { ...store.settings, RATE_LIMITS: "off" });
  const ruth = await signUp(site.app);
  return { ...site, store, ruth, files: await openStorage(site.context.config, "files") };
}

function upload(person: SignedIn, bytes: Buffer) {
  return person.request("PUT", apiPaths.picture, bytes, { "content-type": "image/png" });
}

async function pictureOf(person: SignedIn): Promise<string> {
  return (await person.request("GET", apiPaths.profile)).json().picture;
}

describeEachDialect("with an object store", (_open, createDatabase, engine) => {
  test("pictures and résumés are kept there, replaced, swept and read", async () => {
    const site = await openSite(createDatabase);
    const { ruth, files, context } = site;
    const browser = new TestBrowser(site.app);
    for (const picture of [await phonePicture(), await twoColors().png().toBuffer()]) {
      expect((await upload(ruth, picture)).statusCode).toBe(200);
      expect((await browser.put(resume, pdf)).statusCode).toBe(200);
    }
    expect(await listStorage(files)).toHaveLength(4);
    const shown = await ruth.request("GET", await pictureOf(ruth));
    expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/webp"]);
    const data = await ruth.request("GET", apiPaths.myData);
    expect(data.rawPayload.includes("my-picture.webp")).toBe(true);
    expect(data.rawPayload.includes("missing-files")).toBe(false);

    const store = fileStoreOf(context);
    expect(await sweepRemovals(store, site.clock.now + hours(1))).toEqual([]);
    expect(await listStorage(files)).toHaveLength(2);
    await files.write("Applications/gone/killed.pdf", pdf);
    const { signal } = new AbortController();
    const later = Date.now() + hours(2);
    expect(await sweepOrphans(store, namedFiles, site.app.log, signal, later)).toBe(1);
    expect(await listStorage(files)).toHaveLength(2);
    expect(await readdir(site.dataDir)).not.toContain("files");

    expect((await ruth.request("DELETE", apiPaths.picture)).statusCode).toBe(200);
    expect(await listStorage(files)).toHaveLength(1);
  });

  testFailures(
    "during an outage, uploads fail with a message and change nothing; removals are made later",
    async () => {
      const site = await openSite(createDatabase);
      const { ruth, store, database, files } = site;
      const first = await phonePicture();
      await upload(ruth, first);
      const address = await pictureOf(ruth);
      const before = await listStorage(files);
      store.failure = "refuse";
      const browser = new TestBrowser(site.app);
      for (const response of [await upload(ruth, first), await browser.put(resume, pdf)]) {
        expect([response.statusCode, response.json().code]).toEqual([507, "storage-full"]);
        expect(response.json().message).toContain("We cannot save right now");
      }
      const shown = await ruth.request("GET", address);
      expect([shown.statusCode, shown.json().code]).toEqual([503, "unavailable"]);
      expect((await ruth.request("DELETE", apiPaths.picture)).statusCode).toBe(200);
      store.failure = undefined;
      expect(await listStorage(files)).toEqual(before);
      expect(await database.db.selectFrom("pictures").selectAll().execute()).toEqual([]);
      await sweepRemovals(fileStoreOf(site.context), site.clock.now + hours(1));
      expect(await listStorage(files)).toEqual([]);
    },
  );

  testFailures("if it hangs, large pictures do not block each other", async () => {
    const { ruth, store } = await openSite(createDatabase);
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const canvas = { width: 300, height: 300, channels: 3, background: "white", noise } as const;
    const large = await sharp({ create: canvas }).png({ compressionLevel: 0 }).toBuffer();
    store.failure = "hang";
    const uploads = Array.from({ length: 6 }, () => upload(ruth, large));
    await expect.poll(() => store.hanging).toBe(uploads.length);
    await store.stop();
    for (const response of await Promise.all(uploads)) expect(response.statusCode).toBe(507);
  });

  test("a backup contains its files, and can be restored to an object store or a disk", async () => {
    const site = await openSite(createDatabase);
    const { ruth, files, context } = site;
    await upload(ruth, await phonePicture());
    const [name = ""] = await listStorage(files);
    const bytes = await files.readWhole(name);
    const outbox = await openStorage(context.config, "outbox");
    await outbox.write("empty.eml", Buffer.alloc(0));
    const file = path.join((await createDatabase()).dataDir, "site.backup");
    const { objectStore, dataDir } = context.config;
    const written = await backupTo(site.database, dataDir, file, objectStore);
    const { missingFiles, ...counts } = written;
    expect([counts.files, missingFiles]).toEqual([2, []]);

    const onDisk = await createDatabase();
    expect(await restoreFrom(file, onDisk)).toMatchObject(counts);
    expect(await (await openStorage(onDisk, "files")).readWhole(name)).toEqual(bytes);

    const empty = await startS3Server();
    const settings = {
      ...(await createDatabase()),
      objectStore: readConfig(empty.settings).objectStore,
    };
    expect(await restoreFrom(file, settings)).toMatchObject(counts);
    expect(await (await openStorage(settings, "files")).readWhole(name)).toEqual(bytes);
    expect(await listStorage(await openStorage(settings, "outbox"))).toEqual(["empty.eml"]);
    expect(await readdir(settings.dataDir)).not.toContain("files");
  });

  if (engine !== "sqlite") return;

  test("a backup is not restored if the store fails, and leaves nothing there", async () => {
    const site = await openSite(createDatabase);
    await upload(site.ruth, await phonePicture());
    const [name = ""] = await listStorage(site.files);
    const file = path.join((await createDatabase()).dataDir, "site.backup");
    const { objectStore, dataDir } = site.context.config;
    await backupTo(site.database, dataDir, file, objectStore);

    const other = await startS3Server();
    const settings = {
      ...(await createDatabase()),
      objectStore: readConfig(other.settings).objectStore,
    };
    const files = await openStorage(settings, "files");
    await files.write(name, Buffer.from("another's"));
    await expect(restoreFrom(file, settings)).rejects.toThrow("is different in the other storage");
    expect(await listStorage(files)).toEqual([name]);
    const target = path.join(settings.dataDir, "database.sqlite");
    expect(await readdir(path.dirname(target))).toEqual([]);
    await files.remove(name);
    expect((await restoreFrom(file, settings)).files).toBe(1);
  });
});

async function openStore(given: Readonly<Record<string, string>> = {}) {
  const server = await startS3Server();
  const { objectStore } = readConfig({ ...server.settings, ...given });
  if (!objectStore) throw new Error("no object store");
  const open = (limits?: S3Limits) => new S3Storage(objectStore, "files", limits);
  return { server, storage: open(), open };
}

testFailures("requests to a hanging store time out", async () => {
  const { server, storage, open } = await openStore();
  await storage.write("Users/a/1", pdf);
  server.failure = "hang";
  await expectTimeouts(open({ writeMs: 200, answerMs: 200 }));
  server.failure = undefined;
  expect(await listStorage(storage)).toEqual(["Users/a/1"]);
});

async function expectTimeouts(storage: FileStorage): Promise<void> {
  // The default timeouts of these requests add up to 80 seconds.
  const startedAt = performance.now();
  await expect(storage.write("Users/a/2", pdf)).rejects.toMatchObject({ code: "S3_TIMEOUT" });
  await expect(storage.write("Users/a/2", pdf)).rejects.toBeInstanceOf(StorageError);
  await expect(storage.readWhole("Users/a/1")).rejects.toMatchObject({ code: "S3_TIMEOUT" });
  await expect(storage.open("Users/a/1")).rejects.toBeInstanceOf(ObjectStoreError);
  await expect(storage.remove("Users/a/1")).rejects.toMatchObject({ code: "S3_TIMEOUT" });
  await expect(listStorage(storage)).rejects.toMatchObject({ code: "S3_TIMEOUT" });
  expect(performance.now() - startedAt).toBeLessThan(30_000);
}

testFailures("a request that fails once is retried", async () => {
  const { server, storage } = await openStore();
  server.failure = "fail-once";
  await storage.write("Users/a/1", pdf);
  server.failure = "fail-once";
  expect(await storage.readWhole("Users/a/1")).toEqual(pdf);
});

testFailures("an interrupted read is an error, never a truncated file", async () => {
  const { server, storage } = await openStore();
  await storage.write("Users/a/1", Buffer.alloc(8_000_000, "x"));
  const stored = await storage.open("Users/a/1");
  server.failure = "cut-reads";
  await expect(storage.readWhole("Users/a/1")).rejects.toBeInstanceOf(ObjectStoreError);
  await expect(stored && buffer(stored.read())).rejects.toBeInstanceOf(ObjectStoreError);
});

test("a wrong key is reported with its error code", async () => {
  const { storage } = await openStore({ AWS_SECRET_ACCESS_KEY: "other" });
  const code = "S3_403 SignatureDoesNotMatch";
  await expect(storage.write("Users/a/1", pdf)).rejects.toMatchObject({ code });
  await expect(storage.readWhole("Users/a/1")).rejects.toMatchObject({ code });
});

testFailures("a stopped store is reported with its error code", async () => {
  const { server, storage } = await openStore();
  await server.stop();
  const code = "ECONNREFUSED";
  await expect(storage.write("Users/a/1", pdf)).rejects.toMatchObject({ code });
  await expect(storage.readWhole("Users/a/1")).rejects.toMatchObject({ code });
});

test("a missing bucket is not mistaken for missing files", async () => {
  const { server } = await openStore();
  const url = server.settings.FILES_URL.replace("people", "nobody");
  const { objectStore } = readConfig({ ...server.settings, FILES_URL: url });
  const storage = objectStore && new S3Storage(objectStore, "files");
  const code = "S3_404 NoSuchBucket";
  await expect(storage?.readWhole("Users/a/1")).rejects.toMatchObject({ code });
  await expect(storage?.remove("Users/a/1")).rejects.toMatchObject({ code });
  await expect(storage?.write("Users/a/1", pdf)).rejects.toMatchObject({ code });
});
