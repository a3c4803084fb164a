import type { Colleague } from "../../contract/desk/staff.ts";
import { isolate, withoutIsolates } from "../../contract/isolate.ts";

/** "Imani B." for "Imani Bell"; a single name stays as it is. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? [...(words.at(-1) ?? "")][0] : undefined;
  return last === undefined ? name.trim() : `${words[0]} ${last}.`;
}

/** First word of a person's name, for a sentence: "Helen" of "Helen Brandt". */
export function firstName(name: string): string {
  return isolate(firstWord(name));
}

function firstWord(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** Initials for an avatar: "IB". */
export function initials(name: string): string {
  const words = withoutIsolates(name).trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map(
    (word) => [...(word ?? "")][0],
  );
  return letters.join("").toLocaleUpperCase("en-US") || "?";
}

/** A staff member's first name for a sentence, or more of the name if two share it. */
export function calledName(colleague: Colleague, colleagues: readonly Colleague[]): string {
  const first = firstWord(colleague.name);
  const isShared = colleagues.some(
    ({ id, name }) => id !== colleague.id && firstWord(name).toLowerCase() === first.toLowerCase(),
  );
  return isShared ? shownName(colleague, colleagues) : first;
}

/** A staff member's short name, or the full one if two share it. */
export function shownName(colleague: Colleague, colleagues: readonly Colleague[]): string {
  const short = shortName(colleague.name);
  const isShared = colleagues.some(
    ({ id, name }) => id !== colleague.id && shortName(name) === short,
  );
  return isShared ? colleague.name : short;
}
