import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";

const targets = new WeakMap<FastifyRequest, string>();

/**
 * Allows the forms of the page that answers a request to end at another address: Chrome applies
 * form-action to redirects too (CSP Level 3, section 6.4.1).
 * @param address an address with https, or with the scheme of an app
 */
export function allowFormsTo(request: FastifyRequest, address: string): void {
  const url = URL.parse(address);
  if (url) targets.set(request, /^https?:$/.test(url.protocol) ? url.origin : url.protocol);
}

/** The headers of the page that answers a request. */
export function withFormTarget<T extends OutgoingHttpHeaders>(
  request: FastifyRequest,
  headers: T,
): T {
  const target = targets.get(request);
  if (target === undefined) return headers;
  const policy = String(headers[csp] ?? "").replace("form-action 'self'", `$& ${target}`);
  return { ...headers, [csp]: policy };
}

const csp = "content-security-policy";
