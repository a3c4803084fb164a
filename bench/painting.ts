import type { Browser } from "playwright-core";
import { paths } from "../src/platform/contract/paths.ts";
import { block, openPhone, throttleCpu, untilIdle } from "./browser.ts";
import { checkMax, type Figure, median, milliseconds, note } from "./report.ts";
import { slow4g, startThrottledProxy, type ThrottledProxy } from "./throttled-proxy.ts";

const rounds = 5;
const maxBlockedMs = 50;
const maxLayoutShift = 0.01;
const maxRatio = 1.1;
const maxLater = 50;
/** A landing page, the longest page with behavior, and a form. */
const pages = [paths.home, paths.pro, paths.contact];

/** One page load as the browser reports it, in milliseconds. */
interface Load {
  readonly fcp: number;
  readonly lcp: number;
  readonly blocked: number;
  readonly layoutShift: number;
}

/** FCP and LCP on a slow phone, with scripts and without, alternating. */
export async function measurePainting(browser: Browser, server: string): Promise<Figure[]> {
  const proxy = await startThrottledProxy(server, slow4g);
  const figures: Figure[] = [];
  for (const page of pages) {
    const plain: Load[] = [];
    const scripted: Load[] = [];
    for (let round = 0; round < rounds; round += 1) {
      plain.push(await load(browser, proxy, page, ["*/assets/*.js"]));
      scripted.push(await load(browser, proxy, page, []));
    }
    figures.push(...judge(page, plain, scripted));
  }
  await proxy.close();
  return figures;
}

function judge(page: string, plain: readonly Load[], scripted: readonly Load[]): Figure[] {
  const medianOf = (loads: readonly Load[], name: keyof Load) =>
    median(loads.map((one) => one[name]));
  const paint = (name: "fcp" | "lcp") => {
    const without = medianOf(plain, name);
    const max = Math.max(without * maxRatio, without + maxLater);
    const detail = `${milliseconds(without)} without scripts`;
    return checkMax(
      `${page} ${name.toUpperCase()}`,
      medianOf(scripted, name),
      max,
      milliseconds,
      detail,
    );
  };
  const shift = (value: number) => value.toFixed(3);
  return [
    paint("fcp"),
    paint("lcp"),
    checkMax(`${page} blocking time`, medianOf(scripted, "blocked"), maxBlockedMs, milliseconds),
    checkMax(`${page} layout shift`, medianOf(scripted, "layoutShift"), maxLayoutShift, shift),
    note(`${page} blocking time without scripts`, milliseconds(medianOf(plain, "blocked"))),
  ];
}

async function load(
  browser: Browser,
  proxy: ThrottledProxy,
  address: string,
  blocked: string[],
): Promise<Load> {
  const context = await openPhone(browser, proxy.origin);
  const page = await context.newPage();
  await page.addInitScript(watch);
  await throttleCpu(page);
  if (blocked.length > 0) await block(page, blocked);
  await page.goto(address, { waitUntil: "load" });
  await untilIdle(proxy);
  const measured = await page.evaluate(() => window.watched);
  await context.close();
  return measured;
}

declare global {
  interface Window {
    /** Kept up to date by `watch`. */
    watched: Load;
  }
}

/** Runs in the page before anything else. */
function watch(): void {
  const seen = { fcp: 0, lcp: 0, blocked: 0, layoutShift: 0 };
  window.watched = seen;
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      list.getEntries().forEach(take);
    }).observe({ type, buffered: true });
  observe("paint", (entry) => {
    if (entry.name === "first-contentful-paint") seen.fcp = entry.startTime;
  });
  observe("largest-contentful-paint", (entry) => {
    seen.lcp = entry.startTime;
  });
  observe("longtask", (entry) => {
    // Long tasks before the first paint delay no interaction.
    const since = Math.max(entry.startTime, seen.fcp);
    const longTask = 50;
    if (seen.fcp > 0) {
      seen.blocked += Math.max(0, entry.startTime + entry.duration - since - longTask);
    }
  });
  observe("layout-shift", (entry) => {
    seen.layoutShift += (entry as PerformanceEntry & { readonly value: number }).value;
  });
}
