import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { test as base, expect } from "vitest";
import { findBrowser } from "../../scripts/test/find-browser.ts";
import type { BootState } from "../../src/app/site/boot-state.ts";
import { watchPageErrors } from "./page-errors.ts";
import { startServer } from "./server.ts";

declare global {
  interface Window {
    /** Set by `openPage` once the page is hydrated. */
    hydrated?: boolean;
    /** Set by `openPage`: whether the page came from the back-forward cache. */
    isRestored?: boolean;
  }
}

/** Browser options of a visit; the defaults are a plain desktop browser that reduces motion. */
interface PageChoices {
  /** CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** False: a browser that runs no scripts. */
  readonly js?: boolean;
  readonly forcedColors?: "active";
  readonly contrast?: "more";
  /** Without it animations are off: they take an eighth of a test's time and hide its end state. */
  readonly reducedMotion?: "reduce" | "no-preference";
  /** The clock is stopped from the first script on; the test advances it with `page.clock`. */
  readonly clock?: boolean;
  /** Uses the host name `localhost`: passkeys are bound to a host name. */
  readonly localhost?: boolean;
  /** Value of a signed-in person's Cookie header. */
  readonly cookie?: string;
  /** Uses full Chromium: its headless shell has no back-forward cache. */
  readonly hasBackForwardCache?: boolean;
  /** Errors that this test causes on purpose. */
  readonly expects?: readonly RegExp[];
}

/**
 * Opens an address of the site in an empty browser profile. The test fails when the
 * page logs an error or warning, throws, has a failed request, violates its CSP or requests
 * another site.
 */
export type OpenPage = (address: string, choices?: PageChoices) => Promise<Page>;

/**
 * Chromium features that no test needs. Only the last such flag counts, so this repeats what
 * Playwright disables. The first two features start two more renderers for every window, which
 * doubles the cost of a window; no test's page ever uses the spare renderer.
 */
const disabledFeatures = [
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
  "SpareRendererForSitePerProcess",
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
  `--disable-features=${disabledFeatures.join(",")}`,
  // Each profile keeps one renderer instead of starting another for every navigation.
  "--renderer-process-limit=1",
  // Pages are open only for seconds: optimizing their scripts costs more than it saves.
  "--js-flags=--always-sparkplug --no-maglev --no-turbofan",
  // No other host resolves, so any third-party request causes an error.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/** A clock can only be stopped in the future. */
const clockLeadMs = 60_000;

/** Default timeout for actions on a page, in milliseconds; generous for a busy computer. */
const timeoutMs = 20_000;

/** Browsers of this worker, shared by its files; the tests of a file share profiles, which are emptied. */
const shared = new Map<string, Promise<Browser>>();

/** Starts a browser, or restarts a crashed one; Playwright closes it when this process exits. */
async function openBrowser(executablePath: string | undefined): Promise<Browser> {
  if (!executablePath) throw new Error("No browser: set CHROME_PATH or run npm test.");
  const running = await shared.get(executablePath);
  if (running?.isConnected()) return running;
  const started = chromium.launch({
    executablePath,
    args: launchArgs,
    // Real browsers have a back-forward cache.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  shared.set(executablePath, started);
  return started;
}

/** Tests in a real Chromium with the real server, which runs until the end of the test file. */
export const test = base
  .extend("site", { scope: "file" }, async ({}, { onCleanup }) => {
    const site = await startServer();
    onCleanup(() => site.stop());
    return site;
  })
  .extend("browser", { scope: "file" }, () =>
    openBrowser(process.env.HEADLESS_SHELL ?? findBrowser()),
  )
  // The gallery's tests override this, so they start no server.
  .extend("origin", { scope: "file" }, async ({ site }) => site.origin)
  // Those that no test uses at the moment.
  .extend("profiles", { scope: "file" }, async ({}, { onCleanup }) => {
    const profiles: Profile[] = [];
    onCleanup(async () => {
      for (const { context } of profiles) await context.close();
    });
    return profiles;
  })
  .extend("openPage", async ({ origin: siteOrigin, browser, profiles, task }, { onCleanup }) => {
    const checks: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const check of checks) await check();
    });
    const openPage: OpenPage = async (address, choices = {}) => {
      const origin = choices.localhost ? siteOrigin.replace("127.0.0.1", "localhost") : siteOrigin;
      const used = choices.hasBackForwardCache ? await openBrowser(findBrowser()) : browser;
      const profile =
        takeProfile(profiles, used, origin, choices) ?? (await newProfile(used, origin, choices));
      const page = await preparePage(profile, choices);
      const errors = watchPageErrors(page, origin, choices.expects ?? []);
      checks.push(async () => {
        const hasFailed = task.result?.state === "fail";
        if (hasFailed) await reportPage(page);
        if (hasFailed || choices.clock) await profile.context.close();
        else profiles.push(await emptied(profile));
        expect(errors, `errors of ${address}`).toEqual([]);
      });
      await page.goto(address, { waitUntil: "load" });
      return page;
    };
    return openPage;
  });

/** Prints what the page of a failed test showed, to diagnose flaky failures. */
async function reportPage(page: Page): Promise<void> {
  if (page.isClosed()) return;
  const text = await page.locator("body").innerText({ timeout: 2000 }).catch(String);
  console.error(`${page.url()} showed: ${text.replace(/\s+/g, " ").slice(0, 1000)}`);
}

/** A browser profile with a page that no test has used. */
interface Profile {
  readonly browser: Browser;
  readonly origin: string;
  readonly js: boolean;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Takes a free profile for the visit out of the list; undefined if there is none. */
function takeProfile(
  free: Profile[],
  browser: Browser,
  origin: string,
  { js = true }: PageChoices,
): Profile | undefined {
  const index = free.findIndex(
    (one) => one.browser === browser && one.origin === origin && one.js === js,
  );
  return index < 0 ? undefined : free.splice(index, 1)[0];
}

async function newProfile(
  browser: Browser,
  origin: string,
  { js = true }: PageChoices,
): Promise<Profile> {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: js });
  context.setDefaultTimeout(timeoutMs);
  await context.addInitScript(ignoreUnmovedMouse);
  await context.addInitScript(observeHydration);
  return { browser, origin, js, context, page: await context.newPage() };
}

/**
 * Empties a profile for the next test, except for the browser's cache: a new one would cost half of
 * a page load. The new page is opened first, because the process ends with the last one.
 */
async function emptied(profile: Profile): Promise<Profile> {
  const { context, origin } = profile;
  const used = context.pages();
  const page = await context.newPage();
  await context.unrouteAll({ behavior: "ignoreErrors" });
  for (const one of used) await one.close();
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
  return { ...profile, page };
}

async function preparePage({ context, page, origin }: Profile, choices: PageChoices) {
  await page.setViewportSize({ width: choices.width ?? 1280, height: choices.height ?? 900 });
  await page.emulateMedia({
    forcedColors: choices.forcedColors ?? "none",
    contrast: choices.contrast ?? "no-preference",
    reducedMotion: choices.reducedMotion ?? "reduce",
  });
  if (choices.cookie) {
    const [name = "", value = ""] = choices.cookie.split("=");
    await context.addCookies([{ name, value, url: origin }]);
  }
  // A page from the back-forward cache fires no load event.
  for (const way of ["goBack", "goForward"] as const) {
    const go = page[way].bind(page);
    page[way] = (options) => go({ waitUntil: "commit", ...options });
  }
  const waitForAddress = page.waitForURL.bind(page);
  page.waitForURL = async (...place) => {
    await waitForAddress(...place);
    await untilRendered(page);
  };
  if (choices.clock) {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + clockLeadMs);
  }
  return page;
}

/** The URL changes before React renders the new page. */
async function untilRendered(page: Page): Promise<void> {
  const isRendered = () => {
    const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
    return !canonical || new URL(canonical.href).pathname === location.pathname;
  };
  await eventually(() => page.evaluate(isRendered)).toBe(true);
}

/**
 * Runs in the page before its own scripts. The headless shell reports a mouse in the corner of
 * every new page, which would hydrate the page.
 */
function ignoreUnmovedMouse(): void {
  const ignore = (event: MouseEvent) => {
    if (event.screenX === 0 && event.screenY === 0) event.stopImmediatePropagation();
  };
  for (const kind of ["pointerover", "pointermove", "mouseover", "mousemove"] as const) {
    addEventListener(kind, ignore, true);
  }
}

/** Runs in the page before its own scripts: observes the boot script's `ready` call from React. */
function observeHydration(): void {
  addEventListener("pageshow", ({ persisted }) => {
    window.isRestored = persisted;
  });
  let boot: BootState;
  Object.defineProperty(window, "boot", {
    get: () => boot,
    set: (original: BootState) => {
      boot = {
        loadedAt: original.loadedAt,
        ready: () => {
          original.ready();
          window.hydrated = true;
        },
      };
    },
  });
}

/** Waits for hydration that the test has triggered. */
export async function untilHydrated(page: Page): Promise<void> {
  await eventually(() => page.evaluate(() => window.hydrated ?? false)).toBe(true);
}

/** Moves the mouse, which starts hydration, and waits for it. */
export async function hydrate(page: Page): Promise<void> {
  await eventually(async () => {
    // The mouse may already be on the header: only a move to another element fires events. A slow
    // page has no listener yet for the first ones.
    await page.mouse.move(2, 2);
    await page.mouse.move(2, (page.viewportSize()?.height ?? 0) / 2);
    return page.evaluate(() => window.hydrated ?? false);
  }).toBe(true);
}

/**
 * Waits until no dialog is open and the page has handled its close event, which fires one frame
 * after the dialog is hidden.
 */
export async function untilDialogClosed(page: Page): Promise<void> {
  await page.locator("dialog").waitFor({ state: "detached" });
}

/** Polls until the value matches. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: timeoutMs, interval: 25 });
}

/** Tag and text of the focused element. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return `${activeElement?.tagName} ${activeElement?.textContent?.trim().slice(0, 80)}`;
  });
}
