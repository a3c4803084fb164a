import type { Browser } from "playwright-core";
import { paths } from "../src/platform/contract/paths.ts";
import { openPhone, throttleCpu, until, untilIdle } from "./browser.ts";
import { checkMax, type Figure, median, milliseconds, ratio } from "./report.ts";
import { slow4g, startThrottledProxy } from "./throttled-proxy.ts";

const rounds = 5;
const maxShareOfUnprefetched = 0.5;
const pressMs = 80;
const from = paths.home;
const to = paths.contact;
const clickKey = "bench-click";

/** From the tap on a link to the first paint of its page, on a slow phone and network. */
export async function measureTapping(browser: Browser, server: string): Promise<Figure[]> {
  const prefetched: number[] = [];
  const notPrefetched: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    notPrefetched.push(await tap(browser, server, true));
    prefetched.push(await tap(browser, server, false));
  }
  return [
    checkMax(
      `tap from ${from} to ${to}, prefetched / not`,
      median(prefetched) / median(notPrefetched),
      maxShareOfUnprefetched,
      ratio,
      `${milliseconds(median(prefetched))} vs. ${milliseconds(median(notPrefetched))}`,
    ),
  ];
}

async function tap(browser: Browser, server: string, withoutAhead: boolean): Promise<number> {
  const proxy = await startThrottledProxy(server, { ...slow4g, withoutPrefetch: withoutAhead });
  const context = await openPhone(browser, proxy.origin);
  const page = await context.newPage();
  await page.addInitScript(noteClick, clickKey);
  await throttleCpu(page);
  await page.goto(from, { waitUntil: "load" });
  const isPrefetched = () =>
    proxy.requests.some(({ url, isPrefetch: ahead }) => ahead && url === to);
  if (!withoutAhead) await until(`${to} is prefetched`, isPrefetched);
  const link = page.locator(`footer a[href="${to}"]`).first();
  await link.scrollIntoViewIfNeeded();
  await untilIdle(proxy);
  const box = await link.boundingBox();
  if (!box) throw new Error(`${from} has no link to ${to}.`);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const devtools = await context.newCDPSession(page);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.waitForTimeout(pressMs);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  let ms: number | undefined;
  await until(`${to} is painted`, async () => {
    ms = await page.evaluate(readTap, { clickKey, to }).catch(() => undefined);
    return ms !== undefined;
  });
  await context.close();
  await proxy.close();
  return ms ?? Number.NaN;
}

/** Runs in each page: records the time of the tap for the next page. */
function noteClick(key: string): void {
  addEventListener(
    "click",
    (event) => sessionStorage.setItem(key, String(performance.timeOrigin + event.timeStamp)),
    { capture: true },
  );
}

/** Runs in the page: milliseconds from the tap to the first paint of the page it led to. */
function readTap({ clickKey, to }: { clickKey: string; to: string }): number | undefined {
  const clicked = sessionStorage.getItem(clickKey);
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  if (location.pathname !== to || !clicked || !paint) return undefined;
  return performance.timeOrigin + paint.startTime - Number(clicked);
}
