import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { scheduleRemoval } from "../../../../platform/server/files/removals.ts";
import { emitGone, readGone } from "../../../customers/server/account-events.ts";
import { separateMerged } from "../../../customers/server/merges/undo-merge.ts";
import type { Erased, ErasedSome } from "../feature-data.ts";
import { holders } from "../holders.ts";
import { findAddresses, findFormer, findUids } from "./find-uids.ts";
import { deleteSavedSearches } from "./saved-searches.ts";

/** Whose data to delete. */
interface ErasedPerson {
  /** By `emailKey`. */
  readonly email: string;
  /** Submissions and applications of `findPossible` that are theirs. */
  readonly references: readonly string[];
  /** Emails to them that were written to files (`findEmailFiles`). */
  readonly emailFiles?: readonly string[];
}

/**
 * Deletes everything that is held about the person with an email address: account, submissions,
 * newsletter signups, applications, emails and files, with what came from accounts that were merged
 * into theirs and what their confirmed addresses find. An account with the address that was merged into another is made again, and deleted
 * alone. Data deletion requests are kept. Staff must
 * know that the address is the person's own: it need not be confirmed here.
 * @returns the files, for `removeFiles` after the commit
 */
export async function erasePerson(
  trx: Transaction<Database>,
  { email, references, emailFiles = [] }: ErasedPerson,
  now: number,
): Promise<readonly string[]> {
  await scheduleRemoval(trx, emailFiles, now);
  await separateMerged(trx, email, now);
  const former = await findFormer(trx, email);
  const [, ...others] = await findAddresses(trx, email);
  const uids = [...(await findUids(trx, email)), ...former.map((one) => one.merged_uid)];
  const files = [...emailFiles, ...(await erase(trx, { email, uids, references }, now))];
  for (const other of others) {
    files.push(...(await erase(trx, { email: other, uids: [], references: [] }, now)));
  }
  return files;
}

/**
 * Deletes what every feature holds, in one transaction.
 * @returns the files, for `removeFiles` after the commit
 */
export async function erase(
  trx: Transaction<Database>,
  erased: Erased,
  now: number,
): Promise<readonly string[]> {
  // Found by names that the records hold.
  await deleteSavedSearches(trx, erased);
  const gone = await readGone(trx, erased.uids);
  const files: string[] = [];
  for (const holder of holders) files.push(...((await holder.erase?.(trx, erased, now)) ?? []));
  for (let isDone = false; !isDone; ) {
    const some = await eraseSome(trx, erased, now);
    files.push(...some.files);
    isDone = some.isDone;
    await setImmediate();
  }
  await emitGone(trx, gone, now);
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
  { email, references }: ErasedPerson,
  count: number,
  now: number,
): Promise<readonly string[]> {
  if (count <= manyRecords) return [];
  const [uids, [, ...others]] = await write(
    async (trx) => [await findUids(trx, email), await findAddresses(trx, email)] as const,
  );
  const files = [...(await eraseEach({ write }, { email, uids, references }, now))];
  for (const other of others) {
    files.push(...(await eraseEach({ write }, { email: other, uids: [], references: [] }, now)));
  }
  return files;
}

/** Deletes records, a few in each transaction. @returns the files, for `removeFiles` */
export async function eraseEach(
  { write }: Pick<DatabaseClient, "write">,
  erased: Erased,
  now: number,
): Promise<readonly string[]> {
  await write((trx) => deleteSavedSearches(trx, erased));
  const files: string[] = [];
  for (let isDone = false; !isDone; ) {
    const some = await write((trx) => eraseSome(trx, erased, now));
    files.push(...some.files);
    isDone = some.isDone;
  }
  return files;
}

/** Deletes some records of the first feature that has any. */
async function eraseSome(
  trx: Transaction<Database>,
  erased: Erased,
  now: number,
): Promise<ErasedSome> {
  const files: string[] = [];
  for (const holder of holders) {
    const some = await holder.eraseSome?.(trx, erased, now);
    files.push(...(some?.files ?? []));
    if (some && !some.isDone) return { files, isDone: false };
  }
  return { files, isDone: true };
}
