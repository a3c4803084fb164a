import type { FastifyInstance } from "fastify";
import { brand } from "../../../../brand.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { findEmailFiles } from "../../../../platform/server/mail/outbox-files.ts";
import { settingsEndpoints } from "../../../customers/contract/settings.ts";
import { clearDeviceCookie } from "../../../customers/server/auth/device-cookie.ts";
import { registerOwnEndpoint } from "../../../customers/server/auth/own-endpoint.ts";
import { clearSessionCookie } from "../../../customers/server/auth/sessions.ts";
import { listFormer } from "../../../customers/server/merges/former-accounts.ts";
import { reauthenticate } from "../../../customers/server/security/reauth.ts";

export function registerDeleteAccount(app: FastifyInstance, context: AppContext): void {
  registerOwnEndpoint(app, settingsEndpoints.deleteAccount, context, async (call) => {
    const { reply, session } = call;
    const use = await reauthenticate(call, context);
    // Loaded on first use, so that the server starts faster.
    const deletion = await import("../deletion/delete-account.ts");
    const emailFiles = await findEmailFilesOf(session.uid, context);
    const isUsed = await deletion.deleteManyMessages(
      context.database,
      session.uid,
      context.now(),
      use,
    );
    await context.database.write(async (trx) => {
      if (!isUsed) await use(trx);
      await deletion.deleteAccount(trx, session.uid, context.now(), deletionEmail, emailFiles);
    });
    clearSessionCookie(reply, context);
    clearDeviceCookie(reply, context);
    await deletion.removeFilesOfAccount(session.uid, context);
    return {};
  });
}

async function findEmailFilesOf(uid: string, { database, config }: AppContext): Promise<string[]> {
  const account = await database.db
    .selectFrom("accounts")
    .select("email_key")
    .where("uid", "=", uid)
    .where("email_verified_at", "is not", null)
    .executeTakeFirst();
  const former = await listFormer(database.db, [uid]);
  const confirmed = former.filter((one) => one.confirmed_at !== null);
  const addresses = [...(account ? [account] : []), ...confirmed].map((one) => one.email_key);
  return addresses.length === 0 ? [] : findEmailFiles(config, addresses);
}

/** Notifies the owner of a deleted account; belongs to no account, since that is gone. */
export function deletionEmail(recipient: string) {
  return composeEmail({
    kind: "account-deleted",
    recipient,
    subject: "Your account is deleted",
    lines: [
      `Your ${brand.name} account is deleted, as you asked. Your profile, your picture, your requests and everything that logged you in are gone.`,
      "If you bought a plan in an app store, cancel it there too.",
    ],
    footnote: "If this was not you, call us right away. The number is below.",
  });
}
