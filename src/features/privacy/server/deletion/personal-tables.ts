import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isSentTo } from "../../../../platform/server/values/email-spellings.ts";
import type { HeldKind } from "../../contract/cases.ts";
import { dataDeletionForm } from "../../contract/data-deletion.ts";
import { type NotPersonal, otherTables } from "./other-tables.ts";

export interface Person {
  /** By `emailKey`. */
  readonly email: string;
  /** "" without an account. */
  readonly uid: string;
  /** Further accounts of the address, from before addresses had one canonical form. */
  readonly otherUids?: readonly string[];
  /** Of saved views of staff that search for them: as many as staff have. */
  readonly viewIds: readonly string[];
}

export interface Holding {
  readonly kind: HeldKind;
  readonly isTheirs: (person: Person) => RawBuilder<SqlBool>;
  /** Column with the creation time of the row, in milliseconds since 1970; null without one. */
  readonly since: string | null;
  /** Part of another row, with which it is counted and deleted. */
  readonly isPart?: true;
  /** Kept by a deletion, as proof of the request. */
  readonly isKept?: true;
  /** A file that the row names: counted in addition to it. */
  readonly isFile?: true;
}

const byUid = ({ uid, otherUids = [] }: Person) =>
  sql<SqlBool>`uid in (${sql.join([uid, ...otherUids])})`;
const byEmail = ({ email }: Person) => sql<SqlBool>`email = ${email}`;

const form = dataDeletionForm.collection;

/** Below the cases of a person's messages; data deletion requests are separate. */
const inMessages = ({ email }: Person) =>
  sql<SqlBool>`case_id in (select id from cases where email = ${email} and form <> ${form})`;
const inPrivacyRequests = ({ email }: Person) =>
  sql<SqlBool>`case_id in (select id from cases where email = ${email} and form = ${form})`;
const inPrivacyCases = ({ email }: Person) =>
  sql<SqlBool>`case_id in (select id from privacy_cases where email = ${email})`;

/** Their applications. Always a subselect: the number of rows has no limit. */
const theirApplications = (email: string) =>
  sql`(select id from applications where email_key = ${email})`;
const ofApplication = ({ email }: Person) =>
  sql<SqlBool>`application_id in ${theirApplications(email)}`;

/** Emails that they sent to the conversations of other people. */
export const inOtherConversations = ({ email }: Pick<Person, "email">) =>
  sql<SqlBool>`from_address = ${email}
    and coalesce(case_id, '') not in (select id from cases where email = ${email})
    and coalesce(application_id, '') not in (select id from applications where email_key = ${email})`;

const accountRow = (kind: HeldKind, since: string | null = "created_at"): readonly Holding[] => [
  { kind, isTheirs: byUid, since },
];
/** Deleted with its case; kept with a data deletion request. */
const belowCase = (since: string | null): readonly Holding[] => [
  { kind: "messages", isTheirs: inMessages, since, isPart: true },
  { kind: "privacy", isTheirs: inPrivacyRequests, since, isPart: true, isKept: true },
];
const belowApplication: readonly Holding[] = [
  { kind: "applications", isTheirs: ofApplication, since: null, isPart: true },
];
const belowPrivacyCase: readonly Holding[] = [
  { kind: "privacy", isTheirs: inPrivacyCases, since: null, isPart: true, isKept: true },
];

/**
 * Every table: whose rows it holds, how they are found and what a deletion does with them, or why
 * it holds none. A new table does not compile until it is listed here, a new column in a table
 * without customer data fails a test, and another test deletes a person with rows in every table.
 */
export const personalTables: Readonly<Record<keyof Database, readonly Holding[] | NotPersonal>> = {
  accounts: accountRow("account"),
  profiles: [{ kind: "account", isTheirs: byUid, since: null, isPart: true }],
  pictures: accountRow("pictures", "updated_at"),
  sessions: accountRow("log-ins"),
  passkeys: accountRow("log-ins"),
  recovery_codes: accountRow("log-ins", null),
  one_time_tokens: [
    {
      kind: "log-ins",
      isTheirs: (person) => sql<SqlBool>`${byUid(person)} and not ${applicationTokens}`,
      since: "created_at",
    },
    {
      kind: "applications",
      isTheirs: ({ email }) =>
        isApplicationToken((id) => sql`${id} in ${theirApplications(email)}`),
      since: "created_at",
    },
  ],
  completed_requests: accountRow("requests"),
  payment_accounts: accountRow("payments"),
  submissions: [
    {
      kind: "messages",
      isTheirs: ({ email }) => sql<SqlBool>`email = ${email} and collection <> ${form}`,
      since: "created_at",
    },
    {
      kind: "privacy",
      isTheirs: ({ email }) => sql<SqlBool>`email = ${email} and collection = ${form}`,
      since: "created_at",
      isPart: true,
      isKept: true,
    },
  ],
  waitlist_people: [{ kind: "messages", isTheirs: byEmail, since: null, isPart: true }],
  cases: [
    {
      kind: "messages",
      isTheirs: ({ email }) => sql<SqlBool>`email = ${email} and form <> ${form}`,
      since: "created_at",
      isPart: true,
    },
    {
      kind: "privacy",
      isTheirs: ({ email }) => sql<SqlBool>`email = ${email} and form = ${form}`,
      since: "created_at",
      isPart: true,
      isKept: true,
    },
  ],
  case_tags: belowCase(null),
  stale_case_words: belowCase(null),
  case_changes: belowCase("at"),
  conversation_replies: [
    ...belowCase("created_at"),
    { kind: "applications", isTheirs: ofApplication, since: "created_at", isPart: true },
  ],
  conversation_entries: [
    {
      kind: "messages",
      isTheirs: (person) => sql<SqlBool>`kind <> 'note' and ${inMessages(person)}`,
      since: "at",
    },
    {
      kind: "notes",
      isTheirs: (person) => sql<SqlBool>`kind = 'note' and ${inMessages(person)}`,
      since: "at",
    },
    { kind: "privacy", isTheirs: inPrivacyRequests, since: "at", isPart: true, isKept: true },
    { kind: "applications", isTheirs: ofApplication, since: "at" },
  ],
  conversation_drafts: [
    { kind: "notes", isTheirs: inMessages, since: "saved_at" },
    { kind: "notes", isTheirs: ofApplication, since: "saved_at" },
    { kind: "privacy", isTheirs: inPrivacyRequests, since: "saved_at", isPart: true, isKept: true },
  ],
  conversation_inbound_emails: [
    ...belowCase("received_at"),
    { kind: "applications", isTheirs: ofApplication, since: "received_at", isPart: true },
    { kind: "messages", isTheirs: inOtherConversations, since: "received_at" },
  ],
  conversation_sent_emails: [
    ...belowCase("at"),
    { kind: "applications", isTheirs: ofApplication, since: "at", isPart: true },
  ],
  applications: [
    {
      kind: "applications",
      isTheirs: ({ email }) => sql<SqlBool>`email_key = ${email}`,
      since: "created_at",
    },
    {
      kind: "applications",
      isTheirs: ({ email }) => sql<SqlBool>`email_key = ${email} and resume_file is not null`,
      since: "created_at",
      isFile: true,
    },
  ],
  saved_views: [
    {
      kind: "notes",
      isTheirs: ({ viewIds }) =>
        viewIds.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`id in (${sql.join(viewIds)})`,
      since: "created_at",
    },
  ],
  person_notes: [{ kind: "notes", isTheirs: byEmail, since: "at" }],
  separate_cases: belowCase("at"),
  email_spellings: [{ kind: "messages", isTheirs: byEmail, since: null, isPart: true }],
  application_notes: [{ kind: "notes", isTheirs: ofApplication, since: "at" }],
  application_changes: belowApplication,
  separate_applications: belowApplication,
  application_sources: [
    { kind: "applications", isTheirs: byEmail, since: "at" },
    {
      kind: "applications",
      isTheirs: (person) => sql<SqlBool>`${ofApplication(person)} and not ${byEmail(person)}`,
      since: "at",
      isPart: true,
    },
  ],
  conversions: [{ kind: "applications", isTheirs: ofApplication, since: "created_at" }],
  apply_visitors: [
    {
      kind: "applications",
      isTheirs: ({ email }) =>
        sql<SqlBool>`care_application in ${theirApplications(email)} or pro_application in ${theirApplications(email)}`,
      since: "created_at",
    },
  ],
  newsletter_subscribers: [{ kind: "newsletter", isTheirs: byEmail, since: "created_at" }],
  newsletter_addresses: [{ kind: "newsletter", isTheirs: byEmail, since: null, isPart: true }],
  newsletter_confirmations: [{ kind: "newsletter", isTheirs: byEmail, since: "created_at" }],
  // Kept until the deletion is synced to listmonk.
  newsletter_sync: [{ kind: "newsletter", isTheirs: byEmail, since: null, isPart: true }],
  mail_outbox: [
    { kind: "emails", isTheirs: byUid, since: "created_at" },
    {
      // Sent ones keep no address.
      kind: "emails",
      isTheirs: ({ email, uid, otherUids = [] }) =>
        sql<SqlBool>`sent_at is null and ${isSentTo(email)}
          and coalesce(uid, '') not in (${sql.join([uid || " ", ...otherUids])})`,
      since: "created_at",
    },
  ],
  privacy_cases: [{ kind: "privacy", isTheirs: byEmail, since: "received_at", isKept: true }],
  privacy_log: belowPrivacyCase,
  privacy_letters: belowPrivacyCase,
  privacy_links: belowPrivacyCase,
  ...otherTables,
};

/** Kinds of links to applications, exactly as in the partial index. */
const applicationTokens = sql`(kind in ('resume-application', 'join-applications'))`;

/** Length of an application's id, a UUID. */
const idLength = 36;

/**
 * Links to applications: the data is one id, or two with a space between them.
 * @param isTheirs the condition on one id
 */
export function isApplicationToken(
  isTheirs: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const [length, second] = [sql.lit(idLength), sql.lit(idLength + 2)];
  const ids = [sql`substr(data, 1, ${length})`, sql`substr(data, ${second})`];
  return sql<SqlBool>`${applicationTokens} and (${sql.join(ids.map(isTheirs), sql` or `)})`;
}
