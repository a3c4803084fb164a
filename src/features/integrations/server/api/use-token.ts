import { BlockList, isIP } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Selectable } from "kysely";
import type { ApiScope } from "../../../../platform/contract/define-endpoint.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { deprecated } from "../../../../platform/contract/site.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { type Budget, spendAttempt } from "../../../../platform/server/credentials/throttles.ts";
import { hashToken } from "../../../../platform/server/credentials/tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { clientAddress } from "../../../../platform/server/http/network.ts";
import { type Actor, programActor, writeAudit } from "../../../staff/server/write-audit.ts";
import { apiScopes, hasScope } from "../../contract/api-tokens.ts";
import { hasFormerScopes, looksLikeToken, readScopes, readTokenError } from "../manage-tokens.ts";
import { findAppCaller, type OwnAccess } from "./use-app-token.ts";

type Row = Selectable<Database["api_tokens"]>;

/** The program that calls. */
export interface ApiCaller {
  readonly id: string;
  /** As it was sent; never stored. */
  readonly token: string;
  readonly actor: Actor;
  /** Whether the token is for the sandbox. */
  readonly isTest: boolean;
  /** The customer whose app calls; they may reach only what is their own. */
  readonly customer?: string;
}

interface Use {
  readonly scope: ApiScope;
  readonly limit: "apiToken" | "apiWrite" | "apiBatch";
  readonly own: OwnAccess | undefined;
}

/** Minimum time between writes of a token's last use, in milliseconds. */
const touchAfterMs = minutes(1);
/** Reads of a token are audited once per this interval for each scope, in milliseconds. */
const recordEveryMs = hours(1);

const errors = {
  expired: "This token has expired.",
  revoked: "This token was revoked.",
} as const;

/**
 * Authenticates a program by the token in its Authorization header (RFC 6750), counts the request,
 * says what is left, and audits reads. A cookie or a token in the URL is ignored.
 * @throws ApiError "wrong-token", "wrong-address", "wrong-scope", "too-many"
 */
export async function useApiToken(
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, limit, own }: Use,
  context: AppContext,
): Promise<ApiCaller> {
  const { config, now } = context;
  const token = bearerOf(request);
  const row = await findToken(token, context);
  const error = row && readTokenError(row, now());
  const customer = !row && own ? await findAppCaller(request, token, own, context) : undefined;
  if (customer) {
    const hash = config.rateLimits ? `customer ${customer.customer}` : undefined;
    showBudget(reply, await spendAttempt(context, { limit, hash }));
    return customer;
  }
  if (!row || error) {
    reply.header("www-authenticate", "Bearer");
    const hashed = context.clientKeys.hashAddress(request);
    showBudget(reply, await spendAttempt(context, { limit: "apiAddress", hash: hashed }));
    throw new ApiError("wrong-token", error && { message: errors[error] });
  }
  const hash = config.rateLimits ? row.id : undefined;
  showBudget(reply, await spendAttempt(context, { limit, hash }));
  const origin = clientAddress(request);
  if (!isAllowed(origin, row.allow_ip)) throw new ApiError("wrong-address");
  if (!hasScope(readScopes(row), scope)) throw new ApiError("wrong-scope");
  if (hasFormerScopes(row)) reply.headers(deprecated);
  await noteUse(row, scope, origin, context);
  const isTest = isTestToken(row);
  return { id: row.id, token, actor: programActor(row.name, origin), isTest };
}

/** Counts a request that no endpoint takes, and says what is left. @throws ApiError "too-many" */
export async function countUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  context: AppContext,
): Promise<void> {
  const { config, now, clientKeys } = context;
  const row = await findToken(bearerOf(request), context);
  const isKnown = row && readTokenError(row, now()) === undefined;
  const ofToken = request.method === "GET" ? "apiToken" : "apiWrite";
  const counter = isKnown
    ? { limit: ofToken, hash: config.rateLimits ? row.id : undefined }
    : { limit: "apiAddress", hash: clientKeys.hashAddress(request) };
  showBudget(reply, await spendAttempt(context, counter as Parameters<typeof spendAttempt>[1]));
}

function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}

function isTestToken({ is_test }: Row): boolean {
  return Number(is_test) === 1;
}

/** @throws ApiError "too-many" */
function showBudget(
  reply: FastifyReply,
  { limit, remaining, resetSeconds, retryAfter }: Budget,
): void {
  reply.headers({
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(resetSeconds),
  });
  if (retryAfter !== undefined) throw new ApiError("too-many", { retryAfter });
}

/** @param networks CIDR blocks, separated by commas; "" for everywhere */
function isAllowed(address: string, networks: string): boolean {
  if (networks === "") return true;
  const list = new BlockList();
  for (const network of networks.split(",")) {
    const [base = "", bits = ""] = network.split("/");
    list.addSubnet(base, Number(bits), isIP(base) === 6 ? "ipv6" : "ipv4");
  }
  return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

async function findToken(token: string, { database }: AppContext): Promise<Row | undefined> {
  if (!looksLikeToken(token)) return undefined;
  return database.db
    .selectFrom("api_tokens")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .executeTakeFirst();
}

async function noteUse(
  row: Row,
  scope: ApiScope,
  origin: string,
  { database, now }: AppContext,
): Promise<void> {
  const at = now();
  const times: Readonly<Partial<Record<ApiScope, number>>> = JSON.parse(row.recorded);
  // Each write has its own line, and the sandbox has a log of its own.
  const hasLine = !scope.endsWith(":write") && !isTestToken(row);
  const isNew = hasLine && (times[scope] ?? 0) <= at - recordEveryMs;
  if (!isNew && Number(row.last_used_at ?? 0) > at - touchAfterMs) return;
  await database.write(async (trx) => {
    await trx
      .updateTable("api_tokens")
      .set({
        last_used_at: at,
        ...(isNew && { recorded: JSON.stringify({ ...times, [scope]: at }) }),
      })
      .where("id", "=", row.id)
      .execute();
    if (!isNew) return;
    const target = apiScopes[scope];
    const what = `Read ${target.toLowerCase()} by the API`;
    await writeAudit(trx, programActor(row.name, origin), { kind: "export", what, target }, at);
  });
}
