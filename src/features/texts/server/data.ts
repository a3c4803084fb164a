import { type Kysely, type SqlBool, sql } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isoTime, timeOrNull } from "../../../platform/server/values/iso-time.ts";
import { byUid, type DataOf, emailsOf, type Person } from "../../privacy/server/feature-data.ts";
import { ofApplication } from "../../recruiting/server/applicants/delete-visitors.ts";
import { showNumber } from "./numbers.ts";
import type { TextTables } from "./tables.ts";

/** Of cases, which are found by email: those of data deletion requests are never texts. */
const ofTheirCases = ({ email }: Person) =>
  sql<SqlBool>`case_id in (select id from cases where email = ${email})`;
const ofAccountOnly = (person: Person) =>
  sql<SqlBool>`${byUid(person)} and coalesce(case_id, '') not in
    (select id from cases where email in (${sql.join(emailsOf(person))}))`;
/** Reminders of interviews, to a number that need not have an account. */
const ofInterviews = (person: Person) =>
  sql<SqlBool>`request_id in (select id from interviews where ${ofApplication(person)})
    and not (${ofAccountOnly(person)})`;

export const textData = {
  tables: {
    texts: [
      { kind: "messages", isTheirs: ofTheirCases, since: "created_at", isPart: true },
      { kind: "messages", isTheirs: ofAccountOnly, since: "created_at" },
      { kind: "applications", isTheirs: ofInterviews, since: "created_at", isPart: true },
    ],
    text_consents: [{ kind: "account", isTheirs: byUid, since: "at", isPart: true }],
  },
  merging: { texts: "moves", text_consents: "moves" },
  collect: async ({ uid }, { database: { db } }) => ({
    texts: uid === null ? [] : await listTexts(db, uid),
    textConsents: uid === null ? [] : await listConsents(db, uid),
  }),
  async erase(trx, { uids }) {
    if (uids.length === 0) return [];
    // Those of before the account: its own ones are deleted with it, after this. They name the numbers
    // that it had earlier, or that a merged account had.
    const keys = await trx
      .selectFrom("profiles")
      .select("phone_key as key")
      .where("uid", "in", uids)
      .union(trx.selectFrom("texts").select("number_key as key").where("uid", "in", uids))
      .union(trx.selectFrom("text_consents").select("number_key as key").where("uid", "in", uids))
      .execute();
    const numbers = keys.map(({ key }) => key).filter(Boolean);
    if (numbers.length === 0) return [];
    for (const table of ["texts", "text_consents"] as const) {
      await trx
        .deleteFrom(table)
        .where("uid", "is", null)
        .where("number_key", "in", numbers)
        .execute();
    }
    return [];
  },
} as const satisfies DataOf<TextTables>;

async function listTexts(db: Kysely<Database>, uid: string): Promise<object[]> {
  const rows = await db
    .selectFrom("texts")
    .selectAll()
    .where("uid", "=", uid)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    number: showNumber(row.number_key),
    from: row.direction === "in" ? "you" : "us",
    text: row.body,
    writtenAt: isoTime(row.created_at),
    sentAt: timeOrNull(row.sent_at),
    deliveredAt: timeOrNull(row.delivered_at),
  }));
}

async function listConsents(db: Kysely<Database>, uid: string): Promise<object[]> {
  const rows = await db
    .selectFrom("text_consents")
    .selectAll()
    .where("uid", "=", uid)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    number: showNumber(row.number_key),
    state: row.state,
    words: row.words,
    saidIn: row.source,
    at: isoTime(row.at),
  }));
}
