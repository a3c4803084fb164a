import type { FastifyInstance, FastifyRequest } from "fastify";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { revokeTokens } from "../../../../platform/server/credentials/one-time-tokens.ts";
import { countAttempt, emailCounters } from "../../../../platform/server/credentials/throttles.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { settingsEndpoints } from "../../contract/settings.ts";
import { sendVerification } from "../auth/confirm-email.ts";
import { setDeviceCookie } from "../auth/device-cookie.ts";
import { startEmailChange } from "../auth/email-change.ts";
import { type PortalRequest, registerOwnEndpoint } from "../auth/own-endpoint.ts";
import { isAddressTaken } from "../auth/queries.ts";
import { endSessions, renewSession, type Session, setSessionCookie } from "../auth/sessions.ts";
import { requirePassword } from "./reauth.ts";
import { securityEmail } from "./security-emails.ts";

const sameEmail = "This is the address that you log in with now.";

export function registerSignIn(app: FastifyInstance, context: AppContext): void {
  registerOwnEndpoint(app, settingsEndpoints.changePassword, context, async (call) => {
    await changePassword(call, context);
    return {};
  });

  registerOwnEndpoint(app, settingsEndpoints.changeEmail, context, async (call) => {
    await changeEmail(call, context);
    return {};
  });

  registerOwnEndpoint(app, settingsEndpoints.verifyEmail, context, async (call) => {
    await resendVerification(call, context);
    return {};
  });

  registerOwnEndpoint(app, settingsEndpoints.cancelEmailChange, context, async ({ session }) => {
    const { uid } = session;
    await context.database.write((trx) => revokeTokens(trx, uid, ["change-email"]));
    return {};
  });
}

/**
 * Sets the new password, signs out every other device and gives this one a new token. Links and
 * steps that the old password started become invalid.
 */
async function changePassword(
  call: PortalRequest & InputOf<typeof settingsEndpoints.changePassword>,
  context: AppContext,
): Promise<void> {
  const { request, reply, session } = call;
  const { password, newPassword } = call.body;
  const verified = await requirePassword(call, context, password);
  const newHash = await context.passwords.hash(newPassword);
  const renewed = renewSession(session, context, true);
  const email = await securityEmail(context, session.uid, "password-changed");
  await context.database.write(async (trx) => {
    await verified.use(trx);
    const { numUpdatedRows } = await trx
      .updateTable("accounts")
      .set({ password_hash: newHash })
      .where("uid", "=", session.uid)
      .where("password_hash", "=", verified.hash)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new ApiError("conflict");
    await endSessions(trx, session.uid, { except: session.id });
    await renewed.store(trx);
    await revokeTokens(trx, session.uid, ["reset-password", "change-email", "login-code"]);
    await queueEmail(trx, email, context.now());
  });
  setSessionCookie(reply, context, renewed.token);
  setDeviceCookie(request, reply, context, { uid: session.uid, password_hash: newHash });
}

async function changeEmail(
  call: PortalRequest & InputOf<typeof settingsEndpoints.changeEmail>,
  context: AppContext,
): Promise<void> {
  const { request, reply, session } = call;
  const { email, password } = call.body;
  const { use } = await requirePassword(call, context, password);
  const { db } = context.database;
  const account = await db
    .selectFrom("accounts")
    .select(["email", "email_key"])
    .where("uid", "=", session.uid)
    .executeTakeFirstOrThrow();
  if (emailKey(email) === account.email_key) {
    throw new ApiError("invalid", { fields: { email: sameEmail } });
  }
  if (await isAddressTaken(db, email, session.uid)) throw new ApiError("email-already-in-use");
  const change = { uid: session.uid, from: account.email, to: email };
  await countAttempt(context, emailCounters(request, email, context));
  const renewed = renewSession(session, context);
  await context.database.write(async (trx) => {
    await use(trx);
    await renewed.store(trx);
    await startEmailChange(trx, change, context);
  });
  setSessionCookie(reply, context, renewed.token);
}

/** Emails the link that confirms the person's address again. */
export async function resendVerification(
  { request, session }: { readonly request: FastifyRequest; readonly session: Session },
  context: AppContext,
): Promise<void> {
  const { uid } = session;
  const { email, email_verified_at: verifiedAt } = await context.database.db
    .selectFrom("accounts")
    .select(["email", "email_verified_at"])
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  if (verifiedAt !== null) return;
  await countAttempt(context, emailCounters(request, email, context));
  await context.database.write((trx) => sendVerification(trx, context, { uid, email }));
}
