import { sql } from "kysely";
import {
  marketOf,
  trackNames,
} from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { openStages, type SentStatus } from "../../src/features/recruiting/contract/stages.ts";
import {
  applicantColumns,
  applicantText,
} from "../../src/features/recruiting/server/applicants/applicant-columns.ts";
import { answerColumns } from "../../src/features/recruiting/server/applications/applications.ts";
import { days } from "../../src/platform/contract/durations.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import { wordsOf } from "../../src/platform/server/search/word-index.ts";
import { fastUpdates, toReference, writeWords } from "./fill-inbox.ts";
import { seededRandom } from "./random.ts";

const batchSize = 500;
/** The applications are spread over this time, in milliseconds. */
const spanMs = days(3 * 365);
/** Above the numbers of the cases, which share the space of references. */
const firstReference = 500_000_000;
const openShare = 0.02;
const repeatShare = 0.05;
const visitsEach = 3;
const ends: readonly SentStatus[] = ["hired", "rejected", "withdrawn", "waitlist", "not-eligible"];
const sources = ["talroo", "friend", "google.com", "job-board", "direct", "google-ads"];
const zips = ["80202", "80521", "80537", "80302", "80631", "80010", "81001", "81501"];
const firstNames = ["Grace", "Marco", "Tia", "Rowan", "Sofia", "Ike", "Nell", "Omar", "Jo", "Pam"];
const syllables = ["ban", "der", "kel", "mo", "rin", "sta", "ves", "wood", "field", "ham", "ley"];

/**
 * Stores submitted applications, spread over three years, with their funnel events. Every run
 * stores the same rows. @returns some references
 */
export async function fillApplications(
  { engine, write }: DatabaseClient,
  count: number,
  now: number,
): Promise<readonly string[]> {
  const random = seededRandom(2);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const references: string[] = [];
  const makeRow = (number: number) => {
    const at = Math.floor(now - spanMs + (spanMs * number) / count);
    const digits = at.toString(16).padStart(12, "0");
    const person = random() < repeatShare ? Math.floor(number / 2) : number;
    const reference = toReference(firstReference + number);
    if (number % 500 === 0) references.push(reference);
    const source = pick(sources);
    const zip = pick(zips);
    const answers = {
      firstName: pick(firstNames),
      lastName: `${pick(syllables)}${pick(syllables)}`,
      email: `person${person}@example.com`,
      phone: `+1${String(3_000_000_000 + person)}`,
      zip,
      city: marketOf(zip),
      aboutYou: "I cared for my aunt until spring. ".repeat(10),
    };
    const touch = JSON.stringify({ at: "", source, path: "/", referrer: null, params: {} });
    return {
      id: `${digits.slice(0, 8)}-${digits.slice(8)}-7000-9000-${number.toString(16).padStart(12, "0")}`,
      track: pick(trackNames),
      status: random() < openShare ? pick(openStages) : pick(ends),
      reference,
      number,
      is_repeat: person < number ? 1 : 0,
      status_at: at,
      ...answerColumns(answers),
      ...applicantColumns(answers),
      steps: "{}",
      consents: "{}",
      source,
      first_touch: touch,
      last_touch: touch,
      gpc: 0,
      created_at: at,
      updated_at: at,
      submitted_at: at,
    };
  };
  await fastUpdates(write, engine, "application_words", "on");
  for (let start = 1; start <= count; start += batchSize) {
    const size = Math.min(batchSize, count - start + 1);
    const rows = Array.from({ length: size }, (_, index) => makeRow(start + index));
    const words = rows.map((row) => [row.number, wordsOf(applicantText(row)).join(" ")] as const);
    await write(async (trx) => {
      await trx.insertInto("applications").values(rows).execute();
      await writeWords(trx, engine, "application_words", words);
    });
  }
  await fastUpdates(write, engine, "application_words", "off");
  await write((trx) =>
    sql`
      with recursive visits (visit) as (
        select 1 union all select visit + 1 from visits where visit < ${visitsEach}
      )
      insert into funnel_events (id, track, source, kind, at)
      select id || ':submit', track, source, 'submit', submitted_at from applications
      union all
      select id || ':' || visit, track, source, 'visit', submitted_at
      from applications cross join visits`.execute(trx),
  );
  return references;
}
