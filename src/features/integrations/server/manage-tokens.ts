import { hash } from "node:crypto";
import type { Kysely, Selectable, Transaction } from "kysely";
import type { ApiScope } from "../../../platform/contract/define-endpoint.ts";
import { days } from "../../../platform/contract/durations.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import { hashToken, makeToken } from "../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import { type Actor, writeAudit } from "../../staff/server/write-audit.ts";
import {
  type ApiToken,
  type ApiTokenResponse,
  apiScopeNames,
  deadTokenDays,
  type NewApiToken,
  nameScopes,
  tokenLimits,
  tokenPattern,
  toScopes,
} from "../contract/api-tokens.ts";

type Row = Selectable<Database["api_tokens"]>;

export const auditTarget = "API tokens";

const prefix = "twapi_";
const testPrefix = `${prefix}test_`;
const secretLength = 43;
const checkLength = 6;
const endingLength = 4;

/**
 * Checksum at the end of a token: distinguishes a mistyped token from a wrong one without the
 * database.
 */
function checkOf(secret: string): string {
  return hash("sha256", secret, "hex").slice(0, checkLength);
}

export function looksLikeToken(text: string): boolean {
  const secret = text.slice(-secretLength - checkLength, -checkLength);
  return tokenPattern.test(text) && text.endsWith(checkOf(secret));
}

/** Creates a token; only its hash is stored. @throws ApiError "invalid", "tokens-full" */
export async function makeApiToken(
  trx: Transaction<Database>,
  actor: Actor,
  { name: typed, scopes, days: lifetime, allowIp, isTest }: NewApiToken,
  now: number,
): Promise<ApiTokenResponse> {
  const name = typed.trim();
  const fields = {
    ...(name === "" && { name: "Name is required." }),
    ...(name.length > tokenLimits.name && {
      name: `Name is longer than ${tokenLimits.name} characters.`,
    }),
    ...(scopes.length === 0 && { scopes: "Choose at least one kind of record." }),
  };
  if (Object.keys(fields).length > 0) throw new ApiError("invalid", { fields });
  const active = await selectActive(trx, now).execute();
  if (active.length >= tokenLimits.active) throw new ApiError("tokens-full");
  const secret = makeToken();
  const token = `${isTest ? testPrefix : prefix}${secret}${checkOf(secret)}`;
  const id = orderedId();
  await trx
    .insertInto("api_tokens")
    .values({
      id,
      name,
      token_hash: hashToken(token),
      ending: token.slice(-endingLength),
      scopes: JSON.stringify(scopes),
      created_at: now,
      created_by: actor.name,
      expires_at: now + days(lifetime),
      recorded: "{}",
      allow_ip: allowIp.join(","),
      is_test: isTest ? 1 : 0,
    })
    .execute();
  const networks = allowIp.length > 0 ? `, only from ${allowIp.join(", ")}` : "";
  const kind = isTest ? "test token" : "API token";
  const what = `Made the ${kind} “${name}” for ${lifetime} days: ${nameScopes(scopes)}${networks}`;
  await writeAudit(trx, actor, { kind: "change", what, target: auditTarget }, now);
  return { id, token };
}

/** Revokes a token at once. @throws ApiError "not-found" */
export async function revokeApiToken(
  trx: Transaction<Database>,
  actor: Actor,
  id: string,
  now: number,
): Promise<void> {
  const revoked = await trx
    .updateTable("api_tokens")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("name")
    .executeTakeFirst();
  if (!revoked) throw new ApiError("not-found");
  const what = `Revoked the API token “${revoked.name}”`;
  await writeAudit(trx, actor, { kind: "change", what, target: auditTarget }, now);
}

/**
 * All tokens, newest first; expired and revoked ones for some days. @param now milliseconds since
 * 1970
 */
export async function listApiTokens(db: Kysely<Database>, now: number): Promise<ApiToken[]> {
  const rows = await db.selectFrom("api_tokens").selectAll().orderBy("id", "desc").execute();
  return rows.map((row) => toApiToken(row, now));
}

/** Deletes tokens that expired or were revoked some days ago. @param now milliseconds since 1970 */
export async function sweepApiTokens(trx: Transaction<Database>, now: number): Promise<void> {
  const before = now - days(deadTokenDays);
  await trx
    .deleteFrom("api_tokens")
    .where((row) => row.or([row("expires_at", "<", before), row("revoked_at", "<", before)]))
    .execute();
}

/** Why a token does not work; undefined if it does. */
export function readTokenError(
  { revoked_at, expires_at }: Pick<Row, "revoked_at" | "expires_at">,
  now: number,
): "revoked" | "expired" | undefined {
  if (revoked_at !== null) return "revoked";
  return Number(expires_at) <= now ? "expired" : undefined;
}

function selectActive(db: Kysely<Database>, now: number) {
  return db
    .selectFrom("api_tokens")
    .select("id")
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now);
}

/** Whether it was made before scopes had their present names. */
export function hasFormerScopes({ scopes }: Pick<Row, "scopes">): boolean {
  const names: readonly string[] = JSON.parse(scopes);
  return names.some((name) => !apiScopeNames.some((one) => one === name));
}

/** Tokens of before keep the names that scopes had then. */
export function readScopes({ scopes }: Pick<Row, "scopes">): ApiScope[] {
  return toScopes(JSON.parse(scopes));
}

function toApiToken(row: Row, now: number): ApiToken {
  const toTime = (at: number | null) => (at === null ? null : new Date(Number(at)).toISOString());
  return {
    id: row.id,
    name: row.name,
    ending: row.ending,
    scopes: readScopes(row),
    allowIp: row.allow_ip.split(",").filter(Boolean),
    state: readTokenError(row, now) ?? "active",
    createdAt: new Date(Number(row.created_at)).toISOString(),
    createdBy: row.created_by,
    expiresAt: new Date(Number(row.expires_at)).toISOString(),
    lastUsedAt: toTime(row.last_used_at),
    revokedAt: toTime(row.revoked_at),
    isTest: Number(row.is_test) === 1,
  };
}
