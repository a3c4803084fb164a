import type { Kysely } from "kysely";
import { shownEmail } from "../../../platform/contract/email.ts";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { SubscriberState } from "../../newsletter/contract/subscriber-states.ts";
import type { ApplicationStatus } from "../../recruiting/contract/application-status.ts";
import { type ContactCase, type ContactResponse, maxContactCases } from "../contract/contacts.ts";
import { senderName } from "./cases/sender-name.ts";
import { selectSeparateCases } from "./cases/separate-cases.ts";
import { openScopes, readSubmittedCase } from "./cases/submitted-case.ts";
import { readNotes } from "./contact-notes.ts";
import { toCaseQuery } from "./inbox/list/case-filter.ts";
import { type StoredCase, selectCases, toCaseRows } from "./inbox/list/case-rows.ts";
import { searchCases } from "./inbox/list/search-cases.ts";
import { findAccount, listAddresses, readAccount } from "./read-account.ts";
import { readReplies } from "./read-replies.ts";

/** Applications that were sent with one of these addresses, newest first. */
export async function readApplications(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<NonNullable<ContactResponse["applications"]>> {
  if (emails.length === 0) return [];
  const rows = await db
    .selectFrom("applications")
    .select(["reference", "track", "status", "submitted_at"])
    .where("email_key", "in", emails)
    .where("reference", "is not", null)
    .orderBy("submitted_at", "desc")
    .limit(maxApplications)
    .execute();
  return rows.map(({ reference, track, status, submitted_at: sentAt }) => ({
    reference: reference ?? "",
    track: track === "care" ? "care" : "pro",
    status: status as ApplicationStatus,
    sentAt: new Date(sentAt ?? 0).toISOString(),
  }));
}

const maxApplications = 20;

/**
 * Everything that the sender of a message ever sent: by the same email address, by that of their
 * account, and by its support ID. Spam is left out.
 * @param reference of any message of the person
 * @throws ApiError "not-found"
 */
export async function readContact(
  database: DatabaseClient,
  reference: string,
  seesApplications: boolean,
  now: number,
): Promise<ContactResponse> {
  const { db } = database;
  const asked = await readAsked(db, reference);
  if (asked.separated) return readSeparated(db, reference, asked, now);
  const account = await findAccount(db, emailKey(asked.email), asked.supportId);
  const emails = listEmails(asked.email, ...(account ? await listAddresses(db, account) : []));
  const byEmail = await findByEmail(db, emails, now);
  const bySupportId = account ? await findBySupportId(database, account.support_id, now) : [];
  const known = new Set(byEmail.map((one) => one.reference));
  // Without an email address only the message itself is certain to be from this person.
  const own = known.has(reference) ? [] : await findOne(db, reference, now);
  const cases = [
    ...byEmail,
    ...bySupportId.filter((one) => !known.has(one.reference)),
    ...own.filter((one) => !bySupportId.some((other) => other.reference === one.reference)),
  ].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const first = cases.at(-1)?.createdAt ?? asked.createdAt;
  const applications = seesApplications ? await readApplications(db, emails) : null;
  const made = account ? new Date(account.created_at).toISOString() : first;
  return {
    name: asked.name,
    emails: [...new Set([...emails, ...cases.map(({ email }) => email)])]
      .map(shownEmail)
      .filter(Boolean),
    phones: await readPhones(db, cases),
    since: made < first ? made : first,
    account: account ? await readAccount(db, account) : null,
    newsletter: await readNewsletter(db, emails),
    cases,
    separated: null,
    notes: emails.length === 0 ? null : await readNotes(db, emails),
    replies: await readReplies(db, cases, applications),
    openPrivacyCase: await findOpenPrivacyCase(db, emails),
    applications,
  };
}

/** A message that staff separated: nothing is shown of the person whose email it contains. */
async function readSeparated(
  db: Kysely<Database>,
  reference: string,
  { name, email, createdAt, separated }: Asked,
  now: number,
): Promise<ContactResponse> {
  const cases = await findOne(db, reference, now);
  return {
    name,
    emails: listEmails(shownEmail(email)),
    phones: await readPhones(db, cases),
    since: createdAt,
    account: null,
    newsletter: null,
    cases,
    separated,
    notes: null,
    replies: await readReplies(db, cases),
    openPrivacyCase: null,
    applications: null,
  };
}

/** The distinct addresses in lower case, without empty ones. */
function listEmails(...emails: readonly string[]): readonly string[] {
  return [...new Set(emails.map(emailKey))].filter(Boolean);
}

interface Asked extends Pick<ContactResponse, "name" | "separated"> {
  readonly email: string;
  readonly supportId: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

async function readAsked(db: Kysely<Database>, reference: string): Promise<Asked> {
  const stored = await db
    .selectFrom("cases")
    .innerJoin("submissions", "submissions.id", "cases.id")
    .leftJoin("separate_cases", "separate_cases.case_id", "cases.id")
    .select(["cases.form", "cases.name", "cases.email", "cases.created_at", "submissions.data"])
    .select(["separate_cases.staff_id", "separate_cases.at"])
    .where("cases.reference", "=", reference)
    .executeTakeFirst();
  if (!stored) throw new ApiError("not-found");
  const { supportId } = readSubmittedCase(stored.form, JSON.parse(stored.data));
  return {
    name: senderName(stored.name, stored.email),
    email: stored.email,
    supportId,
    createdAt: new Date(stored.created_at).toISOString(),
    separated:
      stored.staff_id === null || stored.at === null
        ? null
        : { staffId: stored.staff_id, at: new Date(stored.at).toISOString() },
  };
}

async function findByEmail(
  db: Kysely<Database>,
  emails: readonly string[],
  now: number,
): Promise<ContactCase[]> {
  if (emails.length === 0) return [];
  return toContactCases(db, await selectCasesOf(db, emails).execute(), now);
}

/** Messages of these addresses, the newest, without spam and those that staff separated. */
export function selectCasesOf(db: Kysely<Database>, emails: readonly string[]) {
  return selectCases(db)
    .where("email", "in", emails)
    .where("scope", "!=", "spam")
    .where("id", "not in", selectSeparateCases(db))
    .orderBy("active_at", "desc")
    .limit(maxContactCases);
}

async function findOne(
  db: Kysely<Database>,
  reference: string,
  now: number,
): Promise<ContactCase[]> {
  const stored = await selectCases(db).where("reference", "=", reference).execute();
  return toContactCases(db, stored, now);
}

async function toContactCases(
  db: Kysely<Database>,
  stored: readonly StoredCase[],
  now: number,
): Promise<ContactCase[]> {
  const rows = await toCaseRows(db, stored, now);
  return rows.map((row, index) => ({
    ...row,
    email: shownEmail(stored[index]?.email ?? ""),
    sameBy: "email",
  }));
}

/** Messages whose sender typed the account's support ID, from whatever address. */
async function findBySupportId(
  database: DatabaseClient,
  supportId: string,
  now: number,
): Promise<ContactCase[]> {
  const query = toCaseQuery({ status: "all", q: supportId }, "");
  const { cases } = await searchCases(database, query, undefined, now);
  if (cases.length === 0) return [];
  const rows = await database.db
    .selectFrom("cases")
    .innerJoin("submissions", "submissions.id", "cases.id")
    .select(["cases.reference", "cases.form", "cases.email", "submissions.data"])
    .where(
      "cases.reference",
      "in",
      cases.map(({ reference }) => reference),
    )
    .where("cases.id", "not in", selectSeparateCases(database.db))
    .execute();
  const same = new Map(
    rows
      // The message may contain the ID only in its text.
      .filter(({ form, data }) => readSubmittedCase(form, JSON.parse(data)).supportId === supportId)
      .map(({ reference, email }) => [reference, email]),
  );
  return cases
    .filter(({ reference }) => same.has(reference))
    .map((row) => ({ ...row, email: same.get(row.reference) ?? "", sameBy: "support-id" }));
}

/** Phone numbers as typed, the newest first. */
async function readPhones(
  db: Kysely<Database>,
  cases: readonly ContactCase[],
): Promise<readonly string[]> {
  if (cases.length === 0) return [];
  const rows = await db
    .selectFrom("cases")
    .innerJoin("submissions", "submissions.id", "cases.id")
    .select(["cases.form", "submissions.data"])
    .where(
      "cases.reference",
      "in",
      cases.map(({ reference }) => reference),
    )
    .orderBy("cases.number", "desc")
    .execute();
  const phones = rows.map(({ form, data }) => readSubmittedCase(form, JSON.parse(data)).phone);
  return [...new Set(phones.filter((phone) => phone !== ""))];
}

async function findOpenPrivacyCase(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<string | null> {
  if (emails.length === 0) return null;
  const open = await db
    .selectFrom("privacy_cases")
    .select("reference")
    .where("email", "in", emails)
    .where("scope", "in", openScopes)
    .orderBy("due_at")
    .limit(1)
    .executeTakeFirst();
  return open?.reference ?? null;
}

/** The newest subscription of these addresses; null without one. */
export async function readNewsletter(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<ContactResponse["newsletter"]> {
  if (emails.length === 0) return null;
  const row = await db
    .selectFrom("newsletter_addresses")
    .select(["state", "changed_at"])
    .where("email", "in", emails)
    .orderBy("changed_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return { state: row.state as SubscriberState, since: new Date(row.changed_at).toISOString() };
}
