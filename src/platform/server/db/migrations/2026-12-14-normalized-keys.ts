import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";
import { emailKey } from "../../../contract/form-engine/rules.ts";

/**
 * Frozen: a change to these columns is a new migration. Keys of email addresses become those of
 * `emailKey`, with one key for all spellings of an address. Only keys with other characters than ASCII
 * change. The former ones are kept, with a mark if two people became one; of two accounts with one
 * address, the newer keeps its key. A job fills `profiles.phone_key`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of loginTables) {
    await db.schema.alterTable(table).addColumn("shared_email_key", "text").execute();
    await db.schema
      .createIndex(`${table}_by_shared_email_key`)
      .on(table)
      .column("shared_email_key")
      .where(sql.ref("shared_email_key"), "is not", null)
      .execute();
  }
  await db.schema.alterTable("profiles").addColumn("phone_key", "text").execute();
  await db.schema.createIndex("profiles_by_phone_key").on("profiles").column("phone_key").execute();
  await db.schema
    .createTable("email_spellings")
    .addColumn("spelling", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("was_separate", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("email_spellings_by_email")
    .on("email_spellings")
    .column("email")
    .execute();
  await renewKeys(db);
}

const loginTables = ["accounts", "staff"] as const;
/** Tables whose rows may have the same address, and their column. */
const sharedTables: Readonly<Record<string, string>> = {
  submissions: "email",
  cases: "email",
  waitlist_people: "email",
  applications: "email_key",
  person_notes: "email",
  privacy_cases: "email",
  newsletter_subscribers: "email",
  newsletter_confirmations: "email",
};
/** Tables with one row for each address, derived from the signups. */
const derivedTables = ["newsletter_addresses", "newsletter_sync"] as const;

const customerTables: readonly (readonly [table: string, column: string])[] = [
  ["accounts", "email_key"],
  ...Object.entries(sharedTables),
  ...derivedTables.map((table) => [table, "email"] as const),
];

async function renewKeys(db: Kysely<unknown>): Promise<void> {
  const renewed = await findOldKeys(db);
  for (const table of loginTables) await renewLogins(db, table);
  for (const [old, key] of renewed) {
    const others = [...renewed].some(([other, same]) => other !== old && same === key);
    const wasSeparate = others || (await isUsed(db, key));
    await sql`
      insert into email_spellings (spelling, email, was_separate)
      values (${old}, ${key}, ${wasSeparate ? 1 : 0})`.execute(db);
  }
  for (const [old, key] of renewed) {
    await joinReaders(db, old, key);
    for (const [table, column] of Object.entries(sharedTables)) {
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${key}
        where ${sql.ref(column)} = ${old}`.execute(db);
    }
  }
}

/** New keys by old ones, of everybody but staff. */
async function findOldKeys(db: Kysely<unknown>): Promise<ReadonlyMap<string, string>> {
  const renewed = new Map<string, string>();
  for (const [table, column] of customerTables) {
    const { rows } = await sql<{ old: string }>`
      select distinct ${sql.ref(column)} as old from ${sql.table(table)}
      where ${isNotAscii(db, column)}`.execute(db);
    for (const { old } of rows) if (emailKey(old) !== old) renewed.set(old, emailKey(old));
  }
  return renewed;
}

/** Works on both engines: the address has more bytes than characters. */
function isNotAscii(db: Kysely<unknown>, column: string): RawBuilder<boolean> {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`octet_length(${sql.ref(column)}) <> length(${sql.ref(column)})`
    : sql`length(cast(${sql.ref(column)} as blob)) <> length(${sql.ref(column)})`;
}

async function isUsed(db: Kysely<unknown>, key: string): Promise<boolean> {
  for (const [table, column] of customerTables) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${key} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** The oldest account gets the key; further ones keep theirs and note it. */
async function renewLogins(db: Kysely<unknown>, table: (typeof loginTables)[number]) {
  const id = sql.ref(table === "accounts" ? "uid" : "id");
  const { rows } = await sql<{ id: string; old: string }>`
    select ${id} as id, email_key as old from ${sql.table(table)}
    where ${isNotAscii(db, "email_key")} order by created_at, ${id}`.execute(db);
  for (const { id: value, old } of rows) {
    const key = emailKey(old);
    if (key === old) continue;
    const taken = await sql`
      select 1 from ${sql.table(table)} where email_key = ${key}`.execute(db);
    const column = sql.ref(taken.rows.length > 0 ? "shared_email_key" : "email_key");
    await sql`update ${sql.table(table)} set ${column} = ${key} where ${id} = ${value}`.execute(db);
  }
}

/** Whoever left the newsletter with one spelling of an address has left with the other. */
async function joinReaders(db: Kysely<unknown>, old: string, key: string): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    select state from newsletter_addresses where email = ${key}`.execute(db);
  if (rows[0] && rows[0].state !== "reader") {
    await sql`
      update newsletter_subscribers set unsubscribed_at = coalesce(unsubscribed_at, created_at)
      where email = ${old}`.execute(db);
  }
  for (const name of derivedTables) {
    const table = sql.table(name);
    await sql`
      delete from ${table} where email = ${old}
      and exists (select 1 from ${table} as same where same.email = ${key})`.execute(db);
    await sql`update ${table} set email = ${key} where email = ${old}`.execute(db);
  }
}
