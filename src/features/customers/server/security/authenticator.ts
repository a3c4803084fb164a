import type { FastifyInstance } from "fastify";
import { errors } from "../../../../platform/contract/errors/errors.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import {
  findCodeStep,
  makeAuthenticator,
} from "../../../../platform/server/credentials/one-time-codes.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import {
  type AuthenticatorStart,
  type RecoveryCodesResponse,
  settingsEndpoints,
} from "../../contract/settings.ts";
import { customerSecondFactor, removeSecondFactor } from "../auth/log-in/second-factor.ts";
import { registerOwnEndpoint } from "../auth/own-endpoint.ts";
import { renewSession, type Session, setSessionCookie } from "../auth/sessions.ts";
import { type ApplyReauth, lockConfirmedSession, lockSession, reauthenticate } from "./reauth.ts";
import { securityEmail } from "./security-emails.ts";

/** The second factor: setup, new recovery codes, and turning it off. */
export function registerAuthenticator(app: FastifyInstance, context: AppContext): void {
  registerOwnEndpoint(app, settingsEndpoints.startAuthenticator, context, ({ session }) =>
    startAuthenticator(session, context),
  );

  registerOwnEndpoint(app, settingsEndpoints.confirmAuthenticator, context, async (call) => {
    const { session, body } = call;
    return turnOn(session, body.code, context);
  });

  registerOwnEndpoint(app, settingsEndpoints.removeAuthenticator, context, async (call) => {
    const { reply, session } = call;
    const use = await reauthenticate(call, context);
    const renewed = renewSession(session, context);
    await turnOff(session.uid, (trx) => use(trx).then(() => renewed.store(trx)), context);
    setSessionCookie(reply, context, renewed.token);
    return {};
  });

  registerOwnEndpoint(app, settingsEndpoints.recoveryCodes, context, ({ session }) =>
    renewRecoveryCodes(session, context),
  );
}

/** @throws ApiError "conflict" if codes are on already, perhaps from another tab */
async function startAuthenticator(
  session: Session,
  context: AppContext,
): Promise<AuthenticatorStart> {
  const account = await context.database.db
    .selectFrom("accounts")
    .select("email")
    .where("uid", "=", session.uid)
    .executeTakeFirst();
  if (!account) throw new ApiError("not-signed-in");
  const authenticator = await makeAuthenticator(account.email);
  const started = await context.database.write(async (trx) => {
    await lockConfirmedSession(trx, session, context);
    return trx
      .updateTable("accounts")
      .set({ totp_secret: authenticator.secret, totp_last_step: null })
      .where("uid", "=", session.uid)
      .where("totp_enabled_at", "is", null)
      .executeTakeFirst();
  });
  if (started.numUpdatedRows !== 1n) throw new ApiError("conflict");
  return authenticator;
}

/** @throws ApiError "conflict" if setup was not started, "invalid" with a message for `code` */
async function turnOn(
  session: Session,
  code: string,
  context: AppContext,
): Promise<RecoveryCodesResponse> {
  const { database, now } = context;
  const { uid } = session;
  const { totp_secret: secret, totp_enabled_at: enabledAt } = await database.db
    .selectFrom("accounts")
    .select(["totp_secret", "totp_enabled_at"])
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  if (secret === null || enabledAt !== null) throw new ApiError("conflict");
  const step = await findCodeStep(secret, code, now());
  if (step === undefined) {
    throw new ApiError("invalid", { fields: { code: errors["wrong-code"].message } });
  }
  const email = await securityEmail(context, uid, "codes-on");
  return database.write(async (trx) => {
    await lockConfirmedSession(trx, session, context);
    const { numUpdatedRows } = await trx
      .updateTable("accounts")
      .set({ totp_enabled_at: now(), totp_last_step: step })
      .where("uid", "=", uid)
      .where("totp_secret", "=", secret)
      .where("totp_enabled_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new ApiError("conflict");
    await queueEmail(trx, email, now());
    return customerSecondFactor.replaceRecoveryCodes(trx, uid, context);
  });
}

async function turnOff(uid: string, use: ApplyReauth, context: AppContext): Promise<void> {
  const email = await securityEmail(context, uid, "codes-off");
  await context.database.write(async (trx) => {
    await use(trx);
    await removeSecondFactor(trx, uid);
    await queueEmail(trx, email, context.now());
  });
}

/** @throws ApiError "conflict" if codes are off */
async function renewRecoveryCodes(
  session: Session,
  context: AppContext,
): Promise<RecoveryCodesResponse> {
  const { uid } = session;
  const email = await securityEmail(context, uid, "recovery-codes-renewed");
  return context.database.write(async (trx) => {
    // Locks the account, so that concurrent renewals run one after the other.
    await lockSession(trx, session, context);
    const account = await trx
      .selectFrom("accounts")
      .select("uid")
      .where("uid", "=", uid)
      .where("totp_enabled_at", "is not", null)
      .executeTakeFirst();
    if (!account) throw new ApiError("conflict");
    await queueEmail(trx, email, context.now());
    return customerSecondFactor.replaceRecoveryCodes(trx, uid, context);
  });
}
