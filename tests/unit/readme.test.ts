import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../src/ops/run-command.ts";
import { readConfig } from "../../src/server/platform/config/config.ts";

const readme = readFileSync(path.join(import.meta.dirname, "../../README.md"), "utf8");

test("README lists every setting", () => {
  const read = new Set<string>();
  readConfig(
    new Proxy({} as Record<string, string>, {
      get: (_, name) => {
        read.add(String(name));
        // Listmonk's other settings are read only if this one is set.
        return name === "LISTMONK_URL" ? "https://lists.example.com" : settings.get(String(name));
      },
    }),
  );
  const rows = readme.split("\n").filter((line) => line.startsWith("| `"));
  const missing = [...read].filter((name) => !rows.some((row) => row.startsWith(`| \`${name}\``)));
  expect(read.size).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

const settings = new Map([
  ["LISTMONK_USER", "api"],
  ["LISTMONK_TOKEN", "token"],
  ["LISTMONK_LIST_ID", "3"],
]);

test("README names every command of the operator", async () => {
  const lines: string[] = [];
  const io = { env: {}, readBytes: async () => new Uint8Array(), print: async () => {} };
  await runCommand(["help"], { ...io, warn: (line) => lines.push(...line.split("\n")) });
  const commands = lines
    .filter((line) => line.includes("ops -- "))
    .flatMap((line) => line.slice(line.indexOf("ops -- ") + 7).split(" | "))
    .map((usage) => /^[a-z][a-z-]*(?: [a-z][a-z-]*\b)*/.exec(usage)?.[0] ?? "")
    .filter((command) => command !== "");
  expect(commands.length).toBeGreaterThan(30);
  expect(commands.filter((command) => !readme.includes(`\`${command}`))).toEqual([]);
});
