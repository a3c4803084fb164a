import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brand } from "../../src/brand.ts";
import { originPlaceholder } from "../../src/platform/contract/built-site.ts";
import { days } from "../../src/platform/contract/durations.ts";
import { paths } from "../../src/platform/contract/paths.ts";

const year = days(365);

/** Writes robots.txt, sitemap.xml, the web manifest, security.txt and gpc.json. */
export function writeStaticFiles(web: string, listed: readonly string[]): void {
  const write = (name: string, text: string) => {
    const file = path.join(web, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const urls = listed.map((page) => `<url><loc>${originPlaceholder}${page}</loc></url>`);
  write(
    "sitemap.xml",
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`,
  );
  write(
    "robots.txt",
    `User-agent: *\nDisallow: /api/\nDisallow: /portal/profile\nDisallow: /portal/edit-profile\nDisallow: /portal/request\nDisallow: /portal/settings\n\nSitemap: ${originPlaceholder}/sitemap.xml\n`,
  );
  write("site.webmanifest", JSON.stringify(webManifest()));
  write(
    ".well-known/security.txt",
    `Contact: mailto:${brand.email.security}\nExpires: ${new Date(Date.now() + year).toISOString()}\nPreferred-Languages: en\nCanonical: ${originPlaceholder}/.well-known/security.txt\n`,
  );
  // https://globalprivacycontrol.org: we honor the signal. No data is sold in any case.
  write(
    ".well-known/gpc.json",
    JSON.stringify({ gpc: true, lastUpdate: new Date().toISOString().slice(0, 10) }),
  );
}

function webManifest(): object {
  const icon = (size: number, purpose: string, name: string) => ({
    src: `/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    name: brand.name,
    short_name: brand.name,
    start_url: paths.home,
    display: "browser",
    background_color: "#FAFBF7",
    theme_color: "#FAFBF7",
    icons: [icon(192, "any", "icon"), icon(512, "any", "icon"), icon(512, "maskable", "maskable")],
  };
}

/**
 * Writes the speculation rules of one page (a file, because an inline block breaks the CSP).
 * @returns its address
 */
export function writeSpeculation(web: string, name: string, next: readonly string[]): string {
  const address = `/speculation/${name}.json`;
  // Without `eagerness` a list is prefetched at once; "eager" now waits for the pointer to hover.
  const rules = { prefetch: [{ source: "list", urls: next }] };
  const file = path.join(web, address);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(rules));
  return address;
}
