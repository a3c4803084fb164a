import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { parseSync } from "vite";
import { expect } from "vitest";
import { deskAddresses } from "../../src/app/gallery/desk/desk-parts.ts";
import { pathsOf } from "../../src/app/gallery/part.ts";
import { parts } from "../../src/app/gallery/parts.ts";
import { test as base } from "../support/browser.ts";
import { checkAgain, checkPage, expectAccessible } from "../support/check-page.ts";
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
  const settled = `main[data-path="${address}"]:not(:has([data-pressing]))`;
  await page.locator(settled).waitFor({ state: "attached" });
}

test("every component in every state is accessible at 375 and 1440 px", async ({ openPage }) => {
  const page = await openPage("/", { reducedMotion: "reduce" });
  const found: string[] = [];
  for (const [width, check] of [
    [375, checkPage],
    [1440, checkAgain],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of addresses) {
      await show(page, address);
      for (const error of await check(page)) found.push(`${address} at ${width} px: ${error}`);
    }
  }
  expect(found).toEqual([]);
});

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

/** The components that these pages render, by JavaScript coverage, as in `listComponents`. */
async function findRendered(page: Page, addresses: readonly string[]): Promise<string[]> {
  await page.coverage.startJSCoverage();
  for (const address of addresses) await show(page, address);
  return (await page.coverage.stopJSCoverage()).flatMap(({ url, functions }) => {
    const [, file] = /\/(src\/[^?]+)/.exec(url) ?? [];
    return functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName }) => `${file} ${functionName}`);
  });
}

test("every component of ui and forms has an example", async ({ openPage }) => {
  const components = ["src/platform/site/ui", "src/platform/site/forms"].flatMap(listComponents);
  expect(components).toContain("src/platform/site/ui/button.tsx Button");
  const rendered = await findRendered(await openPage("/"), addresses);
  expect(components.filter((it) => !rendered.includes(it))).toEqual([]);
});

/** Class names of the styles of src/platform/desk/ui that no element of the page has. */
function findUnusedClasses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sheets = document.querySelectorAll("style[data-vite-dev-id*='/src/platform/desk/ui/']");
    const names = [...sheets].flatMap((sheet) => sheet.textContent.match(/(?<=\.)_[\w-]+/g) ?? []);
    return [...new Set(names)].filter((name) => !document.querySelector(`.${name}`));
  });
}

test("every part of the staff desk has an example, accessible at three widths", async ({
  openPage,
}) => {
  // Another page first: coverage counts only what is rendered after it starts.
  const page = await openPage(deskAddresses.at(-1) ?? "", { reducedMotion: "reduce" });
  const rendered = await findRendered(page, deskAddresses.slice(0, 1));
  expect(listComponents("src/platform/desk/ui").filter((it) => !rendered.includes(it))).toEqual([]);
  let unused = await findUnusedClasses(page);
  expect(unused).not.toEqual([]);
  for (const address of deskAddresses) {
    await show(page, address);
    await expectAccessible(page, address);
    const unusedHere = await findUnusedClasses(page);
    unused = unused.filter((name) => unusedHere.includes(name));
  }
  expect(unused).toEqual([]);
});
