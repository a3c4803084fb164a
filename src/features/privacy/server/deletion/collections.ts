import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type Collection,
  pageSize,
  type StoredRecord,
  spamMark,
} from "../../../../platform/server/values/stored-record.ts";
import { users } from "../../../customers/server/accounts/people.ts";
import {
  completedRequestsOf,
  readRequestsName,
  requestsName,
} from "../../../customers/server/requests/requests.ts";
import { emailForm } from "../../../messages/contract/forms/email.ts";
import { publicForms } from "../../../messages/contract/forms/public-forms.ts";
import { newsletter } from "../../../newsletter/contract/newsletter.ts";
import { applicationForms } from "../../../recruiting/contract/forms/application-forms.ts";
import { waitlistForm } from "../../../recruiting/contract/forms/waitlist.ts";
import { trackNames } from "../../../recruiting/contract/recruiting-endpoints.ts";
import {
  applicationFields,
  listApplications,
} from "../../../recruiting/server/applicants/applications.ts";
import { waitlistColumns } from "../../../recruiting/server/applicants/waitlist.ts";

const collections: readonly Collection[] = [
  {
    name: newsletter.collection,
    fields: ["email", "timestamp", "source", "formTime", "jsVerified", "userAgent"],
    readPage: readSubscribers,
  },
  ...publicForms.map(({ form }) => ({
    name: form.collection,
    fields: [...form.fields.map((field) => field.name), "timestamp"],
    readPage: (db: Kysely<Database>, after: string) => readSubmissions(db, form.collection, after),
  })),
  {
    name: emailForm.collection,
    fields: [...emailForm.fields.map((field) => field.name), "timestamp"],
    readPage: (db, after) => readSubmissions(db, emailForm.collection, after),
  },
  users,
  {
    name: waitlistForm.collection,
    fields: [...waitlistColumns, "timestamp"],
    readPage: (db, after) => readSubmissions(db, waitlistForm.collection, after),
  },
  ...trackNames.map((track) => ({
    name: applicationForms[track].collection,
    fields: applicationFields(track),
    readPage: (db: Kysely<Database>, after: string) => listApplications(db, track, after, pageSize),
  })),
];

/** Names of all collections; the last one is a pattern for each person's requests. */
export const collectionNames: readonly string[] = [
  ...collections.map(({ name }) => name),
  requestsName("<uid>"),
];

export function findCollection(name: string): Collection | undefined {
  const uid = readRequestsName(name);
  if (uid !== undefined) return completedRequestsOf(uid);
  return collections.find((collection) => collection.name === name);
}

async function readSubmissions(
  db: Kysely<Database>,
  collection: string,
  after: string,
): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom("submissions")
    .select(["id", "reference", "data", "spam_reason"])
    .where("collection", "=", collection)
    .where("id", ">", after)
    .orderBy("id")
    .limit(pageSize)
    .execute();
  return rows.map(({ id, reference, data, spam_reason }) => ({
    id,
    reference,
    data: JSON.parse(data),
    ...spamMark(spam_reason),
  }));
}

async function readSubscribers(db: Kysely<Database>, after: string): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom("newsletter_subscribers")
    .select(["id", "data", "spam_reason"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(pageSize)
    .execute();
  return rows.map(({ id, data, spam_reason }) => ({
    id,
    data: JSON.parse(data),
    ...spamMark(spam_reason),
  }));
}
