import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { brand } from "../../src/brand.ts";
import { originPlaceholder } from "../../src/platform/contract/built-site.ts";
import { findFont, listScripts, listStyles, type ViteManifest } from "./manifest.ts";

interface PageParts {
  readonly template: string;
  readonly rendered: { readonly head: string; readonly body: string };
  readonly manifest: ViteManifest;
  /** Source file of the page, a key of the manifest; the not-found page has none. */
  readonly source: string | undefined;
  readonly web: string;
  /** The page's chunk loads together with React. */
  readonly loadsOwnCode: boolean;
  /** React starts without waiting for first use. */
  readonly isEager: boolean;
}

const signs = [
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/site.webmanifest">',
  '<meta name="theme-color" content="#FAFBF7">',
  appBanner(brand.apps.ios?.storeId ?? null),
].join("");

/** The banner of the App Store on iPhones; "" until the app is there. */
export function appBanner(storeId: string | null): string {
  return storeId === null ? "" : `<meta name="apple-itunes-app" content="app-id=${storeId}">`;
}

/**
 * Assembles one document. Its styles are inlined, which saves one round trip before the
 * first paint; the CSP allows them by their hash.
 */
export function assemblePage(parts: PageParts): { html: string; styleHash: string } {
  const { template, rendered, manifest, source, web, loadsOwnCode, isEager } = parts;
  const styles = listStyles(manifest, source);
  const css = styles.map((file) => readFileSync(path.join(web, file), "utf8").trim()).join("");
  // Vite's loader treats a disabled link as loaded, so inlined styles are not fetched again.
  const links = styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`);
  const head = [
    rendered.head,
    `<link rel="preload" href="/${findFont(manifest)}" as="font" type="font/woff2" crossorigin>`,
    `<style>${css}</style>`,
    ...links,
    signs,
  ].join("");
  const scripts = listScripts(manifest, loadsOwnCode ? source : undefined);
  const data = [
    `data-origin="${originPlaceholder}"`,
    `data-year="${new Date().getFullYear()}"`,
    ...(scripts.length > 0 ? [`data-chunk="${scripts.map((file) => `/${file}`).join(" ")}"`] : []),
    ...(isEager ? ['data-eager="yes"'] : []),
  ].join(" ");
  const html = template
    // async: otherwise browsers delay the first paint until the script has loaded.
    .replace('<script type="module"', '<script type="module" async')
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, "")
    .replace(/>\s+</g, "><")
    .replace('<html lang="en">', `<html lang="en" ${data}>`)
    .replace("<!--head-->", () => head)
    .replace('<div id="root"></div>', () => rendered.body);
  return { html, styleHash: createHash("sha256").update(css).digest("base64") };
}
