import { isIP } from "node:net";

/** Hosts of the operator's own network, the only ones to which secrets may be sent unencrypted. */
const ownHost = /^(?:localhost|[^.]+|.*\.(?:internal|local|lan))$/;
const privateAddress = /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/;

export function isOwnNetwork(host: string): boolean {
  return isIP(host) === 4 ? privateAddress.test(host) : host === "[::1]" || ownHost.test(host);
}
