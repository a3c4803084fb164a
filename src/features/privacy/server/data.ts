import path from "node:path";
import { type Kysely, type SqlBool, sql } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isoTime } from "../../../platform/server/values/iso-time.ts";
import {
  byUid,
  type DataOf,
  emailsOf,
  type Holding,
  type OwnFile,
  type Person,
} from "./feature-data.ts";
import type { PrivacyTables } from "./tables.ts";

/** Also those that they asked for another person, as an agent. */
const ofTheirs = ({ email }: Pick<Person, "email">) =>
  sql<SqlBool>`(email = ${email} or agent_email = ${email})`;
const inPrivacyCases = (person: Person) =>
  sql<SqlBool>`case_id in (select id from privacy_cases where ${ofTheirs(person)})`;
const belowPrivacyCase: readonly Holding[] = [
  { kind: "privacy", isTheirs: inPrivacyCases, since: null, isPart: true, isKept: true },
];

export const privacyData = {
  tables: {
    privacy_cases: [{ kind: "privacy", isTheirs: ofTheirs, since: "received_at", isKept: true }],
    privacy_letters: belowPrivacyCase,
    privacy_links: belowPrivacyCase,
    privacy_files: belowPrivacyCase,
    ad_opt_outs: [
      {
        kind: "privacy",
        isTheirs: (person) =>
          sql<SqlBool>`(${byUid(person)} or email in (${sql.join(emailsOf(person))}))`,
        since: "at",
      },
    ],
    carried_out_deletions: {
      reason: "keyed hashes, to repeat deletions after a restore",
      columns: ["id", "at", "subjects", "days_left", "listed_at"],
    },
  },
  merging: { ad_opt_outs: "moves" },
  addressColumns: [["ad_opt_outs", "email"]],
  collect: async ({ uid, email }, { database: { db } }) => ({
    requestsAboutData: email === null ? [] : await listPrivacyRequests(db, email),
    requestsForOthers: email === null ? [] : await listAsAgent(db, email),
    notSellingOrSharing: await listOptOuts(db, uid ?? "", email ?? ""),
  }),
  listFiles: async ({ email }, { database: { db } }) =>
    email === null ? [] : await listAgentFiles(db, email),
  async erase(trx, { email, uids }) {
    await trx
      .deleteFrom("ad_opt_outs")
      .where((row) => row.or([row("uid", "in", [...uids, ""]), row("email", "=", email ?? "")]))
      .execute();
    return [];
  },
} as const satisfies DataOf<PrivacyTables>;

/** Files that they sent to show that they may ask. */
async function listAgentFiles(db: Kysely<Database>, email: string): Promise<OwnFile[]> {
  const files = await filesAsAgent(db, email).execute();
  return files.map(({ name, file }, index) => ({
    name: `my-authority-${index + 1}${path.extname(file)}`,
    about: name,
    file,
  }));
}

function filesAsAgent(db: Kysely<Database>, email: string) {
  return db
    .selectFrom("privacy_files")
    .innerJoin("privacy_cases", "privacy_cases.id", "privacy_files.case_id")
    .select(["privacy_cases.reference", "privacy_files.name", "privacy_files.file"])
    .where("agent_email", "=", email)
    .orderBy("privacy_files.id");
}

/** What they asked as an agent: nothing about the other person. */
async function listAsAgent(db: Kysely<Database>, email: string): Promise<object[]> {
  const rows = await db
    .selectFrom("privacy_cases")
    .select(["kind", "reference", "received_at", "agent_name", "agent_role"])
    .where("agent_email", "=", email)
    .orderBy("received_at")
    .execute();
  const files = await filesAsAgent(db, email).execute();
  return rows.map(({ received_at: at, agent_name: name, agent_role: role, ...row }) => ({
    ...row,
    yourName: name,
    yourRole: role,
    receivedAt: isoTime(Number(at)),
    yourFiles: files
      .filter(({ reference }) => reference === row.reference)
      .map((file) => file.name),
  }));
}

async function listOptOuts(db: Kysely<Database>, uid: string, email: string): Promise<object[]> {
  const rows = await db
    .selectFrom("ad_opt_outs")
    .select(["how", "at", "email"])
    .where((row) => row.or([row("uid", "=", uid), row("email", "=", email)]))
    .orderBy("at")
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, since: isoTime(Number(at)) }));
}

/** Requests about data, with what we wrote about them. */
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
    .where("privacy_letters.kind", "!=", "agent")
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
    details: row.details || null,
    corrections: row.corrections === "" ? [] : JSON.parse(row.corrections),
    askedByAgent:
      row.agent_name === ""
        ? null
        : { name: row.agent_name, email: row.agent_email, role: row.agent_role },
    emailsToYou: letters
      .filter((letter) => letter.case_id === row.id)
      .map(({ at, title }) => ({ at: isoTime(Number(at)), about: title })),
  }));
}
