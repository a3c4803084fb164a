import { BlockList, isIP, SocketAddress } from "node:net";

/** Networks in which an undeclared proxy may be: loopback and private ones. */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
] as const) {
  privateNetworks.addSubnet(network, prefix);
}
for (const [network, prefix] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  privateNetworks.addSubnet(network, prefix, "ipv6");
}

/** What is no address at all counts as one sender. */
const unknownAddress = "unknown";

/**
 * The address in what a socket or a proxy names as the sender: without port, brackets, quotes and
 * network interface, an IPv4 address in IPv6 form as IPv4, in canonical spelling. Undefined for
 * what is none, such as "unknown", "_hidden" (RFC 7239), "unix:" or nothing.
 */
export function readAddress(text: string): string | undefined {
  const named = text.trim().replace(/^"(.*)"$/, "$1");
  const bracketed = /^\[([^\]]*)\](?::\w*)?$/.exec(named)?.[1];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? canonical(bracketed) : undefined;
  if (isIP(named) !== 0) return canonical(named);
  const withoutPort = named.replace(/:\w*$/, "");
  return isIP(withoutPort) === 0 ? undefined : canonical(withoutPort);
}

/** @param address for which `isIP` is 4 or 6 */
function canonical(address: string): string {
  // The part after "%" is the network interface.
  const [bare = ""] = address.split("%");
  if (isIP(bare) === 4) return bare;
  const { address: written } = new SocketAddress({ address: bare, family: "ipv6" });
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(written)?.[1] ?? written;
}

/**
 * The sender of a request, for records: behind the trusted proxy, the address that it added.
 * @param request whose `ip` Fastify takes from the socket or the last part of X-Forwarded-For
 */
export function clientAddress({ ip }: { readonly ip: string }): string {
  return readAddress(ip) ?? unknownAddress;
}

/** Whether an address is local or private (RFC 1918, 4193, 6598). */
export function isPrivateAddress(address: string | undefined): boolean {
  // A Unix socket has no address.
  if (address === undefined) return true;
  const read = readAddress(address);
  if (read === undefined) return false;
  return privateNetworks.check(read, isIP(read) === 6 ? "ipv6" : "ipv4");
}

/**
 * The network of an address as a socket or a proxy names it: for IPv6 its /64, since each household
 * or server gets a whole one. What is no address is one network.
 */
export function networkOf(named: string): string {
  const address = readAddress(named);
  if (address === undefined) return unknownAddress;
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...rest];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
