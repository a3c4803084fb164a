import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { apiPaths } from "../../../tests/support/api-paths.ts";
import { type CreateDatabase, describeEachDialect } from "../../../tests/support/dialects.ts";
import { runOps } from "../../../tests/support/ops.ts";
import { phonePicture } from "../../../tests/support/pictures.ts";
import { signUp } from "../../../tests/support/portal.ts";
import { startS3Server, testFailures } from "../../../tests/support/s3-server.ts";
import { openTestApp } from "../../../tests/support/test-app.ts";
import { readConfig } from "../server/config/config.ts";
import type { FileStorage } from "../server/files/file-storage.ts";
import { openStorage } from "../server/files/open-storage.ts";

/** A site with a person's picture, an email and other files on disk, and an empty object store. */
async function openSite(createDatabase: CreateDatabase, others: number) {
  const options = await createDatabase("with tables");
  const site = await openTestApp(async () => options);
  const ruth = await signUp(site.app);
  const headers = { "content-type": "image/jpeg" };
  await ruth.request("PUT", apiPaths.picture, await phonePicture(), headers);
  const onDisk = await openStorage(options, "files");
  for (let index = 0; index < others; index += 1) {
    await onDisk.write(`notes/${index}.txt`, Buffer.from(`note ${index}`));
  }
  await (await openStorage(options, "outbox")).write("1.eml", Buffer.from("Hello"));
  const store = await startS3Server();
  const { FILES_URL, ...keys } = store.settings;
  const { objectStore } = readConfig(store.settings);
  const inStore = await openStorage({ ...options, objectStore }, "files");
  const { databaseUrl } = options;
  return {
    ...site,
    ruth,
    store,
    onDisk,
    inStore,
    move: (...args: string[]) =>
      runOps({ ...options, env: keys }, "files", "move", "--to", FILES_URL, ...args),
    moveBack: () => runOps({ ...options, env: store.settings }, "files", "move", "--to", "disk"),
    /** A process that moves the files, as the operator starts it. */
    startMove: () =>
      spawn(
        process.execPath,
        [
          path.join(import.meta.dirname, "../../app/ops/main.ts"),
          "files",
          "move",
          "--to",
          FILES_URL,
        ],
        {
          env: {
            ...process.env,
            ...keys,
            DATA_DIR: options.dataDir,
            DATABASE_URL: databaseUrl ?? "",
          },
          stdio: "ignore",
        },
      ),
  };
}

async function readAll(storage: FileStorage): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { file } of storage.list()) {
    files[file] = String((await storage.readWhole(file))?.toString("base64"));
  }
  return files;
}

describeEachDialect("ops files move", (_open, createDatabase, engine) => {
  test("copies all files, says what to set, and brings them back", async () => {
    const site = await openSite(createDatabase, 5);
    await site.onDisk.write("notes/half.txt.partial", Buffer.from("half"));
    const dry = await site.move("--dry-run");
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("Copied 7 files") });
    expect(await readAll(site.inStore)).toEqual({});

    const moved = await site.move();
    expect(moved).toMatchObject({ code: 0, stderr: "" });
    expect(moved.stdout).toContain("Copied 7 files");
    expect(moved.stdout).toContain("set FILES_URL");
    await site.onDisk.remove("notes/half.txt.partial");
    const before = await readAll(site.onDisk);
    expect(await readAll(site.inStore)).toEqual(before);
    expect((await site.move()).stdout).toContain("Copied 0 files");

    await site.onDisk.removeFolder("notes");
    const back = await site.moveBack();
    expect(back.stdout).toContain("Copied 5 files");
    expect(back.stdout).toContain("remove FILES_URL");
    expect(await readAll(site.onDisk)).toEqual(before);
  });

  testFailures("goes on after a kill", async () => {
    const site = await openSite(createDatabase, 40);
    site.store.writesBeforeHang = 6;
    const child = site.startMove();
    const exit = once(child, "exit");
    // All of its concurrent copies, so that none is still being stored.
    await expect.poll(() => site.store.hanging).toBe(4);
    child.kill("SIGKILL");
    await exit;
    site.store.writesBeforeHang = Number.POSITIVE_INFINITY;
    const again = await site.move();
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again.stdout).toContain("Copied 36 files");
    expect(again.stdout).toContain("6 were there already");
    expect(await readAll(site.inStore)).toEqual(await readAll(site.onDisk));
  });

  testFailures(
    "stops at an existing file with different content, and when the store fails",
    async () => {
      const site = await openSite(createDatabase, 1);
      await site.inStore.write("notes/0.txt", Buffer.from("other"));
      const different = await site.move();
      expect(different.code).toBe(1);
      expect(different.stderr).toContain("notes/0.txt is different in the other storage");
      expect(String(await site.inStore.readWhole("notes/0.txt"))).toBe("other");
      site.store.failure = "refuse";
      expect((await site.move()).code).toBe(1);
    },
  );

  test("lists files that rows name but neither location has", async () => {
    const site = await openSite(createDatabase, 0);
    await site.onDisk.removeFolder("Users");
    const run = await site.move();
    expect(run.code).toBe(1);
    expect(run.stdout).toContain(`Users/${site.ruth.uid}/`);
    expect(run.stderr).toContain("1 files were missing before the move");
  });

  if (engine !== "sqlite") return;

  test("rejects the current location and an invalid address", async () => {
    const site = await openSite(createDatabase, 0);
    expect((await site.move("--to", "disk")).stderr).toContain("already");
    expect((await site.move("--to", "s3://people")).stderr).toContain("cannot be used");
    expect((await site.move("extra")).stderr).toContain("Usage");
  });
});
