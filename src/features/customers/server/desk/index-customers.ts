import type { Kysely, Transaction } from "kysely";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { chunksOf } from "../../../../platform/server/db/chunks.ts";
import type { Engine } from "../../../../platform/server/db/client.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { tryLock } from "../../../../platform/server/jobs/one-at-a-time.ts";
import { foldLetters } from "../../../../platform/server/search/split-words.ts";
import { type IndexedText, indexWords } from "../../../../platform/server/search/word-index.ts";
import { selectSeparateCases } from "../../../messages/server/cases/separate-cases.ts";
import { openScopes } from "../../../messages/server/cases/submitted-case.ts";
import { listFormer } from "../merges/former-accounts.ts";
import { customerText, hashText, requestText } from "./indexed-text.ts";

/** Changes per transaction: each holds the writer for a few milliseconds. */
const batchSize = 100;

/**
 * Derives the rows and words of customers whose data changed (docs/decisions/0120), their requests'
 * included. Safe on several nodes at once.
 * @returns whether there may be more
 */
export async function indexCustomers({
  database: { db, engine, write },
  now,
}: Pick<AppContext, "database" | "now">): Promise<boolean> {
  // Usually nothing is left to do; check with a read before taking the writer.
  if ((await readStale(db, 1)).length === 0) return false;
  return write(async (trx) => {
    if (!(await tryLock(trx, engine, "customers"))) return false;
    const stale = await readStale(trx, batchSize);
    const uids = [...new Set(stale.map(({ uid }) => uid))];
    const marks = await trx
      .selectFrom("stale_customers")
      .select("id")
      .where(isOneOf(trx, "uid", uids))
      .execute();
    // Read after the marks, so that each mark's change is included.
    for (const row of await readRows(trx, uids)) await indexCustomer(trx, engine, row, now());
    // Exactly those that were read, a lower number may still be committed; and every one of these
    // people, of whom an import leaves many.
    for (const some of chunksOf(marks)) {
      const ids = some.map(({ id }) => Number(id));
      await trx.deleteFrom("stale_customers").where("id", "in", ids).execute();
    }
    return stale.length === batchSize;
  });
}

function readStale(db: Kysely<Database>, limit: number) {
  return db.selectFrom("stale_customers").selectAll().orderBy("id").limit(limit).execute();
}

type CustomerRow = Awaited<ReturnType<typeof readRows>>[number];

/** What the rows are derived from; accounts that were deleted in the meantime are missing. */
async function readRows(db: Kysely<Database>, uids: readonly string[]) {
  if (uids.length === 0) return [];
  const rows = await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .leftJoin("customer_index", "customer_index.uid", "accounts.uid")
    .selectAll("profiles")
    .select(["accounts.email", "accounts.email_key", "accounts.support_id", "accounts.created_at"])
    .select(["accounts.email_verified_at", "accounts.disabled_at"])
    .select(["customer_index.number", "customer_index.words_hash"])
    .where("accounts.uid", "in", uids)
    .orderBy("accounts.created_at")
    .orderBy("accounts.uid")
    .execute();
  const merged = await listFormer(db, uids);
  const people = rows.map((row) => {
    const former = merged.filter((one) => one.uid === row.uid);
    return { ...row, former, emails: [row, ...former].map((one) => one.email_key) };
  });
  const contacts = await readContacts(
    db,
    people.flatMap(({ emails }) => emails),
  );
  return people.map((row) => {
    const found = row.emails.flatMap((email) => contacts.get(email) ?? []);
    const at = Math.max(0, ...found.map((one) => one.at));
    return { ...row, contact: { at, isOpen: found.some((one) => one.isOpen) } };
  });
}

/** When somebody with one of these addresses last wrote, or we to them, and whether a case is open. */
async function readContacts(db: Kysely<Database>, emails: readonly string[]) {
  if (emails.length === 0) return new Map<string, { at: number; isOpen: boolean }>();
  const cases = db
    .selectFrom("cases")
    .where("cases.email", "in", emails)
    .where("cases.scope", "!=", "spam")
    .where("cases.id", "not in", selectSeparateCases(db));
  const [written, replied] = await Promise.all([
    cases
      .select(({ fn }) => ["cases.email", fn.max("cases.active_at").as("at")])
      .select(({ fn, case: when }) =>
        fn.max(when().when("cases.scope", "in", openScopes).then(1).else(0).end()).as("is_open"),
      )
      .groupBy("cases.email")
      .execute(),
    cases
      .innerJoin("conversation_entries as entries", "entries.case_id", "cases.id")
      .where("entries.kind", "=", "reply")
      .select(({ fn }) => ["cases.email", fn.max("entries.at").as("at")])
      .groupBy("cases.email")
      .execute(),
  ]);
  const repliedAt = new Map(replied.map(({ email, at }) => [email, Number(at)]));
  return new Map(
    written.map(({ email, at, is_open: isOpen }) => [
      email,
      { at: Math.max(Number(at), repliedAt.get(email) ?? 0), isOpen: Number(isOpen) === 1 },
    ]),
  );
}

async function indexCustomer(
  trx: Transaction<Database>,
  engine: Engine,
  row: CustomerRow,
  now: number,
): Promise<void> {
  const requests = await readRequests(trx, row.uid);
  const text = customerText(row);
  const requestAt = requests.map(({ created_at: at, date_completed: done }) =>
    Math.max(Number(at), (done ?? 0) * 1000),
  );
  const values = {
    name: foldLetters(`${row.last_name} ${row.first_name}`.trim()),
    state: row.state.toUpperCase(),
    created_at: row.created_at,
    contact_at: Math.max(Number(row.created_at), row.contact.at),
    request_at: requestAt.length === 0 ? null : Math.max(...requestAt),
    is_paid: row.stripe_account_id === null ? 0 : 1,
    is_verified: row.email_verified_at === null ? 0 : 1,
    is_locked: row.disabled_at === null ? 0 : 1,
    has_open: row.contact.isOpen ? 1 : 0,
    words_hash: hashText(text),
    changed_at: now,
  };
  const { number } = await trx
    .insertInto("customer_index")
    .values({ uid: row.uid, ...values })
    .onConflict((conflict) => conflict.column("uid").doUpdateSet(values))
    .returning("number")
    .executeTakeFirstOrThrow();
  if (row.words_hash !== values.words_hash) {
    await indexWords(trx, engine, Number(number), text, "customer_words");
  }
  for (const request of requests)
    await indexRequest(trx, engine, request, requestText(request, row));
  const asked = await readAsked(trx, row.uid);
  for (const request of asked) await indexRequest(trx, engine, request, requestText(request, row));
  const kept = [...requests, ...asked].map(({ id }) => id);
  await trx
    .deleteFrom("request_index")
    .where("uid", "=", row.uid)
    .$if(kept.length > 0, (rows) => rows.where(({ not }) => not(isOneOf(trx, "id", kept))))
    .execute();
}

function readRequests(db: Kysely<Database>, uid: string) {
  return db
    .selectFrom("completed_requests as requests")
    .leftJoin("request_index", (join) =>
      join
        .onRef("request_index.uid", "=", "requests.uid")
        .onRef("request_index.id", "=", "requests.id"),
    )
    .selectAll("requests")
    .select("request_index.words_hash")
    .where("requests.uid", "=", uid)
    .orderBy("requests.created_at")
    .orderBy("requests.id")
    .execute();
}

/** Requests that are no documents, because they are not booked yet. */
function readAsked(db: Kysely<Database>, uid: string) {
  return db
    .selectFrom("requests")
    .leftJoin("request_index", (join) =>
      join
        .onRef("request_index.uid", "=", "requests.uid")
        .onRef("request_index.id", "=", "requests.id"),
    )
    .select(["requests.uid", "requests.id", "requests.reference", "request_index.words_hash"])
    .select(["requests.title as request_title", "requests.provider_name as assigned_to"])
    .where("requests.uid", "=", uid)
    .where("requests.document_id", "is", null)
    .orderBy("requests.created_at")
    .orderBy("requests.id")
    .execute();
}

async function indexRequest(
  trx: Transaction<Database>,
  engine: Engine,
  { uid, id, words_hash: before }: Awaited<ReturnType<typeof readAsked>>[number],
  text: IndexedText,
): Promise<void> {
  const words_hash = hashText(text);
  if (words_hash === before) return;
  const { number } = await trx
    .insertInto("request_index")
    .values({ uid, id, words_hash })
    .onConflict((conflict) => conflict.columns(["uid", "id"]).doUpdateSet({ words_hash }))
    .returning("number")
    .executeTakeFirstOrThrow();
  await indexWords(trx, engine, Number(number), text, "request_words");
}
