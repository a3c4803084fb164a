import { identityPath } from "../../../../platform/contract/paths.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";

export const issuerPath = identityPath;

/** The OpenID Connect issuer, an address without a trailing slash. */
export function issuerOf({ origin }: Pick<AppContext, "origin">): string {
  return `${origin()}${issuerPath}`;
}
