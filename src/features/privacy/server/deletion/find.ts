import type { Kysely } from "kysely";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { normalizeLine } from "../../../../platform/contract/normalize/text.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { readPhone } from "../../../../platform/server/values/phone.ts";
import { type FoundRecord, spamMark } from "../../../../platform/server/values/stored-record.ts";
import { findPeople } from "../../../customers/server/accounts/people.ts";
import { findRequests } from "../../../customers/server/requests/requests.ts";
import { newsletter } from "../../../newsletter/contract/newsletter.ts";
import { findApplications } from "../../../recruiting/server/applicants/applications.ts";
import { findByPhone } from "./find-by-phone.ts";

export async function findRecords(db: Kysely<Database>, typed: string): Promise<FoundRecord[]> {
  const word = normalizeLine(typed);
  const phone = readPhone(word);
  if (phone !== undefined) return findByPhone(db, phone);
  const reference = word.toUpperCase();
  const email = emailKey(word);
  const byReference = isReference(reference);
  const submissions = await db
    .selectFrom("submissions")
    .select(["collection", "id", "reference", "data", "spam_reason"])
    .where(byReference ? "reference" : "email", "=", byReference ? reference : email)
    .orderBy("id")
    .execute();
  const subscribers = await db
    .selectFrom("newsletter_subscribers")
    .select(["id", "data", "spam_reason"])
    .where("email", "=", email)
    .execute();
  return [
    ...(await findPeople(db, word)),
    ...(byReference ? await findRequests(db, reference) : []),
    ...(byReference
      ? await findApplications(db, "reference", reference)
      : await findApplications(db, "email_key", email)),
    ...submissions.map(({ data, spam_reason, ...row }) => ({
      ...row,
      data: JSON.parse(data),
      ...spamMark(spam_reason),
    })),
    ...subscribers.map(({ id, data, spam_reason }) => ({
      collection: newsletter.collection,
      id,
      data: JSON.parse(data),
      ...spamMark(spam_reason),
    })),
  ];
}
