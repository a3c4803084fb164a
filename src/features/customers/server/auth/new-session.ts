import { randomUUIDv7 } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { brand } from "../../../../brand.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { hashToken, makeToken } from "../../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { readCookie } from "../../../../platform/server/http/cookies.ts";
import { userAgentOf } from "../../../../platform/server/http/user-agent.ts";
import { noteSignal } from "../../../privacy/server/requests/opt-outs.ts";
import { lifetimeMs } from "./session-times.ts";
import { sessionCookie } from "./sessions.ts";

/** A session to be stored: the token is for the browser, the row for a transaction. */
export interface NewSession {
  readonly token: string;
  /** @throws ApiError "account-locked", "wrong-password" if the account is locked */
  store(trx: Transaction<Database>, uid: string): Promise<void>;
}

/**
 * Locks the row, so that a concurrent lock of the account waits. Whoever gets here has authenticated.
 * @throws ApiError "account-locked" with the reason that staff gave, or "wrong-password" without one
 */
async function rejectDisabled(trx: Transaction<Database>, uid: string): Promise<void> {
  const account = await trx
    .selectFrom("accounts")
    .select(["disabled_at", "lock_reason"])
    .where("uid", "=", uid)
    .forShare()
    .executeTakeFirst();
  if (!account || account.disabled_at === null) return;
  if (account.lock_reason === null) throw new ApiError("wrong-password");
  const message = `We have locked your account. The reason: ${account.lock_reason} Please call us at ${brand.phone.shown}, and we will help you.`;
  throw new ApiError("account-locked", { message });
}

/** How somebody logged in, as apps are told (RFC 8176). */
const methods = { password: "pwd", code: "pwd otp mfa", passkey: "pop mfa" } as const;

/** Prepares a session for the browser that sent the request; replaces an earlier one there. */
export function prepareSession(
  request: FastifyRequest,
  { config, now: clock }: Pick<AppContext, "config" | "now">,
  method: keyof typeof methods,
): NewSession {
  const token = makeToken();
  const earlier = readCookie(request, config, sessionCookie);
  const now = clock();
  return {
    token,
    async store(trx, uid) {
      await rejectDisabled(trx, uid);
      if (earlier !== undefined) {
        const hash = hashToken(earlier);
        await trx
          .deleteFrom("sessions")
          .where((row) =>
            row.or([row("token_hash", "=", hash), row("former_token_hash", "=", hash)]),
          )
          .execute();
      }
      await trx
        .insertInto("sessions")
        .values({
          id: randomUUIDv7(),
          token_hash: hashToken(token),
          uid,
          created_at: now,
          proved_at: now,
          last_seen_at: now,
          expires_at: now + lifetimeMs,
          user_agent: userAgentOf(request),
          former_token_hash: null,
          renewed_at: null,
          amr: methods[method],
        })
        .execute();
      await noteSignal(trx, uid, request, now);
    },
  };
}
