import { brand } from "../../../brand.ts";

export const actorNames = {
  desk: "The desk",
  commandLine: "Command line",
  anonymous: "Unknown",
} as const;

/** Further names that mean nobody in particular, or the product. */
const otherNames = [
  "A colleague",
  "A coworker",
  "A former colleague",
  "A former coworker",
  "Admin",
  "API token",
  "Nobody",
  "Somebody",
  "Someone",
  "System",
] as const;

/** Letters that look like Latin ones in these names, lower case. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  і: "i",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  с: "c",
  т: "t",
  у: "y",
  ѕ: "s",
  ԁ: "d",
  ո: "n",
  ο: "o",
  α: "a",
  ε: "e",
  ι: "i",
  κ: "k",
  ν: "v",
  τ: "t",
};

const reserved: ReadonlySet<string> = new Set(
  [...Object.values(actorNames), ...otherNames].map(toComparable),
);
const product = toComparable(brand.name);

/** Controls, marks of direction, and characters that nobody sees. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Why a staff member cannot have this name, as a sentence: it is that of one of the product's own
 * actors, or it holds marks that change how the rest of a line is read. Undefined if it is fine.
 */
export function findStaffNameError(name: string): string | undefined {
  if (hidden.test(name)) {
    return "The name has an invisible character. Type the name instead of pasting it.";
  }
  const comparable = toComparable(name);
  if (comparable === "") return "Write the name with letters.";
  if (reserved.has(comparable) || comparable.startsWith(product)) {
    return "The desk uses this name itself. Enter the name of a coworker.";
  }
  return undefined;
}

/** Letters and digits only, in one form: "COMMAND-LINE" and "Command line" are the same. */
function toComparable(name: string): string {
  const plain = name.normalize("NFKD").toLowerCase();
  return [...plain]
    .map((letter) => lookAlikes[letter] ?? letter)
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .join("");
}
