/**
 * Builds the site: browser code, prerendered pages, pictures, and every other served file,
 * each compressed with brotli and gzip, listed in dist/site.json. `dist` points to the new
 * build once it is complete. An argument is stored as the stamp of the build.
 */
import { execFileSync, type StdioOptions } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { describeApi } from "../src/app/server/openapi/document.ts";
import { writeEndpoints } from "../src/app/server/openapi/endpoints-html.ts";
import { readFullConfig } from "../src/app/server/read-config.ts";
import { helpIndexFile } from "../src/features/help/contract/articles.ts";
import {
  type BuiltPage,
  type BuiltSite,
  endpointsMark,
  type Release,
} from "../src/platform/contract/built-site.ts";
import { paths } from "../src/platform/contract/paths.ts";
import { assemblePage } from "./build/assemble-page.ts";
import { buildDesk } from "./build/build-desk.ts";
import { compressAll } from "./build/compress.ts";
import { listSearchable } from "./build/help-articles.ts";
import { writeLargePrint } from "./build/large-print.ts";
import { makeImages } from "./build/make-images.ts";
import type { ViteManifest } from "./build/manifest.ts";
import { writePressKit } from "./build/press-kit.ts";
import { writeSpeculation, writeStaticFiles } from "./build/static-files.ts";
import { makeBuildFolder, switchBuild } from "./build/switch-build.ts";

/** Rendered for every unknown path; it must match no route. */
const notFoundPath = "/404";

interface SitePage {
  readonly path: string;
  readonly file?: string;
  readonly next?: readonly string[];
  readonly listed?: boolean;
  readonly interactive?: boolean;
  readonly hydration?: "eager";
}

interface PrerenderBundle {
  renderPage(page: string): Promise<{ status: number; head: string; body: string }>;
  readonly pages: readonly SitePage[];
}

const dist = makeBuildFolder(path.resolve());
const web = path.join(dist, "web");
await build({ logLevel: "warn", build: { outDir: web } });
await build({
  logLevel: "warn",
  build: {
    ssr: "src/app/site/prerender.tsx",
    outDir: path.join(dist, "prerender"),
    manifest: false,
    copyPublicDir: false,
  },
});
const bundleUrl = pathToFileURL(path.join(dist, "prerender/prerender.js")).href;
const bundle = (await import(bundleUrl)) as PrerenderBundle;
const manifest = JSON.parse(take("manifest.json")) as ViteManifest;
const template = take("index.html");

mkdirSync(path.join(dist, "pages"));
const pages: Record<string, BuiltPage> = {};
for (const page of [...bundle.pages, { path: notFoundPath }]) {
  pages[page.path] = await writePage(page);
}
const deskFile = "pages/desk.html";
writeFileSync(path.join(dist, deskFile), await buildDesk(web));
await makeImages(web);
const listed = bundle.pages.filter((page) => page.listed);
writeStaticFiles(
  web,
  listed.map((page) => page.path),
);
await writePressKit(web);
await writeLargePrint(web);
const files = await compressAll(dist);
const desk: BuiltPage = { file: deskFile, status: 200, personal: true, isHidden: true };
const site: BuiltSite = { release: readRelease(), notFound: notFoundPath, pages, desk, files };
writeFileSync(path.join(dist, helpIndexFile), JSON.stringify(listSearchable()));
writeFileSync(path.join(dist, "site.json"), JSON.stringify(site));
writeFileSync(path.join(dist, ".stamp"), process.argv[2] ?? "");
switchBuild(path.resolve(), dist);

/** Reads a file that Vite wrote and removes it from the served files. */
function take(name: string): string {
  const file = path.join(web, name);
  const text = readFileSync(file, "utf8");
  rmSync(file);
  return text;
}

async function writePage(page: SitePage): Promise<BuiltPage> {
  const rendered = await bundle.renderPage(page.path);
  if (page.path === paths.apiDocs) rendered.body = fillEndpoints(rendered.body);
  const source = page.file && `src/${page.file}.page.tsx`;
  const { html, styleHash } = assemblePage({
    template,
    rendered,
    manifest,
    source,
    web,
    loadsOwnCode: page.interactive ?? page.hydration !== undefined,
    isEager: page.hydration !== undefined,
  });
  const name = page.path === "/" ? "index" : page.path.slice(1).replaceAll("/", "_");
  const file = `pages/${name}.html`;
  writeFileSync(path.join(dist, file), html);
  const speculation = page.next && writeSpeculation(web, name, page.next);
  return {
    file,
    status: rendered.status,
    styleHash,
    ...(speculation && { speculation }),
    ...(page.hydration && { personal: true }),
    ...(page.listed && { listed: true }),
  };
}

function fillEndpoints(body: string): string {
  if (!body.includes(endpointsMark)) throw new Error("The API page has no place for endpoints.");
  return body.replace(endpointsMark, () => writeEndpoints(describeApi(readFullConfig({}))));
}

/** The version, and the commit from the variable `COMMIT` or else from Git. */
function readRelease(): Release {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  return { version, commit: process.env.COMMIT || askGit() };
}

function askGit(): string {
  try {
    const stdio: StdioOptions = ["ignore", "pipe", "ignore"];
    return execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio }).trim();
  } catch {
    return "";
  }
}
