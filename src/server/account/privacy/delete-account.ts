import type { FastifyInstance } from "fastify";
import type { Transaction } from "kysely";
import { brand } from "../../../brand.ts";
import { endpoints } from "../../../contract/endpoints/endpoints.ts";
import { dataDeletionForm } from "../../../contract/forms/data-deletion.ts";
import { clearDeviceCookie } from "../../auth/accounts/device-cookie.ts";
import { forgetSession, requireSession } from "../../auth/accounts/sessions.ts";
import type { AppContext } from "../../context/app-context.ts";
import { ApiError } from "../../platform/api-error.ts";
import type { Database } from "../../platform/db/schema.ts";
import { fileStoreOf } from "../../platform/files/file-store.ts";
import { removeFiles, scheduleFolderRemoval } from "../../platform/files/removals.ts";
import { composeEmail } from "../../platform/mail/compose.ts";
import { type Email, queueEmail } from "../../platform/mail/outbox.ts";
import { filesOf } from "../pictures/store.ts";
import { reauthenticate } from "../security/reauth.ts";

/** Leaving for good: everything goes at once, and a mail says so. */
export function registerDeleteAccount(app: FastifyInstance, context: AppContext): void {
  app.post(endpoints.deleteAccount, async (request, reply) => {
    const session = await requireSession(request, reply, context);
    const use = await reauthenticate({ request, reply, session }, context, request.body);
    await context.database.write(async (trx) => {
      await use(trx);
      await deleteAccount(trx, session.uid, context.now(), goodbye);
    });
    forgetSession(reply, context);
    clearDeviceCookie(reply, context);
    await removeFilesOfAccount(session.uid, context);
    return {};
  });
}

/**
 * Rows that hang on the account go with it; what else is theirs goes by name. Its files follow
 * by `removeFilesOfAccount` after the commit.
 * @param tell writes the last email to the address
 */
export async function deleteAccount(
  trx: Transaction<Database>,
  uid: string,
  now: number,
  tell: (recipient: string) => Email,
): Promise<void> {
  const account = await trx
    .deleteFrom("accounts")
    .where("uid", "=", uid)
    .returning(["email", "email_key", "email_verified_at", "support_id"])
    .executeTakeFirst();
  // Somebody was faster in another tab.
  if (!account) throw new ApiError("not-signed-in");
  await trx.deleteFrom("mail_outbox").where("uid", "=", uid).execute();
  // Before that, the address may be somebody else's, and so may be what was sent from it.
  if (account.email_verified_at !== null) await deleteByEmail(trx, account.email_key);
  await trx
    .insertInto("deleted_accounts")
    .values({ support_id: account.support_id, deleted_at: now })
    .execute();
  await scheduleFolderRemoval(trx, filesOf(uid), now);
  await queueEmail(trx, tell(account.email), now);
}

/** Removes the files of a deleted account at once; else the sweep does. */
export async function removeFilesOfAccount(uid: string, context: AppContext): Promise<void> {
  await removeFiles(fileStoreOf(context), [filesOf(uid)]);
}

async function deleteByEmail(trx: Transaction<Database>, email: string): Promise<void> {
  await trx.deleteFrom("newsletter_subscribers").where("email", "=", email).execute();
  // What answers a message belongs to no account.
  await trx
    .deleteFrom("mail_outbox")
    .where((row) => row(row.fn<string>("lower", ["recipient"]), "=", email))
    .execute();
  await trx
    .deleteFrom("submissions")
    .where("email", "=", email)
    // The proof of what was asked of us, and of what we did (/privacy).
    .where("collection", "!=", dataDeletionForm.collection)
    .execute();
}

/** Names no account: nothing is left that it could belong to. */
function goodbye(recipient: string) {
  return composeEmail({
    kind: "account-deleted",
    recipient,
    subject: "Your account is deleted",
    lines: [
      `Your ${brand.name} account is deleted, as you asked. Your profile, your picture, your requests and everything that logged you in are gone.`,
      "A plan that you bought in an app store goes on until you cancel it there.",
    ],
    footnote: "If this was not you, call us right away. The number is below.",
  });
}
