import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { runOps, runOpsMain } from "../../../tests/support/ops.ts";
import { makeSubmission } from "../../../tests/support/rows.ts";
import { BackupChecksums } from "../server/db/backup/backup-format.ts";
import { lastBackupFile } from "../server/db/backup/last-backup.ts";
import { sqliteFile } from "../server/db/client.ts";
import { openDatabase } from "../server/db/open-database.ts";

const picture = { path: "Users/u1/photo", file: "a.webp", hash: "0", updated_at: 1 };

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-verify-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Recomputes checksums and counts, as somebody who forges a backup would. */
function seal(backup: string): string {
  const sums = new BackupChecksums();
  const files = new Set<string>();
  let rows = 0;
  let text = "";
  const add = (line: object) => {
    const one = `${JSON.stringify(line)}\n`;
    sums.add(one);
    text += one;
  };
  for (const json of backup.trim().split("\n")) {
    const line = JSON.parse(json);
    if ("end" in line) add({ end: { rows, files: files.size, sha256: sums.total() } });
    else if ("part" in line) add({ part: line.part, sha256: sums.endPart() });
    else {
      if ("row" in line) rows += 1;
      if ("file" in line) files.add(line.file);
      add(line);
    }
  }
  return text;
}

describeEachDialect("ops backup --verify", (_open, createDatabase, engine) => {
  /** A backup with three submissions and a picture with its file. */
  async function makeBackup() {
    const options = await createDatabase("with tables");
    const client = await openDatabase(options);
    await client.write(async (trx) => {
      for (const reference of ["AAAA2345", "BBBB2345", "CCCC2345"]) {
        await trx.insertInto("submissions").values(makeSubmission({ reference })).execute();
      }
      await trx.insertInto("pictures").values(picture).execute();
    });
    await client.close();
    const photo = path.join(options.dataDir, "files", picture.path, picture.file);
    await mkdir(path.dirname(photo), { recursive: true });
    await writeFile(photo, "a picture");
    const folder = await makeFolder();
    const file = path.join(folder, "site.backup");
    expect((await runOps(options, "backup", file)).code).toBe(0);
    return { options, file };
  }

  async function change(file: string, edit: (text: string) => string): Promise<void> {
    await writeFile(file, gzipSync(edit(gunzipSync(await readFile(file)).toString())));
  }

  test("reports a valid backup's contents without a database, leaving nothing behind", async () => {
    const { file } = await makeBackup();
    const temporary = await makeFolder();
    const nowhere = { dataDir: path.join(temporary, "none"), env: { TMPDIR: temporary } };
    const run = await runOpsMain("", nowhere, "backup", "--verify", file);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(/^created at 20\S+, last migration \S+$/m);
    expect(run.stdout).toMatch(/^ +3 submissions\n/m);
    expect(run.stdout).toMatch(/^ +1 pictures\n/m);
    expect(run.stdout).toMatch(/^ +1 files\n/m);
    expect(run.stdout).toMatch(
      /^The backup is complete: .* restored all \d+ rows and 1 files\.\n$/m,
    );
    expect(await readdir(temporary)).toEqual([]);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test.each<[string, (file: string) => Promise<void>, RegExp]>([
    [
      "cut short",
      async (file) => truncate(file, (await stat(file)).size - 40),
      /was not restored: it is truncated$/m,
    ],
    [
      "cut short at the end of a line",
      (file) => change(file, (text) => text.slice(0, text.lastIndexOf("{"))),
      /it is truncated/,
    ],
    [
      "with a changed row",
      (file) => change(file, (text) => text.replace("BBBB2345", "BBBB2346")),
      /submissions differs from its checksum/,
    ],
    [
      "with a changed file",
      (file) => change(file, (text) => text.replace(btoa("a picture"), btoa("A picture"))),
      /photo\S+ differs from its checksum/,
    ],
    [
      "that holds a row twice, with valid checksums",
      (file) => change(file, (text) => seal(text.replace(/^.*"BBBB2345".*\n/m, "$&$&"))),
      /UNIQUE constraint failed/,
    ],
    [
      "that lacks a file named by a row, with valid checksums",
      (file) => change(file, (text) => seal(text.replace(/^.*"(?:file|part)":"files.*\n/gm, ""))),
      /1 files are missing/,
    ],
    [
      "that is not a backup",
      (file) => writeFile(file, "hello"),
      /it is damaged, or not a backup file$/m,
    ],
    [
      "that does not exist",
      (file) => rm(file),
      /there is no such file or folder. Check the path.$/m,
    ],
  ])("rejects a backup %s", async (_what, spoil, reason) => {
    const { options, file } = await makeBackup();
    await spoil(file);
    const run = await runOps(options, "backup", "--verify", file);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(reason);
    expect(run.stdout).not.toContain("is complete");
    expect(run.stderr).not.toContain("2345");
  });

  test("removes the restored data when it is interrupted", async () => {
    const { options, file } = await makeBackup();
    const bytes = await readFile(file);
    // The backup is read twice: to check it, and to restore it. Each time it comes from a pipe,
    // which only the other end closes.
    const [first, second] = [`${file}.first`, `${file}.second`];
    for (const pipe of [first, second]) await promisify(execFile)("mkfifo", [pipe]);
    await rename(first, file);
    const temporary = await makeFolder();
    const env = { ...process.env, DATA_DIR: options.dataDir, TMPDIR: temporary };
    const child = spawn(process.execPath, ["src/app/ops/main.ts", "backup", "--verify", file], {
      env,
    });
    const exit = once(child, "exit");
    const checking = await open(file, "w");
    await rename(second, file);
    await checking.writeFile(bytes);
    await checking.close();
    const restoring = await open(file, "w");
    await restoring.writeFile(bytes.subarray(0, bytes.length / 2));
    expect((await readdir(temporary, { recursive: true })).join()).toContain(sqliteFile);
    child.kill("SIGTERM");
    // The process ends only once its pending read of the pipe has.
    await expect.poll(() => readdir(temporary)).toEqual([]);
    await restoring.close();
    await exit;
    expect(await readdir(temporary)).toEqual([]);
  });

  test("a backup that lacks the files of its rows fails, and metrics do not count it", async () => {
    const { options } = await makeBackup();
    const noted = path.join(options.dataDir, lastBackupFile);
    await rm(noted);
    const photo = `files/${picture.path}/${picture.file}`;
    await rm(path.join(options.dataDir, photo));
    const file = path.join(await makeFolder(), "incomplete.backup");
    const run = await runOps(options, "backup", file);
    expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining(photo) });
    expect(run.stderr).toContain("1 files are missing. Are DATA_DIR, FILES_URL and keys");
    expect(await readdir(options.dataDir)).not.toContain(lastBackupFile);
    const inside = await runOps(options, "backup", path.join(options.dataDir, "site.backup"));
    expect(inside).toMatchObject({ code: 1, stderr: expect.stringContaining("is in DATA_DIR") });
  });
});
