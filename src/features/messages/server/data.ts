import {
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import { noteErasure } from "../../../platform/server/db/erasures.ts";
import { isOneOf } from "../../../platform/server/db/one-of.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { dataDeletionForm } from "../../privacy/contract/data-deletion.ts";
import {
  byEmail,
  byUid,
  type DataOf,
  type Erased,
  emailsOf,
  erasedAtOnce,
  type FeatureData,
  type Holding,
  type Person,
} from "../../privacy/server/feature-data.ts";
import { ofApplication } from "../../recruiting/server/applicants/delete-visitors.ts";
import { appForm } from "../contract/forms/app.ts";
import { emailForm } from "../contract/forms/email.ts";
import { publicForms } from "../contract/forms/public-forms.ts";
import { staffForms } from "../contract/forms/staff-forms.ts";
import { textForm } from "../contract/forms/text.ts";
import { findSubmissions, readSubmissions } from "./forms/find-submissions.ts";
import { listEmailsToOthers, listMessages, listSentFiles } from "./list-records.ts";
import type { MessageTables } from "./tables.ts";

/** Data deletion requests are kept, as evidence. */
const form = dataDeletionForm.collection;

export const ofMessages = (email: string) =>
  sql`(select id from cases where email = ${email} and form <> ${form})`;
export const ofPrivacyRequests = (email: string) =>
  sql`(select id from cases where email = ${email} and form = ${form})`;
const inMessages = ({ email }: Person) => sql<SqlBool>`case_id in ${ofMessages(email)}`;
const inPrivacyRequests = ({ email }: Person) =>
  sql<SqlBool>`case_id in ${ofPrivacyRequests(email)}`;

/** Emails that they sent to the conversations of other people. */
const inOtherConversations = (person: Pick<Person, "email" | "formerEmails">) => {
  const own = sql.join(emailsOf(person));
  return sql<SqlBool>`from_address = ${person.email}
    and coalesce(case_id, '') not in (select id from cases where email in (${own}))
    and coalesce(application_id, '') not in
      (select id from applications where email_key in (${own}))`;
};

/** Files of replies and drafts in conversations. @param isTheirs condition on the conversation */
const filesOf = (isTheirs: (person: Person) => RawBuilder<SqlBool>) => (person: Person) =>
  sql<SqlBool>`(reply_id in (select id from conversation_replies where ${isTheirs(person)})
    or draft_id in (select id from conversation_drafts where ${isTheirs(person)}))`;

const customerKey = (uid: string) => `customer.${uid}`;

const isNewDraftTo = ({ email, uid, otherUids = [] }: Person) =>
  sql<SqlBool>`(email = ${email}
    or recipient in (${sql.join([uid, ...otherUids].map(customerKey))}))`;

/** Deleted with its case; kept with a data deletion request. */
const belowCase = (since: string | null): readonly Holding[] => [
  { kind: "messages", isTheirs: inMessages, since, isPart: true },
  { kind: "privacy", isTheirs: inPrivacyRequests, since, isPart: true, isKept: true },
];

export const messageData = {
  tables: {
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
    case_call_backs: belowCase(null),
    case_merges: belowCase("at"),
    case_relations: belowCase("at"),
    case_mentions: belowCase(null),
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
      {
        kind: "privacy",
        isTheirs: inPrivacyRequests,
        since: "saved_at",
        isPart: true,
        isKept: true,
      },
    ],
    new_message_drafts: [{ kind: "notes", isTheirs: isNewDraftTo, since: "saved_at" }],
    reply_files: [
      { kind: "messages", isTheirs: filesOf(inMessages), since: "at", isPart: true },
      { kind: "applications", isTheirs: filesOf(ofApplication), since: "at", isPart: true },
      {
        kind: "privacy",
        isTheirs: filesOf(inPrivacyRequests),
        since: "at",
        isPart: true,
        isKept: true,
      },
      {
        kind: "notes",
        isTheirs: (person) =>
          sql<SqlBool>`new_draft_id in (select id from new_message_drafts where ${isNewDraftTo(person)})`,
        since: "at",
        isPart: true,
      },
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
    case_message_files: belowCase("at"),
    app_cases: [{ kind: "messages", isTheirs: byUid, since: null, isPart: true }],
    answer_times: { reason: "settings of the desk", columns: ["form", "hours"] },
    office_holidays: { reason: "settings of the desk", columns: ["day", "name", "is_closed"] },
    reply_templates: {
      reason: "texts of staff",
      columns: ["id", "topic", "staff_id", "name", "text", "is_shared", "changed_at"],
    },
    case_presence: {
      reason: "of staff",
      columns: ["staff_id", "topic", "reference", "seen_at", "is_writing"],
    },
  },
  merging: {
    app_cases: "moves",
    new_message_drafts: { stays: "staff began them; nothing opens them meanwhile" },
  },
  addressColumns: [
    ["submissions", "email"],
    ["cases", "email"],
    ["conversation_inbound_emails", "from_address"],
    ["person_notes", "email"],
    ["new_message_drafts", "email"],
  ],
  collections: [
    ...publicForms.map(({ form: one }) => one),
    emailForm,
    textForm,
    appForm,
    ...staffForms,
  ].map((one) => ({
    name: one.collection,
    fields: [...one.fields.map((field) => field.name), "timestamp"],
    readPage: (db: Kysely<Database>, after: string) => readSubmissions(db, one.collection, after),
  })),
  find: findSubmissions,
  collect: async ({ email, uid }, { database: { db } }) => ({
    messages: listMessages(db, { email, uid }),
    emailsToConversationsOfOthers: email === null ? [] : listEmailsToOthers(db, email),
  }),
  listFiles: async (owner, { database: { db } }) => listSentFiles(db, owner),
  async erase(trx, { email, uids }, now) {
    if (uids.length > 0) {
      await trx
        .deleteFrom("new_message_drafts")
        .where(isOneOf(trx, "recipient", uids.map(customerKey)))
        .execute();
    }
    if (email === null) return [];
    await trx.deleteFrom("new_message_drafts").where("email", "=", email).execute();
    await trx.deleteFrom("person_notes").where("email", "=", email).execute();
    await deleteEmailsToOthers(trx, email);
    await noteErasure(trx, now);
    return [];
  },
  /** Submissions, with their cases. */
  async eraseSome(trx, { email, references }: Erased) {
    const gone = await trx
      .deleteFrom("submissions")
      .where("id", "in", (query) =>
        query
          .selectFrom("submissions")
          .select("id")
          .where(sql<SqlBool>`(email = ${email} or ${isOneOf(trx, "reference", references)})`)
          .where("collection", "!=", form)
          .limit(erasedAtOnce),
      )
      .returning("id")
      .execute();
    return { files: [], isDone: gone.length < erasedAtOnce };
  },
} as const satisfies DataOf<MessageTables>;

/** Messages from apps, which are an account's whatever its address was. Deleted before the account. */
export const appMessageData: FeatureData = {
  tables: {},
  async erase(trx, { uids }, now) {
    if (uids.length === 0) return [];
    const { numDeletedRows } = await trx
      .deleteFrom("submissions")
      .where("id", "in", (query) =>
        query
          .selectFrom("app_cases")
          .select("case_id")
          .where(isOneOf(trx, "uid", uids)),
      )
      .executeTakeFirst();
    if (numDeletedRows > 0n) await noteErasure(trx, now);
    return [];
  },
};

/** Deletes what somebody wrote by email in the conversations of other people. */
async function deleteEmailsToOthers(trx: Transaction<Database>, email: string): Promise<void> {
  const emails = await trx
    .deleteFrom("conversation_inbound_emails")
    .where(inOtherConversations({ email }))
    .returning(["entry_id", "case_id"])
    .execute();
  for (const { entry_id: id } of emails) {
    await trx.deleteFrom("conversation_entries").where("id", "=", id).execute();
  }
  const cases = new Set(emails.flatMap(({ case_id: id }) => id ?? []));
  if (cases.size === 0) return;
  const { reindexCase } = await import("./cases/index-cases.ts");
  const isPostgres = trx.getExecutor().adapter instanceof PostgresAdapter;
  for (const id of cases) await reindexCase(trx, isPostgres ? "postgres" : "sqlite", id);
}
