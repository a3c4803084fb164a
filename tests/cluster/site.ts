import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { acceptsWrites, type DatabaseCluster, siteDatabase } from "./database-cluster.ts";
import { Machine } from "./machines.ts";
import type { ObjectStore } from "./object-store.ts";
import { until } from "./until.ts";

const appPort = 3000;
const caddyPort = 8080;
const haproxyPort = 5000;

interface AppNode {
  readonly machine: Machine;
  readonly origin: string;
  /** Mechanism by which it finds the database's leader. */
  readonly way: string;
  readonly databaseUrl: string;
}

/** Two application servers behind Caddy; one finds the leader through HAProxy, one by itself. */
export class Site {
  readonly origin: string;
  readonly nodes: readonly AppNode[];
  readonly proxy: Machine;
  readonly #store: ObjectStore;
  readonly #folder: string;

  private constructor(
    proxy: Machine,
    apps: readonly [Machine, Machine],
    hosts: string,
    store: ObjectStore,
    folder: string,
  ) {
    this.proxy = proxy;
    this.#store = store;
    this.#folder = folder;
    this.origin = `http://${proxy.address}:${caddyPort}`;
    const behindProxy = siteDatabase(`${proxy.address}:${haproxyPort}`);
    const urls = [
      ["HAProxy", behindProxy],
      ["several hosts", siteDatabase(hosts)],
    ] as const;
    this.nodes = urls.map(([way, databaseUrl], index) => {
      const machine = apps[index === 0 ? 0 : 1];
      return { machine, way, databaseUrl, origin: `http://${machine.address}:${appPort}` };
    });
  }

  static async start(cluster: DatabaseCluster, store: ObjectStore, folder: string): Promise<Site> {
    const proxy = await Machine.start("proxy", 31, folder);
    const apps = [
      await Machine.start("app1", 41, folder),
      await Machine.start("app2", 42, folder),
    ] as const;
    const site = new Site(proxy, apps, cluster.hosts, store, folder);
    const haproxyFile = path.join(folder, "haproxy.cfg");
    await writeFile(haproxyFile, haproxySettings(cluster.databases));
    proxy.run(["haproxy", "-db", "-f", haproxyFile]);
    // Until HAProxy has checked each server, it also connects to standbys, and a node that is
    // connected to a standby does not start.
    await until("leader behind HAProxy", async () => {
      const host = `${proxy.address}:${haproxyPort}`;
      for (const _ of cluster.databases) if (!(await acceptsWrites(host))) return false;
      return true;
    });
    for (const node of site.nodes) {
      await mkdir(site.#dataOf(node));
      site.startNode(node);
      await site.untilReady(node);
    }
    const caddyFile = path.join(folder, "Caddyfile");
    await writeFile(caddyFile, caddySettings(apps));
    proxy.run(["caddy", "run", "--config", caddyFile, "--adapter", "caddyfile"], {
      env: { HOME: folder },
    });
    await until("Caddy", async () => (await fetch(`${site.origin}/livez`)).ok);
    return site;
  }

  #dataOf({ machine }: AppNode): string {
    return path.join(this.#folder, `data-${machine.name}`);
  }

  startNode(node: AppNode): void {
    const { machine, databaseUrl } = node;
    machine.run([process.execPath, path.resolve("src/app/server/main.js")], {
      env: {
        ...this.#store.settings,
        HOST: machine.address,
        PORT: String(appPort),
        PUBLIC_URL: this.origin,
        DATA_DIR: this.#dataOf(node),
        DATABASE_URL: databaseUrl,
        TRUST_PROXY: "on",
        // All clients share one address.
        RATE_LIMITS: "off",
        LOG_LEVEL: "warn",
      },
    });
  }

  async untilReady({ origin, machine }: AppNode): Promise<void> {
    await until(machine.name, async () => (await fetch(`${origin}/readyz`)).ok);
  }
}

/** Health check: Patroni's GET /primary. Closes the sessions of a failed server at once. */
function haproxySettings(databases: readonly Machine[]): string {
  const servers = databases.map(
    ({ name, address }) => `    server ${name} ${address}:5432 check port 8008`,
  );
  return `
global
    maxconn 1000
defaults
    mode tcp
    timeout connect 2s
    timeout check 2s
    timeout client 1h
    timeout server 1h
listen postgres
    bind :${haproxyPort}
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`;
}

function caddySettings(apps: readonly Machine[]): string {
  return `
{
	admin off
	auto_https off
}
:${caddyPort} {
	reverse_proxy ${apps.map(({ address }) => `${address}:${appPort}`).join(" ")} {
		health_uri /livez
		health_interval 2s
		lb_try_duration 10s
	}
}
`;
}
