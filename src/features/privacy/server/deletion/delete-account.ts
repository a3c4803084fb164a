import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type FileStoreContext,
  fileStoreOf,
} from "../../../../platform/server/files/file-store.ts";
import { removeFiles, scheduleRemoval } from "../../../../platform/server/files/removals.ts";
import { type Email, queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { accountFolder } from "../../../customers/server/files.ts";
import {
  type FormerAccount,
  listFormer,
} from "../../../customers/server/merges/former-accounts.ts";
import { erase, eraseEach } from "./erase-person.ts";
import { noteDeletion } from "./note-deletion.ts";

/**
 * Deletes an account as `eraseAccount` does, notes it for restores, and sends a last email to the
 * address. `removeFilesOfAccount` removes the files after the commit.
 * @param compose composes that email
 * @throws ApiError "not-signed-in" if the account was already deleted
 */
export async function deleteAccount(
  trx: Transaction<Database>,
  uid: string,
  now: number,
  compose: (recipient: string) => Email,
  emailFiles: readonly string[] = [],
): Promise<void> {
  const former = await listFormer(trx, [uid]);
  const account = await eraseAccount(trx, uid, now, emailFiles);
  // Deleted in another tab.
  if (!account) throw new ApiError("not-signed-in");
  const subjects = [uid, ...former.map((one) => one.merged_uid)].map(
    (name) => ({ kind: "account", name }) as const,
  );
  const addresses = confirmedOf(account, former).map(
    (name) => ({ kind: "messages", name }) as const,
  );
  await noteDeletion(trx, [...subjects, ...addresses], now);
  await queueEmail(trx, compose(account.email), now);
}

/**
 * Deletes an account and, if its address is confirmed, everything with the address except
 * applications; likewise accounts that were merged into it. An unconfirmed address may belong to
 * somebody else, and so may the messages sent from it.
 * @param emailFiles emails to the person that were written to files (`findEmailFiles`)
 * @returns undefined if it was already deleted
 */
export async function eraseAccount(
  trx: Transaction<Database>,
  uid: string,
  now: number,
  emailFiles: readonly string[],
) {
  const account = await findAccount(trx, uid);
  if (!account) return undefined;
  const former = await listFormer(trx, [uid]);
  const email = account.email_verified_at === null ? null : account.email_key;
  const uids = [uid, ...former.map((one) => one.merged_uid)];
  await erase(trx, { email, uids, references: [], keepsApplications: true }, now);
  for (const other of confirmedOf(undefined, former)) {
    const erased = { email: other, uids: [], references: [], keepsApplications: true };
    await erase(trx, erased, now);
  }
  await scheduleRemoval(trx, emailFiles, now);
  return account;
}

/** The confirmed addresses of an account and of those that were merged into it. */
function confirmedOf(
  account:
    | (Pick<FormerAccount, "email_key"> & { readonly email_verified_at: number | null })
    | undefined,
  former: readonly FormerAccount[],
): readonly string[] {
  const own = account?.email_verified_at === null ? [] : [account?.email_key ?? ""];
  const others = former.flatMap((one) => (one.confirmed_at === null ? [] : one.email_key));
  return [...new Set([...own, ...others])].filter(Boolean);
}

/** Messages that are deleted in one transaction with the account. */
const fewMessages = 500;

/**
 * Deletes the messages of an account with many of them, in small transactions between which others
 * write. Call it before `deleteAccount`, which deletes the rest; after an interruption the person
 * deletes the account again.
 * @param confirm runs first, in a transaction of its own; if it throws, nothing is deleted
 * @returns whether there were many; otherwise nothing was done, and `confirm` did not run
 */
export async function deleteManyMessages(
  { db, write }: Pick<DatabaseClient, "db" | "write">,
  uid: string,
  now: number,
  confirm: (trx: Transaction<Database>) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const account = await findAccount(db, uid);
  if (!account) return false;
  const addresses = confirmedOf(account, await listFormer(db, [uid]));
  if (addresses.length === 0) return false;
  const found = await db
    .selectFrom("submissions")
    .select("id")
    .where("email", "in", addresses)
    .limit(fewMessages + 1)
    .execute();
  if (found.length <= fewMessages) return false;
  await write(confirm);
  for (const email of addresses) {
    const erased = { email, uids: [uid], references: [], keepsApplications: true };
    await eraseEach({ write }, erased, now);
  }
  return true;
}

function findAccount(db: Kysely<Database>, uid: string) {
  return db
    .selectFrom("accounts")
    .select(["email", "email_key", "email_verified_at"])
    .where("uid", "=", uid)
    .executeTakeFirst();
}

/** Removes the files of a deleted account at once; if that fails, the sweep does it later. */
export async function removeFilesOfAccount(uid: string, context: FileStoreContext): Promise<void> {
  await removeFiles(fileStoreOf(context), [accountFolder(uid)]);
}
