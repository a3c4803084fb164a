import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/platform/server/config/config.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { openStorage } from "../../src/platform/server/files/open-storage.ts";
import { backupTo } from "../support/backup.ts";
import { runOps } from "../support/ops.ts";
import { makeSubmission } from "../support/rows.ts";
import { startS3Server } from "../support/s3-server.ts";
import { listStorage } from "../support/stored-files.ts";

const files = Array.from({ length: 10 }, (_, index) => `letters/${String(index).padStart(2, "0")}`);
const patience = { timeout: 60_000, interval: 5 };

test("a restore killed during uploads leaves no record, and the next restore completes", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-upload-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "site.backup");
  const source = path.join(folder, "source");
  const client = await openDatabase({ dataDir: source });
  await client.write((trx) => trx.insertInto("submissions").values(makeSubmission()).execute());
  await mkdir(path.join(source, "files/letters"), { recursive: true });
  for (const name of files) await writeFile(path.join(source, "files", name), `Dear ${name}`);
  await backupTo(client, source, file);
  await client.close();

  const store = await startS3Server();
  const dataDir = path.join(folder, "target");
  const env = { ...store.settings, DATA_DIR: dataDir };
  const stored = await openStorage(readConfig(env), "files");
  store.writesBeforeHang = 3;
  const child = spawn(process.execPath, ["src/app/ops/main.ts", "restore", file], {
    env: { PATH: process.env.PATH, ...env },
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  await expect.poll(() => store.hanging, patience).toBe(1);
  child.kill("SIGKILL");
  expect(await exited).toEqual([null, "SIGKILL"]);
  store.writesBeforeHang = Number.POSITIVE_INFINITY;
  expect(await listStorage(stored)).toHaveLength(3);

  const records = await runOps({ dataDir, env: store.settings }, "records", "ContactForm");
  expect(records).toMatchObject({ code: 1, stdout: "" });
  expect(records.stderr).toContain("This data is from an unfinished restore");
  await rm(dataDir, { recursive: true });
  const again = await runOps({ dataDir, env: store.settings }, "restore", file);
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect(await listStorage(stored)).toEqual(files);
  expect(String(await stored.readWhole("letters/07"))).toBe("Dear letters/07");
  expect(await readdir(dataDir)).not.toContain("files");
});
