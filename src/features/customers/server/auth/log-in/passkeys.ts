import {
  consumeToken,
  issueToken,
} from "../../../../../platform/server/credentials/one-time-tokens.ts";
import { passkeysIn } from "../../../../../platform/server/credentials/passkeys.ts";
import { challengeLifetimeMs } from "../../../../../platform/server/credentials/webauthn.ts";
import type { CookieKind } from "../../../../../platform/server/http/cookies.ts";

/** Token of the open challenge; HttpOnly. */
const challengeCookie: CookieKind = { name: "passkey", lifetimeMs: challengeLifetimeMs };

export const customerPasskeys = passkeysIn({
  table: "passkeys",
  owner: "uid",
  cookie: challengeCookie,
  issue: (trx, { owner, ...challenge }, now) => issueToken(trx, { ...challenge, uid: owner }, now),
  async consume(trx, token, kind, now) {
    const found = await consumeToken(trx, token, [kind], now);
    return found && { owner: found.uid, data: found.data };
  },
});
