import { type Kysely, type SqlBool, sql } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isoTime } from "../../../platform/server/values/iso-time.ts";
import { byEmail, type DataOf, type Holding, type Person } from "./feature-data.ts";
import type { PrivacyTables } from "./tables.ts";

const inPrivacyCases = ({ email }: Person) =>
  sql<SqlBool>`case_id in (select id from privacy_cases where email = ${email})`;
const belowPrivacyCase: readonly Holding[] = [
  { kind: "privacy", isTheirs: inPrivacyCases, since: null, isPart: true, isKept: true },
];

export const privacyData = {
  tables: {
    privacy_cases: [{ kind: "privacy", isTheirs: byEmail, since: "received_at", isKept: true }],
    privacy_letters: belowPrivacyCase,
    privacy_links: belowPrivacyCase,
    carried_out_deletions: {
      reason: "keyed hashes, to repeat deletions after a restore",
      columns: ["id", "at", "subjects", "days_left", "listed_at"],
    },
  },
  collect: async ({ email }, { database: { db } }) => ({
    requestsAboutData: email === null ? [] : await listPrivacyRequests(db, email),
  }),
} as const satisfies DataOf<PrivacyTables>;

/** Requests to delete or copy data, with what we wrote about them. */
async function listPrivacyRequests(db: Kysely<Database>, email: string): Promise<object[]> {
  const rows = await db
    .selectFrom("privacy_cases")
    .selectAll()
    .where("email", "=", email)
    .orderBy("received_at")
    .execute();
  const letters = await db
    .selectFrom("privacy_letters")
    .innerJoin("privacy_cases", "privacy_cases.id", "privacy_letters.case_id")
    .select(["privacy_letters.case_id", "privacy_letters.at", "privacy_letters.title"])
    .where("privacy_cases.email", "=", email)
    .orderBy("privacy_letters.id")
    .execute();
  return rows.map((row) => ({
    kind: row.kind,
    reference: row.reference,
    name: row.name,
    email: row.email,
    supportId: row.support_id,
    receivedAt: isoTime(Number(row.received_at)),
    closedAt: row.closed_at === null ? null : isoTime(Number(row.closed_at)),
    status: row.status,
    reason: row.denial_reason || null,
    appeal: row.appeal_text || null,
    emailsToYou: letters
      .filter((letter) => letter.case_id === row.id)
      .map(({ at, title }) => ({ at: isoTime(Number(at)), about: title })),
  }));
}
