import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { paymentLinkPath } from "../../src/features/payments/contract/payments.ts";
import type { BuiltSite } from "../../src/platform/contract/built-site.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { siteEndpoints } from "../../src/platform/contract/site.ts";

const dist = path.resolve("dist");
const site = JSON.parse(readFileSync(path.join(dist, "site.json"), "utf8")) as BuiltSite;
const pages = Object.entries(site.pages).map(([address, { file }]) => ({
  address,
  file: path.join(dist, file),
  html: readFileSync(path.join(dist, file), "utf8"),
}));

/** Budgets in bytes of brotli. */
const maxDocumentBytes = 25 * 1024;
const maxBootBytes = 2 * 1024;
const maxScripts = 95 * 1024;
/** Maximum number of script files of a hydrated page: each costs a request. */
const maxFiles = 10;
/** Pages that people share links to; others are personal, technical or need a previous step. */
const isShared = (address: string) =>
  !/^\/(?:404|api\/|reading|messages|your-data|newsletter\/|portal\/(?!login|create-account)|\w+portal\/(?!get-started))/.test(
    address,
  );
/** Linked paths that the server handles, without a built page. */
const serverPaths: ReadonlySet<string> = new Set([paymentLinkPath, pathOf(siteEndpoints.document)]);

function packedBytes(file: string): number {
  return statSync(`${file}.br`).size;
}

function findOne(html: string, pattern: RegExp): string {
  const found = pattern.exec(html)?.[1];
  if (!found) throw new Error(`The page has nothing like ${pattern}.`);
  return found;
}

const bootOf = (html: string) => findOne(html, /<script type="module"[^>]* src="([^"]+)"/);

function withImports(script: string, found = new Set<string>()): Set<string> {
  if (found.has(script)) return found;
  found.add(script);
  const code = readFileSync(path.join(dist, "web", script), "utf8");
  const folder = path.posix.dirname(script);
  for (const [, name = ""] of code.matchAll(/(?:from|import) ?"(\.\.?\/[^"]+\.js)"/g)) {
    withImports(path.posix.join(folder, name), found);
  }
  return found;
}

describe("every built page", () => {
  test("and every style sheet name no media query that the build should have replaced", () => {
    const sheets = readdirSync(path.join(dist, "web/assets")).filter((name) => /\.css$/.test(name));
    expect(sheets.length).toBeGreaterThan(5);
    const texts = [
      ...pages.map(({ address, html }) => [address, html] as const),
      ...sheets.map(
        (name) => [name, readFileSync(path.join(dist, "web/assets", name), "utf8")] as const,
      ),
    ];
    const named = /@(?:media|container)[^{]*\(--/;
    expect(texts.filter(([, text]) => named.test(text)).map(([name]) => name)).toEqual([]);
  });

  test("has no inline script except data, and no style attribute", () => {
    const errors = pages.flatMap(({ address, html }) => [
      ...[...html.matchAll(/<script\b([^>]*)>/g)]
        .filter(([, tag = ""]) => !/ src=|type="application\/(ld\+)?json"/.test(tag))
        .map(([tag]) => `${address}: ${tag}`),
      ...[...html.matchAll(/<[^>]+\s(?:style|on[a-z]+)="[^>]*>/g)].map(
        ([tag]) => `${address}: ${tag.slice(0, 120)}`,
      ),
    ]);
    expect(errors).toEqual([]);
  });

  test("has at most 25 KB with its styles and the boot script", () => {
    const heavy = pages
      .map(({ address, file, html }) => {
        const bytes = packedBytes(file) + packedBytes(path.join(dist, "web", bootOf(html)));
        return { address, bytes };
      })
      .filter(({ bytes }) => bytes > maxDocumentBytes);
    expect(heavy).toEqual([]);
  });

  test("loads at most 2 KB of script before first use, in one file", () => {
    const boots = new Set(pages.map(({ html }) => bootOf(html)));
    for (const boot of boots) {
      expect([...withImports(boot)]).toEqual([boot]);
      expect(packedBytes(path.join(dist, "web", boot))).toBeLessThanOrEqual(maxBootBytes);
    }
  });

  test("loads at most 95 KB of script after first use, in at most ten files", () => {
    const client = readdirSync(path.join(dist, "web/assets")).find((file) =>
      /^client-.*\.js$/.test(file),
    );
    const heavy = pages
      .map(({ address, html }) => {
        const scripts = withImports(bootOf(html));
        withImports(`/assets/${client}`, scripts);
        const own = /data-chunk="([^"]+)"/.exec(html)?.[1];
        for (const script of own?.split(" ") ?? []) withImports(script, scripts);
        const files = [...scripts].map((script) => path.join(dist, "web", script));
        const bytes = files.reduce((sum, file) => sum + packedBytes(file), 0);
        return { address, bytes, files: files.length };
      })
      .filter(({ bytes, files }) => bytes > maxScripts || files > maxFiles);
    expect(heavy).toEqual([]);
  });

  test("links only to URLs and sections that exist", () => {
    const byAddress = new Map(pages.map(({ address, html }) => [address, html]));
    const lost = pages.flatMap(({ address, html }) =>
      [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].flatMap(([, href = ""]) => {
        if (/^(https:|mailto:|tel:|sms:)/.test(href)) return [];
        const { pathname, hash } = new URL(href.replaceAll("&amp;", "&"), `http://site${address}`);
        if (href === "" || href === "#") return [`${address}: empty link`];
        if (site.files[pathname] || serverPaths.has(pathname)) return [];
        const target = byAddress.get(pathname);
        if (!target) return [`${address}: ${href} leads nowhere`];
        const found = hash === "" || target.includes(`id="${hash.slice(1)}"`);
        return found ? [] : [`${address}: ${href} has no such section`];
      }),
    );
    expect([...new Set(lost)]).toEqual([]);
  });

  test("that is public has its own title, description and picture for shared links", () => {
    const taken = new Map<string, string>();
    for (const { address, html } of pages.filter(({ address }) => isShared(address))) {
      const tags = new Map(
        [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(
          ([, name = "", content = ""]) => [name, content],
        ),
      );
      const title = findOne(html, /<title>([^<]+)</).replaceAll("&amp;", "&");
      const own = [title, tags.get("description"), tags.get("og:image")];
      expect(tags.get("og:title")?.replaceAll("&amp;", "&"), address).toBe(title);
      expect(tags.get("twitter:title"), address).toBe(tags.get("og:title"));
      expect(tags.get("og:description"), address).toBe(tags.get("description"));
      expect(tags.get("twitter:description"), address).toBe(tags.get("description"));
      expect(tags.get("twitter:image"), address).toBe(tags.get("og:image"));
      expect(tags.get("twitter:card"), address).toBe("summary_large_image");
      expect(tags.get("og:url"), address).toBe(
        findOne(html, /<link rel="canonical" href="([^"]+)"/),
      );
      for (const part of own) {
        expect(part, address).toBeTruthy();
        expect(taken.get(part ?? ""), `${address}: ${part}`).toBeUndefined();
        taken.set(part ?? "", address);
      }
    }
    expect(taken.size).toBeGreaterThan(60);
  });

  test("shows only pictures that exist", () => {
    const lost = pages.flatMap(({ address, html }) =>
      [...html.matchAll(/\s(?:src|srcset|href|content)="[^"]*?(\/(?:assets|og)\/[^"#\s]+)"/g)]
        .map(([, file = ""]) => file)
        .filter((file) => !site.files[file])
        .map((file) => `${address}: ${file}`),
    );
    expect([...new Set(lost)]).toEqual([]);
  });

  test("uses no SVG fragment identifiers, which Safari renders differently", () => {
    const parts = pages.filter(({ html }) => html.includes("#svgView"));
    expect(parts.map(({ address }) => address)).toEqual([]);
  });
});

test("font faces declare the same weights, so that none hides another's glyphs", () => {
  const faces = pages.map(({ html }) =>
    [...html.matchAll(/@font-face\{font-family:([^;]+);[^}]*font-weight:([^;]+);/g)].map(
      ([, family, weights]) => `${family} ${weights}`,
    ),
  );
  expect(new Set(faces.flat())).toEqual(new Set(["House 400 800"]));
});

test("every listed file exists", () => {
  const files = [...Object.values(site.files), ...Object.values(site.pages)];
  expect(files.filter(({ file }) => !existsSync(path.join(dist, file)))).toEqual([]);
});
