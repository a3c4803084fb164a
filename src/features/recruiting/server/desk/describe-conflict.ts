import type { Kysely } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";

/** The error for a change that is based on an old version: who changed what last. */
export async function describeConflict(db: Kysely<Database>, id: string): Promise<ApiError> {
  const last = await db
    .selectFrom("application_changes")
    .leftJoin("staff", "staff.id", "application_changes.staff_id")
    .select(["application_changes.what", "staff.name"])
    .where("application_changes.application_id", "=", id)
    .orderBy("application_changes.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return new ApiError("case-changed");
  return new ApiError("case-changed", {
    message: `${last.name ?? "Someone"} changed this. ${last.what}.`,
  });
}
