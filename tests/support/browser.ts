import { type Browser, chromium, type Page } from "playwright-core";
import { test as base, expect } from "vitest";
import { findBrowser } from "../../scripts/find-browser.ts";
import type { BootState } from "../../src/web/boot-state.ts";
import { watchPageErrors } from "./page-errors.ts";
import { startServer } from "./server.ts";

declare global {
  interface Window {
    /** Set by `openPage` once React listens. */
    awake?: boolean;
    /** Set by `openPage`: whether the browser brought the page back out of memory. */
    broughtBack?: boolean;
  }
}

/** How a visitor looks at the page; the rest is a plain desktop browser. */
interface PageChoices {
  /** CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** False: a browser that runs no scripts. */
  readonly js?: boolean;
  readonly forcedColors?: "active";
  readonly contrast?: "more";
  readonly reducedMotion?: "reduce";
  /** Time stands still from the first script on; the test moves it by `page.clock`. */
  readonly clock?: boolean;
  /** By name instead of number: passkeys are bound to a host's name. */
  readonly localhost?: boolean;
  /** Value of the Cookie header of somebody signed in. */
  readonly cookie?: string;
  /** Errors that this test causes itself. */
  readonly expects?: readonly RegExp[];
}

/**
 * Opens an address of the site in a fresh browser profile. The test fails when the
 * page logs an error or warning, throws, loses a request, breaks its CSP or calls
 * another site.
 */
export type OpenPage = (address: string, choices?: PageChoices) => Promise<Page>;

/**
 * Parts of Chromium that no test needs. The last such list counts, so it repeats what
 * Playwright switches off; the first two would start two renderers more for every
 * window, for an address bar that nobody sees: half of what a new window costs.
 */
const switchedOff = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

const launchArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${switchedOff.join(",")}`,
  // Nothing outside this computer can be reached, so a third-party request is an error.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/** A clock can only be stopped at a time to come. */
const clockLeadMs = 60_000;

/** Longest wait for anything on a page, in milliseconds; a busy computer is slow. */
const patienceMs = 20_000;

/** Tests against the real server in a real Chromium; both live as long as the test file. */
export const test = base
  .extend("site", { scope: "file" }, async ({}, { onCleanup }) => {
    const site = await startServer();
    onCleanup(() => site.stop());
    return site;
  })
  .extend("browser", { scope: "file" }, async ({}, { onCleanup }) => {
    const executablePath = findBrowser();
    if (!executablePath) throw new Error("No browser: set CHROME_PATH or run npm test.");
    const browser = await chromium.launch({
      executablePath,
      args: launchArgs,
      // People's browsers keep whole pages in memory for Back.
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
    onCleanup(() => browser.close());
    return browser;
  })
  // The gallery's tests override this; then no site is started.
  .extend("origin", { scope: "file" }, async ({ site }) => site.origin)
  .extend("openPage", async ({ origin: listens, browser }, { onCleanup }): Promise<OpenPage> => {
    const checks: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const check of checks) await check();
    });
    return async (address, choices = {}) => {
      const origin = choices.localhost ? listens.replace("127.0.0.1", "localhost") : listens;
      const page = await newPage(browser, origin, choices);
      const errors = watchPageErrors(page, origin, choices.expects ?? []);
      checks.push(async () => {
        await page.context().close();
        expect(errors, `errors of ${address}`).toEqual([]);
      });
      await page.goto(address, { waitUntil: "load" });
      return page;
    };
  });

async function newPage(browser: Browser, origin: string, choices: PageChoices): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: choices.width ?? 1280, height: choices.height ?? 900 },
    javaScriptEnabled: choices.js ?? true,
    forcedColors: choices.forcedColors ?? "none",
    contrast: choices.contrast ?? "no-preference",
    reducedMotion: choices.reducedMotion ?? "no-preference",
  });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(noteWaking);
  if (choices.cookie) {
    const [name = "", value = ""] = choices.cookie.split("=");
    await context.addCookies([{ name, value, url: origin }]);
  }
  const page = await context.newPage();
  // A page that comes back out of memory loads nothing: who waits for a load waits in vain.
  for (const way of ["goBack", "goForward"] as const) {
    const go = page[way].bind(page);
    page[way] = (options) => go({ waitUntil: "commit", ...options });
  }
  const waitForAddress = page.waitForURL.bind(page);
  page.waitForURL = async (...place) => {
    await waitForAddress(...place);
    await untilDrawn(page);
  };
  if (choices.clock) {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + clockLeadMs);
  }
  return page;
}

/** A page gets its new address before React draws what belongs there. */
async function untilDrawn(page: Page): Promise<void> {
  const isDrawn = () => {
    const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
    return !canonical || new URL(canonical.href).pathname === location.pathname;
  };
  await eventually(() => page.evaluate(isDrawn)).toBe(true);
}

/** Runs in the page before its own scripts: listens to what React tells the boot script. */
function noteWaking(): void {
  addEventListener("pageshow", ({ persisted }) => {
    window.broughtBack = persisted;
  });
  let boot: BootState;
  Object.defineProperty(window, "boot", {
    get: () => boot,
    set: (made: BootState) => {
      boot = {
        loadedAt: made.loadedAt,
        ready: () => {
          made.ready();
          window.awake = true;
        },
      };
    },
  });
}

/** Waits until React listens; what woke it is up to the test. */
export async function untilAwake(page: Page): Promise<void> {
  await eventually(() => page.evaluate(() => window.awake ?? false)).toBe(true);
}

/** Points at the page, which wakes React, and waits for it. */
export async function wake(page: Page): Promise<void> {
  // A browser may hold that the mouse rests on the header already: only another part is news.
  await page.mouse.move(2, 2);
  await page.mouse.move(2, (page.viewportSize()?.height ?? 0) / 2);
  await untilAwake(page);
}

/**
 * Waits until no box is open and the page knows it: the browser tells a page of a closed
 * box with its next frame, when the box has gone from view already.
 */
export async function untilDialogClosed(page: Page): Promise<void> {
  await page.locator("dialog").waitFor({ state: "detached" });
}

/** Asks again until the answer fits. */
export function eventually<T>(ask: () => T | Promise<T>) {
  return expect.poll(ask, { timeout: patienceMs, interval: 25 });
}

/** Tag and text of the element that has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return `${activeElement?.tagName} ${activeElement?.textContent?.trim().slice(0, 80)}`;
  });
}
