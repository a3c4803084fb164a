import { readFileSync } from "node:fs";
import path from "node:path";
import type { BuiltSite } from "../src/platform/contract/built-site.ts";
import { checkMax, checkNone, type Figure, kilobytes } from "./report.ts";

const maxDocumentBytes = 25 * 1024;
const maxBootBytes = 2 * 1024;

/** Paths of every built page, the not-found page last. */
export function listPages(): string[] {
  const file = path.resolve(import.meta.dirname, "../dist/site.json");
  const { pages } = JSON.parse(readFileSync(file, "utf8")) as BuiltSite;
  return Object.keys(pages);
}

interface PageBytes {
  readonly page: string;
  readonly document: number;
  readonly boot: number;
  readonly errors: readonly string[];
}

/** Bytes of each page as sent, and the fonts and pictures in its HTML. */
export async function measureDocuments(origin: string): Promise<Figure[]> {
  const measured = await Promise.all(listPages().map((page) => measurePage(origin, page)));
  const total = ({ document, boot }: PageBytes) => document + boot;
  const heaviest = measured.reduce((a, b) => (total(b) > total(a) ? b : a));
  const boot = Math.max(...measured.map((page) => page.boot));
  return [
    checkMax(
      "HTML, styles and boot script of a page",
      total(heaviest),
      maxDocumentBytes,
      kilobytes,
      `${heaviest.page}, the heaviest of ${measured.length}`,
    ),
    checkMax("script before first use", boot, maxBootBytes, kilobytes),
    checkNone(
      "one font preloaded; pictures have a size; all but the first are lazy",
      measured.flatMap(({ errors }) => errors),
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
    errors: findErrors(html).map((error) => `${page}: ${error}`),
  };
}

/** The text, and its size in bytes as sent with brotli. */
async function fetchPacked(url: string): Promise<{ html: string; bytes: number }> {
  const response = await fetch(url, { headers: { "accept-encoding": "br" } });
  const html = await response.text();
  if (response.headers.get("content-encoding") !== "br")
    throw new Error(`${url} is not compressed.`);
  return { html, bytes: Number(response.headers.get("content-length")) };
}

function findErrors(html: string): string[] {
  const links = findTags(html, "link");
  const fonts = links.filter((tag) => readAttribute(tag, "as") === "font");
  const pictures = findTags(html, "img");
  const errors = pictures.flatMap((tag, index) => findPictureErrors(tag, index === 0));
  if (fonts.length !== 1) errors.push(`${fonts.length} fonts preloaded`);
  return errors;
}

function findPictureErrors(tag: string, isFirst: boolean): string[] {
  const name = readAttribute(tag, "src") ?? tag;
  const hasSize = ["width", "height"].every((side) => Number(readAttribute(tag, side)) > 0);
  const isLazy = readAttribute(tag, "loading") === "lazy";
  const isEager = readAttribute(tag, "fetchpriority") === "high";
  const errors: string[] = [];
  if (!hasSize) errors.push(`${name} has no width and height`);
  if (!isLazy && !isFirst) errors.push(`${name} is not lazy`);
  if (isLazy === isEager) errors.push(`${name} must be either lazy or high priority`);
  return errors;
}

function findTags(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? [];
}

function readAttribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
}
