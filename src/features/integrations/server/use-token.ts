import type { FastifyReply, FastifyRequest } from "fastify";
import type { Selectable } from "kysely";
import type { ApiScope } from "../../../platform/contract/define-endpoint.ts";
import { hours, minutes } from "../../../platform/contract/durations.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { countAttempt } from "../../../platform/server/credentials/throttles.ts";
import { hashToken } from "../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { clientAddress } from "../../../platform/server/http/network.ts";
import { writeAudit } from "../../staff/server/write-audit.ts";
import { apiScopes } from "../contract/api-tokens.ts";
import { looksLikeToken, readTokenError } from "./manage-tokens.ts";

type Row = Selectable<Database["api_tokens"]>;

/** Minimum time between writes of a token's last use, in milliseconds. */
const touchAfterMs = minutes(1);
/** A token's use is audited once per this interval for each scope, in milliseconds. */
const recordEveryMs = hours(1);

const errors = {
  expired: "This token has expired.",
  revoked: "This token was revoked.",
} as const;

/**
 * Authenticates a program by the token in its Authorization header (RFC 6750), counts the request
 * and audits the use. A cookie or a token in the URL is ignored.
 * @throws ApiError "wrong-token", "wrong-scope", "too-many"
 */
export async function useApiToken(
  request: FastifyRequest,
  reply: FastifyReply,
  scope: ApiScope,
  context: AppContext,
): Promise<void> {
  const { config, now } = context;
  const row = await findToken(request, context);
  const error = row && readTokenError(row, now());
  if (!row || error) {
    reply.header("www-authenticate", "Bearer");
    const hashed = context.clientKeys.hashAddress(request);
    await countAttempt(context, [{ limit: "apiAddress", hash: hashed }]);
    throw new ApiError("wrong-token", error && { message: errors[error] });
  }
  const hash = config.rateLimits ? row.id : undefined;
  await countAttempt(context, [{ limit: "apiToken", hash }]);
  const scopes: readonly string[] = JSON.parse(row.scopes);
  if (!scopes.includes(scope)) throw new ApiError("wrong-scope");
  await noteUse(row, scope, clientAddress(request), context);
}

async function findToken(
  { headers }: FastifyRequest,
  { database }: AppContext,
): Promise<Row | undefined> {
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (token === undefined || !looksLikeToken(token)) return undefined;
  return database.db
    .selectFrom("api_tokens")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .executeTakeFirst();
}

async function noteUse(
  { id, name, recorded, last_used_at: lastUsed }: Row,
  scope: ApiScope,
  origin: string,
  { database, now }: AppContext,
): Promise<void> {
  const at = now();
  const times: Readonly<Partial<Record<ApiScope, number>>> = JSON.parse(recorded);
  const isNew = (times[scope] ?? 0) <= at - recordEveryMs;
  if (!isNew && Number(lastUsed ?? 0) > at - touchAfterMs) return;
  await database.write(async (trx) => {
    await trx
      .updateTable("api_tokens")
      .set({
        last_used_at: at,
        ...(isNew && { recorded: JSON.stringify({ ...times, [scope]: at }) }),
      })
      .where("id", "=", id)
      .execute();
    if (!isNew) return;
    const actor = { staffId: null, name: `API token “${name}”`, origin };
    const what = `Read ${apiScopes[scope].toLowerCase()} by the API`;
    await writeAudit(trx, actor, { kind: "export", what, target: apiScopes[scope] }, at);
  });
}
