import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { ApplicationStatus } from "../../../recruiting/contract/application-status.ts";
import type { PersonResponse } from "../../contract/desk/people.ts";

/** Applications that were sent with one of these addresses, newest first. */
export async function readApplications(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<NonNullable<PersonResponse["applications"]>> {
  if (emails.length === 0) return [];
  const rows = await db
    .selectFrom("applications")
    .select(["reference", "track", "status", "submitted_at"])
    .where("email_key", "in", emails)
    .where("reference", "is not", null)
    .orderBy("submitted_at", "desc")
    .limit(maxApplications)
    .execute();
  return rows.map(({ reference, track, status, submitted_at: sentAt }) => ({
    reference: reference ?? "",
    track: track === "care" ? "care" : "pro",
    status: status as ApplicationStatus,
    sentAt: new Date(sentAt ?? 0).toISOString(),
  }));
}

const maxApplications = 20;
