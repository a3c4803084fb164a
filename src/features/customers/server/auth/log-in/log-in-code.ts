import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { minutes } from "../../../../../platform/contract/durations.ts";
import { facts } from "../../../../../platform/contract/facts.ts";
import { ApiError } from "../../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../../platform/server/app-context.ts";
import { prepareOneTimeCodes } from "../../../../../platform/server/credentials/one-time-codes.ts";
import {
  consumeToken,
  issueToken,
  readToken,
} from "../../../../../platform/server/credentials/one-time-tokens.ts";
import {
  type Counter,
  clearCounter,
  countAttempt,
} from "../../../../../platform/server/credentials/throttles.ts";
import { hashToken } from "../../../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../../../platform/server/db/schema.ts";
import {
  type CookieKind,
  clearCookie,
  readCookie,
  setCookie,
} from "../../../../../platform/server/http/cookies.ts";
import { keepUsedFactor } from "../../accounts/factor-removals.ts";
import { findDeviceAccount, hashDevice, setDeviceCookie } from "../device-cookie.ts";
import { prepareSession } from "../new-session.ts";
import { setSessionCookie } from "../sessions.ts";
import { checkSecondFactor } from "./second-factor.ts";

/** How long the second step may take, in milliseconds: time to find the phone. */
const lifetimeMs = minutes(facts.keep.loginCodeMinutes);

/** Token of a login whose password was right; HttpOnly. */
const codeCookie: CookieKind = { name: "login-code", lifetimeMs };
const kinds = ["login-code"] as const;

export interface CodeStep {
  /** Sets the cookie, after the commit. */
  setCookie(reply: FastifyReply, context: AppContext): void;
}

/** Stores that a person's password was right and only the code is missing. */
export async function askForCode(
  trx: Transaction<Database>,
  uid: string,
  now: number,
): Promise<CodeStep> {
  const token = await issueToken(trx, { kind: "login-code", uid, data: "", lifetimeMs }, now);
  return { setCookie: (reply, { config }) => setCookie(reply, config, codeCookie, token) };
}

/**
 * Second step of a login: a code from the authenticator, or a recovery code.
 * @throws ApiError "wrong-code", "login-expired" if the first step is too old or has too many
 * attempts, "too-many"
 */
export async function logInWithCode(
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
  context: AppContext,
): Promise<void> {
  const { config, database, now } = context;
  const token = readCookie(request, config, codeCookie);
  const step = token && (await readToken(database.db, token, kinds, now()));
  if (!token || !step || step.uid === null) throw new ApiError("login-expired");
  const { uid } = step;
  const owner = await findDeviceAccount(database.db, uid);
  if (!owner) throw new ApiError("login-expired");
  // All known devices share one count: six-digit codes are few, and each reset link can add another
  // device.
  const isKnown = hashDevice(request, owner, context) !== undefined;
  const byAccount: Counter = {
    limit: isKnown ? "codeKnown" : "codeAccount",
    hash: config.rateLimits ? uid : undefined,
  };
  await countCode(token, byAccount, context);
  await prepareOneTimeCodes();

  const session = prepareSession(request, context, "code");
  await database.write(async (trx) => {
    const account = await trx
      .selectFrom("accounts")
      .select(["uid", "totp_secret", "totp_enabled_at"])
      .where("uid", "=", uid)
      .forUpdate()
      .executeTakeFirst();
    if (!account || !(await checkSecondFactor(trx, account, code, context))) {
      throw new ApiError("wrong-code");
    }
    if (!(await consumeToken(trx, token, kinds, now()))) throw new ApiError("login-expired");
    await clearCounter(trx, byAccount);
    await keepUsedFactor(trx, uid, now());
    await session.store(trx, uid);
  });
  clearCookie(reply, config, codeCookie);
  setSessionCookie(reply, context, session.token);
  setDeviceCookie(request, reply, context, owner);
}

/**
 * A correct password allows only a few codes; codes rejected by the account's limit do not count.
 */
async function countCode(token: string, byAccount: Counter, context: AppContext): Promise<void> {
  const { config, database, now } = context;
  const byStep: Counter = {
    limit: "codeStep",
    hash: config.rateLimits ? hashToken(token) : undefined,
    errorCode: "login-expired",
  };
  try {
    await countAttempt(context, [byStep, byAccount]);
  } catch (error) {
    if (!(error instanceof ApiError && error.body.code === "login-expired")) throw error;
    await database.write((trx) => consumeToken(trx, token, kinds, now()));
    throw new ApiError("login-expired");
  }
}
