import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { commands, runCommand } from "./run-command.ts";

/** Runs a command in an empty folder, which must stay empty. */
async function runHere(...args: string[]) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-help-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  let stdout = "";
  let stderr = "";
  const code = await runCommand(args, {
    env: { DATA_DIR: dataDir },
    readBytes: async () => new Uint8Array(),
    openInput: () => Readable.from([]),
    openOutput: () => new Writable(),
    print: async (text) => {
      stdout += text;
    },
    warn: (line) => {
      stderr += `${line}\n`;
    },
  });
  expect(await readdir(dataDir)).toEqual([]);
  return { code, stdout, stderr };
}

test.each([["help"], ["--help"], ["-h"]])("%s lists every command with one line", async (word) => {
  const { code, stdout, stderr } = await runHere(word);
  expect([code, stderr]).toEqual([0, ""]);
  const lines = stdout.trimEnd().split("\n").slice(1, -1);
  expect(lines).toHaveLength(Object.keys(commands).length);
  for (const line of lines) expect(line).toMatch(/^ {2}[a-z-]+ +[a-z].{10,90}[a-z)]$/i);
});

test.each(Object.keys(commands))("%s --help says what to type, and runs nothing", async (name) => {
  const help = await runHere(name, "--help");
  expect([help.code, help.stderr]).toEqual([0, ""]);
  expect(help.stdout).toContain(`npm run -s ops -- ${name}`);
  expect(await runHere("help", name)).toEqual(help);
});

test("the fields of requests are in its help", async () => {
  const { stdout } = await runHere("requests", "--help");
  for (const field of ["requestTitle", "assignedToUid", "dateCompleted", "price"]) {
    expect(stdout).toContain(`  ${field} `);
  }
});

test.each([
  ["backup", "--all"],
  ["restore", "--file", "a"],
  ["restore", "--at"],
  ["requests", "add", "--mail", "a@example.com"],
])("%s %s is rejected with the usage, not with a message of Node", async (...args) => {
  const { code, stderr } = await runHere(...args);
  expect(code).toBe(1);
  expect(stderr).toContain(`npm run -s ops -- ${args[0]}`);
  expect(stderr).not.toMatch(/positional|parseArgs|To specify/);
});

test("an unknown command is rejected with the list", async () => {
  const { code, stderr } = await runHere("backups");
  expect(code).toBe(1);
  expect(stderr).toMatch(/^There is no command "backups"\.\nThe commands are:\n/);
});
