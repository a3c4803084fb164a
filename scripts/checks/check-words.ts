import { readFileSync } from "node:fs";
import path from "node:path";
import { listSources } from "./import-graph.ts";
import { featureWords, wordExceptions } from "./import-zones.ts";

/**
 * Checks that the platform names no feature, neither in code nor in comments, and that each exception
 * is still needed.
 * @returns one line for each error
 */
export function checkWords(root: string): string[] {
  const files = listSources(root, "src/platform").map((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return { file, words: findFeatureWords(text), exception: exceptionFor(file) };
  });
  const used = new Set(
    files.flatMap(({ words, exception }) => (words.length > 0 ? exception : [])),
  );
  return [
    ...files.flatMap(({ file, words, exception }) =>
      exception === undefined ? words.map((word) => `${file}: names a feature: "${word}"`) : [],
    ),
    ...Object.keys(wordExceptions)
      .filter((place) => !used.has(place))
      .map((place) => `scripts/checks/import-zones.ts: no feature is named in ${place}`),
  ];
}

/** The words of features in a text. */
export function findFeatureWords(text: string): string[] {
  return [...new Set(text.match(featureWords))];
}

function exceptionFor(file: string): string | undefined {
  return Object.keys(wordExceptions).find(
    (place) => file === place || file.startsWith(`${place}/`),
  );
}
