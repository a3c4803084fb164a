import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isSentTo } from "../../../platform/server/values/email-spellings.ts";
import { isoTime, timeOrNull } from "../../../platform/server/values/iso-time.ts";
import { ofMessages, ofPrivacyRequests } from "../../messages/server/data.ts";
import {
  applicationTokens,
  isTokenOf,
  theirApplications,
} from "../../recruiting/server/applicants/delete-visitors.ts";
import type { HeldKind } from "../contract/cases.ts";
import { byEmail, byUid, type FeatureData, type Holding } from "./feature-data.ts";

/** Events that are deleted with the records whose history they are. */
function historyOf(
  kind: HeldKind,
  subject: string,
  records: (email: string) => RawBuilder<unknown>,
): Holding {
  const isTheirs: Holding["isTheirs"] = ({ email }) =>
    sql<SqlBool>`subject = ${subject} and audit is null and subject_id in ${records(email)}`;
  const isKept = kind === "privacy" && ({ isKept: true } as const);
  return { kind, isTheirs, since: "at", isPart: true, ...isKept };
}

/** The tables of the platform, which knows no customers. */
export const platformData = {
  tables: {
    one_time_tokens: [
      {
        kind: "log-ins",
        isTheirs: (person) => sql<SqlBool>`${byUid(person)} and not ${applicationTokens}`,
        since: "created_at",
      },
      {
        kind: "applications",
        isTheirs: ({ email }) => isTokenOf((id) => sql`${id} in ${theirApplications(email)}`),
        since: "created_at",
      },
    ],
    // Those in the audit log are acts of staff on references, without contents of messages.
    events: [
      historyOf("messages", "case", ofMessages),
      historyOf("privacy", "case", ofPrivacyRequests),
      historyOf("applications", "application", theirApplications),
      historyOf(
        "privacy",
        "privacy",
        (email) => sql`(select id from privacy_cases where email = ${email})`,
      ),
    ],
    email_spellings: [{ kind: "messages", isTheirs: byEmail, since: null, isPart: true }],
    mail_outbox: [
      { kind: "emails", isTheirs: byUid, since: "created_at" },
      {
        // Sent ones keep no address.
        kind: "emails",
        isTheirs: ({ email, uid, otherUids = [] }) =>
          sql<SqlBool>`sent_at is null and ${isSentTo(email)}
          and coalesce(uid, '') not in (${sql.join([uid || " ", ...otherUids])})`,
        since: "created_at",
      },
    ],
    clock_state: {
      reason: "whether the clock is trusted",
      columns: ["name", "seen_at", "doubt", "doubted_at"],
    },
    last_seen: {
      reason: "when programs of others last reached the server",
      columns: ["name", "at", "details"],
    },
    throttles: {
      reason: "keyed hashes, deleted within hours",
      columns: ["key", "count", "window_started_at"],
    },
    file_removals: { reason: "files that are about to be removed", columns: ["path", "due_at"] },
    erasures: { reason: "times of deletions", columns: ["id", "at"] },
    app_secrets: { reason: "keys of the server", columns: ["name", "value"] },
    search_rebuilds: { reason: "numbers of rows to index again", columns: ["name", "below"] },
  },
  merging: { one_time_tokens: "ends", mail_outbox: "moves" },
  addressColumns: [
    ["email_spellings", "email"],
    ["mail_outbox", "recipient"],
  ],
  collect: async ({ uid }, { database: { db } }) => ({
    mailsToYou: uid === null ? [] : await listEmails(db, uid),
  }),
  async erase(trx, { email, uids }) {
    if (uids.length > 0) await trx.deleteFrom("mail_outbox").where("uid", "in", uids).execute();
    if (email === null) return [];
    // Emails that acknowledge a message belong to no account; sent ones keep no address.
    await trx
      .deleteFrom("mail_outbox")
      .where("sent_at", "is", null)
      .where(isSentTo(email))
      .execute();
    await trx.deleteFrom("email_spellings").where("email", "=", email).execute();
    return [];
  },
} as const satisfies FeatureData;

/** Without their texts, which may contain links that log in. */
async function listEmails(db: Kysely<Database>, uid: string): Promise<object[]> {
  const rows = await db
    .selectFrom("mail_outbox")
    .select(["kind", "created_at", "sent_at"])
    .where("uid", "=", uid)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({
    about: row.kind,
    writtenAt: isoTime(row.created_at),
    sentAt: timeOrNull(row.sent_at),
  }));
}
