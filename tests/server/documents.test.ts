import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commands } from "../../src/app/ops/run-command.ts";
import { readFullConfig } from "../../src/app/server/read-config.ts";
import { brand } from "../../src/brand.ts";
import { readBlocks } from "../support/document-blocks.ts";
import { makeSystem } from "../support/installed-system.ts";
import { untilPrinted } from "../support/server-process.ts";

/*
 * What the documents say works. A block of commands (`sh`) is run as it stands, or has a comment on
 * the line before it: `<!-- not run: why -->`, or `<!-- runs until Ctrl+C -->` for a server.
 */

/** Read in this order, as on one machine, by those who install, run and remove the site. */
const installed = ["docs/deploy.md", "docs/secrets.md", "docs/uninstall.md"];
const documents = ["README.md", ...installed, "docs/failover.md", "docs/security.md"];
const blocks = documents.flatMap(readBlocks);
const untilStopped = "runs until Ctrl+C";
const isRun = (comment = "") => !/^not run: \S/.test(comment);

const placeholders = new Map([
  ["<address of the repository>", "https://example.com/site.git"],
  ["<date>", "2026-12-01"],
]);

test("each block says what it is", () => {
  expect(blocks.length).toBeGreaterThan(20);
  expect(blocks.filter(({ language }) => language === "").map(({ place }) => place)).toEqual([]);
});

test("the commands for an installed system run one after the other, as on one machine", async () => {
  const system = await makeSystem();
  onTestFinished(() => system.remove());
  for (const { place, language, text, comment } of installed.flatMap(readBlocks)) {
    if (language !== "sh" || !isRun(comment)) continue;
    const script = [...placeholders].reduce(
      (all, [word, value]) => all.replaceAll(word, value),
      text,
    );
    const { code, output } = await system.run(script);
    expect({ place, code, output }).toMatchObject({ place, code: 0 });
  }
});

const served = blocks.filter(({ comment }) => comment === untilStopped);

test.each(served)("$place serves until Ctrl+C", async ({ text }) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-document-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const child = spawn("sh", ["-c", text], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: folder,
      DATA_DIR: `${folder}/data`,
      PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
    // Ctrl+C reaches every process of the terminal.
    detached: true,
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await untilPrinted(child, /Listening on (\S+)/);
  process.kill(-(child.pid ?? Number.NaN), "SIGINT");
  await exited;
  expect(await readdir(`${folder}/data`)).toContain("database.sqlite");
});

test("every other block of commands says why it is not run", () => {
  const unmarked = blocks.filter(
    ({ place, language, comment }) =>
      language === "sh" &&
      !installed.some((file) => place.startsWith(file)) &&
      comment !== untilStopped &&
      isRun(comment),
  );
  expect(unmarked.map(({ place }) => place)).toEqual([]);
});

test("settings in the documents are valid", () => {
  const settings = blocks.filter(
    ({ language, text }) => language === "ini" && /^(?:(?:#.*|[A-Z_]+=.*)\n)+$/.test(text),
  );
  expect(settings.length).toBeGreaterThan(4);
  for (const { place, text } of settings) {
    const env = Object.fromEntries(
      text.split("\n").flatMap((line) => {
        const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, value]];
      }),
    );
    const read = new Set<string>();
    const spy = new Proxy(env, {
      get: (all, name: string) => {
        read.add(name);
        return all[name];
      },
    });
    expect(() => readFullConfig(spy), place).not.toThrow();
    expect([place, Object.keys(env).filter((name) => !read.has(name))]).toEqual([place, []]);
  }
});

test("the operator commands that the documents name exist", () => {
  const named = [...documents, "docs/desk.md", "SECURITY.md"].flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        new RegExp(`(?:\`|${brand.slug}-)ops(?: [A-Z_]+=\\S+)* ([a-z][a-z-]*)`, "g"),
      ),
    ].map(([, command = ""]) => [file, command] as const),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(([, command]) => !Object.hasOwn(commands, command))).toEqual([]);
});
