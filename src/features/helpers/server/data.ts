import { type Kysely, type SqlBool, sql } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { isoTime, timeOrNull } from "../../../platform/server/values/iso-time.ts";
import { byUid, type DataOf, type Person } from "../../privacy/server/feature-data.ts";
import { describeAct } from "../contract/act-words.ts";
import { helpParts, partWords } from "../contract/helpers.ts";
import { emitHelp } from "./people/help-events.ts";
import { partsOf } from "./people/read-helpers.ts";
import type { HelperTables } from "./tables.ts";

const ofHelps = (person: Person) =>
  sql<SqlBool>`helper_id in (select id from helpers where ${byUid(person)})`;

/** Somebody else's invitation to their address, or help with their account: it names them. */
const namesThem = (person: Person) => sql<SqlBool>`not ${byUid(person)} and
  (email_key = ${person.email} or id in (select id from helper_logins where ${byUid(person)}))`;

export const helperData = {
  tables: {
    helpers: [
      { kind: "account", isTheirs: byUid, since: "invited_at", isPart: true },
      { kind: "account", isTheirs: namesThem, since: "invited_at", isPart: true },
    ],
    helper_logins: [{ kind: "account", isTheirs: byUid, since: null, isPart: true }],
    helper_acts: [{ kind: "account", isTheirs: ofHelps, since: "at", isPart: true }],
  },
  merging: { helpers: "moves", helper_logins: "moves" },
  addressColumns: [["helpers", "email_key"]],
  collect: async ({ uid, email }, { database: { db } }) => ({
    peopleWhoHelpYou: uid === null ? [] : await listHelpers(db, uid),
    peopleYouHelp: await listHelped(db, uid ?? "", email ?? ""),
  }),
  /** The person whom they helped keeps what was done, without who it was. */
  async erase(trx, { email, uids }, now) {
    const logins = await trx
      .selectFrom("helper_logins")
      .select("id")
      .where("uid", "in", ["", ...uids])
      .execute();
    const ids = logins.map(({ id }) => id);
    const named = await trx
      .updateTable("helpers")
      .set({ name: "A former helper", relation: "", email: "", email_key: "", secret_hash: null })
      .where("uid", "not in", ["", ...uids])
      .where(({ or, eb }) =>
        or([
          eb("id", "in", ["", ...ids]),
          ...(email === null ? [] : [eb("email_key", "=", email)]),
        ]),
      )
      .returning("id")
      .execute();
    if (named.length === 0) return [];
    const gone = named.map(({ id }) => id);
    const ended = await trx
      .updateTable("helpers")
      .set({ ended_at: now, ended_by: "deleted" })
      .where("id", "in", gone)
      .where("ended_at", "is", null)
      .returningAll()
      .execute();
    await trx
      .updateTable("webhook_messages")
      .set({ data: "{}" })
      .where("event", "like", "helper.%")
      .where("object_id", "in", gone)
      .execute();
    for (const row of ended) await emitHelp(trx, "ended", row, now);
    return [];
  },
} as const satisfies DataOf<HelperTables>;

async function listHelpers(db: Kysely<Database>, uid: string): Promise<object[]> {
  const rows = await db
    .selectFrom("helpers")
    .selectAll()
    .where("uid", "=", uid)
    .orderBy("id")
    .execute();
  const acts = await db
    .selectFrom("helper_acts")
    .innerJoin("helpers", "helpers.id", "helper_acts.helper_id")
    .selectAll("helper_acts")
    .where("helpers.uid", "=", uid)
    .orderBy("helper_acts.id")
    .execute();
  return rows.map((row) => ({
    name: row.name,
    whoTheyAre: row.relation,
    email: row.email,
    ...describeTimes(row),
    whatTheyDid: acts
      .filter((act) => act.helper_id === row.id)
      .map((act) => ({ at: isoTime(act.at), what: describeAct(act.kind, act.about) })),
  }));
}

/** The other person is named by the first name only, as they see it. */
async function listHelped(db: Kysely<Database>, uid: string, email: string): Promise<object[]> {
  const rows = await db
    .selectFrom("helpers")
    .leftJoin("helper_logins", "helper_logins.id", "helpers.id")
    .innerJoin("profiles", "profiles.uid", "helpers.uid")
    .selectAll("helpers")
    .select("profiles.first_name")
    .where("helpers.uid", "!=", uid)
    .where(({ or, eb }) =>
      or([
        eb("helper_logins.uid", "=", uid),
        ...(email === "" ? [] : [eb("helpers.email_key", "=", email)]),
      ]),
    )
    .orderBy("helpers.id")
    .execute();
  return rows.map((row) => ({
    firstName: row.first_name,
    theyNamedYou: row.name,
    ...describeTimes(row),
  }));
}

type Row = Parameters<typeof partsOf>[0] & {
  readonly invited_at: number;
  readonly accepted_at: number | null;
  readonly until_at: number | null;
  readonly ended_at: number | null;
};

function describeTimes(row: Row) {
  const parts = partsOf(row);
  return {
    mayDo: helpParts.filter((part) => parts[part]).map((part) => partWords[part].helper),
    invitedAt: isoTime(row.invited_at),
    acceptedAt: timeOrNull(row.accepted_at),
    endsAt: timeOrNull(row.until_at),
    endedAt: timeOrNull(row.ended_at),
  };
}
