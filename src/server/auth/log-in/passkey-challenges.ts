import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../../context/app-context.ts";
import { minutes } from "../../platform/durations.ts";
import {
  type CookieKind,
  clearCookie,
  readCookie,
  setCookie,
} from "../../platform/http/cookies.ts";
import { ownOrigin } from "../../platform/http/same-origin.ts";
import { consumeToken, issueToken, type TokenKind } from "../../platform/tokens/one-time-tokens.ts";

/** How long a person may take to find their phone or finger, in milliseconds. */
export const challengeLifetimeMs = minutes(5);

/** Names the open challenge; the browser's scripts never see it. */
export const challengeCookie: CookieKind = { name: "passkey", lifetimeMs: challengeLifetimeMs };

/** What a challenge is for; one made for signing in removes no account. */
export type ChallengeKind = Extract<TokenKind, `passkey-${string}`>;

/** Whom a passkey is bound to (WebAuthn: relying party): the site's host name, and its address. */
export function relyingParty(
  request: FastifyRequest,
  { config }: AppContext,
): { readonly id: string; readonly origin: string } {
  const origin = ownOrigin(request, config);
  return { id: new URL(origin).hostname, origin };
}

/**
 * Remembers a challenge for one answer of this browser.
 * @param uid whose challenge it is; null while nobody is known
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
 * Takes the challenge that this browser was given. It is gone afterwards, whatever the
 * answer to it is worth: a replayed answer finds none.
 */
export async function takeChallenge(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  kind: ChallengeKind,
  uid: string | null,
): Promise<string | undefined> {
  const token = readCookie(request, context.config, challengeCookie);
  if (token === undefined) return undefined;
  clearCookie(reply, context.config, challengeCookie);
  const taken = await context.database.write((trx) =>
    consumeToken(trx, token, [kind], context.now()),
  );
  return taken?.uid === uid ? taken.data : undefined;
}
