import { type Kysely, type NotNull, sql, type Transaction } from "kysely";
import type { DatabaseClient, Engine } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { rebuildWords } from "../../../../platform/server/search/rebuild-words.ts";
import { maxIndexedText } from "../../../../platform/server/search/split-words.ts";
import {
  type IndexedText,
  indexWords,
  lastIndexed,
} from "../../../../platform/server/search/word-index.ts";
import { phoneWords } from "../../../../platform/server/values/phone.ts";
import { foldQuotes } from "../../contract/forms/fold-quotes.ts";
import { maxShownLength } from "../conversation-page/shown-text.ts";
import { readSubmittedCase } from "./submitted-case.ts";

/** Cases per transaction: each holds the writer for a few milliseconds. */
const batchSize = 200;
/** Bytes of entries per transaction, more for a single case: people send whole emails. */
const maxBatchBytes = 250_000;
/**
 * Entries by which a case is found, newest first, as long as what is shown of each fits in
 * `maxIndexedText`.
 */
const maxEntries = 200;

interface StoredCase {
  readonly id: string;
  readonly number: number;
  readonly form: string;
  readonly reference: string;
  readonly data: string;
}

/**
 * Adds missing cases to the search index: new ones, and all after a restore.
 * @returns whether there may be more
 */
export async function indexCases({ db, engine, write }: DatabaseClient): Promise<boolean> {
  if ((await findUnindexed(db, engine, 1)).length === 0) return false;
  // Read in the transaction, since the writer has these pages in its cache and the reader does not.
  return write(async (trx) => {
    const rows = await findUnindexed(trx, engine, batchSize);
    const count = await indexBatch(trx, engine, rows);
    return rows.length === batchSize || count < rows.length;
  });
}

/**
 * Replaces the words of cases with changed entries, once for many entries.
 * @returns whether there may be more
 */
export async function reindexStaleCases({ db, engine, write }: DatabaseClient): Promise<boolean> {
  const [stale] = await db.selectFrom("stale_case_words").select("case_id").limit(1).execute();
  if (!stale) return false;
  return write(async (trx) => {
    const rows = await selectStored(trx)
      .innerJoin("stale_case_words", "stale_case_words.case_id", "cases.id")
      // `indexCases` adds later ones first.
      .where("cases.number", "<=", await lastIndexed(trx, engine))
      .orderBy("cases.number")
      .limit(batchSize)
      // An entry that is being added would not be read here, and its mark would be deleted.
      .$if(engine === "postgres", (query) => query.forShare("cases"))
      .execute();
    const count = await indexBatch(trx, engine, rows);
    const ids = rows.slice(0, count).map(({ id }) => id);
    await trx.deleteFrom("stale_case_words").where("case_id", "in", ids).execute();
    return rows.length === batchSize || count < rows.length;
  });
}

/** Marks a case after an entry was added, for `reindexStaleCases`. */
export async function markStale(trx: Transaction<Database>, caseId: string): Promise<void> {
  await trx
    .insertInto("stale_case_words")
    .values({ case_id: caseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Replaces the words of cases that an older version indexed, newest first.
 * @returns whether there may be more
 */
export function rebuildCases(database: DatabaseClient): Promise<boolean> {
  return rebuildWords(database, "case_words", async (trx, below) => {
    const rows = await selectStored(trx)
      .where("cases.number", "<", below)
      .orderBy("cases.number", "desc")
      .limit(batchSize)
      // An entry that is being added must not be overwritten with the text from before.
      .$if(database.engine === "postgres", (query) => query.forShare("cases"))
      .execute();
    const count = await indexBatch(trx, database.engine, rows);
    return rows.slice(0, count).map(({ number }) => Number(number));
  });
}

function selectStored(db: Kysely<Database>) {
  return db
    .selectFrom("cases")
    .innerJoin("submissions", "submissions.id", "cases.id")
    .select(["cases.id", "cases.number", "cases.form", "cases.reference", "submissions.data"]);
}

async function findUnindexed(db: Kysely<Database>, engine: Engine, limit: number) {
  return selectStored(db)
    .where("cases.number", ">", await lastIndexed(db, engine))
    .orderBy("cases.number")
    .limit(limit)
    .execute();
}

/** Indexes the first of these cases, as many as fit. @returns how many */
async function indexBatch(
  trx: Transaction<Database>,
  engine: Engine,
  rows: readonly StoredCase[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const fitting = await takeFitting(trx, rows);
  const texts = await readEntryTexts(
    trx,
    fitting.map(({ id }) => id),
  );
  for (const row of fitting) {
    await indexWords(trx, engine, Number(row.number), indexedText(row, texts.get(row.id) ?? ""));
  }
  return fitting.length;
}

async function takeFitting(
  db: Kysely<Database>,
  rows: readonly StoredCase[],
): Promise<readonly StoredCase[]> {
  const sums = await db
    .selectFrom("conversation_entries")
    .select(["case_id", sql<number>`sum(octet_length(text))`.as("bytes")])
    .where(
      "case_id",
      "in",
      rows.map(({ id }) => id),
    )
    .groupBy("case_id")
    .execute();
  const bytes = new Map(sums.map((row) => [row.case_id, Number(row.bytes)]));
  let left = maxBatchBytes;
  const end = rows.findIndex(({ id }) => {
    left -= Math.min(maxIndexedText, bytes.get(id) ?? 0);
    return left < 0;
  });
  return end === -1 ? rows : rows.slice(0, Math.max(1, end));
}

/** Replaces the search words of a case at once, so that deleted words are gone with their entry. */
export async function reindexCase(
  trx: Transaction<Database>,
  engine: Engine,
  caseId: string,
): Promise<void> {
  const row = await selectStored(trx).where("cases.id", "=", caseId).executeTakeFirst();
  if (!row || Number(row.number) > (await lastIndexed(trx, engine))) return;
  await indexBatch(trx, engine, [row]);
}

function indexedText({ form, reference, data }: StoredCase, entries: string): IndexedText {
  const values = JSON.parse(data);
  const { name, fields, message } = readSubmittedCase(form, values);
  const text = [
    reference,
    ...phoneWords(values.phone ?? ""),
    ...fields.map(({ value }) => value),
    message,
    entries,
  ];
  return { names: name, text: text.join("\n") };
}

/**
 * The texts of the newest entries by case, newest first, with the senders of emails. A long text is
 * found by its first words, so what emails quote comes after what people wrote, and what is beyond
 * the shown beginning of an entry comes last.
 */
async function readEntryTexts(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const byCase = sql`partition by entries.case_id order by entries.id desc`;
  // Sizes are known without reading the texts.
  const bytes = sql`octet_length(entries.text)`;
  const shown = sql`case when ${bytes} < ${maxShownLength} then ${bytes} else ${maxShownLength} end`;
  const places = db
    .selectFrom("conversation_entries as entries")
    .select("entries.id")
    .select([
      sql<number>`row_number() over (${byCase})`.as("place"),
      sql<number>`sum(${shown}) over (${byCase}) - ${shown}`.as("newer_bytes"),
    ])
    .where("entries.case_id", "in", ids);
  const rows = await db
    .selectFrom(places.as("places"))
    .innerJoin("conversation_entries as entries", "entries.id", "places.id")
    .leftJoin("conversation_inbound_emails as emails", "emails.entry_id", "entries.id")
    .select(["entries.case_id", "entries.via", "emails.from_name", "emails.from_address"])
    .select(sql<string>`substr(entries.text, 1, ${maxIndexedText})`.as("text"))
    .where("places.place", "<=", maxEntries)
    .where("places.newer_bytes", "<", maxIndexedText)
    .orderBy("entries.case_id")
    .orderBy("places.place")
    .$narrowType<{ case_id: NotNull }>()
    .execute();
  const texts = new Map<string, Record<"own" | "quoted" | "rest", string[]>>();
  for (const { case_id: id, via, text, from_name: name, from_address: address } of rows) {
    const found = texts.get(id) ?? { own: [], quoted: [], rest: [] };
    texts.set(id, found);
    const begun = text.slice(0, maxShownLength);
    const parts = via === "email" ? foldQuotes(begun) : [{ text: begun, isQuoted: false }];
    for (const part of parts) (part.isQuoted ? found.quoted : found.own).push(part.text);
    found.own.push(name ?? "", address ?? "");
    found.rest.push(text.slice(maxShownLength));
  }
  return new Map(
    [...texts].map(([id, { own, quoted, rest }]) => [id, [...own, ...quoted, ...rest].join("\n")]),
  );
}
