import type { Kysely, Transaction } from "kysely";
import { maxClockSkewMs } from "../clock.ts";
import type { Database } from "../db/schema.ts";
import { hashToken, makeToken } from "./tokens.ts";

/** Purpose of a token; each comment describes its `data`. */
export type TokenKind =
  /** The login email that the link was sent to. */
  | "reset-password"
  /** Empty: what a customer types whom staff added. Its `token_hash` is keyed, since it is short. */
  | "welcome-code"
  /** The login email to be confirmed. */
  | "verify-email"
  /** The address of a link that was used or replaced; says until it expires what became of it. */
  | "spent-email-link"
  | "change-email"
  /** JSON of the old address, with which its owner undoes a change by staff. */
  | "undo-email-change"
  /** Empty: the password was correct, and the code is pending. */
  | "login-code"
  | "passkey-login"
  | "passkey-add"
  | "passkey-confirm"
  /** The ID of an unsent application; valid until it is sent. */
  | "resume-application"
  /** The ID of a submission, whose values prefill the form; read, never consumed. */
  | "sent-form"
  /** The IDs of a person's first and second application, separated by a space. */
  | "join-applications";

export interface NewToken {
  readonly kind: TokenKind;
  readonly uid: string | null;
  readonly data: string;
  readonly lifetimeMs: number;
  /** A keyed one in place of a random one. */
  readonly token?: string;
}

export interface TokenContents {
  readonly kind: TokenKind;
  readonly uid: string | null;
  readonly data: string;
}

/** Stores a token that works once. @returns the token; only its hash is stored */
export async function issueToken(
  trx: Transaction<Database>,
  { kind, uid, data, lifetimeMs, token = makeToken() }: NewToken,
  now: number,
): Promise<string> {
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

/**
 * Reads a token's contents without consuming it; undefined if it was used, has expired or is of
 * another kind.
 */
export async function readToken(
  db: Kysely<Database>,
  token: string,
  kinds: readonly TokenKind[],
  now: number,
): Promise<TokenContents | undefined> {
  const row = await db
    .selectFrom("one_time_tokens")
    .select(["kind", "uid", "data"])
    .where("token_hash", "=", hashToken(token))
    .where("kind", "in", kinds)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as TokenKind };
}

/** Consumes a token: of concurrent calls, one gets its contents and the others get undefined. */
export async function consumeToken(
  trx: Transaction<Database>,
  token: string,
  kinds: readonly TokenKind[],
  now: number,
): Promise<TokenContents | undefined> {
  const row = await trx
    .deleteFrom("one_time_tokens")
    .where("token_hash", "=", hashToken(token))
    .where("kind", "in", kinds)
    .where("expires_at", ">", now)
    .returning(["kind", "uid", "data"])
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as TokenKind };
}

type EmailLinkKind = Extract<TokenKind, "verify-email" | "change-email">;

const spent = "spent-email-link" satisfies TokenKind;

/**
 * Consumes the token of an emailed link like `consumeToken`, but keeps it as "spent-email-link", with
 * which its page can say until it expires that the address is confirmed.
 */
export async function spendEmailLink(
  trx: Transaction<Database>,
  token: string,
  kinds: readonly EmailLinkKind[],
  now: number,
): Promise<TokenContents | undefined> {
  for (const kind of kinds) {
    const row = await trx
      .updateTable("one_time_tokens")
      .set({ kind: spent })
      .where("token_hash", "=", hashToken(token))
      .where("kind", "=", kind)
      .where("expires_at", ">", now)
      .returning(["uid", "data"])
      .executeTakeFirst();
    if (row) return { kind, ...row };
  }
  return undefined;
}

/** Spends a person's unused links of some kinds, for example when a newer one replaces them. */
export async function spendEmailLinks(
  trx: Transaction<Database>,
  uid: string,
  kinds: readonly EmailLinkKind[],
): Promise<void> {
  await trx
    .updateTable("one_time_tokens")
    .set({ kind: spent })
    .where("uid", "=", uid)
    .where("kind", "in", kinds)
    .execute();
}

/** Invalidates a person's tokens of some kinds, for example when a newer one replaces them. */
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

/** Resets the expiry of tokens issued before the clock was set back to their lifetime from now. */
export async function repairTokenTimes(trx: Transaction<Database>, now: number): Promise<void> {
  await trx
    .updateTable("one_time_tokens")
    .set((row) => ({
      expires_at: row(row("expires_at", "-", row.ref("created_at")), "+", now),
      created_at: now,
    }))
    .where("created_at", ">", now + maxClockSkewMs)
    .execute();
}
