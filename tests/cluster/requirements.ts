import { accessSync, constants } from "node:fs";

const programs: readonly (readonly [file: string, debianPackage: string])[] = [
  ["/usr/lib/postgresql/15/bin/postgres", "postgresql-15"],
  ["/usr/bin/patroni", "patroni"],
  ["/usr/bin/etcd", "etcd-server"],
  ["/usr/bin/etcdctl", "etcd-client"],
  ["/usr/sbin/haproxy", "haproxy"],
  ["/usr/bin/caddy", "caddy"],
  ["/usr/bin/ceph-mon", "ceph-mon"],
  ["/usr/bin/ceph-osd", "ceph-osd"],
  ["/usr/bin/radosgw", "radosgw"],
  ["/usr/sbin/nft", "nftables"],
  ["/usr/bin/ip", "iproute2"],
  ["/usr/bin/unshare", "util-linux"],
];

export function findMissing(): string[] {
  if (process.platform !== "linux") return ["Linux"];
  const packages = programs.filter(([file]) => !isExecutable(file)).map(([, name]) => name);
  return [
    ...(process.getuid?.() === 0 ? [] : ["root (for network namespaces): run it with sudo"]),
    ...(packages.length === 0
      ? []
      : [`packages: apt-get install --no-install-recommends ${packages.join(" ")}`]),
  ];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
