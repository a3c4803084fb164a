import type { Kysely, Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { hashToken, makeToken } from "../../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { type PrivacyLinkKind, privacyLinkDays } from "../../contract/cases.ts";
import { privacyRequestPath } from "../../contract/privacy-requests.ts";

/** Creates a personal link of a request. Earlier links of the same kind keep working. */
export async function issueLink(
  trx: Transaction<Database>,
  caseId: string,
  kind: PrivacyLinkKind,
  origin: string,
  now: number,
): Promise<{ readonly url: string; readonly expiresAt: number }> {
  const token = makeToken();
  const expiresAt = now + days(privacyLinkDays[kind]);
  await trx
    .insertInto("privacy_links")
    .values({
      token_hash: hashToken(token),
      case_id: caseId,
      kind,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { url: `${origin}${privacyRequestPath(token)}`, expiresAt };
}

/**
 * The request that a personal link opens; undefined for an invalid link, an expired one and one of
 * a deleted request.
 */
export async function findLink(
  db: Kysely<Database>,
  token: string,
  now: number,
): Promise<
  | { readonly kind: PrivacyLinkKind; readonly caseId: string; readonly expiresAt: number }
  | undefined
> {
  const row = await db
    .selectFrom("privacy_links")
    .select(["kind", "case_id", "expires_at"])
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return (
    row && {
      kind: row.kind as PrivacyLinkKind,
      caseId: row.case_id,
      expiresAt: Number(row.expires_at),
    }
  );
}

/** A pressed link of the identity check stays the person's page, which says where the request is. */
export async function keepAsStatus(
  trx: Transaction<Database>,
  token: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable("privacy_links")
    .set({ kind: "status", expires_at: now + days(privacyLinkDays.status) })
    .where("token_hash", "=", hashToken(token))
    .where("kind", "=", "identity")
    .execute();
}

export async function revokeLinks(
  trx: Transaction<Database>,
  caseId: string,
  kinds: readonly PrivacyLinkKind[],
): Promise<void> {
  await trx
    .deleteFrom("privacy_links")
    .where("case_id", "=", caseId)
    .where("kind", "in", kinds)
    .execute();
}

export async function sweepLinks(trx: Transaction<Database>, now: number): Promise<void> {
  await trx.deleteFrom("privacy_links").where("expires_at", "<=", now).execute();
}
