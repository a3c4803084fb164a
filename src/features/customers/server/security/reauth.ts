import type { FastifyInstance } from "fastify";
import type { Transaction } from "kysely";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import {
  type Counter,
  clearCounter,
  countAttempt,
} from "../../../../platform/server/credentials/throttles.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { settingsEndpoints } from "../../contract/settings.ts";
import { customerPasskeys } from "../auth/log-in/passkeys.ts";
import {
  isRecentlyAuthenticated,
  type PortalRequest,
  registerOwnEndpoint,
} from "../auth/own-endpoint.ts";
import {
  renewSession,
  requireLiveSession,
  type Session,
  setSessionCookie,
} from "../auth/sessions.ts";

/**
 * Consumes a reauthentication and locks its session. Call it first in the transaction that the
 * reauthentication allows.
 */
export type ApplyReauth = (trx: Transaction<Database>) => Promise<void>;

const wrongPassword = "This is not your current password.";

/**
 * Call it first in the transaction of a sensitive change: checks that the session has not ended
 * since the request started, and locks the account's login data until the commit.
 * @throws ApiError "not-signed-in"
 */
export async function lockSession(
  trx: Transaction<Database>,
  session: Session,
  context: Pick<AppContext, "now">,
): Promise<{ readonly isConfirmed: boolean }> {
  // Locks the account before its session, in the same order as code that ends sessions. Rows that
  // refer to the account may still be added.
  const account = await trx
    .selectFrom("accounts")
    .select("email_verified_at")
    .where("uid", "=", session.uid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw new ApiError("not-signed-in");
  await requireLiveSession(trx, session, context);
  return { isConfirmed: account.email_verified_at !== null };
}

/**
 * Like `lockSession`, but requires a confirmed address: somebody who created the account with another's
 * address must not keep access to it.
 * @throws ApiError "email-not-confirmed", "not-signed-in"
 */
export async function lockConfirmedSession(
  trx: Transaction<Database>,
  session: Session,
  context: Pick<AppContext, "now">,
): Promise<void> {
  const { isConfirmed } = await lockSession(trx, session, context);
  if (!isConfirmed) throw new ApiError("email-not-confirmed");
}

interface VerifiedPassword {
  /** The stored hash that matched, so that a change can require it to be current. */
  readonly hash: string;
  readonly use: ApplyReauth;
}

/**
 * Checks the password of the signed-in person. Attempts are limited, but counted separately from
 * logins, so that a stranger at this computer cannot lock the owner out of logging in.
 * @throws ApiError "invalid" with a message for the field `password`, "too-many"
 */
export async function requirePassword(
  { session }: Pick<PortalRequest, "session">,
  context: AppContext,
  password: string,
): Promise<VerifiedPassword> {
  const { rateLimits } = context.config;
  const counter: Counter = { limit: "proofAccount", hash: rateLimits ? session.uid : undefined };
  await countAttempt(context, [counter]);
  const { password_hash: hash } = await context.database.db
    .selectFrom("accounts")
    .select("password_hash")
    .where("uid", "=", session.uid)
    .executeTakeFirstOrThrow();
  if (!(await context.passwords.verify(password, hash)).isRight) {
    throw new ApiError("invalid", { fields: { password: wrongPassword } });
  }
  return {
    hash,
    async use(trx) {
      await lockSession(trx, session, context);
      await clearCounter(trx, counter);
    },
  };
}

/**
 * Reauthenticates the person by password or passkey in the body.
 * @throws ApiError "invalid", "passkey-refused", "too-many"
 */
export async function reauthenticate(
  call: PortalRequest & InputOf<typeof settingsEndpoints.confirmIdentity>,
  context: AppContext,
): Promise<ApplyReauth> {
  const { session, body } = call;
  if (body.password !== undefined) return (await requirePassword(call, context, body.password)).use;
  const sent = { kind: "passkey-confirm", owner: session.uid, sent: body.passkey } as const;
  const verified = await customerPasskeys.verify(call, sent, context);
  if (!verified) throw new ApiError("passkey-refused");
  return async (trx) => {
    await lockSession(trx, session, context);
    await verified.use(trx);
  };
}

type SessionReply = Pick<PortalRequest, "reply" | "session">;

/** Permits sensitive requests of the session for some minutes. */
async function renew(
  { reply, session }: SessionReply,
  use: ApplyReauth,
  context: AppContext,
): Promise<void> {
  const renewed = renewSession(session, context);
  await context.database.write(async (trx) => {
    await use(trx);
    await renewed.store(trx);
  });
  setSessionCookie(reply, context, renewed.token);
}

/**
 * For pages that post without scripts: requires the password unless the person reauthenticated within
 * the last minutes.
 * @param password "" if the page did not ask for it
 * @throws ApiError "confirm-needed" without one; "invalid" for the field `password`; "too-many"
 */
export async function requireRecentSession(
  call: SessionReply,
  password: string,
  context: AppContext,
): Promise<void> {
  if (isRecentlyAuthenticated(call.session, context)) return;
  if (password === "") throw new ApiError("confirm-needed");
  await renew(call, (await requirePassword(call, context, password)).use, context);
}

/** Reauthentication, which permits sensitive requests for some minutes. */
export function registerReauth(app: FastifyInstance, context: AppContext): void {
  registerOwnEndpoint(app, settingsEndpoints.confirmIdentity, context, async (call) => {
    await renew(call, await reauthenticate(call, context), context);
    return {};
  });

  registerOwnEndpoint(app, settingsEndpoints.confirmOptions, context, (call) =>
    customerPasskeys.request(call, "passkey-confirm", call.session.uid, context),
  );
}
