import { paths } from "../../../platform/contract/paths.ts";
import type { Config } from "../../../platform/server/config/config.ts";
import { type Headers, securityHeaders } from "../../../platform/server/http/security-headers.ts";

export const loginUrl = `${paths.login}?${new URLSearchParams({ next: paths.editProfile })}`;

/**
 * Headers of the payment window's redirects. The page that opened the window keeps watching it;
 * a stricter opener policy on any redirect would cut it off.
 */
export function paymentWindowHeaders({ publicUrl }: Config): Headers {
  const https = publicUrl?.startsWith("https:") ?? false;
  return { ...securityHeaders({ https, opener: "unsafe-none" }), "cache-control": "no-store" };
}
