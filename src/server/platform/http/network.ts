import { BlockList, isIP } from "node:net";

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

/** Whether an address is local or private (RFC 1918, 4193, 6598). */
export function isPrivateAddress(address: string | undefined): boolean {
  // A Unix socket has no address.
  if (address === undefined) return true;
  // The part after "%" is the network interface.
  const [bare = ""] = address.split("%");
  return privateNetworks.check(bare, isIP(bare) === 6 ? "ipv6" : "ipv4");
}

/** The network of an address: for IPv6 its /64, since each household or server gets a whole one. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
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
