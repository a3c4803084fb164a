import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import type { FormValues } from "../../../../../platform/contract/form-engine/define-form.ts";
import { ApiError } from "../../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../../platform/server/app-context.ts";
import type { DeviceAccount } from "../../../../../platform/server/credentials/device-cookie.ts";
import {
  type Counter,
  clearCounter,
  countAttempt,
  refundAttempt,
} from "../../../../../platform/server/credentials/throttles.ts";
import type { Database } from "../../../../../platform/server/db/schema.ts";
import { hashDevice, setDeviceCookie } from "../device-cookie.ts";
import { prepareSession } from "../new-session.ts";
import { findAccountsByEmail, hasImportedPasswords, keepPasswordHash } from "../queries.ts";
import { setSessionCookie } from "../sessions.ts";
import { askForCode } from "./log-in-code.ts";

interface VerifiedAccount extends DeviceAccount {
  /**
   * Resets the attempt counts, and replaces an outdated hash by `password_hash`; call it first in the
   * transaction that the password allows.
   * @throws ApiError "wrong-password" if the password was changed in the meantime
   */
  settle(trx: Transaction<Database>): Promise<void>;
}

/**
 * Checks a password of somebody without a session. An unknown address takes as long as a wrong
 * password.
 * @throws ApiError "user-not-found", "wrong-password", "too-many"
 */
export async function tryPassword(
  request: FastifyRequest,
  { email, password }: FormValues<"email" | "password">,
  context: AppContext,
): Promise<VerifiedAccount> {
  const { clientKeys, database, passwords } = context;
  const byAddress: Counter = { limit: "loginAddress", hash: clientKeys.hashAddress(request) };
  const byAccount: Counter = { limit: "loginAccount", hash: clientKeys.hashAccount(email) };
  const accounts = await findAccountsByEmail(database.db, email);
  const [first] = accounts;
  const byBrowser: Counter = {
    limit: "loginBrowser",
    hash: hashDevice(request, first, context),
  };
  const isKnown = byBrowser.hash !== undefined;
  await countAttempt(context, isKnown ? [byBrowser] : [byAddress, byAccount]);
  const isMixed = await hasImportedPasswords(database.db);
  if (!first) {
    await passwords.verify(password, passwords.dummyHash, isMixed);
    throw new ApiError("user-not-found");
  }
  const { uid, from, to } = await findByPassword(accounts, password, isMixed, context);
  return {
    uid,
    password_hash: to,
    async settle(trx) {
      if (!(await keepPasswordHash(trx, { uid, from, to }))) throw new ApiError("wrong-password");
      if (isKnown) await clearCounter(trx, byBrowser);
      else {
        await refundAttempt(trx, byAddress);
        await clearCounter(trx, byAccount);
      }
    },
  };
}

/**
 * The account whose password it is, with its hash and the one to keep.
 * @throws ApiError "wrong-password"
 */
async function findByPassword(
  accounts: readonly DeviceAccount[],
  password: string,
  isMixed: boolean,
  { passwords }: AppContext,
) {
  for (const { uid, password_hash: from } of accounts) {
    const { isRight, isOutdated } = await passwords.verify(password, from, isMixed);
    if (isRight) return { uid, from, to: isOutdated ? await passwords.hash(password) : from };
  }
  throw new ApiError("wrong-password");
}

/**
 * First step of a login.
 * @returns whether the browser is signed in now, or a code is needed
 * @throws ApiError "user-not-found", "wrong-password", "too-many"
 */
export async function logIn(
  request: FastifyRequest,
  reply: FastifyReply,
  values: FormValues<"email" | "password">,
  context: AppContext,
): Promise<"signed-in" | "code-needed"> {
  const account = await tryPassword(request, values, context);
  const { uid } = account;
  const session = prepareSession(request, context, "password");
  const step = await context.database.write(async (trx) => {
    await account.settle(trx);
    const current = await trx
      .selectFrom("accounts")
      .select("totp_enabled_at")
      .where("uid", "=", uid)
      .executeTakeFirstOrThrow();
    if (current.totp_enabled_at !== null) return askForCode(trx, uid, context.now());
    await session.store(trx, uid);
    return undefined;
  });
  if (step) {
    step.setCookie(reply, context);
    return "code-needed";
  }
  setSessionCookie(reply, context, session.token);
  setDeviceCookie(request, reply, context, account);
  return "signed-in";
}
