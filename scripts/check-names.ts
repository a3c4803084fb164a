import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./check-sources.ts";

/** Paths where names of parts of a house are the actual subject, and migrations. */
const exempt =
  /^src\/web\/(pictures|marketing|ui\/plan)|^src\/gallery\/|^scripts\/(images|font)\/|\/migrations\//;

/** Names defined elsewhere: by Chromium's protocol, and by a stored answer about vehicles. */
const given = new Set(["hasResidentKey", "vehicleDoors"]);

/** Names stored in the database or used by the API. */
const stored: ReadonlySet<string> = new Set(["proofAccount", "mailedTo"]);

const declared =
  /(?:^|[\s;(])(?:const|let|function|class|interface|type)\s+([A-Za-z_$][\w$]*)|(?:^|[\s{,])(?:readonly\s+|async\s+|#|private\s+)*([A-Za-z_$][\w$]*)\??(?:\(|:\s)/g;

/** Words that names must not contain, each with its replacement; read from the glossary. */
export type RefusedWords = ReadonlyMap<string, string>;

/** Reads the last table of the glossary. */
export function readRefusedWords(root: string): RefusedWords {
  const text = readFileSync(path.join(root, "docs/GLOSSARY.md"), "utf8");
  const [, table = ""] = text.split("## Words that code does not use");
  const rows = table.matchAll(/^\| (?!Word|---)([^|]+) \| ([^|]+) \|$/gm);
  return new Map(
    [...rows].flatMap(([, words = "", instead = ""]) =>
      words.split(", ").map((word) => [word.trim(), instead.trim()] as const),
    ),
  );
}

/** Checks the file's name and the names declared in it. @returns one line for each error */
export function findRefusedNames(file: string, text: string, refused: RefusedWords): string[] {
  if (exempt.test(file)) return [];
  const names = new Set([path.posix.basename(file).split(".")[0] ?? ""]);
  const code = text.replace(
    /\/\*[\s\S]*?\*\/|\/\/.*$|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gm,
    '""',
  );
  for (const [, name = "", member = ""] of code.matchAll(declared)) names.add(name || member);
  return [...names].flatMap((name) => {
    if (stored.has(name)) return [];
    if (given.has(name)) return [];
    const words = name
      .replace(/([a-z\d])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .split(/[-_$]+/);
    const bad = words.find((word) => refused.has(word) || refused.has(word.replace(/s$/, "")));
    const instead = bad && (refused.get(bad) ?? refused.get(bad.replace(/s$/, "")));
    return bad
      ? [`${file}: the name ${name} contains "${bad}"; use ${instead} (docs/GLOSSARY.md)`]
      : [];
  });
}

/**
 * Checks names of files, functions, types and constants against the glossary.
 * @returns one line for each error
 */
export function checkNames(root: string): string[] {
  const refused = readRefusedWords(root);
  return listFiles(root)
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .flatMap((file) =>
      findRefusedNames(file, readFileSync(path.join(root, file), "utf8"), refused),
    );
}
