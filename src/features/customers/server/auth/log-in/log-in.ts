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
import { findAccountsByEmail, replacePasswordHash } from "../queries.ts";
import { setSessionCookie } from "../sessions.ts";
import { askForCode } from "./log-in-code.ts";

interface VerifiedAccount {
  readonly uid: string;
  readonly password_hash: string;
  /** Resets the attempt counts; call it in the transaction that the password allows. */
  clearAttempts(trx: Transaction<Database>): Promise<void>;
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
  if (!first) {
    await passwords.verify(password, passwords.dummyHash);
    throw new ApiError("user-not-found");
  }
  const account = await findByPassword(accounts, password, context);
  return {
    ...account,
    async clearAttempts(trx) {
      if (isKnown) await clearCounter(trx, byBrowser);
      else {
        await refundAttempt(trx, byAddress);
        await clearCounter(trx, byAccount);
      }
    },
  };
}

/**
 * The account whose password it is. A hash from before passwords were composed is replaced.
 * @throws ApiError "wrong-password"
 */
async function findByPassword(
  accounts: readonly DeviceAccount[],
  password: string,
  { database, passwords }: AppContext,
): Promise<DeviceAccount> {
  for (const { uid, password_hash: from } of accounts) {
    const { isRight, isOutdated } = await passwords.verify(password, from);
    if (!isRight) continue;
    if (!isOutdated) return { uid, password_hash: from };
    const to = await passwords.hash(password);
    const isReplaced = await database.write((trx) => replacePasswordHash(trx, { uid, from, to }));
    if (isReplaced) return { uid, password_hash: to };
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
    // A concurrent reset invalidates the old password.
    const current = await trx
      .selectFrom("accounts")
      .select("totp_enabled_at")
      .where("uid", "=", uid)
      .where("password_hash", "=", account.password_hash)
      .forUpdate()
      .executeTakeFirst();
    if (!current) throw new ApiError("wrong-password");
    await account.clearAttempts(trx);
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
