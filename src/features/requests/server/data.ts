import { type SqlBool, sql } from "kysely";
import { isoTime, timeOrNull } from "../../../platform/server/values/iso-time.ts";
import { byUid, type DataOf, type Person } from "../../privacy/server/feature-data.ts";
import { toNumbers } from "./store.ts";
import type { RequestTables } from "./tables.ts";

const ofRequest = (person: Person) =>
  sql<SqlBool>`request_id in (select id from requests where ${byUid(person)})`;

export const requestData = {
  tables: {
    requests: [
      {
        kind: "requests",
        isTheirs: (person) => sql<SqlBool>`${byUid(person)} and document_id is null`,
        since: "created_at",
      },
      {
        kind: "requests",
        isTheirs: (person) => sql<SqlBool>`${byUid(person)} and document_id is not null`,
        since: "created_at",
        isPart: true,
      },
    ],
    request_messages: [{ kind: "requests", isTheirs: ofRequest, since: null, isPart: true }],
    request_emails: [{ kind: "account", isTheirs: byUid, since: null, isPart: true }],
    providers: [
      {
        kind: "applications",
        isTheirs: ({ email }) =>
          sql<SqlBool>`application_id in (select id from applications where email_key = ${email})`,
        since: "created_at",
        isPart: true,
      },
    ],
  },
  // The settings of the kept account count.
  merging: { requests: "moves", request_emails: "kept" },
  async collect({ uid }, { database }) {
    if (uid === null) return {};
    const rows = await database.db
      .selectFrom("requests")
      .selectAll()
      .where("uid", "=", uid)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    return {
      requests: rows.map(toNumbers).map((row) => ({
        reference: row.reference,
        title: row.title,
        state: row.state,
        cancelReason: row.cancel_reason,
        whenYouWantedIt: row.wish,
        whatYouToldUs: row.customer_note,
        address: row.address,
        phone: row.phone,
        noteForTheProvider: row.provider_note,
        startsAt: timeOrNull(row.starts_at),
        endsAt: timeOrNull(row.ends_at),
        canceledAt: timeOrNull(row.canceled_at),
        howItWas: row.feedback,
        askedAt: isoTime(row.created_at),
      })),
    };
  },
} as const satisfies DataOf<RequestTables>;
