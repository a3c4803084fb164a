import type { Colleague } from "../../contract/desk/staff.ts";
import { shownName } from "../format/names.ts";

/** How a note mentions a staff member. */
export function mentionOf(colleague: Colleague, colleagues: readonly Colleague[]): string {
  return `@${shownName(colleague, colleagues)}`;
}

/** Ids of the staff members whom a note mentions. */
export function findMentions(text: string, colleagues: readonly Colleague[]): string[] {
  return colleagues
    .filter((colleague) => text.includes(mentionOf(colleague, colleagues)))
    .map(({ id }) => id);
}

/** The text between an "@" and the caret, in lower case; undefined without one. */
export function mentionStart(text: string, caret: number): string | undefined {
  return /(?:^|[\s(])@([\p{L}.'-]{0,30}(?: [\p{L}.'-]{0,30})?)$/u
    .exec(text.slice(0, caret))?.[1]
    ?.toLowerCase();
}

/** Replaces the "@" and the text up to the caret with a mention. */
export function insertMention(
  text: string,
  caret: number,
  mention: string,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, caret).replace(/@[^@]*$/, "");
  const start = `${before}${mention} `;
  return { text: `${start}${text.slice(caret)}`, caret: start.length };
}
