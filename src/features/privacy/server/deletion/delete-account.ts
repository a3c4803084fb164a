import { PostgresAdapter, type SqlBool, sql, type Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { noteErasure } from "../../../../platform/server/db/erasures.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type FileStoreContext,
  fileStoreOf,
} from "../../../../platform/server/files/file-store.ts";
import { accountFolder } from "../../../../platform/server/files/named-files.ts";
import {
  removeFiles,
  scheduleFolderRemoval,
  scheduleRemoval,
} from "../../../../platform/server/files/removals.ts";
import { type Email, queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { isSentTo } from "../../../../platform/server/values/email-spellings.ts";
import { deleteSomeSubmissions, deleteSubmissions } from "./delete-submission.ts";
import { noteDeletion } from "./note-deletion.ts";
import { inOtherConversations } from "./personal-tables.ts";
import { deleteSavedSearches } from "./saved-searches.ts";

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
  const account = await eraseAccount(trx, uid, now, emailFiles);
  // Deleted in another tab.
  if (!account) throw new ApiError("not-signed-in");
  const messages = { kind: "messages", name: account.email_key } as const;
  const subjects = account.email_verified_at === null ? [] : [messages];
  await noteDeletion(trx, [{ kind: "account", name: uid }, ...subjects], now);
  await queueEmail(trx, compose(account.email), now);
}

/**
 * Deletes an account. Rows that refer to it are deleted with it; other rows of the person are found
 * by email address.
 * @param emailFiles emails to the person that were written to files (`findEmailFiles`)
 * @returns undefined if it was already deleted
 */
export async function eraseAccount(
  trx: Transaction<Database>,
  uid: string,
  now: number,
  emailFiles: readonly string[],
) {
  const known = await trx
    .selectFrom("accounts")
    .select("email_key as email")
    .where("uid", "=", uid)
    .where("email_verified_at", "is not", null)
    .executeTakeFirst();
  // Found by the names in the profile.
  if (known) await deleteSavedSearches(trx, { ...known, uid });
  const account = await deleteAccountRow(trx, uid, now);
  if (!account) return undefined;
  // An unconfirmed address may belong to somebody else, and so may the messages sent from it.
  if (account.email_verified_at !== null) await deleteByEmail(trx, account.email_key, now);
  await scheduleRemoval(trx, emailFiles, now);
  return account;
}

/**
 * Deletes an account with the rows that refer to it, but not those found only by its address.
 * @returns undefined if it was already deleted
 */
export async function deleteAccountRow(trx: Transaction<Database>, uid: string, now: number) {
  const account = await trx
    .deleteFrom("accounts")
    .where("uid", "=", uid)
    .returning(["email", "email_key", "email_verified_at", "support_id"])
    .executeTakeFirst();
  if (!account) return undefined;
  await trx.deleteFrom("mail_outbox").where("uid", "=", uid).execute();
  await trx
    .insertInto("deleted_accounts")
    .values({ support_id: account.support_id, deleted_at: now })
    .execute();
  await scheduleFolderRemoval(trx, accountFolder(uid), now);
  await noteErasure(trx, now);
  return account;
}

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
  confirm: (trx: Transaction<Database>) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const account = await db
    .selectFrom("accounts")
    .select("email_key as email")
    .where("uid", "=", uid)
    .where("email_verified_at", "is not", null)
    .executeTakeFirst();
  if (!account) return false;
  const isTheirs = sql<SqlBool>`email = ${account.email}`;
  const found = await db
    .selectFrom("submissions")
    .select("id")
    .where(isTheirs)
    .limit(fewMessages + 1)
    .execute();
  if (found.length <= fewMessages) return false;
  await write(confirm);
  await write((trx) => deleteSavedSearches(trx, { ...account, uid }));
  while (!(await write((trx) => deleteSomeSubmissions(trx, isTheirs))));
  return true;
}

/** Removes the files of a deleted account at once; if that fails, the sweep does it later. */
export async function removeFilesOfAccount(uid: string, context: FileStoreContext): Promise<void> {
  await removeFiles(fileStoreOf(context), [accountFolder(uid)]);
}

/**
 * Deletes newsletter signups, emails and submissions of an address in lower case. Data deletion
 * requests are kept. A keyed hash prevents an import from adding the address to the newsletter
 * again.
 */
export async function deleteByEmail(
  trx: Transaction<Database>,
  email: string,
  now: number,
): Promise<void> {
  const { deleteSubscriber } = await import(
    "../../../newsletter/server/addresses/delete-subscriber.ts"
  );
  await deleteSubscriber(trx, email, now);
  // Emails that acknowledge a message belong to no account.
  await trx
    .deleteFrom("mail_outbox")
    // Sent ones keep no address.
    .where("sent_at", "is", null)
    .where(isSentTo(email))
    .execute();
  await trx.deleteFrom("person_notes").where("email", "=", email).execute();
  await deleteEmailsToOthers(trx, email);
  await trx.deleteFrom("email_spellings").where("email", "=", email).execute();
  await noteErasure(trx, now);
  await deleteSubmissions(trx, sql<SqlBool>`email = ${email}`);
}

async function deleteEmailsToOthers(trx: Transaction<Database>, email: string): Promise<void> {
  const emails = await trx
    .deleteFrom("conversation_inbound_emails")
    .where(inOtherConversations({ email }))
    .returning(["entry_id", "case_id"])
    .execute();
  for (const { entry_id: id } of emails) {
    await trx.deleteFrom("conversation_entries").where("id", "=", id).execute();
  }
  const cases = new Set(emails.flatMap(({ case_id: id }) => id ?? []));
  if (cases.size === 0) return;
  const { reindexCase } = await import("../../../messages/server/cases/index-cases.ts");
  const isPostgres = trx.getExecutor().adapter instanceof PostgresAdapter;
  for (const id of cases) await reindexCase(trx, isPostgres ? "postgres" : "sqlite", id);
}
