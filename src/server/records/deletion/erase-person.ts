import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import { chunksOf } from "../../platform/db/many/chunks.ts";
import { isOneOf } from "../../platform/db/many/one-of.ts";
import type { Database } from "../../platform/db/schema.ts";
import { accountFolder } from "../../platform/files/named-files.ts";
import { removeTakenOver } from "../applicants/sources.ts";
import { deleteAccountRow, deleteByEmail } from "./delete-account.ts";
import { deleteSubmissions, erasedAtOnce } from "./delete-submission.ts";
import { findPerson } from "./held-data.ts";
import { isApplicationToken } from "./personal-tables.ts";

/** Deletes applications, at most `erasedAtOnce`. @returns the files to remove after the commit */
export type DeleteApplications = (
  trx: Transaction<Database>,
  ids: readonly string[],
  now: number,
) => Promise<readonly string[]>;

/** Whose data to delete. */
interface Erased {
  /** In lower case. */
  readonly email: string;
  /** Submissions and applications of `findPossible` that are theirs. */
  readonly references: readonly string[];
}

/**
 * Deletes everything that is held about the person with an email address: account, submissions,
 * newsletter signups, applications, emails and files. Data deletion requests are kept. Staff must
 * know that the address is the person's own: it need not be confirmed here.
 * @param now milliseconds since 1970
 * @returns the files, for `removeFiles` after the commit
 */
export async function erasePerson(
  trx: Transaction<Database>,
  { email, references }: Erased,
  now: number,
  deleteApplications: DeleteApplications,
): Promise<readonly string[]> {
  const files: string[] = [];
  const { viewIds } = await findPerson(trx, email);
  if (viewIds.length > 0) {
    await trx.deleteFrom("saved_views").where("id", "in", viewIds).execute();
  }
  const account = await trx
    .selectFrom("accounts")
    .select("uid")
    .where("email_key", "=", email)
    .executeTakeFirst();
  if (account) {
    await deleteAccountRow(trx, account.uid, now);
    files.push(accountFolder(account.uid));
  }
  files.push(...(await removeTakenOver(trx, email, now)));
  const applications = await trx
    .selectFrom("applications")
    .select("id")
    .where((eb) => eb.or([eb("email_key", "=", email), isOneOf(trx, "reference", references)]))
    .execute();
  for (const rows of chunksOf(applications, erasedAtOnce)) {
    const ids = rows.map(({ id }) => id);
    await deleteVisitors(trx, ids);
    files.push(...(await deleteApplications(trx, ids, now)));
    await setImmediate();
  }
  await deleteByEmail(trx, email, now);
  await deleteSubmissions(trx, isOneOf(trx, "reference", references));
  return files;
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
    .where(isApplicationToken((id) => isOneOf(trx, id, ids)))
    .execute();
}
