import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../api-error.ts";
import type { AppContext } from "../app-context.ts";
import type { Database } from "../db/schema.ts";
import { type CookieKind, clearCookie, readCookie, setCookie } from "../http/cookies.ts";
import type { EndpointRequest } from "../http/register-endpoint.ts";
import { hashToken } from "./tokens.ts";
import {
  assertionOptions,
  challengeLifetimeMs,
  maxPasskeys,
  type NewPasskey,
  type PasskeyOwner,
  readCredentialId,
  registrationOptions,
  relyingParty,
  verifyAssertion,
  verifyRegistration,
} from "./webauthn.ts";

/** Purpose of a challenge: one for logging in cannot delete an account. */
type ChallengeKind = "passkey-login" | "passkey-add" | "passkey-confirm";

interface Challenge {
  readonly kind: ChallengeKind;
  /** Null if unknown, as for a log-in. */
  readonly owner: string | null;
  readonly data: string;
  readonly lifetimeMs: number;
}

/** Where the passkeys of customers or of staff are stored, and the challenges to them. */
interface PasskeyStore {
  readonly table: "passkeys" | "staff_passkeys";
  /** The table's column with the owner's id. */
  readonly owner: "uid" | "staff_id";
  /** Token of the open challenge. */
  readonly cookie: CookieKind;
  issue(trx: Transaction<Database>, challenge: Challenge, now: number): Promise<string>;
  consume(
    trx: Transaction<Database>,
    token: string,
    kind: ChallengeKind,
    now: number,
  ): Promise<Pick<Challenge, "owner" | "data"> | undefined>;
}

interface VerifiedPasskey {
  readonly owner: string;
  /**
   * Stores that it was used, in the transaction that it authorizes.
   * @throws ApiError "passkey-refused" if it was removed or used in the meantime
   */
  use(trx: Transaction<Database>): Promise<void>;
}

export function passkeysIn({ table, owner: ownerColumn, cookie, issue, consume }: PasskeyStore) {
  // The tables differ in the name of one column only.
  const name = table as "passkeys";
  const column = ownerColumn as "uid";

  function list(db: Kysely<Database>, owner: string) {
    return db
      .selectFrom(name)
      .selectAll()
      .where(column, "=", owner)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
  }

  async function storeChallenge(
    { reply }: EndpointRequest,
    challenge: Omit<Challenge, "lifetimeMs">,
    { config, database, now }: AppContext,
  ): Promise<void> {
    const stored = { ...challenge, lifetimeMs: challengeLifetimeMs };
    const token = await database.write((trx) => issue(trx, stored, now()));
    setCookie(reply, config, cookie, token);
  }

  /**
   * Consumes this browser's challenge, whether the response to it is valid or not, so that a replayed
   * response has none.
   */
  async function consumeChallenge(
    { request, reply }: EndpointRequest,
    kind: ChallengeKind,
    owner: string | null,
    { config, database, now }: AppContext,
  ): Promise<string | undefined> {
    const token = readCookie(request, config, cookie);
    if (token === undefined) return undefined;
    clearCookie(reply, config, cookie);
    const consumed = await database.write((trx) => consume(trx, token, kind, now()));
    return consumed?.owner === owner ? consumed.data : undefined;
  }

  return {
    /** As its owner sees it; the id is a label for removing it, which grants no access. */
    async describe(db: Kysely<Database>, owner: string) {
      return (await list(db, owner)).map(({ id, name, created_at, last_used_at }) => ({
        id: labelOf(id),
        name,
        createdAt: new Date(created_at).toISOString(),
        lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
      }));
    },

    /** WebAuthn options for a browser; `verify` checks its response. @param owner null: anybody */
    async request(
      call: EndpointRequest,
      kind: ChallengeKind,
      owner: string | null,
      context: AppContext,
    ) {
      const known = owner === null ? [] : await list(context.database.db, owner);
      const options = await assertionOptions(relyingParty(call.request, context), known);
      await storeChallenge(call, { kind, owner, data: options.challenge }, context);
      return options;
    },

    /**
     * Checks a browser's response to `request`, of the same kind and owner.
     * @returns undefined if it is invalid, replayed or too late
     */
    async verify(
      call: EndpointRequest,
      { kind, owner, sent }: Pick<Challenge, "kind" | "owner"> & { readonly sent: unknown },
      context: AppContext,
    ): Promise<VerifiedPasskey | undefined> {
      const challenge = await consumeChallenge(call, kind, owner, context);
      const id = readCredentialId(sent);
      if (challenge === undefined || id === undefined) return undefined;
      const passkey = await context.database.db
        .selectFrom(name)
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      if (!passkey || (owner !== null && passkey[column] !== owner)) return undefined;
      const site = relyingParty(call.request, context);
      const counter = await verifyAssertion(site, challenge, passkey, sent);
      if (counter === undefined) return undefined;
      return {
        owner: passkey[column],
        async use(trx) {
          const { numUpdatedRows } = await trx
            .updateTable(name)
            .set({ counter, last_used_at: context.now() })
            .where("id", "=", passkey.id)
            // Two responses with the same counter mean that the key was copied.
            .where("counter", "=", passkey.counter)
            .executeTakeFirst();
          if (numUpdatedRows !== 1n) throw new ApiError("passkey-refused");
        },
      };
    },

    /** Options for adding a passkey. @throws ApiError "too-many-passkeys" */
    async requestNew(call: EndpointRequest, owner: PasskeyOwner, context: AppContext) {
      const known = await list(context.database.db, owner.id);
      if (known.length >= maxPasskeys) throw new ApiError("too-many-passkeys");
      const options = await registrationOptions(relyingParty(call.request, context), owner, known);
      const challenge = { kind: "passkey-add", owner: owner.id, data: options.challenge } as const;
      await storeChallenge(call, challenge, context);
      return options;
    },

    /** Checks a device's response to `requestNew`. @throws ApiError "passkey-refused" */
    async verifyNew(
      call: EndpointRequest,
      owner: string,
      response: object,
      context: AppContext,
    ): Promise<NewPasskey> {
      const challenge = await consumeChallenge(call, "passkey-add", owner, context);
      const site = relyingParty(call.request, context);
      const passkey = challenge && (await verifyRegistration(site, challenge, response));
      if (!passkey) throw new ApiError("passkey-refused");
      return passkey;
    },

    /**
     * A credential belongs to one person: nobody may claim an existing one.
     * @throws ApiError "passkey-refused" if somebody has this passkey
     */
    async insert(
      trx: Transaction<Database>,
      owner: string,
      passkey: NewPasskey & { readonly name: string },
      now: number,
    ): Promise<void> {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto(name)
        .values({ ...passkey, [column]: owner, created_at: now, last_used_at: null })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) throw new ApiError("passkey-refused");
    },

    /** The id of the passkey with a label. @throws ApiError "not-found" */
    async find(db: Kysely<Database>, owner: string, label: string): Promise<string> {
      const passkey = (await list(db, owner)).find(({ id }) => labelOf(id) === label);
      if (!passkey) throw new ApiError("not-found");
      return passkey.id;
    },

    /** @throws ApiError "not-found" if it was removed or is somebody else's */
    async remove(trx: Transaction<Database>, owner: string, id: string): Promise<void> {
      const { numDeletedRows } = await trx
        .deleteFrom(name)
        .where("id", "=", id)
        .where(column, "=", owner)
        .executeTakeFirst();
      if (numDeletedRows !== 1n) throw new ApiError("not-found");
    },
  };
}

/** Public id of a passkey; the credential's own id may be too long for a URL. */
function labelOf(id: string): string {
  return hashToken(id);
}
