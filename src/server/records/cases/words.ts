import { type Kysely, sql, type Transaction } from "kysely";
import type { Engine } from "../../platform/db/client.ts";
import type { Database } from "../../platform/db/schema.ts";
import { phoneWord } from "../shared/phone.ts";

/** A table of words, and the table whose numbers it refers to. */
export const searchIndexes = { case_words: "cases", application_words: "applications" } as const;

export type SearchIndex = keyof typeof searchIndexes;

/** Longer words are cut, in the index and in a search alike. */
const maxWordLength = 40;
/** Distinct words of one case; a longer text is found by its first ones. */
const maxWords = 3000;
/** Words of one search. */
const maxSearchWords = 8;

/** Splits text into distinct words: lower case, without accents, letters and digits only. */
export function splitWords(text: string, max = maxWords): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = new Set<string>();
  for (const [word] of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    words.add(word.slice(0, maxWordLength));
    if (words.size === max) break;
  }
  return [...words];
}

/** The words of a search; a case must have words that begin with each. */
export function searchWords(text: string): string[] {
  const phone = phoneWord(text);
  return phone === undefined ? splitWords(text, maxSearchWords) : [phone];
}

/** The query of the engine's index for words that begin with each of these. */
export function matchQuery(engine: Engine, words: readonly string[]): string {
  return engine === "sqlite"
    ? words.map((word) => `"${word}"*`).join(" ")
    : words.map((word) => `'${word}':*`).join(" & ");
}

/** Replaces the words under which a record is found. */
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
