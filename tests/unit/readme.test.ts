import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../src/app/ops/run-command.ts";
import { readFullConfig } from "../../src/app/server/read-config.ts";

const readme = readFileSync(path.join(import.meta.dirname, "../../README.md"), "utf8");

test("README lists every setting", () => {
  const read = new Set<string>();
  readFullConfig(
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

test("README names every command of the operator", () => {
  const usages = Object.values(commands).flatMap(({ usage }) => usage.split(" | "));
  const named = usages
    .map((usage) => /^[a-z][a-z-]*(?: [a-z][a-z-]*\b)*/.exec(usage)?.[0] ?? "")
    .filter((command) => command !== "");
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((command) => !readme.includes(`\`${command}`))).toEqual([]);
});
