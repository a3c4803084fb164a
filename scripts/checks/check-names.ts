import { readFileSync } from "node:fs";
import path from "node:path";
import { listFiles } from "./check-sources.ts";

/** Paths where names of parts of a house are the actual subject, and migrations. */
const exempt =
  /^src\/platform\/site\/(pictures|ui\/plan)|^src\/features\/marketing\/|^src\/app\/gallery\/|^scripts\/(images|font)\/|\/migrations\//;

/** Names defined elsewhere: by Chromium's protocol, and by a stored answer about vehicles. */
const given = new Set(["hasResidentKey", "vehicleDoors"]);

/** Names stored in the database or used by the API. */
const stored: ReadonlySet<string> = new Set(["proofAccount", "mailedTo", "proved_at", "refused"]);

const declared =
  /(?:^|[\s;(])(?:const|let|function|class|interface|type)\s+([A-Za-z_$][\w$]*)|(?:^|[\s{,])(?:readonly\s+|async\s+|#|private\s+)*([A-Za-z_$][\w$]*)\??(?:\(|:\s)/g;

/** Words that names must not contain, each with its replacement; read from the glossary. */
export type BannedWords = ReadonlyMap<string, string>;

/** Reads the last table of the glossary. */
export function readBannedWords(root: string): BannedWords {
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
export function findBannedNames(file: string, text: string, banned: BannedWords): string[] {
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
    const bad = words.find((word) => replacementOf(word, banned));
    const instead = bad && replacementOf(bad, banned);
    return bad
      ? [`${file}: the name ${name} contains "${bad}"; use ${instead} (docs/GLOSSARY.md)`]
      : [];
  });
}

/** Also of "refused", "refusing" and "refuses", if "refuse" is banned. */
function replacementOf(word: string, banned: BannedWords): string | undefined {
  const stem = word.replace(/(?:s|d|ed|ing)$/, "");
  return banned.get(word) ?? banned.get(stem) ?? banned.get(`${stem}e`);
}

/**
 * Checks names of files, functions, types and constants against the glossary.
 * @returns one line for each error
 */
export function checkNames(root: string): string[] {
  const banned = readBannedWords(root);
  return listFiles(root)
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .flatMap((file) => findBannedNames(file, readFileSync(path.join(root, file), "utf8"), banned));
}
