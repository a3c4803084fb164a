import { isIP } from "node:net";
import type { TestSettings } from "../../../../platform/server/config/config.ts";
import { isPublicAddress } from "../../../../platform/server/http/safe-fetch.ts";
import { webhookLimits } from "../../contract/webhooks.ts";

const localHosts: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Whether messages may be sent to a URL: https or, in tests and the demo, this computer. */
export function isSendable(text: string, { allowLoopback }: TestSettings) {
  const url = URL.parse(text);
  if (!url) return false;
  if (allowLoopback && url.protocol === "http:") return localHosts.has(url.hostname);
  return url.protocol === "https:";
}

/**
 * Checks a typed URL. The resolved IP address is checked at every connection.
 * @returns the URL as it is stored, or the error for its field
 */
export function readEndpointUrl(
  typed: string,
  config: TestSettings,
): { readonly url: string } | { readonly error: string } {
  const text = typed.trim();
  if (text === "") return { error: "Address is required." };
  if (text.length > webhookLimits.url) {
    return { error: `Address is longer than ${webhookLimits.url} characters.` };
  }
  const url = URL.parse(text);
  if (!url || !isSendable(text, config))
    return { error: "Use an address that begins with https://." };
  if (url.username !== "" || url.password !== "") {
    return { error: "Leave out the name and password: messages are signed." };
  }
  if (url.hash !== "") return { error: "Leave out the part after #." };
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isLocal = config.allowLoopback && localHosts.has(url.hostname);
  const isPrivate = isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host);
  if (isPrivate && !isLocal) return { error: "This address is on a private network." };
  return { url: url.href };
}

/** Names that never lead to the public internet (RFC 6761, 6762, 8375). */
function isLocalName(host: string): boolean {
  const isAlone = !host.includes(".");
  return isAlone || /\.(?:localhost|local|internal|home\.arpa|test|invalid)\.?$/.test(host);
}
