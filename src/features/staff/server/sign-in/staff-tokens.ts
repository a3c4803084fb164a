import type { Kysely, Transaction } from "kysely";
import { staffLinkDays } from "../../../../platform/contract/desk/staff.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { hashToken, makeToken } from "../../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";

export type StaffLinkKind = "join" | "new-password";

/** Purpose of a token; each comment describes its `data`. */
export type StaffTokenKind =
  /** Empty. */
  | StaffLinkKind
  /** The secret of an authenticator that has not been confirmed with a code yet. */
  | "new-authenticator"
  | "passkey-login"
  | "passkey-add"
  | "passkey-confirm"
  /** What a change of several cases replaced, as JSON. */
  | "undo-cases"
  /** What a change of an application's status replaced, as JSON. */
  | "undo-application"
  /** What a change of requests replaced, as JSON. */
  | "undo-request"
  /** What a change of interviews replaced, as JSON. */
  | "undo-interview";

export const staffLinkKinds = ["join", "new-password"] as const;

interface NewStaffToken {
  readonly kind: StaffTokenKind;
  /** Null if unknown, as for a log-in by passkey. */
  readonly staffId: string | null;
  readonly data: string;
  readonly lifetimeMs: number;
}

/** Stores a token. @returns the token; only its hash is stored */
export async function issueStaffToken(
  trx: Transaction<Database>,
  { kind, staffId, data, lifetimeMs }: NewStaffToken,
  now: number,
): Promise<string> {
  const token = makeToken();
  await trx
    .insertInto("staff_tokens")
    .values({
      token_hash: hashToken(token),
      kind,
      staff_id: staffId,
      data,
      created_at: now,
      expires_at: now + lifetimeMs,
    })
    .execute();
  return token;
}

/**
 * Creates a link for a staff member; earlier ones no longer work.
 * @param staffId null for nobody: the same statements, without an effect
 * @returns its token
 */
export async function issueStaffLink(
  trx: Transaction<Database>,
  kind: StaffLinkKind,
  staffId: string | null,
  now: number,
): Promise<string> {
  await revokeStaffTokens(trx, staffId, staffLinkKinds);
  return issueStaffToken(trx, { kind, staffId, data: "", lifetimeMs: days(staffLinkDays) }, now);
}

/** Consumes a token: of several concurrent uses, one gets its contents, the others undefined. */
export async function consumeStaffToken(
  trx: Transaction<Database>,
  token: string,
  kinds: readonly StaffTokenKind[],
  now: number,
) {
  return trx
    .deleteFrom("staff_tokens")
    .where("token_hash", "=", hashToken(token))
    .where("kind", "in", kinds)
    .where("expires_at", ">", now)
    .returning(["kind", "staff_id", "data"])
    .executeTakeFirst();
}

/** The staff member a link is for, without consuming it; undefined if it is no longer valid. */
export async function readStaffLink(db: Kysely<Database>, token: string, now: number) {
  return db
    .selectFrom("staff_tokens")
    .innerJoin("staff", "staff.id", "staff_tokens.staff_id")
    .select(["staff_tokens.kind", "staff.id", "staff.name", "staff.email"])
    .where("staff_tokens.token_hash", "=", hashToken(token))
    .where("staff_tokens.kind", "in", staffLinkKinds)
    .where("staff_tokens.expires_at", ">", now)
    .where("staff.disabled_at", "is", null)
    .executeTakeFirst();
}

/** The secret of an authenticator that is being set up; undefined if there is none. */
export async function readNewAuthenticator(
  db: Kysely<Database>,
  staffId: string,
  now: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("staff_tokens")
    .select("data")
    .where("staff_id", "=", staffId)
    .where("kind", "=", "new-authenticator")
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.data;
}

/** Revokes a staff member's tokens of some kinds; by default all. */
export async function revokeStaffTokens(
  trx: Transaction<Database>,
  staffId: string | null,
  kinds?: readonly StaffTokenKind[],
): Promise<void> {
  let query = trx.deleteFrom("staff_tokens").where("staff_id", "=", staffId);
  if (kinds) query = query.where("kind", "in", kinds);
  await query.execute();
}
