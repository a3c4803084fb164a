import type { Kysely } from "kysely";
import type { PrefillCustomer } from "../../../../platform/contract/prefill.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";

export function findPrefillCustomer(db: Kysely<Database>, uid: string): Promise<PrefillCustomer> {
  return db
    .selectFrom("profiles")
    .innerJoin("accounts", "accounts.uid", "profiles.uid")
    .select([
      "profiles.first_name as firstName",
      "profiles.last_name as lastName",
      "profiles.email_address as emailAddress",
      "profiles.phone_number as phoneNumber",
      "accounts.support_id as supportId",
    ])
    .where("profiles.uid", "=", uid)
    .executeTakeFirstOrThrow();
}
