import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

test("no file of the server loads node:http as it starts: Node's fetch would come with it", () => {
  const sources = readdirSync("src/server", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => path.join("src/server", file));
  expect(sources.length).toBeGreaterThan(200);
  const found = sources.filter((file) =>
    /^import (?!type\b)[^;]*from "node:http"/m.test(readFileSync(file, "utf8")),
  );
  expect(found).toEqual([]);
});
