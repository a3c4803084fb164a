import type { Colleague } from "../../../../platform/contract/desk/staff.ts";
import { shownName } from "../../../../platform/desk/format/names.ts";

/** An "@" with a name in a note. */
export interface Mention {
  /** Where the "@" stands in the text, and how many characters belong to the mention. */
  readonly start: number;
  readonly length: number;
  /** As typed: "@imani". */
  readonly typed: string;
  /** Whom it names: none if it is no name of the staff, several if it fits them alike. */
  readonly ids: readonly string[];
}

/** Letters of names are compared without case and accents. */
const { compare } = new Intl.Collator("en-US", { sensitivity: "base" });

export function mentionOf(colleague: Colleague, colleagues: readonly Colleague[]): string {
  return `@${shownName(colleague, colleagues)}`;
}

/**
 * The mentions of a note, chosen from the list or typed by hand.
 * @param text in Unicode's composed form (NFC)
 */
export function findMentions(text: string, colleagues: readonly Colleague[]): readonly Mention[] {
  const forms = colleagues.flatMap(({ id, name }) =>
    listForms(name).map((form) => ({ id, form: form.normalize("NFC") })),
  );
  return [...text.matchAll(/@(?=\p{L})/gu)]
    .filter(({ index }) => !/[\p{L}\p{N}._%+-]/u.test(text[index - 1] ?? ""))
    .map(({ index: start }) => {
      const rest = text.slice(start + 1);
      const fitting = forms.filter(({ form }) => startsWithName(rest, form));
      const max = Math.max(0, ...fitting.map(({ form }) => form.length));
      const ids = fitting.filter(({ form }) => form.length === max).map(({ id }) => id);
      const length = 1 + (max || (/^[\p{L}\p{N}'’_-]+/u.exec(rest)?.[0].length ?? 0));
      return {
        start,
        length,
        typed: text.slice(start, start + length),
        ids: [...new Set(ids)],
      };
    });
}

/** How people write the name of a coworker: in full, first and last, with an initial, one word. */
function listForms(name: string): readonly string[] {
  const words = name.trim().split(/\s+/);
  const first = words[0] ?? "";
  const last = words.at(-1) ?? "";
  if (words.length === 1) return [first];
  const initial = [...last][0] ?? "";
  const pairs = [" ", ".", ""].map((between) => `${first}${between}${last}`);
  return [words.join(" "), ...pairs, `${first} ${initial}.`, `${first} ${initial}`, first, last];
}

/** Whether a text begins with a name that ends there: "Imani's" does, "Imanita" does not. */
function startsWithName(text: string, name: string): boolean {
  if (compare(text.slice(0, name.length), name) !== 0) return false;
  const next = text.slice(name.length);
  return !/^[._-]?[\p{L}\p{N}]/u.test(next) || name.endsWith(".");
}

/** The text between an "@" and the caret, in lower case; undefined without one. */
export function mentionStart(text: string, caret: number): string | undefined {
  return /(?:^|[\s(])@([\p{L}.'-]{0,30}(?: [\p{L}.'-]{0,30})?)$/u
    .exec(text.slice(0, caret))?.[1]
    ?.toLowerCase();
}

export function insertMention(
  text: string,
  caret: number,
  mention: string,
): { readonly text: string; readonly caret: number } {
  const before = text.slice(0, caret).replace(/@[^@]*$/, "");
  const start = `${before}${mention} `;
  return { text: `${start}${text.slice(caret)}`, caret: start.length };
}
