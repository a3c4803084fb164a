import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import {
  consumeToken,
  readToken,
} from "../../../../platform/server/credentials/one-time-tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import {
  deleteAccount,
  removeFilesOfAccount,
} from "../../../privacy/server/deletion/delete-account.ts";
import {
  readEmailUndo,
  undoEmailChange,
  undoNewestEmailChange,
} from "../accounts/staff-email-change.ts";
import { accountRemovedEmail, emailChangeRejectedEmail } from "./account-emails.ts";
import { findSession } from "./sessions.ts";

const kinds = ["verify-email", "change-email"] as const;

/**
 * The owner of a mailbox says that an account, or its change to or from their address, is not theirs. A
 * change is canceled; one by staff is undone. An account whose address was never confirmed is deleted
 * with its sessions and emails, unless it was used for requests or payments, or has merged accounts: its owner may only have
 * mistyped the address.
 * @returns whether the account has their address again
 * @throws ApiError "link-expired", "account-in-use", "email-already-in-use"
 */
export async function disownAccount(
  request: FastifyRequest,
  token: string,
  context: AppContext,
): Promise<{ readonly isUndone: boolean }> {
  const { database, now } = context;
  if ((await readEmailUndo(token, context)) !== undefined) {
    await undoEmailChange(token, context);
    return { isUndone: true };
  }
  const link = await readToken(database.db, token, kinds, now());
  if (!link) throw new ApiError("link-expired");
  const session = await findSession(request, context);
  // Signed-in people created the account: a click on the wrong link must not delete it.
  if (session && session.uid === link.uid) throw new ApiError("account-in-use");
  const removed = await database.write(async (trx) => {
    const contents = await consumeToken(trx, token, kinds, now());
    if (!contents || contents.uid === null) throw new ApiError("link-expired");
    if (contents.kind === "change-email") {
      await queueRejectionEmail(trx, contents.uid, now());
      return undefined;
    }
    if (await undoNewestEmailChange(trx, contents.uid, context)) return undefined;
    await removeAccount(trx, contents.uid, now());
    return contents.uid;
  });
  if (removed !== undefined) await removeFilesOfAccount(removed, context);
  return { isUndone: false };
}

async function queueRejectionEmail(
  trx: Transaction<Database>,
  uid: string,
  now: number,
): Promise<void> {
  const { email } = await trx
    .selectFrom("accounts")
    .select("email")
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  await queueEmail(trx, emailChangeRejectedEmail({ uid, email }), now);
}

async function removeAccount(trx: Transaction<Database>, uid: string, now: number): Promise<void> {
  const account = await trx
    .selectFrom("accounts")
    .leftJoin("payment_accounts", "payment_accounts.uid", "accounts.uid")
    .select(({ selectFrom, exists }) => [
      "accounts.email_verified_at",
      "payment_accounts.account_id",
      exists(selectFrom("completed_requests").select("id").whereRef("uid", "=", "accounts.uid")).as(
        "hasRequests",
      ),
      exists(selectFrom("account_merges").select("at").whereRef("uid", "=", "accounts.uid")).as(
        "hasMerged",
      ),
    ])
    .where("accounts.uid", "=", uid)
    .forUpdate("accounts")
    .executeTakeFirst();
  if (!account || account.email_verified_at !== null) throw new ApiError("link-expired");
  const isUsed = account.account_id !== null || account.hasRequests || account.hasMerged;
  if (isUsed) throw new ApiError("account-in-use");
  await deleteAccount(trx, uid, now, accountRemovedEmail);
}
