import type { Kysely } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { timeOrNull } from "../../../platform/server/values/iso-time.ts";
import {
  pageSize,
  type StoredRecord,
  spamMark,
} from "../../../platform/server/values/stored-record.ts";
import { byEmail, type DataOf, type Holding } from "../../privacy/server/feature-data.ts";
import { newsletter } from "../contract/newsletter.ts";
import { deleteSubscriber } from "./addresses/delete-subscriber.ts";
import { wordings } from "./addresses/wordings.ts";
import { listSignups } from "./queries.ts";
import type { NewsletterTables } from "./tables.ts";

const byAddress = (since: string | null): readonly Holding[] => [
  { kind: "newsletter", isTheirs: byEmail, since, ...(since === null && { isPart: true }) },
];

export const newsletterData = {
  tables: {
    newsletter_subscribers: byAddress("created_at"),
    newsletter_addresses: byAddress(null),
    newsletter_confirmations: byAddress("created_at"),
    // Kept until the deletion is synced to the mail tool.
    newsletter_sync: byAddress(null),
    newsletter_suppressions: {
      reason: "keyed hashes that keep an address from coming back",
      columns: ["address_hash", "reason", "created_at"],
    },
    newsletter_days: { reason: "counts without names", columns: ["day", "joined", "gone"] },
    newsletter_sync_state: {
      reason: "sync state of listmonk",
      columns: ["target", "queued_to", "read_to", "succeeded_at", "failed_at", "failure"],
    },
  },
  addressColumns: [
    ["newsletter_subscribers", "email"],
    ["newsletter_addresses", "email"],
    ["newsletter_confirmations", "email"],
    ["newsletter_sync", "email"],
  ],
  collections: [
    {
      name: newsletter.collection,
      fields: ["email", "timestamp", "source", "formTime", "jsVerified", "userAgent"],
      readPage: readSubscribers,
    },
  ],
  async find(db, { phone, email }) {
    if (phone !== undefined) return [];
    const rows = await selectSubscribers(db).where("email", "=", email).execute();
    return rows.map((row) => ({ collection: newsletter.collection, ...toRecord(row) }));
  },
  async collect({ email }, { database: { db } }) {
    const rows = email === null ? [] : await listSignups(db, email);
    return {
      newsletter: rows.map((row) => ({
        ...JSON.parse(row.data),
        page: row.page || null,
        wordsOfTheForm: wordings[row.wording] ?? null,
        noteOfStaff: row.note || null,
        addedBy: row.added_by || null,
        confirmedAt: timeOrNull(row.confirmed_at),
        unsubscribedAt: timeOrNull(row.unsubscribed_at),
      })),
    };
  },
  // A keyed hash prevents an import from adding the address again.
  async erase(trx, { email }, now) {
    if (email !== null) await deleteSubscriber(trx, email, now);
    return [];
  },
} as const satisfies DataOf<NewsletterTables>;

async function readSubscribers(db: Kysely<Database>, after: string): Promise<StoredRecord[]> {
  const rows = await selectSubscribers(db)
    .where("id", ">", after)
    .orderBy("id")
    .limit(pageSize)
    .execute();
  return rows.map(toRecord);
}

function selectSubscribers(db: Kysely<Database>) {
  return db.selectFrom("newsletter_subscribers").select(["id", "data", "spam_reason"]);
}

function toRecord(row: {
  readonly id: string;
  readonly data: string;
  readonly spam_reason: string | null;
}): StoredRecord {
  return { id: row.id, data: JSON.parse(row.data), ...spamMark(row.spam_reason) };
}
