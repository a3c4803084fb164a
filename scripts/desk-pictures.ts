/**
 * `npm run desk-pictures`: takes the screenshots of docs/desk.md from the real pages, with the
 * demo's people and messages. Run it after a visible change.
 */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { deskPaths } from "../src/platform/contract/desk/paths.ts";
import { demoStaff, demoStaffPassword } from "./demo/desk.ts";
import { getBrowser } from "./test/find-browser.ts";

const folder = path.join(import.meta.dirname, "../docs/desk");
/** Viewports, in CSS pixels. */
const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 780 };

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly size?: typeof wide;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const openFirst = (page: Page) => page.locator("a[data-reference]").first().click();
const press = (page: Page, role: "button" | "link", name: string | RegExp) =>
  page.getByRole(role, { name }).first().click();

const pictures: readonly Picture[] = [
  { name: "inbox", path: deskPaths.inbox, prepare: openFirst },
  { name: "inbox-phone", path: deskPaths.inbox, size: phone },
  {
    name: "reply",
    path: deskPaths.inbox,
    prepare: async (page) => {
      await openFirst(page);
      await press(page, "button", /^Write to/);
      await page.getByRole("button", { name: "Send", exact: true }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "person",
    path: deskPaths.inbox,
    prepare: async (page) => {
      await openFirst(page);
      await press(page, "button", "Details");
      await press(page, "link", /^(?:All \d+ from|About)/);
    },
  },
  { name: "search", path: `${deskPaths.search}?q=rosa` },
  { name: "call-backs", path: deskPaths.callBacks },
  {
    name: "customer",
    path: deskPaths.customers,
    prepare: async (page) => {
      await press(page, "link", /Rosa Delgado/);
      await page.getByRole("heading", { name: "Rosa Delgado" }).waitFor();
    },
  },
  {
    name: "requests",
    path: deskPaths.requests,
    prepare: (page) => press(page, "link", /Grocery delivery/),
  },
  { name: "overview", path: deskPaths.overview },
  { name: "applications", path: deskPaths.applications },
  {
    name: "privacy",
    path: deskPaths.privacy,
    prepare: (page) => press(page, "link", /In progress/),
  },
  { name: "newsletter", path: deskPaths.newsletter },
  { name: "settings", path: deskPaths.settings },
  { name: "webhooks", path: deskPaths.webhookSettings },
  { name: "api-tokens", path: deskPaths.tokenSettings },
  { name: "audit", path: deskPaths.audit },
];

/** Starts the demo on a free port. @returns its origin and how to stop it */
async function startDemo() {
  const demo = spawn(process.execPath, [path.join(import.meta.dirname, "demo.ts")], {
    env: { ...process.env, PORT: "0", DATA_DIR: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const chunk of demo.stdout.setEncoding("utf8")) {
    said += chunk;
    const origin = /Staff log in at (http:\S+?)\/desk/.exec(said)?.[1];
    if (origin) return { origin, stop: () => demo.kill() };
  }
  throw new Error("The demo did not start.");
}

async function logIn(page: Page, origin: string): Promise<void> {
  await page.goto(origin + deskPaths.login);
  await page.getByLabel("Email").fill(demoStaff[0]?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(demoStaffPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL((url) => url.pathname !== deskPaths.login);
}

const executablePath = getBrowser();
if (executablePath === undefined) throw new Error("No browser found. Set CHROME_PATH.");
const { origin, stop } = await startDemo();
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-background-networking"],
});
try {
  const context = await browser.newContext({ viewport: wide, reducedMotion: "reduce" });
  const page = await context.newPage();
  await logIn(page, origin);
  mkdirSync(folder, { recursive: true });
  for (const { name, path: address, size = wide, prepare } of pictures) {
    await page.setViewportSize(size);
    await page.goto(origin + address);
    await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
    await prepare?.(page);
    await page.waitForLoadState("networkidle").catch(() => undefined);
    const picture = sharp(await page.screenshot({ animations: "disabled" }));
    writeFileSync(
      path.join(folder, `${name}.webp`),
      await picture.webp({ quality: 80 }).toBuffer(),
    );
    console.log(`docs/desk/${name}.webp`);
  }
} finally {
  await browser.close();
  stop();
}
