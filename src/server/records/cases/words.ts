import { type Kysely, sql, type Transaction } from "kysely";
import type { Engine } from "../../platform/db/client.ts";
import type { Database } from "../../platform/db/schema.ts";
import { phoneWord } from "../shared/phone.ts";

/** Full-text tables, and the tables whose numbers they refer to. */
export const searchIndexes = { case_words: "cases", application_words: "applications" } as const;

export type SearchIndex = keyof typeof searchIndexes;

/** Longer words are truncated, in the index and in searches alike. */
const maxWordLength = 40;
/** Maximum distinct words of one case; a longer text is found by its first ones. */
const maxWords = 3000;
/** Maximum words of one search. */
const maxSearchWords = 8;

/**
 * Splits text into distinct words: lower case, without accents, letters and digits only. An email
 * address or an ID with hyphens is also a word of its own, in addition to its parts.
 */
export function splitWords(text: string, max = maxWords): string[] {
  const words = new Set<string>();
  for (const [term] of toPlain(text).matchAll(terms)) {
    for (const word of term.match(parts) ?? []) words.add(cut(word));
    if (isOneWord(term)) words.add(joinTerm(term));
    if (words.size >= max) break;
  }
  return [...words].slice(0, max);
}

/**
 * The words of a search; a case must contain words that start with each. An email address or an ID
 * is searched as one word: "example" and "com" alone occur in most cases.
 */
export function searchWords(text: string): string[] {
  const phone = phoneWord(text);
  if (phone !== undefined) return [phone];
  const words = [...toPlain(text).matchAll(terms)].flatMap(([term]) =>
    isOneWord(term) ? [joinTerm(term)] : (term.match(parts) ?? []).map(cut),
  );
  return [...new Set(words)].slice(0, maxSearchWords);
}

/** Letters and digits, and the characters that join them in an email address or an ID. */
const terms = /[\p{L}\p{N}]+(?:[@._+-]+[\p{L}\p{N}]+)*/gu;
const parts = /[\p{L}\p{N}]+/gu;

/** Whether a term is an email address or an ID, rather than words joined by hyphens or periods. */
function isOneWord(term: string): boolean {
  return term.includes("@") || (term.includes("-") && /\p{N}/u.test(term));
}

function joinTerm(term: string): string {
  return cut(term.replaceAll(/[@._+-]/g, ""));
}

function cut(word: string): string {
  return word.slice(0, maxWordLength);
}

function toPlain(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** The engine's full-text query for words that start with each of these. */
export function matchQuery(engine: Engine, words: readonly string[]): string {
  return engine === "sqlite"
    ? words.map((word) => `"${word}"*`).join(" ")
    : words.map((word) => `'${word}':*`).join(" & ");
}

/** Replaces the search words of a record. */
export async function indexWords(
  trx: Transaction<Database>,
  engine: Engine,
  number: number,
  text: string,
  index: SearchIndex = "case_words",
): Promise<void> {
  const words = splitWords(text);
  const table = sql.table(index);
  if (engine === "sqlite") {
    await sql`
      insert or replace into ${table} (rowid, words) values (${number}, ${words.join(" ")})
    `.execute(trx);
    return;
  }
  const list = sql`array_to_tsvector(${words}::text[])`;
  await sql`
    insert into ${table} (number, words) values (${number}, ${list})
    on conflict (number) do update set words = excluded.words`.execute(trx);
}

/** Number of the newest record in the index; 0 if it is empty. */
export async function lastIndexed(
  db: Kysely<Database>,
  engine: Engine,
  index: SearchIndex = "case_words",
): Promise<number> {
  const column = sql.ref(engine === "sqlite" ? "rowid" : "number");
  const { rows } = await sql<{ number: number }>`
    select ${column} as number from ${sql.table(index)} order by ${column} desc limit 1`.execute(
    db,
  );
  return Number(rows[0]?.number ?? 0);
}
