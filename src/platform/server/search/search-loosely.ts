import type { FoundCount } from "../../contract/desk/search.ts";
import { isReference } from "../../contract/form-engine/reference.ts";
import { phoneWord } from "../values/phone.ts";
import { type Position, readPosition, writePosition } from "./keyset.ts";
import type { Found } from "./search-by-number.ts";
import { type SearchTerm, searchTerms, similarTerms } from "./split-words.ts";

/** What the value of a position says: how the first page found something. */
const exactly = 0;
const similarly = 1;
/** What identifies one record or sender is found whatever the filters. */
const withoutTheFilters = 2;

export interface SearchWords {
  readonly terms: readonly SearchTerm[];
  /** Names that differ by a letter are sought, of which there are few. */
  readonly isRare: boolean;
}

interface LooseSearch<Row> {
  readonly text: string;
  /** Of the previous page; undefined for the first page. */
  readonly after: string | undefined;
  /** With the list's filters. */
  readonly search: (words: SearchWords, after: number | undefined) => Promise<Found<Row>>;
  /** Without its filters; undefined if it has none. */
  readonly searchAll:
    | ((words: SearchWords, after: number | undefined) => Promise<Found<Row>>)
    | undefined;
}

interface FoundLoosely<Row> {
  readonly found: Found<Row>;
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
  readonly isSimilar: boolean;
  readonly isOutsideFilters: boolean;
  readonly withoutFilters: FoundCount | null;
}

/**
 * Searches for the words. If no record has them, whatever the filters, it searches for names that
 * differ by a letter. A reference, email or phone number that nothing within the filters has is
 * searched without them.
 */
export async function searchLoosely<Row>(search: LooseSearch<Row>): Promise<FoundLoosely<Row>> {
  const position = search.after === undefined ? undefined : readPosition(search.after);
  if (position) return continueSearch(search, position);
  for (const value of [exactly, similarly]) {
    const words = wordsOf(search.text, value);
    const found = await search.search(words, undefined);
    const isEmpty = found.rows.length === 0 && found.next === undefined;
    const all = isEmpty ? await search.searchAll?.(words, undefined) : undefined;
    if (all && all.count > 0 && value === exactly && isIdentifier(search.text)) {
      return page(all, withoutTheFilters, null);
    }
    const withoutFilters = all ? { count: all.count, isExact: all.isCountExact } : null;
    const isFound =
      !isEmpty || (withoutFilters?.count ?? 0) > 0 || withoutFilters?.isExact === false;
    if (isFound || value === similarly) return page(found, value, withoutFilters);
  }
  throw new Error("Unreachable.");
}

async function continueSearch<Row>(
  { text, search, searchAll }: LooseSearch<Row>,
  { value, number }: Position,
): Promise<FoundLoosely<Row>> {
  const searchOn = (value === withoutTheFilters && searchAll) || search;
  return page(await searchOn(wordsOf(text, value), number), value, null);
}

function isIdentifier(text: string): boolean {
  const typed = text.trim();
  return isReference(typed.toUpperCase()) || isEmail(typed) || phoneWord(typed) !== undefined;
}

function isEmail(text: string): boolean {
  const at = text.indexOf("@");
  return at > 0 && text.includes(".", at) && !/\s/.test(text);
}

function page<Row>(
  found: Found<Row>,
  value: number,
  withoutFilters: FoundCount | null,
): FoundLoosely<Row> {
  const { next, rows } = found;
  return {
    found,
    next: next === undefined ? null : writePosition({ value, number: next }),
    isSimilar: value === similarly && rows.length > 0,
    isOutsideFilters: value === withoutTheFilters,
    withoutFilters,
  };
}

function wordsOf(text: string, value: number): SearchWords {
  const isSimilar = value === similarly;
  return { terms: isSimilar ? similarTerms(text) : searchTerms(text), isRare: isSimilar };
}
