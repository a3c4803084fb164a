/**
 * `npm run bench`: prints all budgets as a table, and exits with 1 if one is exceeded.
 * Bytes are exact. Times are judged as ratios within one run; absolute times are informational.
 * `--only=bytes,start` runs only these parts; `--lighthouse` installs and adds Lighthouse.
 */
import type { Browser } from "playwright-core";
import { launch } from "./browser.ts";
import { measureDesk } from "./desk/measure-desk.ts";
import { measureDocuments } from "./documents.ts";
import { measureEvents } from "./events.ts";
import { measureHostile } from "./hostile.ts";
import { measureHydration } from "./hydration.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measurePainting } from "./painting.ts";
import { type Figure, finish, printFigures } from "./report.ts";
import { startOurs, withFolder } from "./server.ts";
import { measureLoad } from "./serving.ts";
import { measureStart } from "./starting.ts";
import { measurePostgres } from "./storing.ts";
import { measureTapping } from "./tapping.ts";

interface Part {
  readonly name: string;
  readonly title: string;
  readonly measure: () => Promise<Figure[]>;
}

const parts: readonly Part[] = [
  { name: "start", title: "Start and memory", measure: measureStart },
  { name: "load", title: "Pages, then forms on SQLite, 64 connections", measure: measureLoad },
  { name: "postgres", title: "Forms on PostgreSQL, 64 connections", measure: measurePostgres },
  { name: "events", title: "Events at 100 receivers, one hangs", measure: measureEvents },
  {
    name: "hostile",
    title: "A visitor beside hostile input, p95 of a page / normal",
    measure: measureHostile,
  },
  {
    name: "bytes",
    title: "Bytes and requests (KB = 1024 bytes, brotli)",
    measure: () =>
      withSite(async (origin, browser) => [
        ...(await measureDocuments(origin)),
        ...(await measureHydration(browser, origin)),
      ]),
  },
  { name: "desk", title: "Staff desk, a million cases", measure: measureDesk },
  {
    name: "paint",
    title: "Slow phone: Slow 4G, CPU 4 x slower",
    measure: () => withSite((origin, browser) => measurePainting(browser, origin)),
  },
  {
    name: "tap",
    title: "Slow phone: from tap to paint",
    measure: () => withSite((origin, browser) => measureTapping(browser, origin)),
  },
  {
    name: "lighthouse",
    title: "Lighthouse",
    measure: () => withSite(async (origin) => measureLighthouse(origin)),
  },
];

const only = process.argv.find((arg) => arg.startsWith("--only="))?.slice("--only=".length);
const lighthouse = process.argv.includes("--lighthouse");
const selected = only?.split(",") ?? parts.map(({ name }) => name);
const unknown = selected.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown parts: ${unknown.join(", ")}. Known: ${parts.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}
const chosen = parts.filter(({ name }) =>
  name === "lighthouse" ? lighthouse : selected.includes(name),
);

const figures: Figure[] = [];
for (const { title, measure } of chosen) {
  const measured = await measure();
  printFigures(title, measured);
  figures.push(...measured);
}
finish(figures);

/** Runs `work` with our server and a browser. */
function withSite<T>(work: (origin: string, browser: Browser) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const server = await startOurs(folder);
    const browser = await launch();
    try {
      return await work(server.origin, browser);
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}
