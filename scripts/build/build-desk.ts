import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { customMedia } from "./custom-media.ts";
import { endpointLines } from "./endpoint-lines.ts";
import { findFont, type ViteManifest } from "./manifest.ts";
import { styleConstants } from "./style-constants.ts";

export const deskTemplate = "src/app/desk/index.html";
const entry = "src/app/desk/main.tsx";
const manifestFile = "desk-manifest.json";

/**
 * Builds the staff desk's scripts and styles next to those of the site. The two share no script.
 * @param web folder of the served files
 * @returns HTML of the desk's document
 */
export async function buildDesk(web: string): Promise<string> {
  await build({
    logLevel: "warn",
    configFile: false,
    publicDir: false,
    plugins: [customMedia(), endpointLines(), styleConstants(), react()],
    css: { modules: { generateScopedName: "_[hash:base64:5]" } },
    build: {
      outDir: web,
      emptyOutDir: false,
      manifest: manifestFile,
      target: ["chrome109", "firefox115", "safari16.4"],
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { desk: entry },
        // The first script lists all files: short names keep it small.
        output: {
          entryFileNames: "assets/[name]-[hash].js",
          chunkFileNames: "assets/desk-[hash].js",
          assetFileNames: ({ names }) =>
            `assets/${names[0]?.endsWith(".css") ? "desk" : "[name]"}-[hash][extname]`,
        },
      },
    },
  });
  const file = path.join(web, manifestFile);
  const manifest = JSON.parse(readFileSync(file, "utf8")) as ViteManifest;
  rmSync(file);
  return fillTemplate(readFileSync(deskTemplate, "utf8"), manifest);
}

function fillTemplate(template: string, manifest: ViteManifest): string {
  const chunks = listChunks(manifest, entry);
  const scripts = chunks.map(({ file }) => file);
  const head = [
    `<link rel="preload" href="/${findFont(manifest)}" as="font" type="font/woff2" crossorigin>`,
    ...chunks
      .flatMap(({ css = [] }) => css)
      .map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...scripts.slice(0, -1).map((name) => `<link rel="modulepreload" href="/${name}">`),
    `<script type="module" src="/${scripts.at(-1)}"></script>`,
  ].join("");
  return template
    .replace(/<script type="module"[^>]*><\/script>/, () => head)
    .replace(/>\s+</g, "><");
}

/** A script and its static imports, each after its own imports, so that styles keep their order. */
function listChunks(
  manifest: ViteManifest,
  key: string,
  visited = new Set<string>(),
): ViteManifest[string][] {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The desk's build has no ${key}.`);
  if (visited.has(key)) return [];
  visited.add(key);
  const imported = (chunk.imports ?? []).flatMap((name) => listChunks(manifest, name, visited));
  return [...imported, chunk];
}
