import { paths } from "../../contract/paths.ts";
import type { Config } from "../platform/config/config.ts";
import { type Headers, securityHeaders } from "../platform/http/security-headers.ts";

/** Where somebody goes who is not signed in: to log in, then to where the set-up starts. */
export const loginAndBack = `${paths.login}?${new URLSearchParams({ next: paths.editProfile })}`;

/**
 * Headers of an answer that sends the payment window on. The page that opened the window
 * goes on watching it (DESIGN 6), which a stricter policy on any step of the way would end.
 */
export function paymentWindowHeaders({ publicUrl }: Config): Headers {
  const https = publicUrl?.startsWith("https:") ?? false;
  return { ...securityHeaders({ https, opener: "unsafe-none" }), "cache-control": "no-store" };
}
