import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runOps } from "../../../tests/support/ops.ts";
import { openDatabase } from "../../platform/server/db/open-database.ts";
import { requireSecret } from "../../platform/server/db/secrets.ts";

const commands = [
  ["records", "ContactForm"],
  ["find", "ada@example.com"],
  ["requests", "remove", "--email", "ada@example.com", "r1"],
  ["sessions", "end", "--all"],
  ["accounts", "second-factor", "off", "--email", "ada@example.com"],
  ["newsletter", "export"],
  ["deletion", "done", "7KX2M9PW"],
  ["mail"],
  ["mail", "retry"],
  ["applications", "delete", "7KX2M9PW"],
  ["funnel"],
  ["conversions", "list"],
  ["backup", "site.backup"],
];

test.each(commands)(
  "%s %s in a mistyped DATA_DIR is an error and creates nothing",
  async (...args) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "test-wrong-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const dataDir = path.join(folder, "dta");
    const env = { PUBLIC_URL: "https://www.example.com" };
    const run = await runOps({ dataDir, env }, ...args);
    expect(run).toEqual({
      code: 1,
      stdout: "",
      stderr: `There is no database in ${dataDir}. Give the server's DATA_DIR.\n`,
    });
    expect(existsSync(dataDir)).toBe(false);
  },
);

test("restore --dry-run checks the backup and writes nothing", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-wrong-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const from = path.join(folder, "from");
  await (await openDatabase({ dataDir: from })).close();
  const file = path.join(folder, "site.backup");
  expect((await runOps({ dataDir: from }, "backup", file)).code).toBe(0);
  const target = { dataDir: path.join(folder, "to") };
  const run = await runOps(target, "restore", file, "--dry-run");
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toMatch(/^\(dry run, nothing changed\) Restored \d+ rows and 0 files into /);
  const used = await runOps({ dataDir: from }, "restore", file, "--dry-run");
  expect(used.stderr).toContain("is not empty");
  const missing = await runOps(target, "restore", path.join(folder, "none"), "--dry-run");
  expect(missing.code).toBe(1);
  expect(existsSync(target.dataDir)).toBe(false);
});

test("a command that changes nothing has no dry run", async () => {
  const run = await runOps({ dataDir: "none" }, "find", "ada@example.com", "--dry-run");
  expect(run).toEqual({ code: 1, stdout: "", stderr: '"find" has no --dry-run.\n' });
});

test.each([
  "mail",
  "spam list",
  "deletion list",
  "deletion preview ada@example.com",
  "conversions list",
  "newsletter export",
])("%s changes nothing: a dry run prints the same JSON", async (line) => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-dry-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const database = await openDatabase({ dataDir });
  await requireSecret(database, "keys");
  await database.close();
  const options = { dataDir, env: { PUBLIC_URL: "https://www.example.com" } };
  const run = await runOps(options, ...line.split(" "));
  expect(() => JSON.parse(run.stdout)).not.toThrow();
  expect(await runOps(options, ...line.split(" "), "--dry-run")).toEqual(run);
});
