import type { Colleague } from "../../../contract/desk/staff.ts";
import { shortName } from "../../ui/short-name.ts";

/** First word of a person's name: "Helen" of "Helen Brandt". */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** Letters in the place of a face: "IB". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map(
    (word) => [...(word ?? "")][0],
  );
  return letters.join("").toLocaleUpperCase("en-US") || "?";
}

/** A colleague's short name, or the full one if two share it. */
export function shownName(colleague: Colleague, colleagues: readonly Colleague[]): string {
  const short = shortName(colleague.name);
  const isShared = colleagues.some(
    ({ id, name }) => id !== colleague.id && shortName(name) === short,
  );
  return isShared ? colleague.name : short;
}

/** How a note mentions a colleague. */
export function mentionOf(colleague: Colleague, colleagues: readonly Colleague[]): string {
  return `@${shownName(colleague, colleagues)}`;
}

/** Ids of the colleagues whom a note mentions. */
export function findMentions(text: string, colleagues: readonly Colleague[]): string[] {
  return colleagues
    .filter((colleague) => text.includes(mentionOf(colleague, colleagues)))
    .map(({ id }) => id);
}

/** What stands after an "@" right before the caret, in lower case; undefined if nothing does. */
export function mentionStart(text: string, caret: number): string | undefined {
  return /(?:^|[\s(])@([\p{L}.'-]{0,30}(?: [\p{L}.'-]{0,30})?)$/u
    .exec(text.slice(0, caret))?.[1]
    ?.toLowerCase();
}

/** Puts a mention in the place of the "@" and what follows it up to the caret. */
export function insertMention(
  text: string,
  caret: number,
  mention: string,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, caret).replace(/@[^@]*$/, "");
  const start = `${before}${mention} `;
  return { text: `${start}${text.slice(caret)}`, caret: start.length };
}
