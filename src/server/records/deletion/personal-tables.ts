import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { HeldKind } from "../../../contract/desk/privacy/cases.ts";
import { dataDeletionForm } from "../../../contract/forms/data-deletion.ts";
import type { Database } from "../../platform/db/schema.ts";
import { type NotPersonal, otherTables } from "./other-tables.ts";

/** The person whose data is searched. */
export interface Person {
  /** In lower case. */
  readonly email: string;
  /** "" without an account. */
  readonly uid: string;
  readonly applicationIds: readonly string[];
}

/** Rows of a table that belong to a person, and what a deletion does with them. */
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

const byUid = ({ uid }: Person) => sql<SqlBool>`uid = ${uid}`;
const byEmail = ({ email }: Person) => sql<SqlBool>`email = ${email}`;

const form = dataDeletionForm.collection;

/** Below the cases of a person's messages; data deletion requests are separate. */
const inMessages = ({ email }: Person) =>
  sql<SqlBool>`case_id in (select id from cases where email = ${email} and form <> ${form})`;
const inRequests = ({ email }: Person) =>
  sql<SqlBool>`case_id in (select id from cases where email = ${email} and form = ${form})`;
const inPrivacyCases = ({ email }: Person) =>
  sql<SqlBool>`case_id in (select id from privacy_cases where email = ${email})`;

const ofApplication = ({ applicationIds }: Person) => isAmong("application_id", applicationIds);

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
  { kind: "privacy", isTheirs: inRequests, since, isPart: true, isKept: true },
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
    { kind: "applications", isTheirs: isApplicationToken, since: "created_at" },
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
    { kind: "privacy", isTheirs: inRequests, since: "at", isPart: true, isKept: true },
    { kind: "applications", isTheirs: ofApplication, since: "at" },
  ],
  conversation_drafts: [
    { kind: "notes", isTheirs: inMessages, since: "saved_at" },
    { kind: "notes", isTheirs: ofApplication, since: "saved_at" },
    { kind: "privacy", isTheirs: inRequests, since: "saved_at", isPart: true, isKept: true },
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
  person_notes: [{ kind: "notes", isTheirs: byEmail, since: "at" }],
  separate_cases: belowCase("at"),
  application_notes: [{ kind: "notes", isTheirs: ofApplication, since: "at" }],
  application_changes: belowApplication,
  separate_applications: belowApplication,
  conversions: [{ kind: "applications", isTheirs: ofApplication, since: "created_at" }],
  apply_visitors: [
    {
      kind: "applications",
      isTheirs: ({ applicationIds }) =>
        sql<SqlBool>`${isAmong("care_application", applicationIds)} or ${isAmong("pro_application", applicationIds)}`,
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
      isTheirs: ({ email, uid }) =>
        sql<SqlBool>`sent_at is null and lower(recipient) = ${email} and coalesce(uid, '') <> ${uid || " "}`,
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

/** Links to applications: one id, or two with a space between them. */
export function isApplicationToken({
  applicationIds,
}: Pick<Person, "applicationIds">): RawBuilder<SqlBool> {
  if (applicationIds.length === 0) return sql<SqlBool>`1 = 0`;
  const matches = applicationIds.map(
    (id) => sql`data = ${id} or data like ${`${id} %`} or data like ${`% ${id}`}`,
  );
  return sql<SqlBool>`${applicationTokens} and (${sql.join(matches, sql` or `)})`;
}

function isAmong(column: string, ids: readonly string[]): RawBuilder<SqlBool> {
  if (ids.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`${sql.ref(column)} in (${sql.join(ids)})`;
}
