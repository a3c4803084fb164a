import { type Kysely, type SqlBool, sql } from "kysely";
import { emailKey } from "../../../contract/form-engine/rules.ts";
import type { Database } from "../../platform/db/schema.ts";
import { findRecords } from "../find.ts";
import { findPhoneOnly, findPhones } from "../find-by-phone.ts";
import { phoneKey } from "../shared/phone.ts";
import type { FoundRecord } from "../shared/stored-record.ts";

/** Who a preview is about. */
interface Person {
  /** In lower case. */
  readonly email: string;
  /** "" without an account. */
  readonly uid: string;
  readonly applicationIds: readonly string[];
}

type Count = (db: Kysely<Database>, person: Person) => Promise<number>;

/** Tables whose rows have the account's uid, and nothing else to find them by. */
type AccountTable =
  | "accounts"
  | "profiles"
  | "sessions"
  | "one_time_tokens"
  | "passkeys"
  | "recovery_codes"
  | "completed_requests"
  | "pictures"
  | "payment_accounts";

/**
 * How to count a person's rows in each table, or why it has none. A new table does not compile until
 * it is listed here.
 */
export const heldIn: Readonly<Record<keyof Database, Count | string>> = {
  accounts: byUid("accounts"),
  profiles: byUid("profiles"),
  sessions: byUid("sessions"),
  one_time_tokens: byUid("one_time_tokens"),
  passkeys: byUid("passkeys"),
  recovery_codes: byUid("recovery_codes"),
  completed_requests: byUid("completed_requests"),
  pictures: byUid("pictures"),
  payment_accounts: byUid("payment_accounts"),
  newsletter_subscribers: (db, { email }) =>
    countRows(db, "newsletter_subscribers", sql<SqlBool>`email = ${email}`),
  newsletter_addresses: (db, { email }) =>
    countRows(db, "newsletter_addresses", sql<SqlBool>`email = ${email}`),
  newsletter_confirmations: (db, { email }) =>
    countRows(db, "newsletter_confirmations", sql<SqlBool>`email = ${email}`),
  newsletter_sync: (db, { email }) =>
    countRows(db, "newsletter_sync", sql<SqlBool>`email = ${email}`),
  newsletter_suppressions: "keyed hashes that keep an address from coming back",
  newsletter_days: "counts without names",
  newsletter_sync_state: "how far the mail tool is in step",
  submissions: (db, { email }) => countRows(db, "submissions", sql<SqlBool>`email = ${email}`),
  applications: (db, { email }) =>
    countRows(db, "applications", sql<SqlBool>`email_key = ${email}`),
  mail_outbox: (db, { uid, email }) =>
    countRows(db, "mail_outbox", sql<SqlBool>`uid = ${uid} or lower(recipient) = ${email}`),
  conversions: (db, { applicationIds }) =>
    countRows(db, "conversions", isAmong("application_id", applicationIds)),
  apply_visitors: (db, { applicationIds }) =>
    countRows(
      db,
      "apply_visitors",
      sql<SqlBool>`${isAmong("care_application", applicationIds)} or ${isAmong("pro_application", applicationIds)}`,
    ),
  app_secrets: "keys of the server",
  staff: "people who work here, not customers",
  staff_sessions: "of staff",
  staff_passkeys: "of staff",
  staff_recovery_codes: "of staff",
  staff_tokens: "of staff",
  cases: (db, { email }) => countRows(db, "cases", sql<SqlBool>`email = ${email}`),
  case_tags: "of cases, deleted with them",
  case_entries: "of cases, deleted with them",
  case_changes: "of cases, deleted with them",
  case_replies: "of cases, deleted with them",
  retention_rules: "settings of the desk",
  retention_runs: "counts without names",
  case_drafts: "of cases, deleted with them",
  reply_templates: "of staff",
  saved_views: "of staff",
  case_presence: "of staff",
  application_notes: "of applications, deleted with them",
  application_changes: "of applications, deleted with them",
  separate_applications: "of applications, deleted with them",
  waitlist_people: (db, { email }) =>
    countRows(db, "waitlist_people", sql<SqlBool>`email = ${email}`),
  funnel_days: "counts without names",
  audit_log: "acts of staff on references; no contents of messages",
  throttles: "keyed hashes, deleted within hours",
  webhook_events: "numbers of the payment provider's events",
  funnel_events: "counts without names",
  file_removals: "files that are about to be removed",
  deleted_accounts: "evidence that an account was deleted",
};

/** Everything that is held about the person with an email address. */
export interface HeldData {
  readonly email: string;
  readonly account: {
    readonly uid: string;
    readonly supportId: string;
    readonly confirmed: boolean;
  } | null;
  /** Rows by table; tables without any are left out. */
  readonly rows: Readonly<Record<string, number>>;
  /** Below `DATA_DIR/files`. */
  readonly files: readonly string[];
  readonly records: readonly FoundRecord[];
  /**
   * Submissions that hold no email address but one of the person's phone numbers. Two people may
   * share a number: staff decide about each.
   */
  readonly phoneOnly: readonly FoundRecord[];
  /** What a deletion here does not reach, in words. */
  readonly elsewhere: readonly string[];
}

/**
 * Reads everything that is held about the person with an email address, in any case.
 * @param phone a further number of the person, as typed
 */
export async function findHeldData(
  db: Kysely<Database>,
  address: string,
  phone = "",
): Promise<HeldData> {
  const email = emailKey(address);
  const account = await db
    .selectFrom("accounts")
    .select(["uid", "support_id", "email_verified_at"])
    .where("email_key", "=", email)
    .executeTakeFirst();
  const applications = await db
    .selectFrom("applications")
    .select(["id", "resume_file"])
    .where("email_key", "=", email)
    .execute();
  const uid = account?.uid ?? "";
  const person = { email, uid, applicationIds: applications.map(({ id }) => id) };
  const rows: Record<string, number> = {};
  for (const [table, count] of Object.entries(heldIn)) {
    const held = typeof count === "string" ? 0 : await count(db, person);
    if (held > 0) rows[table] = held;
  }
  const pictures = await db
    .selectFrom("pictures")
    .select(["path", "file"])
    .where("uid", "=", uid)
    .execute();
  const further = phoneKey(phone);
  const phones = [...(await findPhones(db, person)), ...(further === "" ? [] : [further])];
  return {
    email,
    account: account
      ? { uid, supportId: account.support_id, confirmed: account.email_verified_at !== null }
      : null,
    rows,
    files: [
      ...pictures.map(({ path, file }) => `${path}/${file}`),
      ...applications.flatMap(({ resume_file }) => resume_file ?? []),
    ],
    records: await findRecords(db, email),
    phoneOnly: await findPhoneOnly(db, phones),
    elsewhere: await listElsewhere(db, uid),
  };
}

async function listElsewhere(db: Kysely<Database>, uid: string): Promise<string[]> {
  const payments = await db
    .selectFrom("payment_accounts")
    .select(["provider", "account_id"])
    .where("uid", "=", uid)
    .execute();
  return [
    ...payments.map(
      ({ provider, account_id }) => `The account ${account_id} at ${provider}: delete it there.`,
    ),
    "Data deletion requests stay, as evidence. Backups hold everything until they are removed.",
  ];
}

function byUid(table: AccountTable): Count {
  return (db, { uid }) => countRows(db, table, sql<SqlBool>`uid = ${uid}`);
}

async function countRows(
  db: Kysely<Database>,
  table: keyof Database,
  isTheirs: ReturnType<typeof sql<SqlBool>>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${isTheirs}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

function isAmong(column: string, ids: readonly string[]) {
  if (ids.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids)})`;
}
