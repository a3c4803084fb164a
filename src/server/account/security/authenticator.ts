import type { FastifyInstance } from "fastify";
import type { Transaction } from "kysely";
import { brand } from "../../../brand.ts";
import {
  type AuthenticatorStart,
  type RecoveryCodesResponse,
  settingsEndpoints,
} from "../../../contract/endpoints/settings.ts";
import { errors } from "../../../contract/errors/errors.ts";
import { authenticatorForm } from "../../../contract/forms/settings-forms.ts";
import { registerOwnEndpoint } from "../../auth/accounts/own-endpoint.ts";
import { renewSession, type Session, setSessionCookie } from "../../auth/accounts/sessions.ts";
import {
  findStep,
  hashRecoveryCode,
  makeRecoveryCode,
  removeSecondFactor,
} from "../../auth/log-in/second-factor.ts";
import type { AppContext } from "../../context/app-context.ts";
import { ApiError } from "../../platform/api-error.ts";
import type { Database } from "../../platform/db/schema.ts";
import { readCheckedForm } from "../../platform/http/checked-form.ts";
import { queueEmail } from "../../platform/mail/outbox.ts";
import { type ApplyReauth, lockConfirmedSession, lockSession, reauthenticate } from "./reauth.ts";
import { securityEmail } from "./security-emails.ts";

const recoveryCodeCount = 10;
/** Bytes of a secret; RFC 4226 recommends 20. */
const secretLength = 20;
/** Light modules around a QR code, as ISO/IEC 18004 requires. */
const quietZone = 4;

/** The second factor: setup, new recovery codes, and turning it off. */
export function registerAuthenticator(app: FastifyInstance, context: AppContext): void {
  registerOwnEndpoint(app, settingsEndpoints.startAuthenticator, context, ({ session }) =>
    startAuthenticator(session, context),
  );

  registerOwnEndpoint(app, settingsEndpoints.confirmAuthenticator, context, async (call) => {
    const { request, session } = call;
    const { code } = readCheckedForm(authenticatorForm, request.body);
    return turnOn(session, code, context);
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
  const { Secret, TOTP } = await import("otpauth");
  const secret = new Secret({ size: secretLength });
  const account = await context.database.write(async (trx) => {
    await lockConfirmedSession(trx, session, context);
    return trx
      .updateTable("accounts")
      .set({ totp_secret: secret.base32, totp_last_step: null })
      .where("uid", "=", session.uid)
      .where("totp_enabled_at", "is", null)
      .returning("email")
      .executeTakeFirst();
  });
  if (!account) throw new ApiError("conflict");
  const address = new TOTP({ issuer: brand.name, label: account.email, secret }).toString();
  return { secret: secret.base32, qr: await drawQr(address) };
}

/** A QR code as an SVG path: one rectangle for each run of dark modules in a row. */
async function drawQr(text: string): Promise<AuthenticatorStart["qr"]> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { ecc: "M", border: quietZone });
  const strips = data.map((row, y) => {
    let path = "";
    for (let x = 0; x < row.length; x += 1) {
      const start = x;
      while (row[x]) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
    }
    return path;
  });
  return { size, path: strips.join("") };
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
  const step = await findStep(secret, code, now());
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
    return replaceRecoveryCodes(trx, uid, context);
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
    return replaceRecoveryCodes(trx, uid, context);
  });
}

async function replaceRecoveryCodes(
  trx: Transaction<Database>,
  uid: string,
  { secret }: AppContext,
): Promise<RecoveryCodesResponse> {
  const codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode);
  await trx.deleteFrom("recovery_codes").where("uid", "=", uid).execute();
  await trx
    .insertInto("recovery_codes")
    .values(
      codes.map((code) => ({ code_hash: hashRecoveryCode(secret, uid, code), uid, used_at: null })),
    )
    .execute();
  return { codes };
}
