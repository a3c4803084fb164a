import type { Kysely, Transaction } from "kysely";
import { maxClockSkewMs } from "../clock.ts";
import type { Database } from "../db/schema.ts";
import { hashToken, makeToken } from "./tokens.ts";

/** What a token is good for; `data` of each stands beside it. */
export type TokenKind =
  /** The sign-in address that the link was sent to. */
  | "reset-password"
  /** The sign-in address to be confirmed. */
  | "verify-email"
  /** The new sign-in address. */
  | "change-email"
  /** Nothing: a password was right, the code is still to come. */
  | "login-code"
  /** The challenge that a passkey has to answer. */
  | "passkey-login"
  | "passkey-add"
  | "passkey-confirm"
  /** The id of an unsent application; works until it is sent. */
  | "resume-application"
  /** The ids of a person's first and second application, with a space between. */
  | "join-applications";

/** A token about to be stored. */
export interface NewToken {
  readonly kind: TokenKind;
  readonly uid: string | null;
  readonly data: string;
  readonly lifetimeMs: number;
}

/** What a good token stands for. */
export interface TokenMeaning {
  readonly kind: TokenKind;
  readonly uid: string | null;
  readonly data: string;
}

/**
 * Stores a token that works once.
 * @param now milliseconds since 1970
 * @returns what the person or the browser gets; only its hash is stored
 */
export async function issueToken(
  trx: Transaction<Database>,
  { kind, uid, data, lifetimeMs }: NewToken,
  now: number,
): Promise<string> {
  const token = makeToken();
  await trx
    .insertInto("one_time_tokens")
    .values({
      token_hash: hashToken(token),
      kind,
      uid,
      data,
      created_at: now,
      expires_at: now + lifetimeMs,
    })
    .execute();
  return token;
}

/** What a token stands for, without using it up; undefined when it is used, too old or of another kind. */
export async function readToken(
  db: Kysely<Database>,
  token: string,
  kinds: readonly TokenKind[],
  now: number,
): Promise<TokenMeaning | undefined> {
  const row = await db
    .selectFrom("one_time_tokens")
    .select(["kind", "uid", "data"])
    .where("token_hash", "=", hashToken(token))
    .where("kind", "in", kinds)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as TokenKind };
}

/** Uses a token up: of several that try at once, one gets its meaning and the others nothing. */
export async function consumeToken(
  trx: Transaction<Database>,
  token: string,
  kinds: readonly TokenKind[],
  now: number,
): Promise<TokenMeaning | undefined> {
  const row = await trx
    .deleteFrom("one_time_tokens")
    .where("token_hash", "=", hashToken(token))
    .where("kind", "in", kinds)
    .where("expires_at", ">", now)
    .returning(["kind", "uid", "data"])
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as TokenKind };
}

/** Makes a person's tokens of some kinds worthless, as when a newer one takes their place. */
export async function revokeTokens(
  trx: Transaction<Database>,
  uid: string,
  kinds: readonly TokenKind[],
): Promise<void> {
  await trx
    .deleteFrom("one_time_tokens")
    .where("uid", "=", uid)
    .where("kind", "in", kinds)
    .execute();
}

/** Tokens made before the clock was set back last as long as they would have from now on, and no longer. */
export async function pullBackTokens(trx: Transaction<Database>, now: number): Promise<void> {
  await trx
    .updateTable("one_time_tokens")
    .set((row) => ({
      expires_at: row(row("expires_at", "-", row.ref("created_at")), "+", now),
      created_at: now,
    }))
    .where("created_at", ">", now + maxClockSkewMs)
    .execute();
}
