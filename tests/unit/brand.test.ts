import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { brand } from "../../src/brand.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";

const newName = "Larkhouse";
const newSlug = "larkhouse";
const buildLimitMs = 240_000;
const text = /\.(html|js|css|json|xml|txt|svg|webmanifest)$/;

/**
 * A copy of the project with another name and slug in src/brand.ts. Its build minifies and compresses
 * less, which takes most of a build's time and changes neither text nor addresses.
 */
function copyWithNewBrand(): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), "test-brand-"));
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  for (const part of ["src", "scripts", "index.html", "vite.config.ts", "package.json"]) {
    cpSync(part, path.join(copy, part), { recursive: true });
  }
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  change(path.join(copy, "src/brand.ts"), {
    [`const name = "${brand.name}"`]: `const name = "${newName}"`,
    [`const slug = "${brand.slug}"`]: `const slug = "${newSlug}"`,
  });
  change(path.join(copy, "vite.config.ts"), { '"terser"': '"oxc"' });
  change(path.join(copy, "scripts/build/compress.ts"), {
    "[constants.BROTLI_PARAM_SIZE_HINT]: plain.length": "[constants.BROTLI_PARAM_QUALITY]: 1",
  });
  return copy;
}

/** Replaces parts of a file. @throws Error if it lacks one */
function change(file: string, parts: Readonly<Record<string, string>>): void {
  let text = readFileSync(file, "utf8");
  for (const [old, next] of Object.entries(parts)) {
    if (!text.includes(old)) throw new Error(`${file} has no ${old}.`);
    text = text.replace(old, next);
  }
  writeFileSync(file, text);
}

function build(root: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);
}

/** Built files that still contain the old name, in any case. */
function findOldName(root: string): string[] {
  const old = new RegExp(brand.name, "i");
  const dist = path.join(root, "dist");
  return readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => {
    const file = path.join(dist, name);
    if (name.endsWith(".zip")) {
      return Object.entries(unzipSync(readFileSync(file))).some(
        ([inside, bytes]) => text.test(inside) && old.test(strFromU8(bytes)),
      );
    }
    return old.test(name) || (text.test(name) && old.test(readFileSync(file, "utf8")));
  });
}

test("routes, titles, text and stored values take name and slug from src/brand.ts", {
  timeout: buildLimitMs,
}, async () => {
  const root = copyWithNewBrand();
  build(root);
  expect(findOldName(root)).toEqual([]);

  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-brand-data-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { origin, child } = await startServerProcess(dataDir, {}, root);
  onTestFinished(async () => {
    await endProcess(child, "SIGKILL");
  });
  const routes = [`/${newSlug}-pro`, `/${newSlug}Caregiver/login`, `/${newSlug}Provider/login`];
  for (const route of ["/", "/support", ...routes]) {
    const response = await fetch(origin + route);
    expect(response.status, route).toBe(200);
    expect(await response.text()).toMatch(new RegExp(`<title>[^<]+ - ${newName}</title>`));
  }
  expect((await fetch(`${origin}/${brand.slug}-pro`)).status).toBe(404);

  const request = {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    supportId: "1",
    details: "Help",
  };
  const send = (platform: string | undefined) =>
    fetch(`${origin}/api/submissions/WebSupportRequests`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...request, ...(platform && { platform }) }),
    });
  expect((await send(undefined)).status).toBe(201);
  expect((await send(`${newName} Caregiver`)).status).toBe(201);
  expect((await send(`${newName} Provider`)).status).toBe(201);
  expect((await send(brand.apps.caregiver.name)).status).toBe(422);

  await endProcess(child, "SIGTERM");
  const database = await openDatabase({ dataDir });
  const rows = await database.db.selectFrom("submissions").select("data").orderBy("id").execute();
  await database.close();
  expect(rows.map(({ data }) => JSON.parse(data).platform)).toEqual([
    newName,
    `${newName} Caregiver`,
    `${newName} Provider`,
  ]);
});
