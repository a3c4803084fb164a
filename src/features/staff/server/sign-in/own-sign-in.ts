import type { Transaction } from "kysely";
import type { Empty, InputOf } from "../../../../platform/contract/define-endpoint.ts";
import type {
  OwnSignInResponse,
  ownSignInEndpoints,
} from "../../../../platform/contract/desk/staff.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { DeskHandlers, DeskRequest } from "../access/desk-endpoint.ts";
import {
  endStaffSessions,
  lockStaffSession,
  renewStaffSession,
  type StaffSession,
} from "../access/staff-session.ts";
import { checkFirstCode, recordOwnChange, startAuthenticator } from "./enroll.ts";
import { reauthHandlers, requireOwnPassword } from "./reauth.ts";
import { readSecondFactors, staffSecondFactor } from "./second-factor.ts";
import { rememberBrowser } from "./staff-device.ts";
import { readNewStaffPasskey, requestNewStaffPasskey, staffPasskeys } from "./staff-passkeys.ts";
import { requireGoodPassword } from "./staff-password-rule.ts";

/** Handlers of one's own sign-in: password, authenticator, recovery codes and passkeys. */
export function ownSignInHandlers(context: AppContext): DeskHandlers<typeof ownSignInEndpoints> {
  return {
    ...reauthHandlers(context),
    read: ({ session }) => describeOwnSignIn(session, context),
    changePassword: async (call) => {
      await changePassword(call, context);
      return {};
    },
    startAuthenticator: ({ session }) => startAuthenticator(session, context),
    confirmAuthenticator: async (call) => {
      const enable = await checkFirstCode(call.body.code, call.session, context);
      return changeOwn(call, context, async (trx, { staffId }) => {
        await enable(trx);
        await recordOwnChange(trx, call, call.session, "authenticator-added", context);
        return staffSecondFactor.replaceRecoveryCodes(trx, staffId, context);
      });
    },
    removeAuthenticator: (call) =>
      changeOwn(call, context, async (trx, { staffId }) => {
        const { hasAuthenticator } = await readSecondFactors(trx, staffId);
        if (!hasAuthenticator) throw new ApiError("not-found");
        await staffSecondFactor.removeAuthenticator(trx, staffId);
        await keepSecondFactor(trx, staffId, context);
        await recordOwnChange(trx, call, call.session, "authenticator-removed", context);
        return {};
      }),
    newRecoveryCodes: (call) =>
      changeOwn(call, context, async (trx, { staffId }) => {
        const { hasAuthenticator, passkeys } = await readSecondFactors(trx, staffId);
        if (!hasAuthenticator && passkeys === 0) throw new ApiError("last-second-factor");
        await recordOwnChange(trx, call, call.session, "recovery-codes", context);
        return staffSecondFactor.replaceRecoveryCodes(trx, staffId, context);
      }),
    addPasskeyOptions: (call) => requestNewStaffPasskey(call, call.session, context),
    addPasskey: async (call) => {
      const passkey = await readNewStaffPasskey(call, call.session, context);
      return changeOwn(call, context, async (trx, { staffId }) => {
        await staffPasskeys.insert(trx, staffId, passkey, context.now());
        await recordOwnChange(trx, call, call.session, "passkey-added", context);
        return {};
      });
    },
    removePasskey: (call) => removePasskey(call, context),
  };
}

async function removePasskey(call: DeskRequest, context: AppContext): Promise<Empty> {
  const { request, session } = call;
  const id = await staffPasskeys.find(context.database.db, session.staffId, request.params.id);
  return changeOwn(call, context, async (trx, { staffId }) => {
    await staffPasskeys.remove(trx, staffId, id);
    await keepSecondFactor(trx, staffId, context);
    await recordOwnChange(trx, call, call.session, "passkey-removed", context);
    return {};
  });
}

async function describeOwnSignIn(
  { staffId }: StaffSession,
  context: AppContext,
): Promise<OwnSignInResponse> {
  const { db } = context.database;
  const { hasAuthenticator } = await readSecondFactors(db, staffId);
  const recoveryCodesLeft = await staffSecondFactor.countRecoveryCodes(db, staffId);
  return {
    hasAuthenticator,
    recoveryCodesLeft,
    passkeys: await staffPasskeys.describe(db, staffId),
  };
}

/** Runs a change to one's own sign-in; concurrent ones run one after the other. */
function changeOwn<Result>(
  { session }: DeskRequest,
  { database }: AppContext,
  change: (trx: Transaction<Database>, session: StaffSession) => Promise<Result>,
): Promise<Result> {
  return database.write(async (trx) => {
    await lockStaffSession(trx, session);
    return change(trx, session);
  });
}

/**
 * Call it after a removal. Without any second factor, the recovery codes are removed too.
 * @throws ApiError "last-second-factor" if one is required and none is left
 */
async function keepSecondFactor(
  trx: Transaction<Database>,
  staffId: string,
  { config }: AppContext,
): Promise<void> {
  const { hasAuthenticator, passkeys } = await readSecondFactors(trx, staffId);
  if (hasAuthenticator || passkeys > 0) return;
  if (config.staffSecondFactor === "required") throw new ApiError("last-second-factor");
  await staffSecondFactor.removeRecoveryCodes(trx, staffId);
}

/** A new password ends the other sessions, and gives this one a new token. */
async function changePassword(
  call: DeskRequest & InputOf<typeof ownSignInEndpoints.changePassword>,
  context: AppContext,
): Promise<void> {
  const { reply, session } = call;
  const { password, newPassword } = call.body;
  const hash = await requireOwnPassword(session, password, context);
  await requireGoodPassword(newPassword, session, "newPassword");
  const newHash = await context.passwords.hash(newPassword);
  const renewed = renewStaffSession(session, context);
  await context.database.write(async (trx) => {
    await lockStaffSession(trx, session);
    const { numUpdatedRows } = await trx
      .updateTable("staff")
      .set({ password_hash: newHash })
      .where("id", "=", session.staffId)
      .where("password_hash", "=", hash)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new ApiError("staff-changed");
    await endStaffSessions(trx, session.staffId, "sign-in", { except: session.id });
    await renewed.store(trx);
    await recordOwnChange(trx, call, session, "password", context);
  });
  renewed.setCookie(reply);
  await rememberBrowser(call, session.staffId, context);
}
