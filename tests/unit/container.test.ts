import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { brand } from "../../src/brand.ts";

const text = readFileSync("Containerfile", "utf8");
const [building = "", running = ""] = text.split("\nFROM scratch\n");
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

/** The arguments of an instruction in exec form. @throws Error if it is in shell form */
function readExec(instruction: string): string[] {
  const [, json = ""] = new RegExp(`^${instruction}.* (\\[.*\\])$`, "m").exec(running) ?? [];
  return JSON.parse(json);
}

test("Docker and Podman leave out everything that the build does not need", () => {
  const lines = readFileSync(".containerignore", "utf8").trim().split("\n");
  expect(readFileSync(".dockerignore", "utf8").trim().split("\n")).toEqual(lines);
  expect(lines[0]).toBe("**");
  const included = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  expect(included).not.toEqual([]);
  for (const name of included)
    expect(name).toMatch(/^(?:scripts|src|ops\/containers\/[\w-]+|[\w*.-]+\.(?:json|html|ts))$/);
});

test("the image starts Node as npm start does, without a shell", () => {
  const [, ...flags] = scripts.start.split(" ");
  expect(readExec("CMD")).toEqual(flags);
  const node = "/app/node_modules/.bin/node";
  expect(readExec("ENTRYPOINT")).toEqual([node]);
  expect(readExec("HEALTHCHECK")[0]).toBe(node);
  expect(running).not.toMatch(/^RUN/m);
});

test("the image has the operator's commands under the name of the documents", () => {
  const file = `ops/containers/${brand.slug}-ops`;
  const wrapper = readFileSync(file, "utf8");
  const [, node] = /^#!(.*)\n/.exec(wrapper) ?? [];
  const [, imported] = /^import "(.*)";$/m.exec(wrapper) ?? [];
  expect(node).toBe(readExec("ENTRYPOINT")[0]);
  expect(existsSync(imported?.replace("/app/", "") ?? "")).toBe(true);
  expect(building).toContain(`${file} /tmp/root/usr/local/bin/${brand.slug}-ops`);
  for (const list of [".containerignore", ".dockerignore"])
    expect(readFileSync(list, "utf8")).toContain(`\n!${file}\n`);
});

test("the image runs as the unprivileged user that built it, who owns the compile cache", () => {
  const user = /^USER (\d+:\d+)$/m;
  expect(user.exec(running)?.[1]).toMatch(/^[1-9]\d{4}:/);
  expect(user.exec(building)?.[1]).toBe(user.exec(running)?.[1]);
});

/** Whether a path is a removed one, or below it; `*` stands for one folder. */
function isBelow(name: string, removed: string): boolean {
  return new RegExp(`^${removed.replaceAll("*", "[^/]+")}(/|$)`).test(name);
}

test("the server imports no module that the image omits", () => {
  const removed = [...building.matchAll(/ (src\/[\w/*-]+|node_modules\/@?[a-z][\w-]*)(?=[\s*])/g)]
    .map(([, name = ""]) => name.replace("node_modules/", ""))
    .filter((name) => name !== "node-linux-");
  expect(removed).toEqual(
    expect.arrayContaining([
      "src/app/site",
      "src/app/gallery",
      "src/platform/site",
      "vite",
      "terser",
    ]),
  );
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((file) => path.join("src", file))
    .filter((file) => /^src\/(app|platform|features\/\w+)\/(server|contract|ops)\//.test(file))
    .filter((file) => /\.[jt]s$/.test(file) && !file.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )[^;"]*"([^"]+)"/gm)]
      .map(([, name = ""]) => (name.startsWith(".") ? path.join(file, "..", name) : name))
      .filter((name) => removed.some((one) => isBelow(name, one)))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
