import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { parseSync } from "vite";
import { expect } from "vitest";
import { pathsOf } from "../../src/gallery/part.ts";
import { parts } from "../../src/gallery/parts.ts";
import { test as base } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { endProcess, untilPrinted } from "../support/server-process.ts";

const test = base.extend("origin", { scope: "file" }, async ({}, { onCleanup }) => {
  const child = spawn(process.execPath, ["scripts/gallery.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onCleanup(async () => void (await endProcess(child, "SIGTERM")));
  return new URL(await untilPrinted(child, /Gallery on (\S+)/)).origin;
});

const addresses = ["/", ...parts.flatMap(pathsOf)];

/** Navigates without a reload, which would load every module again. */
async function show(page: Page, address: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
  await page.locator(`main[data-path="${address}"]`).waitFor({ state: "attached" });
}

test.for([375, 1440])(
  "every component in every state is accessible at %d px",
  async (width, { openPage }) => {
    const page = await openPage("/", { width, reducedMotion: "reduce" });
    const found: string[] = [];
    for (const address of addresses) {
      await show(page, address);
      for (const error of await checkPage(page)) found.push(`${address}: ${error}`);
    }
    expect(found).toEqual([]);
  },
);

test("display preferences persist across pages", async ({ openPage }) => {
  const page = await openPage("/button");
  await page.getByText("Display", { exact: true }).click();
  await page.getByRole("button", { name: "150%" }).click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "All parts" }).click();
  await page.getByRole("heading", { name: "Gallery" }).waitFor();
  expect(await page.locator("html").getAttribute("class")).toBe("t150 more");
});

/** Exported components of a folder as "<file> <name>". */
function listComponents(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((name) => {
      const file = path.posix.join(folder, name.replaceAll(path.sep, "/"));
      const { module } = parseSync(file, readFileSync(file, "utf8"));
      return module.staticExports
        .flatMap(({ entries }) => entries)
        .filter(({ isType, exportName }) => !isType && /^[A-Z]/.test(exportName.name ?? ""))
        .map(({ exportName }) => `${file} ${exportName.name}`);
    });
}

test("every component of ui and forms has an example", async ({ openPage }) => {
  const components = ["src/web/ui", "src/web/forms"].flatMap(listComponents);
  expect(components).toContain("src/web/ui/button.tsx Button");
  const page = await openPage("/");
  // JavaScript coverage shows which components were rendered.
  await page.coverage.startJSCoverage();
  for (const address of addresses) await show(page, address);
  const rendered = (await page.coverage.stopJSCoverage()).flatMap(({ url, functions }) => {
    const [, file] = /\/(src\/web\/[^?]+)/.exec(url) ?? [];
    return functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName }) => `${file} ${functionName}`);
  });
  expect(components.filter((it) => !rendered.includes(it))).toEqual([]);
});
