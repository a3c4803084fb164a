import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { endProcess, untilPrinted } from "../support/server-process.ts";

/** Starts the development server on a free port. @returns its address */
async function startDeveloping(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-dev-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, ["scripts/dev.ts"], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: "0", LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => void (await endProcess(child, "SIGTERM")));
  return untilPrinted(child, /Developing on (\S+)/);
}

test("the development server serves pages, modules, API and 404s on one origin", async () => {
  const origin = await startDeveloping();
  const page = await fetch(`${origin}${paths.contact}?from=mail`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('<div id="root">');
  const script = /src="(\/src\/[^"]+)"/.exec(html)?.[1];
  const code = await fetch(origin + script);
  expect(code.headers.get("content-type")).toContain("javascript");
  const unknown = await fetch(`${origin}/no-such-street`);
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain('<div id="root">');
  expect((await fetch(origin + apiPaths.profile)).status).toBe(401);
  expect((await fetch(`${origin}${paths.pressKit}`)).status).toBe(200);
});
