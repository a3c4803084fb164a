import { type Kysely, sql } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { Config } from "../../../../platform/server/config/config.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dayOf } from "../../../../platform/server/values/calendar.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import type { FoundRecord } from "../../../../platform/server/values/stored-record.ts";
import { findFormerByEmail } from "../../../customers/server/merges/former-accounts.ts";
import { findPhoneOnly } from "../../../messages/server/forms/find-submissions.ts";
import { type HeldKind, heldKinds } from "../../contract/cases.ts";
import type { Person } from "../feature-data.ts";
import { personalTables } from "../holders.ts";
import { findRecords } from "./find.ts";
import { findPhones } from "./find-phones.ts";
import { findAddresses, findFormer, findUids } from "./find-uids.ts";
import { findMerged, type PossibleRecord } from "./possible-records.ts";
import { findSavedSearches } from "./saved-searches.ts";

export type BackupSettings = Pick<Config, "backup" | "backupDays">;

export interface HeldData {
  readonly email: string;
  readonly account: {
    readonly uid: string;
    readonly supportId: string;
    readonly confirmed: boolean;
  } | null;
  /** Rows by table; tables without any are omitted. */
  readonly rows: Readonly<Record<string, number>>;
  /** Below `DATA_DIR/files`. */
  readonly files: readonly string[];
  readonly records: readonly FoundRecord[];
  /**
   * Submissions without an email address but with one of the person's phone numbers. Two people may
   * share a number, so staff decide about each.
   */
  readonly phoneOnly: readonly FoundRecord[];
  /** Applications with another address that staff merged with theirs; staff decide about each. */
  readonly merged: readonly PossibleRecord[];
  readonly elsewhere: readonly string[];
}

/**
 * Reads everything that is held about the person with an email address, in any case.
 * @param phone another number of the person, as typed
 * @param backups by default, only those that the operator makes
 */
export async function findHeldData(
  db: Kysely<Database>,
  address: string,
  phone = "",
  backups: BackupSettings = { backup: undefined, backupDays: 0 },
): Promise<HeldData> {
  const email = emailKey(address);
  const account = await db
    .selectFrom("accounts")
    .select(["uid", "support_id", "email_verified_at"])
    .where("email_key", "=", email)
    .executeTakeFirst();
  const applications = await db
    .selectFrom("applications")
    .select("resume_file")
    .where("email_key", "=", email)
    .where("resume_file", "is not", null)
    .execute();
  const person = await findPerson(db, email);
  const uids = [person.uid, ...(person.otherUids ?? [])];
  const { rows } = await countHeld(db, person);
  const pictures = await db
    .selectFrom("pictures")
    .select(["path", "file"])
    .where("uid", "in", uids)
    .execute();
  const further = phoneKey(phone);
  const phones = [...(await findPhones(db, person)), ...(further === "" ? [] : [further])];
  return {
    email,
    account: account
      ? {
          uid: account.uid,
          supportId: account.support_id,
          confirmed: account.email_verified_at !== null,
        }
      : null,
    rows,
    files: [
      ...pictures.map(({ path, file }) => `${path}/${file}`),
      ...applications.flatMap(({ resume_file }) => resume_file ?? []),
    ],
    records: await findRecords(db, email),
    phoneOnly: await findPhoneOnly(db, phones),
    merged: await findMerged(db, email),
    elsewhere: [
      ...(await listElsewhere(db, person, backups, Date.now())),
      "Data deletion requests stay, as evidence.",
    ],
  };
}

export interface HeldCounts {
  /** Rows by table; tables without rows are omitted. */
  readonly rows: Readonly<Record<string, number>>;
  /** In the order of `heldKinds`, without empty ones. */
  readonly kinds: readonly HeldCount[];
  /** Rows that a deletion removes, and rows that it keeps. */
  readonly deleted: number;
  readonly kept: number;
}

/** The data held of one kind; parts are counted with the row that they belong to. */
interface HeldCount {
  readonly kind: HeldKind;
  readonly count: number;
  /** Creation time of the oldest, milliseconds since 1970; null if unknown. */
  readonly oldest: number | null;
  readonly isKept: boolean;
}

/** Counts everything about a person in one query, with an index in each table. */
export async function countHeld(db: Kysely<Database>, person: Person): Promise<HeldCounts> {
  const holdings = Object.entries(personalTables).flatMap(([table, held]) =>
    "reason" in held ? [] : held.map((holding) => ({ ...holding, table })),
  );
  const people = addressesOf(person);
  const parts = holdings.map(({ table, isTheirs, since }, index) => {
    const oldest = since === null ? sql`cast(null as bigint)` : sql`min(${sql.ref(since)})`;
    return sql`select cast(${index} as bigint) as place, count(*) as count, ${oldest} as oldest
      from ${sql.table(table)} where ${sql.join(
        people.map((one) => sql`(${isTheirs(one)})`),
        sql` or `,
      )}`;
  });
  const { rows: found } = await sql<{ place: number; count: number; oldest: number | null }>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  const counted = found.flatMap(({ place, count, oldest }) => {
    const holding = holdings[Number(place)];
    if (!holding || Number(count) === 0) return [];
    return [{ ...holding, count: Number(count), oldest: oldest === null ? null : Number(oldest) }];
  });
  const rows: Record<string, number> = {};
  for (const { table, count, isFile } of counted) {
    if (!isFile) rows[table] = (rows[table] ?? 0) + count;
  }
  const things = counted.filter(({ isPart }) => !isPart);
  const kinds = heldKinds.flatMap((kind) => {
    const ofKind = things.filter((one) => one.kind === kind);
    if (ofKind.length === 0) return [];
    const times = ofKind.flatMap(({ oldest }) => oldest ?? []);
    return [
      {
        kind,
        count: sum(ofKind),
        oldest: times.length > 0 ? Math.min(...times) : null,
        isKept: ofKind.every(({ isKept }) => isKept === true),
      },
    ];
  });
  return {
    rows,
    kinds,
    deleted: sum(kinds.filter(({ isKept }) => !isKept)),
    kept: sum(kinds.filter(({ isKept }) => isKept)),
  };
}

/** The person once for each of their addresses. */
function addressesOf(person: Person): readonly Person[] {
  const emails = [person.email, ...(person.formerEmails ?? [])];
  return emails.map((email) => ({
    ...person,
    email,
    formerEmails: emails.filter((one) => one !== email),
  }));
}

function sum(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

/** The accounts of an email address in lower case, by which everything else is found. */
export async function findPerson(db: Kysely<Database>, email: string): Promise<Person> {
  const [uid = "", ...otherUids] = await findUids(db, email);
  const former = await findFormer(db, email);
  const emails = await findAddresses(db, email);
  const viewIds: string[] = [];
  for (const one of emails) viewIds.push(...(await findSavedSearches(db, { email: one, uid })));
  return {
    email,
    uid,
    otherUids: [...otherUids, ...former.map((one) => one.merged_uid)],
    formerEmails: emails.filter((one) => one !== email),
    viewIds: [...new Set(viewIds)],
  };
}

/** Data outside the reach of a deletion here, in words, with its end. */
export async function listElsewhere(
  db: Kysely<Database>,
  { email, uid, otherUids = [] }: Person,
  { backup, backupDays }: BackupSettings,
  now: number,
): Promise<string[]> {
  const uids = [uid, ...otherUids];
  const former = await findFormerByEmail(db, email);
  const into = await db
    .selectFrom("accounts")
    .select("support_id")
    .where("uid", "in", ["", ...former.map((one) => one.uid)])
    .where("uid", "not in", uids)
    .execute();
  const payments = await db
    .selectFrom("payment_accounts")
    .select(["provider", "account_id"])
    .where("uid", "in", uids)
    .execute();
  const end = dayOf(now + days(backupDays)).toLocaleString("en-US", { dateStyle: "long" });
  return [
    ...into.map(
      ({ support_id: id }) =>
        `The account ${id}: staff merged the one with this address into it. If the person wants it deleted too, delete by its address.`,
    ),
    ...payments.map(
      ({ provider, account_id }) => `The account ${account_id} at ${provider}: delete it there.`,
    ),
    ...(backup === undefined
      ? []
      : [`The continuous backup: if you delete today, the data leaves it on ${end}.`]),
    "Files that “ops backup” wrote: they hold the data until you remove them.",
  ];
}
