import { setImmediate } from "node:timers/promises";
import { type SqlBool, sql, type Transaction } from "kysely";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { accountFolder } from "../../../../platform/server/files/named-files.ts";
import { scheduleRemoval } from "../../../../platform/server/files/removals.ts";
import { removeTakenOver } from "../../../recruiting/server/applicants/sources.ts";
import { deleteAccountRow, deleteByEmail } from "./delete-account.ts";
import { deleteSomeSubmissions, erasedAtOnce } from "./delete-submission.ts";
import { findUids } from "./find-uids.ts";
import { isApplicationToken } from "./personal-tables.ts";
import { deleteSavedSearches } from "./saved-searches.ts";

/** Deletes applications, at most `erasedAtOnce`. @returns the files to remove after the commit */
export type DeleteApplications = (
  trx: Transaction<Database>,
  ids: readonly string[],
  now: number,
) => Promise<readonly string[]>;

interface Erased {
  /** In lower case. */
  readonly email: string;
  /** Submissions and applications of `findPossible` that are theirs. */
  readonly references: readonly string[];
  /** Emails to them that were written to files (`findEmailFiles`). */
  readonly emailFiles?: readonly string[];
}

/**
 * Deletes everything that is held about the person with an email address: account, submissions,
 * newsletter signups, applications, emails and files. Data deletion requests are kept. Staff must
 * know that the address is the person's own: it need not be confirmed here.
 * @returns the files, for `removeFiles` after the commit
 */
export async function erasePerson(
  trx: Transaction<Database>,
  { email, references, emailFiles = [] }: Erased,
  now: number,
  deleteApplications: DeleteApplications,
): Promise<readonly string[]> {
  const files = [...emailFiles];
  await scheduleRemoval(trx, emailFiles, now);
  const uids = await findUids(trx, email);
  for (const uid of uids.length === 0 ? [""] : uids) await deleteSavedSearches(trx, { email, uid });
  for (const uid of uids) {
    await deleteAccountRow(trx, uid, now);
    files.push(accountFolder(uid));
  }
  files.push(...(await removeTakenOver(trx, email, now)));
  for (let isDone = false; !isDone; ) {
    const some = await eraseSome(trx, { email, references }, now, deleteApplications);
    files.push(...some.files);
    isDone = some.isDone;
    await setImmediate();
  }
  await deleteByEmail(trx, email, now);
  return files;
}

/** A person's records that are deleted in several transactions, so that none takes long. */
const manyRecords = 500;

/**
 * Deletes most of what is held about a person with many records, in small transactions between which
 * others write. `erasePerson` deletes the rest; a call that was interrupted is repeated by it.
 * @param count how many records there are; a few are left to `erasePerson`
 * @returns the files, for `removeFiles`
 */
export async function eraseInBatches(
  { write }: Pick<DatabaseClient, "write">,
  erased: Erased,
  count: number,
  now: number,
  deleteApplications: DeleteApplications,
): Promise<readonly string[]> {
  const files: string[] = [];
  if (count <= manyRecords) return files;
  // Found by names that the records hold.
  await write(async (trx) => {
    const [uid = ""] = await findUids(trx, erased.email);
    await deleteSavedSearches(trx, { email: erased.email, uid });
  });
  for (let isDone = false; !isDone; ) {
    const some = await write((trx) => eraseSome(trx, erased, now, deleteApplications));
    files.push(...some.files);
    isDone = some.isDone;
  }
  return files;
}

/** Deletes some applications, or without any left, some submissions. */
async function eraseSome(
  trx: Transaction<Database>,
  { email, references }: Erased,
  now: number,
  deleteApplications: DeleteApplications,
): Promise<{ readonly files: readonly string[]; readonly isDone: boolean }> {
  const applications = await trx
    .selectFrom("applications")
    .select("id")
    .where((eb) => eb.or([eb("email_key", "=", email), isOneOf(trx, "reference", references)]))
    .limit(erasedAtOnce)
    .execute();
  if (applications.length > 0) {
    const ids = applications.map(({ id }) => id);
    await deleteVisitors(trx, ids);
    return { files: await deleteApplications(trx, ids, now), isDone: false };
  }
  const isTheirs = sql<SqlBool>`(email = ${email} or ${isOneOf(trx, "reference", references)})`;
  return { files: [], isDone: await deleteSomeSubmissions(trx, isTheirs) };
}

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
