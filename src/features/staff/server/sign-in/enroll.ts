import type { Transaction } from "kysely";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import type {
  deskLoginEndpoints,
  NewAuthenticatorResponse,
  RecoveryCodesResponse,
} from "../../../../platform/contract/desk/staff.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import { errors } from "../../../../platform/contract/errors/errors.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import {
  findCodeStep,
  makeAuthenticator,
} from "../../../../platform/server/credentials/one-time-codes.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { EndpointRequest } from "../../../../platform/server/http/register-endpoint.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import {
  actorOf,
  findStaffSession,
  lockStaffSession,
  renewStaffSession,
  type StaffSession,
} from "../access/staff-session.ts";
import { writeAudit } from "../write-audit.ts";
import { type StaffNotice, staffNoticeEmail } from "./desk-emails.ts";
import { readSecondFactors, staffSecondFactor } from "./second-factor.ts";
import { rememberBrowser } from "./staff-device.ts";
import { readNewStaffPasskey, requestNewStaffPasskey, staffPasskeys } from "./staff-passkeys.ts";
import { issueStaffToken, readNewAuthenticator, revokeStaffTokens } from "./staff-tokens.ts";

/** How long setting up an authenticator may take, in milliseconds. */
const enrollMs = minutes(60);

/**
 * Handlers of setting up the first second factor, after the password: it completes the log-in. A
 * session without it can do nothing else.
 */
export function setupHandlers(context: AppContext) {
  return {
    startSetup: async (call: EndpointRequest) =>
      startAuthenticator(await requireSetup(call, context), context),
    confirmSetup: async (
      call: EndpointRequest & InputOf<typeof deskLoginEndpoints.confirmSetup>,
    ) => {
      const session = await requireSetup(call, context);
      const enable = await checkFirstCode(call.body.code, session, context);
      return completeSetup(call, session, "authenticator-added", enable, context);
    },
    setupPasskeyOptions: async (call: EndpointRequest) =>
      requestNewStaffPasskey(call, await requireSetup(call, context), context),
    setupPasskey: async (
      call: EndpointRequest & InputOf<typeof deskLoginEndpoints.setupPasskey>,
    ) => {
      const session = await requireSetup(call, context);
      const passkey = await readNewStaffPasskey(call, session, context);
      const insert = (trx: Transaction<Database>) =>
        staffPasskeys.insert(trx, session.staffId, passkey, context.now());
      return completeSetup(call, session, "passkey-added", insert, context);
    },
  };
}

/**
 * @throws ApiError "login-expired" unless the password was given and there is no second factor yet
 */
async function requireSetup(
  { request }: EndpointRequest,
  context: AppContext,
): Promise<StaffSession> {
  const session = await findStaffSession(request, context, true);
  if (!session || session.confirmedAt !== null || session.hasSecondFactor) {
    throw new ApiError("login-expired");
  }
  return session;
}

async function completeSetup(
  { request, reply }: EndpointRequest,
  session: StaffSession,
  notice: keyof typeof acts,
  enroll: (trx: Transaction<Database>) => Promise<void>,
  context: AppContext,
): Promise<RecoveryCodesResponse> {
  const renewed = renewStaffSession(session, context);
  const response = await context.database.write(async (trx) => {
    await lockStaffSession(trx, session);
    const { hasAuthenticator, passkeys } = await readSecondFactors(trx, session.staffId);
    // Somebody else who knows the password set one up in the meantime.
    if (hasAuthenticator || passkeys > 0) throw new ApiError("login-expired");
    await enroll(trx);
    await renewed.store(trx);
    await recordOwnChange(trx, { request, reply }, session, notice, context);
    const act = { kind: "log-in", what: "Logged in after the first setup" } as const;
    await writeAudit(trx, actorOf(session, request), act, context.now());
    return staffSecondFactor.replaceRecoveryCodes(trx, session.staffId, context);
  });
  renewed.setCookie(reply);
  await rememberBrowser({ request, reply }, session.staffId, context);
  return response;
}

/** Creates a secret for an authenticator; the current one works until `checkFirstCode`. */
export async function startAuthenticator(
  { staffId, email }: StaffSession,
  { database, now }: AppContext,
): Promise<NewAuthenticatorResponse> {
  const authenticator = await makeAuthenticator(email);
  const data = authenticator.secret;
  await database.write(async (trx) => {
    await revokeStaffTokens(trx, staffId, ["new-authenticator"]);
    const token = { kind: "new-authenticator", staffId, data, lifetimeMs: enrollMs } as const;
    await issueStaffToken(trx, token, now());
  });
  return authenticator;
}

/**
 * Checks the first code of a new authenticator.
 * @returns stores the authenticator, in the transaction of the change
 * @throws ApiError "staff-changed" if none was started, "invalid" with a message for `code`
 */
export async function checkFirstCode(
  code: string,
  { staffId }: StaffSession,
  { database, now }: AppContext,
): Promise<(trx: Transaction<Database>) => Promise<void>> {
  const secret = await readNewAuthenticator(database.db, staffId, now());
  if (secret === undefined) throw new ApiError("staff-changed");
  const step = await findCodeStep(secret, code, now());
  if (step === undefined) {
    throw new ApiError("invalid", { fields: { code: errors["wrong-code"].message } });
  }
  return async (trx) => {
    // Another tab may have started over.
    if ((await readNewAuthenticator(trx, staffId, now())) !== secret) {
      throw new ApiError("staff-changed");
    }
    await revokeStaffTokens(trx, staffId, ["new-authenticator"]);
    await trx
      .updateTable("staff")
      .set({ totp_secret: secret, totp_enabled_at: now(), totp_last_step: step })
      .where("id", "=", staffId)
      .execute();
  };
}

/** The audit log's texts for changes to one's own log-in. */
const acts = {
  password: "Changed the password",
  "authenticator-added": "Set up an authenticator",
  "authenticator-removed": "Removed the authenticator",
  "passkey-added": "Added a passkey",
  "passkey-removed": "Removed a passkey",
  "recovery-codes": "Made new recovery codes",
} as const satisfies Partial<Record<StaffNotice, string>>;

export async function recordOwnChange(
  trx: Transaction<Database>,
  { request }: EndpointRequest,
  session: StaffSession,
  change: keyof typeof acts,
  { now }: AppContext,
): Promise<void> {
  const act = { kind: "staff", what: acts[change], target: session.email } as const;
  await writeAudit(trx, actorOf(session, request), act, now());
  await queueEmail(trx, staffNoticeEmail(change, session), now());
}
