import type { Browser } from "playwright-core";
import { apiPaths } from "../tests/support/api-paths.ts";
import { newAccount } from "../tests/support/portal.ts";
import { openPhone, until, untilQuiet } from "./browser.ts";
import { listPages } from "./documents.ts";
import { openLine, type Passed, plainLine } from "./line.ts";
import { checkMax, checkNone, count, type Figure, kilobytes, note } from "./report.ts";

const maxScriptBytes = 95 * 1024;
const maxRequests = 3;

interface Woken {
  readonly page: string;
  /** Hydrated at once, as portal pages are, without waiting for first use. */
  readonly wakesAtOnce: boolean;
  readonly before: readonly Passed[];
  readonly after: readonly Passed[];
}

/** What each page really requests: before first use, and after it. */
export async function measureWaking(browser: Browser, server: string): Promise<Figure[]> {
  const woken: Woken[] = [];
  for (const page of listPages()) {
    // Portal pages redirect anonymous visitors.
    const stayed = await wake(browser, server, page, false);
    woken.push(stayed ?? (await wake(browser, server, page, true)) ?? fail(page));
  }
  const requests = (one: Woken) => one.before.filter((item) => !isPictureOrFont(item)).length;
  const busiestOf = (some: readonly Woken[]) =>
    some.reduce((a, b) => (requests(b) > requests(a) ? b : a));
  const busiest = busiestOf(woken.filter(({ wakesAtOnce }) => !wakesAtOnce));
  const busiestAtOnce = busiestOf(woken.filter(({ wakesAtOnce }) => wakesAtOnce));
  const heaviest = woken.reduce((a, b) => (scriptBytes(b) > scriptBytes(a) ? b : a));
  return [
    checkMax(
      "requests before first use, pictures and fonts aside",
      requests(busiest),
      maxRequests,
      count,
      busiest.page,
    ),
    note(
      "requests of a page that is hydrated at once",
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
      woken.flatMap(({ page, before, after }) => {
        const fonts = new Set([...before, ...after].filter(isFont).map(({ url }) => url));
        return fonts.size === 1 ? [] : [`${page}: ${fonts.size}`];
      }),
      `${woken.length} pages`,
    ),
    checkNone(
      "every script is compressed",
      woken.flatMap(({ before, after }) =>
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
async function wake(
  browser: Browser,
  server: string,
  page: string,
  loggedIn: boolean,
): Promise<Woken | undefined> {
  const line = await openLine(server, plainLine);
  const context = await openPhone(browser, line.origin);
  try {
    if (loggedIn) {
      const email = `${page.replaceAll("/", "")}@example.com`;
      await context.request.post(apiPaths.createAccount, { data: { ...newAccount, email } });
      line.passed.splice(0);
    }
    const view = await context.newPage();
    await view.goto(page, { waitUntil: "load" });
    await untilQuiet(line);
    // Prefetched responses belong to the next page.
    const before = line.passed.splice(0).filter(({ ahead }) => !ahead);
    if (new URL(view.url()).pathname !== page) return undefined;
    const wakesAtOnce = (await view.locator("[data-wakes]").count()) > 0;
    await view.mouse.move(6, 6);
    await until(`${page} is hydrated`, () => view.evaluate(isAwake));
    await untilQuiet(line);
    const after = line.passed.filter(({ ahead }) => !ahead);
    return { page, wakesAtOnce, before, after };
  } finally {
    await context.close();
    await line.close();
  }
}

/** Runs in the page: React marks hydrated elements. */
function isAwake(): boolean {
  const main = document.getElementById("main");
  return main !== null && Object.keys(main).some((key) => key.startsWith("__react"));
}

function scriptBytes({ before, after }: Woken): number {
  return [...before, ...after].filter(isScript).reduce((sum, { bytes }) => sum + bytes, 0);
}

function isScript({ type }: Passed): boolean {
  return type.startsWith("text/javascript");
}

function isFont({ type }: Passed): boolean {
  return type.startsWith("font/");
}

function isPictureOrFont(item: Passed): boolean {
  return isFont(item) || item.type.startsWith("image/");
}
