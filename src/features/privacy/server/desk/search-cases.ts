import { type Kysely, sql } from "kysely";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { PrivacyKind, PrivacyStatus } from "../../contract/cases.ts";

/** Requests that one search compares, the newest: there are few. */
const maxCompared = 5000;

/** Privacy requests by reference, support ID, or part of a name or an email, the newest first. */
export async function searchPrivacyCases(db: Kysely<Database>, text: string, size: number) {
  const newest = db
    .selectFrom("privacy_cases")
    .select(["reference", "kind", "status", "scope", "name", "email", "support_id"])
    .orderBy("received_at", "desc")
    .limit(maxCompared);
  const part = `%${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  const rows = await db
    .selectFrom(newest.as("newest"))
    .selectAll()
    .where((row) =>
      row.or([
        row("reference", "=", text.toUpperCase()),
        row(sql`upper(support_id)`, "=", text.toUpperCase()),
        row("email", "=", emailKey(text)),
        sql<boolean>`lower(name) like ${part} escape '\\'`,
        sql<boolean>`email like ${part} escape '\\'`,
      ]),
    )
    .limit(size + 1)
    .execute();
  return {
    cases: rows.slice(0, size).map((row) => ({
      reference: row.reference,
      kind: row.kind as PrivacyKind,
      status: row.status as PrivacyStatus,
      isOpen: row.scope === "open",
      name: row.name,
      email: row.email,
      supportId: row.support_id,
    })),
    count: rows.length,
    isCountExact: rows.length <= size,
  };
}
