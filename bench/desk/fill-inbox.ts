import { sql, type Transaction } from "kysely";
import { ourTextForm } from "../../src/features/messages/contract/forms/staff-forms.ts";
import { textForm } from "../../src/features/messages/contract/forms/text.ts";
import { inboxForms } from "../../src/features/messages/contract/inbox.ts";
import { farFuture } from "../../src/features/messages/server/cases/case-clock.ts";
import { scopeOf, toSnippet } from "../../src/features/messages/server/cases/submitted-case.ts";
import { days, minutes } from "../../src/platform/contract/durations.ts";
import { platform } from "../../src/platform/contract/form-engine/fields.ts";
import { referenceAlphabet } from "../../src/platform/contract/form-engine/reference.ts";
import type { DatabaseClient, Engine } from "../../src/platform/server/db/client.ts";
import type { Database } from "../../src/platform/server/db/schema.ts";
import { type SearchIndex, wordsOf } from "../../src/platform/server/search/word-index.ts";
import { formatPhone, phoneKey, phoneWords } from "../../src/platform/server/values/phone.ts";
import { seededRandom } from "./random.ts";

const batchSize = 1000;
/** Number of references returned for the measurements. */
const referenceCount = 1000;
/** The cases are spread over this time, in milliseconds. */
const spanMs = days(3 * 365);
const spamShare = 0.03;
const openShare = 0.015;
const tagShare = 0.05;
const phoneShare = 0.4;
const supportIdShare = 0.2;
const tags = ["text size", "billing", "Android", "iPhone", "ride", "refund", "urgent", "praise"];
const firstNames = [..."ABCDEFGHIJKLMNOPRSTW"].flatMap((letter) =>
  ["nna", "elen", "ito", "ara", "ugo", "oris"].map((rest) => letter + rest),
);
const syllables = ["ban", "der", "kel", "mo", "rin", "sta", "ves", "wood", "field", "ham", "ley"];
/** Of the messages that are done; the others were closed without a reply. */
const answeredShare = 0.85;
/** First answers are spread over this time. */
const answerSpanMs = days(2);
/** Replies to texts need a consent. */
const textForms = [textForm, ourTextForm].map(({ collection }) => collection);
const forms = Object.keys(inboxForms).filter((form) => !textForms.includes(form));
const openStatuses = ["new", "in-progress", "waiting"] as const;

/** Values that the measurements search for. */
export interface FilledInbox {
  readonly references: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly supportIds: readonly string[];
}

/**
 * Stores cases, spread over three years: most are done, a few open, some spam. Every run stores
 * the same rows.
 * @param staffIds assignees
 */
export async function fillInbox(
  { engine, write }: DatabaseClient,
  count: number,
  staffIds: readonly string[],
  now: number,
): Promise<FilledInbox> {
  const random = seededRandom(1);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const makeMessage = messageMaker(random);
  const references: string[] = [];
  const emails: string[] = [];
  const phones: string[] = [];
  const supportIds: string[] = [];
  const referenceEvery = Math.max(1, Math.floor(count / referenceCount));

  const makeRow = (number: number) => {
    const createdAt = Math.floor(now - spanMs + (spanMs * number) / count);
    const digits = createdAt.toString(16).padStart(12, "0");
    const suffix = number.toString(16).padStart(12, "0");
    const form = pick(forms);
    const isSpam = random() < spamShare;
    const status = random() < openShare ? pick(openStatuses) : "done";
    const scope = scopeOf(status, isSpam);
    const name = `${pick(firstNames)} ${pick(syllables)}${pick(syllables)}`;
    const email = `${name.toLowerCase().replace(" ", ".")}${number % 5000}@example.com`;
    const message = makeMessage();
    const tenDigits = String(3_030_000_000 + ((number * 7919) % 9_999_999));
    const phone = random() < phoneShare ? formatPhone(`+1${tenDigits}`) : "";
    const supportId = random() < supportIdShare ? `TW-${toReference(number).slice(-7)}` : "";
    const values = { name, email, phone, supportId, platform: pick(platform.options), message };
    if (number % referenceEvery === 0) {
      emails.push(email);
      if (phone !== "") phones.push(phone);
      if (supportId !== "") supportIds.push(supportId);
    }
    const reference = toReference(number);
    if (number % referenceEvery === 0) references.push(reference);
    const waits = scope === "open" && status !== "waiting";
    const answeredAfter = Math.floor(random() * answerSpanMs);
    const isClosed = scope === "closed";
    const isAnswered = isClosed && random() < answeredShare;
    return {
      submission: {
        id: `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-${suffix}`,
        collection: form,
        reference,
        data: JSON.stringify({ ...values, timestamp: new Date(createdAt).toISOString() }),
        email,
        phone_key: phoneKey(phone),
        created_at: createdAt,
        spam_reason: isSpam ? "too-fast" : null,
      },
      case: {
        number,
        reference,
        form,
        platform: values.platform,
        name,
        email,
        snippet: toSnippet(message),
        status,
        scope,
        assignee_id: random() < 0.8 ? pick(staffIds) : null,
        created_at: createdAt,
        active_at: createdAt,
        waiting_since: waits ? createdAt : farFuture,
        due_at: waits ? createdAt + days(1) : farFuture,
        answered_at: isAnswered ? createdAt + answeredAfter : null,
        answer_minutes: isAnswered ? Math.floor(answeredAfter / minutes(3)) : null,
        answer_in_time: isAnswered ? Number(answeredAfter < days(1)) : null,
        closed_at: isClosed ? createdAt + answeredAfter : null,
        version: 1,
        changed_at: createdAt,
      },
      tag: random() < tagShare ? pick(tags) : undefined,
      words: wordsOf({
        names: name,
        text: [reference, ...phoneWords(phone), email, supportId, message].join("\n"),
      }).join(" "),
    };
  };

  await fastUpdates(write, engine, "case_words", "on");
  for (let start = 1; start <= count; start += batchSize) {
    const size = Math.min(batchSize, count - start + 1);
    const rows = Array.from({ length: size }, (_, index) => makeRow(start + index));
    await write(async (trx) => {
      for (let from = 0; from < rows.length; from += 500) {
        const part = rows.slice(from, from + 500);
        await trx
          .insertInto("submissions")
          .values(part.map((row) => row.submission))
          .execute();
        await trx
          .insertInto("cases")
          .values(part.map((row) => ({ id: row.submission.id, ...row.case })))
          .execute();
        const tagged = part.flatMap((row) =>
          row.tag === undefined ? [] : [{ ...row, tag: row.tag }],
        );
        if (tagged.length > 0) {
          await trx
            .insertInto("case_tags")
            .values(
              tagged.map(({ tag, submission, case: { scope, active_at, number } }) => ({
                case_id: submission.id,
                tag,
                scope,
                active_at,
                number,
              })),
            )
            .execute();
        }
        const words = part.map((row) => [row.case.number, row.words] as const);
        await writeWords(trx, engine, "case_words", words);
      }
    });
  }
  await fastUpdates(write, engine, "case_words", "off");
  return { references, emails, phones, supportIds };
}

/**
 * Returns a generator of 30-word messages with a skewed word frequency, as in natural language.
 */
function messageMaker(random: () => number): () => string {
  const syllable = () => syllables[Math.floor(random() * syllables.length)];
  const vocabulary = Array.from({ length: 20_000 }, () =>
    [syllable(), syllable(), syllable()].join(""),
  );
  const word = () => vocabulary[Math.floor(vocabulary.length * random() ** 4)];
  return () => Array.from({ length: 30 }, word).join(" ");
}

/** Adds the words of records to a search index, in one statement. */
export async function writeWords(
  trx: Transaction<Database>,
  engine: Engine,
  index: SearchIndex,
  words: readonly (readonly [number: number, words: string])[],
): Promise<void> {
  const values = JSON.stringify(words);
  await (engine === "sqlite"
    ? sql`insert into ${sql.table(index)} (rowid, words)
        select value ->> 0, value ->> 1 from json_each(${values})`
    : sql`insert into ${sql.table(index)} (number, words)
        select (value ->> 0)::bigint, array_to_tsvector(string_to_array(value ->> 1, ' '))
        from json_array_elements(${values}::json) as value`
  ).execute(trx);
}

/** Switches a PostgreSQL search index to buffer new words, which makes filling it faster. */
export async function fastUpdates(
  write: DatabaseClient["write"],
  engine: Engine,
  index: SearchIndex,
  state: "on" | "off",
): Promise<void> {
  if (engine === "sqlite") return;
  const name = `${index}_by_word`;
  const set = sql`alter index ${sql.table(name)} set (fastupdate = ${sql.raw(state)})`;
  await write((trx) => set.execute(trx));
  if (state === "on") return;
  await write((trx) => sql`select gin_clean_pending_list(${name})`.execute(trx));
}

/** Encodes a number in the alphabet of references, in eight characters. */
export function toReference(number: number): string {
  let rest = number;
  let reference = "";
  while (reference.length < 8) {
    reference = referenceAlphabet[rest % referenceAlphabet.length] + reference;
    rest = Math.floor(rest / referenceAlphabet.length);
  }
  return reference;
}
