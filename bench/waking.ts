import type { Browser } from "playwright-core";
import { endpoints } from "../src/contract/endpoints/endpoints.ts";
import { newAccount } from "../tests/support/portal.ts";
import { openPhone, until, untilQuiet } from "./browser.ts";
import { listPages } from "./documents.ts";
import { openLine, type Passed, plainLine } from "./line.ts";
import { checkMax, checkNone, count, type Figure, kilobytes, note } from "./report.ts";

const maxScriptBytes = 95 * 1024;
const maxRequests = 3;

interface Woken {
  readonly page: string;
  /** It is in use from the start, as the pages of a person's own: nothing waits for a touch. */
  readonly wakesAtOnce: boolean;
  readonly before: readonly Passed[];
  readonly after: readonly Passed[];
}

/** What each page really asks for: before anybody uses it, and once a touch has woken it. */
export async function measureWaking(browser: Browser, server: string): Promise<Figure[]> {
  const woken: Woken[] = [];
  for (const page of listPages()) {
    // Pages of a person's own lead whoever is not logged in to another page.
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
      "requests of a page that wakes at once",
      `${requests(busiestAtOnce)} ${busiestAtOnce.page}`,
    ),
    checkMax(
      "all scripts once awake",
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
      "every script travels packed",
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
  throw new Error(`${page} leads away, logged in or not.`);
}

/** @returns undefined when the page leads to another one */
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
      await context.request.post(endpoints.createAccount, { data: { ...newAccount, email } });
      line.passed.splice(0);
    }
    const view = await context.newPage();
    await view.goto(page, { waitUntil: "load" });
    await untilQuiet(line);
    // What is fetched ahead belongs to the next page.
    const before = line.passed.splice(0).filter(({ ahead }) => !ahead);
    if (new URL(view.url()).pathname !== page) return undefined;
    const wakesAtOnce = (await view.locator("[data-wakes]").count()) > 0;
    await view.mouse.move(6, 6);
    await until(`${page} wakes`, () => view.evaluate(isAwake));
    await untilQuiet(line);
    const after = line.passed.filter(({ ahead }) => !ahead);
    return { page, wakesAtOnce, before, after };
  } finally {
    await context.close();
    await line.close();
  }
}

/** Runs in the page: React leaves its marks on what it has taken over. */
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
