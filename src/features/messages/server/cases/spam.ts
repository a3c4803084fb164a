import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { type FoundRecord, spamMark } from "../../../../platform/server/values/stored-record.ts";
import { newsletter } from "../../../newsletter/contract/newsletter.ts";

/** The latest records that look like spam, newest first: submissions, then newsletter signups. */
export async function listSpam(db: Kysely<Database>, max: number): Promise<FoundRecord[]> {
  const submissions = await db
    .selectFrom("submissions")
    .select(["collection", "id", "reference", "data", "spam_reason"])
    .where("spam_reason", "is not", null)
    .orderBy("id", "desc")
    .limit(max)
    .execute();
  const signups = await db
    .selectFrom("newsletter_subscribers")
    .select(["id", "data", "spam_reason"])
    .where("spam_reason", "is not", null)
    .orderBy("id", "desc")
    .limit(max)
    .execute();
  const rows = [
    ...submissions,
    ...signups.map((row) => ({ collection: newsletter.collection, ...row })),
  ];
  return rows.map(({ data, spam_reason, ...row }) => ({
    ...row,
    data: JSON.parse(data),
    ...spamMark(spam_reason),
  }));
}
