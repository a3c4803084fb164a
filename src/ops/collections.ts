import type { Kysely } from "kysely";
import { trackNames } from "../contract/endpoints/recruiting.ts";
import { applicationForms } from "../contract/forms/application-forms.ts";
import { newsletter } from "../contract/forms/newsletter.ts";
import { publicForms } from "../contract/forms/public-forms.ts";
import { waitlistForm } from "../contract/forms/waitlist.ts";
import type { Database } from "../server/platform/db/schema.ts";
import { applicationFields, listApplications } from "../server/recruiting/applications/records.ts";
import { waitlistColumns } from "../server/recruiting/pages/waitlist.ts";
import { OperatorError } from "./operator-error.ts";
import { pageSize } from "./page-size.ts";
import { completedRequestsOf, readRequestsName, requestsName, users } from "./people.ts";

/** A stored record as the operator sees it; `data` holds exactly the fields of SPEC 3. */
export interface StoredRecord {
  readonly id: string;
  readonly reference?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A collection that can be printed. */
export interface Collection {
  readonly name: string;
  /** The fields of `data`, in the order of SPEC 3. */
  readonly fields: readonly string[];
  /** A word of warning to the operator: what the collection belongs to is not there. */
  findDoubt?(db: Kysely<Database>): Promise<string | undefined>;
  /** One page of records, oldest first, after the id `after` ("" for the first page). */
  readPage(db: Kysely<Database>, after: string): Promise<StoredRecord[]>;
}

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

/** @throws OperatorError that lists the known names */
export function requireCollection(name: string): Collection {
  const found = collections.find((collection) => collection.name === name);
  if (found) return found;
  const uid = readRequestsName(name);
  if (uid !== undefined) return completedRequestsOf(uid);
  const all = [...collections.map((collection) => collection.name), requestsName("<uid>")];
  const names = all.map((known) => `  ${known}`).join("\n");
  throw new OperatorError(`There is no collection "${name}". The collections are:\n${names}`);
}

async function readSubmissions(
  db: Kysely<Database>,
  collection: string,
  after: string,
): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom("submissions")
    .select(["id", "reference", "data"])
    .where("collection", "=", collection)
    .where("id", ">", after)
    .orderBy("id")
    .limit(pageSize)
    .execute();
  return rows.map(({ id, reference, data }) => ({ id, reference, data: JSON.parse(data) }));
}

async function readSubscribers(db: Kysely<Database>, after: string): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom("newsletter_subscribers")
    .select(["id", "data"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(pageSize)
    .execute();
  return rows.map(({ id, data }) => ({ id, data: JSON.parse(data) }));
}
