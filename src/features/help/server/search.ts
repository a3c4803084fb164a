import { readFile } from "node:fs/promises";
import path from "node:path";
import MiniSearch, { type Query, type SearchResult } from "minisearch";
import { helpIndexFile, type SearchablePage } from "../contract/articles.ts";
import {
  type HelpHit,
  type HelpSearch,
  type Marked,
  maxQueryLength,
} from "../contract/help-search.ts";

const maxHits = 8;

/** Words that say nothing about what is looked for. */
const smallWords = new Set(
  "a about an and are at be can do does for from get have how i if in is it me my no not of on or our the there to us we what when where who with you your".split(
    " ",
  ),
);

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const isSearched = (word: string) => word.length > 1 && !smallWords.has(word);

/** How many letters may be wrong in a word: none of a short one. */
function typos(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 7 ? 1 : 2;
}

/** Finds articles and answers of the site; a page and a word may be misspelled. */
export class HelpIndex {
  readonly #pages: readonly SearchablePage[];
  readonly #index: MiniSearch;

  constructor(pages: readonly SearchablePage[]) {
    this.#pages = pages;
    this.#index = new MiniSearch({
      fields: ["title", "keywords", "text"],
      tokenize: wordsOf,
      processTerm: (word) => isSearched(word) && word,
      searchOptions: {
        boost: { title: 4, keywords: 3 },
        prefix: (word) => word.length > 2,
        fuzzy: typos,
      },
    });
    this.#index.addAll(
      pages.map(({ title, keywords, lines }, id) => ({
        id,
        title,
        keywords: keywords.join(" "),
        text: lines.join(" "),
      })),
    );
  }

  /** @param typed the words as typed */
  search(typed: string): HelpSearch {
    const query = typed.slice(0, maxQueryLength);
    const words = [...new Set(wordsOf(query).filter(isSearched))];
    const find = (combineWith: "AND" | "OR") =>
      this.#index.search({ combineWith, queries: words.map(withSwaps) });
    const all = words.length === 0 ? [] : find("AND");
    const results = all.length > 0 || words.length < 2 ? all : find("OR");
    return { query, hits: results.slice(0, maxHits).map((result) => this.#toHit(result)) };
  }

  #toHit({ id, terms }: SearchResult): HelpHit {
    const { path: address, title, lines } = this.#pages[id] as SearchablePage;
    const found = new Set(terms);
    const count = (line: string) => new Set(wordsOf(line).filter((word) => found.has(word))).size;
    const best = lines.reduce((a, b) => (count(b) > count(a) ? b : a), lines[0] ?? "");
    return { path: address, title: mark(title, found), text: mark(best, found) };
  }
}

/** A word, or the same with two neighboring letters swapped: "cancle" for "cancel". */
function withSwaps(word: string): Query {
  const letters = [...word];
  const swapped = letters.slice(1).map((letter, at) => {
    const copy = [...letters];
    copy[at + 1] = copy[at] as string;
    copy[at] = letter;
    return copy.join("");
  });
  const exact = { prefix: false, fuzzy: false, combineWith: "OR", queries: swapped } as const;
  return { combineWith: "OR", queries: word.length < 4 ? [word] : [word, exact] };
}

function mark(text: string, found: ReadonlySet<string>): Marked {
  return text
    .split(/([\p{L}\p{N}]+)/u)
    .filter((part) => part !== "")
    .map((part) => (found.has(part.toLowerCase()) ? { mark: part } : part));
}

/** Reads what the build wrote. @param folder of the built site */
export async function readHelpIndex(folder: string): Promise<HelpIndex> {
  return new HelpIndex(JSON.parse(await readFile(path.join(folder, helpIndexFile), "utf8")));
}
