import pg from "pg";
import { type FilledInbox, messageMaker, toReference } from "../desk/fill-inbox.ts";
import { seededRandom } from "../desk/random.ts";
import { messageCount, yearInserts, yearRows } from "./year-rows.ts";

const tables = ["submissions", "cases", "case_tags", "case_words"] as const;
/** Number of references returned for the measurements. */
const sampleSize = 1000;

/**
 * Settings of a PostgreSQL sized for ten million cases. `wal_level=minimal` lets the bulk load skip
 * the WAL; writes of the server are logged and synced as usual.
 */
export const yearSettings = [
  "wal_level=minimal",
  "max_wal_senders=0",
  "shared_buffers=2GB",
  "effective_cache_size=8GB",
  "maintenance_work_mem=1GB",
  "max_wal_size=8GB",
  "checkpoint_timeout=15min",
  "random_page_cost=1.1",
];

/**
 * Fills an empty, migrated database with a year's cases in bulk; the indexes are built at the end.
 * Needs a superuser.
 * @param report called after each step with its name and duration in milliseconds
 */
export async function fillYear(
  url: string,
  count: number,
  staffIds: readonly string[],
  now: number,
  report: (what: string, ms: number) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = async (what: string, statement: string) => {
    const started = performance.now();
    await client.query(statement);
    report(what, performance.now() - started);
  };
  try {
    await storeMessages(client);
    await client.query("begin");
    // Tables truncated in the same transaction are loaded without WAL.
    await client.query(`truncate ${tables.join(", ")} cascade`);
    // Enough to hash-join the few messages in memory, so that rows keep their order without a sort.
    await client.query("set local work_mem = '256MB'");
    // Skips the foreign key checks: the generated rows satisfy them.
    await client.query("set local session_replication_role = replica");
    await client.query(`update pg_index set indisready = false, indisvalid = false
      where indrelid = any('{${tables.join(",")}}'::regclass[])`);
    const rows = yearRows(count, staffIds, now);
    for (const [index, insert] of yearInserts(rows, now).entries()) {
      await run(`${tables[index]}: rows`, insert);
    }
    for (const table of tables) await run(`${table}: indexes`, `reindex table ${table}`);
    await run("commit", "commit");
    for (const table of tables) await run(`${table}: vacuum`, `vacuum (analyze) ${table}`);
    await client.query("drop table messages");
    await run("checkpoint", "checkpoint");
  } finally {
    await client.end();
  }
}

async function storeMessages(client: pg.Client): Promise<void> {
  const makeMessage = messageMaker(seededRandom(1));
  const messages = Array.from({ length: messageCount }, makeMessage);
  await client.query(`create unlogged table messages
    (message_number int primary key, text text not null, words tsvector not null)`);
  await client.query(
    `insert into messages
      select message_number, text, array_to_tsvector(array(select distinct unnest(string_to_array(text, ' '))))
      from unnest($1::text[]) with ordinality as given (text, message_number)`,
    [messages],
  );
  await client.query("analyze messages");
}

/**
 * Values that the measurements search for, spread over the year.
 * @param count number of cases that `fillYear` stored
 * @returns undefined if it stored none
 */
export async function readSample(url: string, count: number): Promise<FilledInbox | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const every = Math.max(1, Math.floor(count / sampleSize));
  // Different cases in each run: those that an earlier run changed have another version.
  const first = 1 + Math.floor(Math.random() * every);
  const numbers = Array.from(
    { length: Math.floor(count / every) },
    (_, index) => first + index * every,
  );
  const { rows } = await client.query<{ reference: string; email: string; data: string }>(
    `select cases.reference, cases.email, data from cases join submissions using (id)
      where cases.number = any($1) order by cases.number`,
    [numbers],
  );
  await client.end();
  if (rows.length === 0) return undefined;
  // Otherwise every search by reference would find nothing.
  if (rows.length !== numbers.length || rows[0]?.reference !== toReference(first)) {
    throw new Error("The stored cases are not the expected ones. Drop the database.");
  }
  const values = rows.map(({ data }) => JSON.parse(data) as { phone: string; supportId: string });
  return {
    references: rows.map(({ reference }) => reference),
    emails: rows.map(({ email }) => email),
    phones: values.map(({ phone }) => phone).filter(Boolean),
    supportIds: values.map(({ supportId }) => supportId).filter(Boolean),
  };
}
