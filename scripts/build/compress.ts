import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { BuiltFile } from "../../src/platform/contract/built-site.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
  ".pdf": "application/pdf",
  ".zip": "application/zip",
};
const speculation = "application/speculationrules+json";
const packed = new Set([".ico", ".pdf", ".png", ".woff2", ".zip"]);

/**
 * Writes a .br and a .gz file next to each text file below dist/web and dist/pages.
 * @returns the served files by path, for dist/site.json
 */
export async function compressAll(dist: string): Promise<Record<string, BuiltFile>> {
  const files: Record<string, BuiltFile> = {};
  const work: Promise<void>[] = [];
  for (const folder of ["web", "pages"]) {
    const entries = readdirSync(path.join(dist, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((item) => item.isFile())) {
      const full = path.join(entry.parentPath, entry.name);
      const extension = path.extname(entry.name);
      if (!packed.has(extension)) work.push(compress(full));
      if (folder === "pages") continue;
      const address = full.slice(path.join(dist, "web").length).replaceAll(path.sep, "/");
      files[address] = {
        file: path.relative(dist, full),
        type: address.startsWith("/speculation/") ? speculation : typeOf(extension),
        hashed: address.startsWith("/assets/"),
      };
    }
  }
  await Promise.all(work);
  return files;
}

function typeOf(extension: string): string {
  const type = types[extension];
  if (!type)
    throw new Error(`No media type for ${extension} files; add it in scripts/build/compress.ts.`);
  return type;
}

async function compress(file: string): Promise<void> {
  const plain = readFileSync(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}
