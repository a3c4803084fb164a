import { readFileSync } from "node:fs";
import path from "node:path";
import type { BuiltSite } from "../src/contract/built-site.ts";
import { atMost, type Figure, free, kilobytes } from "./report.ts";

const maxDocumentBytes = 25 * 1024;
const maxBootBytes = 2 * 1024;

/** Addresses of every page that the build made, the not-found page last. */
export function listPages(): string[] {
  const file = path.resolve(import.meta.dirname, "../dist/site.json");
  const { pages } = JSON.parse(readFileSync(file, "utf8")) as BuiltSite;
  return Object.keys(pages);
}

interface PageBytes {
  readonly page: string;
  readonly document: number;
  readonly boot: number;
  readonly faults: readonly string[];
}

/** Bytes of each page as they are sent, and what its HTML says about fonts and pictures. */
export async function measureDocuments(origin: string): Promise<Figure[]> {
  const measured = await Promise.all(listPages().map((page) => measurePage(origin, page)));
  const total = ({ document, boot }: PageBytes) => document + boot;
  const heaviest = measured.reduce((a, b) => (total(b) > total(a) ? b : a));
  const boot = Math.max(...measured.map((page) => page.boot));
  return [
    atMost(
      "HTML, styles and boot script of a page",
      total(heaviest),
      maxDocumentBytes,
      kilobytes,
      `${heaviest.page}, the heaviest of ${measured.length}`,
    ),
    atMost("script before first use", boot, maxBootBytes, kilobytes),
    free(
      "one font preloaded; pictures have room, the first may hurry, the rest wait",
      measured.flatMap(({ faults }) => faults),
      `${measured.length} pages`,
    ),
  ];
}

async function measurePage(origin: string, page: string): Promise<PageBytes> {
  const { html, bytes } = await fetchPacked(origin + page);
  const scripts = findTags(html, "script").flatMap((tag) => readAttribute(tag, "src") ?? []);
  const sizes = await Promise.all(scripts.map((source) => fetchPacked(origin + source)));
  return {
    page,
    document: bytes,
    boot: sizes.reduce((sum, script) => sum + script.bytes, 0),
    faults: findFaults(html).map((fault) => `${page}: ${fault}`),
  };
}

/** The text, and its bytes as they travel to a browser that takes brotli. */
async function fetchPacked(url: string): Promise<{ html: string; bytes: number }> {
  const answer = await fetch(url, { headers: { "accept-encoding": "br" } });
  const html = await answer.text();
  if (answer.headers.get("content-encoding") !== "br") throw new Error(`${url} is not packed.`);
  return { html, bytes: Number(answer.headers.get("content-length")) };
}

function findFaults(html: string): string[] {
  const links = findTags(html, "link");
  const fonts = links.filter((tag) => readAttribute(tag, "as") === "font");
  const pictures = findTags(html, "img");
  const faults = pictures.flatMap((tag, index) => findPictureFaults(tag, index === 0));
  if (fonts.length !== 1) faults.push(`${fonts.length} fonts preloaded`);
  return faults;
}

function findPictureFaults(tag: string, isFirst: boolean): string[] {
  const name = readAttribute(tag, "src") ?? tag;
  const hasRoom = ["width", "height"].every((side) => Number(readAttribute(tag, side)) > 0);
  const waits = readAttribute(tag, "loading") === "lazy";
  const hurries = readAttribute(tag, "fetchpriority") === "high";
  const faults: string[] = [];
  if (!hasRoom) faults.push(`${name} reserves no room`);
  if (!waits && !isFirst) faults.push(`${name} does not wait`);
  if (waits === hurries) faults.push(`${name} neither waits nor hurries`);
  return faults;
}

function findTags(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? [];
}

function readAttribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
}
