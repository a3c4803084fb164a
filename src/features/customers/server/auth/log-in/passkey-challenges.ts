import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../../../../platform/server/context/app-context.ts";
import {
  consumeToken,
  issueToken,
  type TokenKind,
} from "../../../../../platform/server/credentials/one-time-tokens.ts";
import { challengeLifetimeMs } from "../../../../../platform/server/credentials/webauthn.ts";
import {
  type CookieKind,
  clearCookie,
  readCookie,
  setCookie,
} from "../../../../../platform/server/http/cookies.ts";

/** Token of the open challenge; HttpOnly. */
export const challengeCookie: CookieKind = { name: "passkey", lifetimeMs: challengeLifetimeMs };

/** Purpose of a challenge: one for logging in cannot delete an account. */
export type ChallengeKind = Extract<TokenKind, `passkey-${string}`>;

/**
 * Stores a challenge for one response of this browser.
 * @param uid the person it is for; null if unknown
 */
export async function storeChallenge(
  reply: FastifyReply,
  context: AppContext,
  kind: ChallengeKind,
  uid: string | null,
  challenge: string,
): Promise<void> {
  const challengeToken = { kind, uid, data: challenge, lifetimeMs: challengeLifetimeMs };
  const token = await context.database.write((trx) =>
    issueToken(trx, challengeToken, context.now()),
  );
  setCookie(reply, context.config, challengeCookie, token);
}

/**
 * Consumes this browser's challenge, whether the response to it is valid or not, so that a replayed
 * response has none.
 */
export async function consumeChallenge(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  kind: ChallengeKind,
  uid: string | null,
): Promise<string | undefined> {
  const token = readCookie(request, context.config, challengeCookie);
  if (token === undefined) return undefined;
  clearCookie(reply, context.config, challengeCookie);
  const consumed = await context.database.write((trx) =>
    consumeToken(trx, token, [kind], context.now()),
  );
  return consumed?.uid === uid ? consumed.data : undefined;
}
