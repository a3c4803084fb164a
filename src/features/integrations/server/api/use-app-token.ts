import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { hashToken } from "../../../../platform/server/credentials/tokens.ts";
import { clientAddress } from "../../../../platform/server/http/network.ts";
import { findAppUser } from "../../../identity/server/access-token.ts";
import { programActor } from "../../../staff/server/write-audit.ts";

/** How an endpoint accepts the access token of a customer's app, for what is the customer's own. */
export interface OwnAccess {
  readonly scope: "cases" | "requests";
  /** Where the customer stands: `customer` in the query or body, or in the record of the response. */
  readonly in: "query" | "body" | "response";
}

/** The customer whose app sent an access token; undefined if it is none. @throws ApiError "wrong-scope" */
export async function findAppCaller(
  request: FastifyRequest,
  token: string,
  { scope }: OwnAccess,
  context: AppContext,
) {
  const user = token === "" ? undefined : await findAppUser(token, context);
  if (!user) return undefined;
  if (!user.scopes.includes(scope)) throw new ApiError("wrong-scope");
  const actor = programActor(user.appName, clientAddress(request));
  return { id: hashToken(token), token, actor, isTest: false, customer: user.uid };
}

/** Names the customer in the body, before it is validated. @throws ApiError "not-found" for another */
export function narrowBody(request: FastifyRequest, uid: string): void {
  const { customer = { uid }, ...sent } = (request.body ?? {}) as Partial<Customers>;
  if (JSON.stringify(customer) !== JSON.stringify({ uid })) throw new ApiError("not-found");
  request.body = { ...sent, customer };
}

/** Names the customer in the query. @throws ApiError "not-found" for another */
export function narrowQuery<Input extends object>(input: Input, uid: string): Input {
  const { query } = input as { readonly query?: Partial<Customers> };
  const { customer = uid } = query ?? {};
  if (customer !== uid) throw new ApiError("not-found");
  return { ...input, query: { ...query, customer } };
}

interface Customers {
  readonly customer: unknown;
}

/** @throws ApiError "not-found" if the record is another customer's */
export function requireOwn(result: unknown, uid: string, reply: FastifyReply): void {
  const { customer } = result as { readonly customer?: { readonly uid?: string } };
  if (customer?.uid === uid) return;
  reply.removeHeader("etag");
  throw new ApiError("not-found");
}
