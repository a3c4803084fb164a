/**
 * Bundles the server into `dist/server-<hash>` and points `dist/server.js` to it: loading its
 * 1,200 modules one by one took a third of the start (decision 0133). The argument is the hash.
 */
import { execFileSync } from "node:child_process";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";

const hash = process.argv[2] ?? "";
const source = path.resolve("src");
const dist = path.resolve("dist");
const folder = path.join(dist, `server-${hash}`);

await build({
  configFile: false,
  logLevel: "warn",
  // Other packages consist of few modules, or load files of their own.
  ssr: { noExternal: ["kysely", "zod"] },
  plugins: [{ name: "source-addresses", transform: keepAddresses }],
  build: {
    ssr: true,
    outDir: `${folder}.new`,
    target: "esnext",
    minify: false,
    copyPublicDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: "src/app/server/main.js", start: "src/app/server/start.ts" },
      output: { chunkFileNames: "chunks/[name]-[hash].js" },
    },
  },
});
rmSync(folder, { recursive: true, force: true });
renameSync(`${folder}.new`, folder);
writeFileSync(path.join(dist, "server.js"), `import "./server-${hash}/main.js";\n`);
execFileSync(process.execPath, ["scripts/build/fill-compile-cache.mjs", `${folder}/start.js`]);

/** Modules find the files beside their source: programs of other processes, and what these load. */
function keepAddresses(code: string, id: string): string | undefined {
  if (!id.startsWith(source) || !/import\.meta\.(url|dirname)/.test(code)) return undefined;
  // A build lies in .builds/<time>/server-<hash>/chunks, an entry one level above.
  const relative = path.relative(path.resolve(), id).replaceAll("\\", "/");
  const root = `import.meta.url.replace(/\\/\\.builds\\/.*/, "/")`;
  return [
    `import { fileURLToPath as toSourcePath } from "node:url";`,
    `const sourceUrl = new URL(${JSON.stringify(relative)}, ${root});`,
    code
      .replaceAll("import.meta.url", "sourceUrl.href")
      .replaceAll("import.meta.dirname", `toSourcePath(new URL(".", sourceUrl))`),
  ].join("\n");
}
