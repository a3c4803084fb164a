import { type Kysely, sql, type Transaction } from "kysely";
import type { Engine } from "../db/client.ts";
import type { Database } from "../db/schema.ts";
import { isSimilarWord } from "./similar-names.ts";
import { type SearchTerm, splitNames, splitWords } from "./split-words.ts";

export const searchIndexes = {
  case_words: "cases",
  application_words: "applications",
  customer_words: "customer_index",
  request_words: "request_index",
} as const;

export type SearchIndex = keyof typeof searchIndexes;

export interface IndexedText {
  /** Also found with one wrong letter. */
  readonly names: string;
  readonly text: string;
}

export function wordsOf({ names, text }: IndexedText): readonly string[] {
  return [...new Set([...splitNames(names), ...splitWords(text)])];
}

/** The engine's full-text query for records that match every term. */
export function matchQuery(engine: Engine, terms: readonly SearchTerm[]): string {
  const isSqlite = engine === "sqlite";
  const [and, or] = isSqlite ? [" AND ", " OR "] : [" & ", " | "];
  const write = (word: string) => {
    const isWhole = isSimilarWord(word);
    if (isSqlite) return isWhole ? `"${word}"` : `"${word}"*`;
    return isWhole ? `'${word}'` : `'${word}':*`;
  };
  return terms
    .map((term) => `(${term.map((words) => `(${words.map(write).join(and)})`).join(or)})`)
    .join(and);
}

export async function indexWords(
  trx: Transaction<Database>,
  engine: Engine,
  number: number,
  indexed: IndexedText,
  index: SearchIndex = "case_words",
): Promise<void> {
  const words = wordsOf(indexed);
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
