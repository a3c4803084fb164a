/** Part of a Vite manifest: source file or chunk key -> what was built from it. */
export type ViteManifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly name?: string;
      readonly css?: readonly string[];
      readonly imports?: readonly string[];
      readonly dynamicImports?: readonly string[];
      readonly assets?: readonly string[];
    }
  >
>;

/** Chunk groups in vite.config.ts: the boot script, and the code that every page shares. */
const bootGroup = "boot";
const clientGroup = "client";

/**
 * Stylesheets of one page in the order in which scripts would load them: those that every page
 * shares, then the page's own, each after those of its imports.
 */
export function listStyles(manifest: ViteManifest, pageSource: string | undefined): string[] {
  const found = new Set<string>();
  const visited = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || visited.has(key)) return;
    visited.add(key);
    chunk.imports?.forEach(visit);
    for (const file of chunk.css ?? []) found.add(file);
    // The server also renders components whose chunks the page loads after hydration.
    if (pageSource && key !== client) chunk.dynamicImports?.forEach(visit);
  };
  const client = clientKey(manifest);
  visit(client);
  if (pageSource) visit(pageSource);
  return [...found];
}

/**
 * Scripts that a page needs besides the boot script and the shared client script: imports of these,
 * then its own with their imports. Requested together they take one round trip.
 * @param pageSource undefined for a page without its own code
 */
export function listScripts(manifest: ViteManifest, pageSource: string | undefined): string[] {
  const visited = new Set<string>();
  const visit = (key: string): void => {
    if (!manifest[key] || visited.has(key)) return;
    visited.add(key);
    manifest[key].imports?.forEach(visit);
  };
  visit(clientKey(manifest));
  if (pageSource) visit(pageSource);
  return [...visited].flatMap((key) => {
    const { file, name } = manifest[key] ?? {};
    return !file || name === bootGroup || name === clientGroup ? [] : [file];
  });
}

function clientKey(manifest: ViteManifest): string {
  const client = Object.keys(manifest).find((key) => manifest[key]?.name === clientGroup);
  if (!client) throw new Error("The build has no shared client chunk.");
  return client;
}

/** The one font file that every page preloads: the variable font with Latin letters. */
export function findFont(manifest: ViteManifest): string {
  const font = Object.values(manifest)
    .flatMap((chunk) => chunk.assets ?? [])
    .find((file) => /house-[^/]*\.woff2$/.test(file));
  if (!font) throw new Error("The build has no Latin font file.");
  return font;
}
