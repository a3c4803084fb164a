import type { Browser } from "playwright-core";
import { apiPaths } from "../tests/support/api-paths.ts";
import { newAccount } from "../tests/support/portal.ts";
import { openPhone, until, untilIdle } from "./browser.ts";
import { listPages } from "./documents.ts";
import { checkMax, checkNone, count, type Figure, kilobytes, note } from "./report.ts";
import { type ProxiedRequest, startThrottledProxy, unthrottled } from "./throttled-proxy.ts";

const maxScriptBytes = 95 * 1024;
const maxRequests = 3;

interface HydratedPage {
  readonly page: string;
  /** Hydrated at load, as portal pages are, instead of on first use. */
  readonly isEager: boolean;
  readonly before: readonly ProxiedRequest[];
  readonly after: readonly ProxiedRequest[];
}

/** Requests of each page before first use and after hydration. */
export async function measureHydration(browser: Browser, server: string): Promise<Figure[]> {
  const hydrated: HydratedPage[] = [];
  for (const page of listPages()) {
    // Portal pages redirect anonymous visitors.
    const anonymous = await hydrate(browser, server, page, false);
    hydrated.push(anonymous ?? (await hydrate(browser, server, page, true)) ?? fail(page));
  }
  const requests = (one: HydratedPage) =>
    one.before.filter((item) => !isPictureOrFont(item)).length;
  const busiestOf = (some: readonly HydratedPage[]) =>
    some.reduce((a, b) => (requests(b) > requests(a) ? b : a));
  const busiest = busiestOf(hydrated.filter(({ isEager }) => !isEager));
  const busiestAtOnce = busiestOf(hydrated.filter(({ isEager }) => isEager));
  const heaviest = hydrated.reduce((a, b) => (scriptBytes(b) > scriptBytes(a) ? b : a));
  return [
    checkMax(
      "requests before first use, without pictures and fonts",
      requests(busiest),
      maxRequests,
      count,
      busiest.page,
    ),
    note(
      "requests of a page that is hydrated at load",
      `${requests(busiestAtOnce)} ${busiestAtOnce.page}`,
    ),
    checkMax(
      "all scripts after first use",
      scriptBytes(heaviest),
      maxScriptBytes,
      kilobytes,
      heaviest.page,
    ),
    checkNone(
      "one font file is loaded",
      hydrated.flatMap(({ page, before, after }) => {
        const fonts = new Set([...before, ...after].filter(isFont).map(({ url }) => url));
        return fonts.size === 1 ? [] : [`${page}: ${fonts.size}`];
      }),
      `${hydrated.length} pages`,
    ),
    checkNone(
      "every script is compressed",
      hydrated.flatMap(({ before, after }) =>
        [...before, ...after]
          .filter((item) => isScript(item) && item.encoding !== "br")
          .map(({ url }) => url),
      ),
      "brotli",
    ),
  ];
}

function fail(page: string): never {
  throw new Error(`${page} redirects, signed in or not.`);
}

/** @returns undefined when the page redirects */
async function hydrate(
  browser: Browser,
  server: string,
  page: string,
  isSignedIn: boolean,
): Promise<HydratedPage | undefined> {
  const proxy = await startThrottledProxy(server, unthrottled);
  const context = await openPhone(browser, proxy.origin);
  try {
    if (isSignedIn) {
      const email = `${page.replaceAll("/", "")}@example.com`;
      await context.request.post(apiPaths.createAccount, { data: { ...newAccount, email } });
      proxy.requests.splice(0);
    }
    const view = await context.newPage();
    await view.goto(page, { waitUntil: "load" });
    await untilIdle(proxy);
    // Prefetched responses belong to the next page.
    const before = proxy.requests.splice(0).filter(({ isPrefetch: ahead }) => !ahead);
    if (new URL(view.url()).pathname !== page) return undefined;
    const isEager = (await view.locator("[data-eager]").count()) > 0;
    await view.mouse.move(6, 6);
    await until(`${page} is hydrated`, () => view.evaluate(isHydrated));
    await untilIdle(proxy);
    const after = proxy.requests.filter(({ isPrefetch: ahead }) => !ahead);
    return { page, isEager: isEager, before, after };
  } finally {
    await context.close();
    await proxy.close();
  }
}

/** Runs in the page: React marks hydrated elements. */
function isHydrated(): boolean {
  const main = document.getElementById("main");
  return main !== null && Object.keys(main).some((key) => key.startsWith("__react"));
}

function scriptBytes({ before, after }: HydratedPage): number {
  return [...before, ...after].filter(isScript).reduce((sum, { bytes }) => sum + bytes, 0);
}

function isScript({ type }: ProxiedRequest): boolean {
  return type.startsWith("text/javascript");
}

function isFont({ type }: ProxiedRequest): boolean {
  return type.startsWith("font/");
}

function isPictureOrFont(item: ProxiedRequest): boolean {
  return isFont(item) || item.type.startsWith("image/");
}
