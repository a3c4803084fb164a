import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";

/** Applications of an address. Always a subselect: the number of rows has no limit. */
export const theirApplications = (email: string) =>
  sql`(select id from applications where email_key = ${email})`;

export const ofApplication = ({ email }: { readonly email: string }) =>
  sql<SqlBool>`application_id in ${theirApplications(email)}`;

/** Kinds of links to applications, exactly as in the partial index. */
export const applicationTokens = sql`(kind in ('resume-application', 'join-applications'))`;

/** Length of an application's id, a UUID. */
const idLength = 36;

/**
 * Links to applications: the data is one id, or two with a space between them.
 * @param isTheirs the condition on one id
 */
export function isTokenOf(
  isTheirs: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const [length, second] = [sql.lit(idLength), sql.lit(idLength + 2)];
  const ids = [sql`substr(data, 1, ${length})`, sql`substr(data, ${second})`];
  return sql<SqlBool>`${applicationTokens} and (${sql.join(ids.map(isTheirs), sql` or `)})`;
}

/** Deletes the browsers that sent one of these applications, and links to them. */
export async function deleteVisitors(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  for (const column of ["care_application", "pro_application"] as const) {
    await trx
      .deleteFrom("apply_visitors")
      .where(isOneOf(trx, column, ids))
      .execute();
  }
  await trx
    .deleteFrom("one_time_tokens")
    .where(isTokenOf((id) => isOneOf(trx, id, ids)))
    .execute();
}
