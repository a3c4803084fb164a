import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { Helped } from "../../contract/helpers.ts";

/** The people whom somebody helps. */
export async function readPeople(
  db: Kysely<Database>,
  helperUid: string,
  now: number,
): Promise<readonly Helped[]> {
  const rows = await db
    .selectFrom("helper_logins")
    .innerJoin("helpers", "helpers.id", "helper_logins.id")
    .innerJoin("profiles", "profiles.uid", "helpers.uid")
    .innerJoin("accounts", "accounts.uid", "helpers.uid")
    .select(["helpers.id", "profiles.first_name"])
    .where("helper_logins.uid", "=", helperUid)
    .where("helpers.uid", "!=", helperUid)
    .where("ended_at", "is", null)
    .where("until_at", ">", now)
    .where("accounts.disabled_at", "is", null)
    .orderBy("helpers.id")
    .execute();
  return rows.map((row) => ({ id: row.id, firstName: row.first_name }));
}
