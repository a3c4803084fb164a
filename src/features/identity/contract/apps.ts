import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { storableText } from "../../../platform/contract/schemas.ts";

/** Maximum number of apps, of addresses of each kind, and of characters. */
export const appLimits = { apps: 50, addresses: 20, name: 60, address: 500 } as const;

/** An app that logs its users in with their account here. */
export interface App {
  /** The `client_id`. */
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutUris: readonly string[];
  readonly backchannelUri: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly createdBy: string;
}

const addresses = z
  .array(storableText(2 * appLimits.address))
  .max(appLimits.addresses)
  .default([]);

const newApp = z.strictObject({
  // Longer names get an error of their own.
  name: storableText(10 * appLimits.name),
  redirectUris: addresses,
  postLogoutUris: addresses,
  backchannelUri: storableText(2 * appLimits.address)
    .nullable()
    .default(null),
});

export type NewApp = Returned<typeof newApp>;

export interface AppListResponse {
  readonly apps: readonly App[];
  /** The OpenID Connect issuer that apps are configured with. */
  readonly issuer: string;
}

export const appEndpoints = {
  list: defineEndpoint("desk:settings GET /api/desk/apps", {
    response: z.custom<AppListResponse>(),
  }),
  add: defineEndpoint("desk-recent:settings POST /api/desk/apps", {
    body: newApp,
    response: z.custom<{ readonly id: string }>(),
  }),
  remove: defineEndpoint("desk-recent:settings DELETE /api/desk/apps/:id"),
} as const;
