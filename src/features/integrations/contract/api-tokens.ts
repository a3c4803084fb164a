import { z } from "zod";
import {
  type Accepted,
  type ApiScope,
  defineEndpoint,
} from "../../../platform/contract/define-endpoint.ts";
import { storableText } from "../../../platform/contract/schemas.ts";

/** What a token may read, with the labels for staff, in the order of the page. */
export const apiScopes = {
  messages: "Messages",
  applications: "Applications",
  newsletter: "Newsletter subscribers",
  deletion: "Deletion cases",
} as const satisfies Readonly<Record<ApiScope, string>>;

export const apiScopeNames = Object.keys(apiScopes) as ApiScope[];

/** Choices of a token's lifetime, in days. */
export const tokenDays = [30, 90, 365] as const;

/** Maximum number of active tokens, and maximum length of a name in characters. */
export const tokenLimits = { active: 20, name: 60 } as const;

/** Days for which expired and revoked tokens remain listed. */
export const deadTokenDays = 30;

/** Format of tokens, for secret scanners. */
export const tokenPattern = /^twapi_[A-Za-z0-9_-]{43}[0-9a-f]{6}$/;

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
  readonly revokedAt: string | null;
}

export interface ApiTokenListResponse {
  readonly tokens: readonly ApiToken[];
}

const newToken = z.strictObject({
  // Longer names get an error of their own.
  name: storableText(10 * tokenLimits.name),
  scopes: z.array(z.enum(apiScopeNames)).max(apiScopeNames.length),
  days: z.int().refine((days) => tokenDays.some((one) => one === days)),
});

/** What staff choose for a new token. */
export type NewApiToken = Accepted<typeof newToken>;

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
} as const;
