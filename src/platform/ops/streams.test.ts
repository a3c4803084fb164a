import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer, text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { runOpsMain, runOpsWith } from "../../../tests/support/ops.ts";
import { makeSubmission } from "../../../tests/support/rows.ts";
import { lastBackupFile } from "../server/db/backup/last-backup.ts";
import type { DatabaseOptions } from "../server/db/client.ts";
import { openDatabase } from "../server/db/open-database.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-streams-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function start(args: readonly string[], { dataDir, databaseUrl = "" }: DatabaseOptions) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  return spawn(process.execPath, ["src/app/ops/main.ts", ...args], { env });
}

/** The bytes of `backup -`. */
async function readBackup(options: DatabaseOptions) {
  const child = start(["backup", "-"], options);
  const [bytes, stderr, [code]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { bytes, stderr, code };
}

describeEachDialect("a backup in a pipe", (_open, createDatabase, engine) => {
  async function makeSite() {
    const options = await createDatabase("with tables");
    const client = await openDatabase(options);
    const rows = Array.from({ length: 500 }, () => makeSubmission());
    await client.write((trx) => trx.insertInto("submissions").values(rows).execute());
    await client.close();
    await writeFile(path.join(options.dataDir, "letter"), Buffer.alloc(3_000_000, 7));
    return options;
  }

  test("is written, verified and restored, with nothing else on standard output", async () => {
    const options = await makeSite();
    const { bytes, stderr, code } = await readBackup(options);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Saved \d+ rows and 1 files to standard output\n$/);
    expect(await stat(path.join(options.dataDir, lastBackupFile))).toBeTruthy();

    const nowhere = { dataDir: path.join(await makeFolder(), "none") };
    const verified = await runOpsMain(bytes, nowhere, "backup", "--verify", "-");
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect(verified.stdout).toMatch(/^ +500 submissions\n/m);
    const target = await createDatabase();
    const checked = await runOpsMain(bytes, target, "restore", "-", "--dry-run");
    expect(checked).toMatchObject({ code: 0, stderr: "" });
    expect(await readdir(target.dataDir)).toEqual([]);
    expect(await runOpsMain(bytes, target, "restore", "-")).toMatchObject({ code: 0, stderr: "" });
    expect((await readFile(path.join(target.dataDir, "letter"))).length).toBe(3_000_000);
  });

  // What follows is about the pipe.
  if (engine !== "sqlite") return;

  test("that breaks off is rejected, and leaves nothing behind", async () => {
    const { bytes } = await readBackup(await makeSite());
    for (const part of [bytes.subarray(0, bytes.length / 2), bytes.subarray(0, 0)]) {
      const target = await createDatabase();
      const run = await runOpsWith(part, target, "restore", "-");
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toBe("The backup was not restored: it is truncated\n");
      expect(await readdir(target.dataDir)).toEqual([]);
      const verified = await runOpsWith(part, target, "backup", "--verify", "-");
      expect(verified).toMatchObject({ code: 1, stdout: "" });
    }
    const noise = await runOpsWith("hello", await createDatabase(), "restore", "-");
    expect(noise.stderr).toContain("it is damaged, or not a backup file");
  });

  test("ends with 1 when the other side closes it or its disk is full", async () => {
    const options = await makeSite();
    const child = start(["backup", "-"], options);
    child.stdout.destroy();
    expect(await once(child, "exit")).toEqual([1, null]);
    const full = spawn("/bin/sh", ["-c", `exec "$0" src/app/ops/main.ts backup - > /dev/full`], {
      argv0: process.execPath,
      env: { ...process.env, DATA_DIR: options.dataDir, DATABASE_URL: options.databaseUrl ?? "" },
    });
    const [stderr, [code]] = await Promise.all([text(full.stderr), once(full, "exit")]);
    expect(code).toBe(1);
    expect(stderr).toContain("the disk is full. Free some space");
    expect(stderr).not.toContain("ENOSPC");
  });
});
