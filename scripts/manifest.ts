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

/** Name of the group in vite.config.ts that holds the frame of every page. */
const clientGroup = "client";

/**
 * Stylesheets of one page in the order in which scripts would load them: those of
 * the frame, then those of the page, what they import first.
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
    // What a page loads once it is awake is drawn by the server too.
    if (pageSource && key !== client) chunk.dynamicImports?.forEach(visit);
  };
  const client = Object.keys(manifest).find((key) => manifest[key]?.name === clientGroup);
  if (!client) throw new Error("The build holds no part for the frame of the pages.");
  visit(client);
  if (pageSource) visit(pageSource);
  return [...found];
}

/** The one font file that every page preloads: the variable face, Latin letters. */
export function findFont(manifest: ViteManifest): string {
  const font = Object.values(manifest)
    .flatMap((chunk) => chunk.assets ?? [])
    .find((file) => /house-[^/]*\.woff2$/.test(file));
  if (!font) throw new Error("The build holds no Latin font file.");
  return font;
}
