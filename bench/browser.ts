import { setTimeout as wait } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { getBrowser } from "../scripts/test/find-browser.ts";
import type { ThrottledProxy } from "./throttled-proxy.ts";

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** CPU slowdown of a slow phone, relative to this computer. */
const slowPhone = 4;
const timeoutMs = 60_000;
/** The network counts as idle after this long without a response, in milliseconds. */
const idleMs = 700;
const pollMs = 50;

/** Starts the installed Chromium. @throws Error if there is none */
export function launch(): Promise<Browser> {
  const executablePath = getBrowser();
  if (!executablePath) throw new Error("No browser found. Set CHROME_PATH.");
  return chromium.launch({ executablePath, args });
}

/** A fresh profile on a mid-size phone, with an empty cache. */
export async function openPhone(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  context.setDefaultTimeout(timeoutMs);
  return context;
}

/** Throttles the page's CPU to that of a slow phone. */
export async function throttleCpu(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowPhone });
}

export async function block(page: Page, urls: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls });
}

/** Waits until the network is idle. */
export async function untilIdle(proxy: ThrottledProxy): Promise<void> {
  let seen = -1;
  let since = performance.now();
  while (performance.now() - since < idleMs) {
    if (proxy.requests.length !== seen) {
      seen = proxy.requests.length;
      since = performance.now();
    }
    await wait(pollMs);
  }
}

/** Polls until a condition is true. @throws Error after the timeout */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms.`);
    await wait(pollMs);
  }
}
