import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { ApiError } from "../../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../../platform/server/context/app-context.ts";
import {
  assertionOptions,
  readCredentialId,
  relyingParty,
  verifyAssertion,
} from "../../../../../platform/server/credentials/webauthn.ts";
import type { Database } from "../../../../../platform/server/db/schema.ts";
import { type ChallengeKind, consumeChallenge, storeChallenge } from "./passkey-challenges.ts";

export interface VerifiedPasskey {
  readonly uid: string;
  /**
   * Stores that it was used. Call it first in the transaction that it authorizes.
   * @throws ApiError "passkey-refused" if it was removed or used in the meantime
   */
  use(trx: Transaction<Database>): Promise<void>;
}

/** WebAuthn options for a browser; `verifyPasskey` checks its response. */
export async function requestPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  kind: ChallengeKind,
  uid: string | null,
) {
  const known = uid === null ? [] : await listPasskeys(context, uid);
  const options = await assertionOptions(relyingParty(request, context), known);
  await storeChallenge(reply, context, kind, uid, options.challenge);
  return options;
}

export function listPasskeys({ database }: AppContext, uid: string) {
  return database.db
    .selectFrom("passkeys")
    .selectAll()
    .where("uid", "=", uid)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/**
 * Checks a browser's response to `requestPasskey`.
 * @param uid the expected person; null for anybody
 * @throws ApiError "passkey-refused" for a response that is invalid, replayed or too late
 */
export async function verifyPasskey(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
  kind: ChallengeKind,
  uid: string | null,
  sent: unknown,
): Promise<VerifiedPasskey> {
  const challenge = await consumeChallenge(request, reply, context, kind, uid);
  const passkey = await findPasskey(context, sent);
  if (!challenge || !passkey || (uid !== null && passkey.uid !== uid)) {
    throw new ApiError("passkey-refused");
  }
  const counter = await verifyAssertion(relyingParty(request, context), challenge, passkey, sent);
  if (counter === undefined) throw new ApiError("passkey-refused");
  return {
    uid: passkey.uid,
    async use(trx) {
      const { numUpdatedRows } = await trx
        .updateTable("passkeys")
        .set({ counter, last_used_at: context.now() })
        .where("id", "=", passkey.id)
        // Two responses with the same counter mean that the key was copied.
        .where("counter", "=", passkey.counter)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new ApiError("passkey-refused");
    },
  };
}

async function findPasskey({ database }: AppContext, sent: unknown) {
  const id = readCredentialId(sent);
  if (id === undefined) return undefined;
  return database.db.selectFrom("passkeys").selectAll().where("id", "=", id).executeTakeFirst();
}
