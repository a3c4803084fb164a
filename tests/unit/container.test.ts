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

test("the server imports no module that the image omits", () => {
  const removed = [...building.matchAll(/ (src|node_modules)\/(@?[a-z][\w-]*)(?=[\s*])/g)]
    .map(([, place, name = ""]) => (place === "src" ? `src/${name}` : name))
    .filter((name) => name !== "node-linux-");
  expect(removed).toEqual(expect.arrayContaining(["src/web", "src/gallery", "vite", "terser"]));
  const files = ["server", "contract", "ops"].flatMap((folder) =>
    readdirSync(path.join("src", folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.[jt]s$/.test(file) && !file.endsWith(".test.ts"))
      .map((file) => path.join("src", folder, file)),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )[^;"]*"([^"]+)"/gm)]
      .map(([, name = ""]) => (name.startsWith(".") ? path.join(file, "..", name) : name))
      .filter((name) => removed.some((one) => name === one || name.startsWith(`${one}/`)))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
