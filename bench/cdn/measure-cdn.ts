import { cp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { contactForm } from "../../src/contract/forms/contact.ts";
import { submissionPath } from "../../src/contract/forms/submission.ts";
import { paths } from "../../src/contract/paths.ts";
import { sqliteFile } from "../../src/server/platform/db/client.ts";
import { startProgram } from "../child.ts";
import { type MeasuredServer, newMeasuredServer, p99Of, rateOf, runRounds } from "../load.ts";
import { checkMax, checkNone, type Figure, milliseconds, note, perSecond } from "../report.ts";
import { startOurs, withFolder } from "../server.ts";
import { findFreePort, hasNginx, shippedSite, startNginx } from "./nginx.ts";
import {
  type Errors,
  tryAddresses,
  tryForms,
  tryOthers,
  tryPages,
  tryVisitors,
  untilShown,
} from "./try-cache.ts";
import { type Visit, visit } from "./visitor.ts";

const rounds = 3;
/** Cache lifetime of pages in the upgrade test, in seconds. */
const keptSeconds = 10;
/** Tolerance: nginx counts whole seconds, and a request takes time. */
const slackMs = 1500;
const newTitle = "<title>New: ";
const project = path.resolve(import.meta.dirname, "../..");

/** The shipped nginx configuration as a cache: what it may cache, and the throughput it adds. */
export async function measureCdn(): Promise<Figure[]> {
  if (!hasNginx) return [note("nginx", "is not installed")];
  return [
    ...(await withFolder(tryCache)),
    ...(await withFolder(tryUpgrade)),
    ...(await withFolder(measure)),
  ];
}

/** Requirements that hold behind a cache. */
async function tryCache(folder: string): Promise<Figure[]> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const site = await startNginx(folder, await shippedSite(folder, origin));
  const dataDir = path.join(folder, "data");
  const settings = { PORT: String(port), PUBLIC_URL: site.origin, TRUST_PROXY: "on" };
  const server = await startOurs(dataDir, {
    ...settings,
    RATE_LIMITS: "on",
    CDN_CACHE_SECONDS: "600",
  });
  const trials: readonly (readonly [string, () => Promise<Errors>])[] = [
    ["public pages are cached, byte for byte", () => tryPages(site.origin, origin)],
    ["of the rest, only hashed files are", async () => tryOthers(site.origin, await findAsset())],
    ["visitors never see each other's values", () => tryVisitors(site.origin)],
    ["forms are stored, with and without scripts", () => tryForms(site.origin)],
    [
      "X-Forwarded-For: only the address that nginx saw counts",
      () => tryAddresses(site.origin, path.join(dataDir, sqliteFile)),
    ],
  ];
  const figures: Figure[] = [];
  for (const [name, run] of trials) figures.push(checkNone(name, await run(), "yes"));
  await server.stop();
  await site.stop();
  return figures;
}

/** A new release behind a full cache. */
async function tryUpgrade(folder: string): Promise<Figure[]> {
  const port = await findFreePort();
  const site = await startNginx(folder, await shippedSite(folder, `http://127.0.0.1:${port}`));
  const settings = {
    PORT: String(port),
    PUBLIC_URL: site.origin,
    DATA_DIR: path.join(folder, "data"),
    TRUST_PROXY: "on",
    LOG_LEVEL: "warn",
    CDN_CACHE_SECONDS: String(keptSeconds),
  };
  const asset = await findAsset();
  const start = (root: string) => startProgram(path.join(root, "src/server/main.js"), settings);
  const first = await start(project);
  await visit(site.origin, asset);
  await visit(site.origin, paths.contact);
  await first.stop();
  await wait(keptSeconds * 1000 + slackMs);
  const away = await visit(site.origin, paths.contact);
  const second = await start(project);
  const release = await makeRelease(path.join(folder, "release"), asset);
  // A request just before the upgrade, so that the page stays cached for the whole lifetime.
  await visit(site.origin, paths.contact);
  await second.stop();
  const next = await start(release);
  const limitMs = keptSeconds * 1000 + slackMs;
  const ms = await untilShown(site.origin, paths.contact, isNew, limitMs + slackMs);
  const gone = await visit(next.origin, asset);
  const kept = await visit(site.origin, asset);
  await next.stop();
  await site.stop();
  const isStale = away.status === 200 && away.headers["x-cache"] === "STALE";
  const isKept = gone.status === 404 && kept.status === 200;
  return [
    checkNone(
      "server down: nginx serves the stale page",
      isStale ? [] : [`${away.status} ${away.headers["x-cache"]}`],
      "so it is",
    ),
    checkMax(
      `time until a new release is served, cached for ${keptSeconds} s`,
      ms,
      limitMs,
      milliseconds,
      "after it starts to listen",
    ),
    checkNone(
      "hashed files of the old release are still served",
      isKept ? [] : [`${gone.status} from the server, ${kept.status} through nginx`],
      "yes",
    ),
  ];
}

function isNew({ body }: Visit): boolean {
  return body.includes(newTitle);
}

/** Copies the built project, with another title on a page and without one of the hashed files. */
async function makeRelease(release: string, asset: string): Promise<string> {
  for (const part of ["src", "dist"]) {
    await cp(path.join(project, part), path.join(release, part), {
      recursive: true,
      dereference: true,
    });
  }
  for (const part of ["node_modules", "package.json"]) {
    await symlink(path.join(project, part), path.join(release, part));
  }
  const page = path.join(release, "dist/pages/contact.html");
  const html = await readFile(page, "utf8");
  await writeFile(page, html.replace("<title>", newTitle));
  const file = path.join(release, "dist/web", asset);
  for (const ending of ["", ".br", ".gz"]) await rm(file + ending);
  return release;
}

/** Path of one hashed script. */
async function findAsset(): Promise<string> {
  const names = await readdir(path.join(project, "dist/web/assets"));
  const name = names.find((one) => one.endsWith(".js"));
  if (!name) throw new Error("The build has no scripts.");
  return `/assets/${name}`;
}

/** Requests per second: the server alone, through nginx, and from nginx's cache. */
async function measure(folder: string): Promise<Figure[]> {
  const server = await startOurs(path.join(folder, "data"), {
    CDN_CACHE_SECONDS: "600",
    TRUST_PROXY: "on",
  });
  const site = await startNginx(folder, await shippedSite(folder, server.origin));
  const postPath = submissionPath(contactForm.collection);
  const pages = [
    newMeasuredServer(server.origin, paths.home),
    // A query string bypasses the cache.
    newMeasuredServer(site.origin, `${paths.home}?from=bench`),
    newMeasuredServer(site.origin, paths.home),
  ];
  const forms = [server, site].map(({ origin }) => newMeasuredServer(origin, postPath));
  await runRounds(pages, "GET", rounds);
  await runRounds(forms, "POST", rounds);
  await site.stop();
  await server.stop();
  const ways = ["the server alone", "through nginx", "from nginx's cache"];
  const describe = (what: string) => (measured: MeasuredServer, index: number) =>
    note(
      `${what}, ${ways[index]}`,
      `${perSecond(rateOf(measured))}, p99 ${milliseconds(p99Of(measured))}`,
    );
  return [
    ...pages.map(describe(`GET ${paths.home}`)),
    ...forms.map(describe("SQLite: stored forms")),
  ];
}
