import { z } from "zod";
import {
  type ApiScope,
  defineEndpoint,
  type Returned,
} from "../../../platform/contract/define-endpoint.ts";
import { storableText } from "../../../platform/contract/schemas.ts";

/** What a token may do, with the labels for staff, in the order of the page. */
export const apiScopes = {
  "cases:read": "Messages",
  "cases:write": "Messages, also write",
  applications: "Applications",
  "newsletter:read": "Newsletter subscribers",
  "newsletter:write": "Newsletter subscribers, also change",
  deletion: "Deletion cases",
  "requests:read": "Requests",
  "requests:write": "Requests, also change",
  "customers:read": "Customers",
  "customers:write": "Customers, also change",
  "providers:read": "Providers",
  "providers:write": "Providers, also change",
  "events:read": "Events",
} as const satisfies Readonly<Record<ApiScope, string>>;

export const apiScopeNames = Object.keys(apiScopes) as ApiScope[];

/** Earlier names of scopes. */
const scopeAliases = {
  messages: "cases:read",
  newsletter: "newsletter:read",
} as const satisfies Readonly<Record<string, ApiScope>>;

type ScopeAlias = keyof typeof scopeAliases;

/** A scope as programs and staff may name it. */
export type NamedScope = ApiScope | ScopeAlias;

export const scopeNames = [...apiScopeNames, ...Object.keys(scopeAliases)] as NamedScope[];

/** The scopes of these names, in the order of the page. */
export function toScopes(names: readonly NamedScope[]): ApiScope[] {
  const scopes = names.map((name): NamedScope => scopeAliases[name as ScopeAlias] ?? name);
  return apiScopeNames.filter((one) => scopes.includes(one));
}

/** Whether the scopes include one; "write" includes "read". */
export function hasScope(scopes: readonly ApiScope[], scope: ApiScope): boolean {
  return scopes.includes(scope) || scopes.includes(writeOf(scope));
}

/** Their labels for staff, without what others include. */
export function nameScopes(scopes: readonly ApiScope[]): string {
  const isIncluded = (scope: ApiScope) =>
    scopes.includes(writeOf(scope)) && writeOf(scope) !== scope;
  return scopes
    .filter((scope) => !isIncluded(scope))
    .map((scope) => apiScopes[scope])
    .join("; ");
}

function writeOf(scope: ApiScope): ApiScope {
  return scope.replace(":read", ":write") as ApiScope;
}

/** Choices of a token's lifetime, in days. */
export const tokenDays = [30, 90, 365] as const;

/**
 * Maximum number of active tokens, and maximum length of a name in characters; networks of
 * one token.
 */
export const tokenLimits = { active: 20, name: 60, networks: 20 } as const;

/** Days for which expired and revoked tokens remain listed. */
export const deadTokenDays = 30;

/** Format of tokens, for secret scanners. */
export const tokenPattern = /^twapi_(?:test_)?[A-Za-z0-9_-]{43}[0-9a-f]{6}$/;

export interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly ending: string;
  readonly scopes: readonly ApiScope[];
  readonly state: "active" | "expired" | "revoked";
  /** ISO 8601, as all times here. */
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  /** Networks from which it works; none: from everywhere. */
  readonly allowIp: readonly string[];
  readonly revokedAt: string | null;
  /** Whether it reads and writes the sandbox, and nothing else. */
  readonly isTest: boolean;
}

export interface ApiTokenListResponse {
  readonly tokens: readonly ApiToken[];
  readonly sandbox: Sandbox;
}

/** Days after its first record for which the sandbox keeps what test tokens wrote. */
export const sandboxDays = 30;

/** What test tokens wrote. */
export interface Sandbox {
  /** ISO 8601; null while there is nothing in it. */
  readonly emptiesAt: string | null;
  /** The newest of each kind, the newest first. */
  readonly records: readonly SandboxRecord[];
  /** Whether there are more of a kind. */
  readonly hasMore: boolean;
}

export interface SandboxRecord {
  /** A topic of webhooks, or an account. */
  readonly kind: "account" | "case" | "provider" | "request" | "subscriber";
  readonly id: string;
  /** A name, a title or the beginning of a message. */
  readonly title: string;
  readonly status: string;
  /** ISO 8601. */
  readonly changedAt: string;
}

const network = z.union([z.cidrv4(), z.cidrv6()]);

/** Whether it is a CIDR block, such as 203.0.113.0/24. */
export const isNetwork = (text: string) => network.safeParse(text).success;

const newToken = z.strictObject({
  // Longer names get an error of their own.
  name: storableText(10 * tokenLimits.name),
  scopes: z.array(z.enum(scopeNames)).max(scopeNames.length).transform(toScopes),
  days: z.int().refine((days) => tokenDays.some((one) => one === days)),
  /** CIDR blocks from which it works; none: from everywhere. */
  allowIp: z.array(network).max(tokenLimits.networks).default([]),
  /** For the sandbox. */
  isTest: z.boolean().default(false),
});

/** What staff choose for a new token. */
export type NewApiToken = Returned<typeof newToken>;

/** A newly created token; it is shown once. */
export interface ApiTokenResponse {
  readonly id: string;
  readonly token: string;
}

export const apiTokenEndpoints = {
  list: defineEndpoint("desk:settings GET /api/desk/api-tokens", {
    response: z.custom<ApiTokenListResponse>(),
  }),
  make: defineEndpoint("desk-recent:settings POST /api/desk/api-tokens", {
    body: newToken,
    response: z.custom<ApiTokenResponse>(),
  }),
  revoke: defineEndpoint("desk-recent:settings DELETE /api/desk/api-tokens/:id"),
  /** Deletes what test tokens wrote. */
  emptySandbox: defineEndpoint("desk-recent:settings DELETE /api/desk/sandbox"),
} as const;
