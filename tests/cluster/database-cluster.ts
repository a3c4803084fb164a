import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { command, Machine } from "./machines.ts";
import { until } from "./until.ts";

const postgresBin = "/usr/lib/postgresql/15/bin";
/** Used only in the test's own network. */
const passwords = { postgres: "postgres", replicator: "replicator", site: "site" } as const;
/** Size of a tmpfs, which allocates on use; ten rounds store about 250,000 forms. */
const diskMegabytes = 3072;
const healthPollMs = 500;
/** A standby that has not started after this time is replaced. */
const brokenSeconds = 30;
const following: readonly string[] = ["running", "streaming"];

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/**
 * Patroni's cluster-wide settings. Synchronous replication: a commit is acknowledged once a standby
 * has it, as long as there is one; only a standby without data loss can become leader.
 */
const patroniSettings = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 7,
  maximum_lag_on_failover: 1048576,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 100,
      wal_log_hints: "on",
      wal_keep_size: "64MB",
      max_wal_size: "256MB",
      wal_sender_timeout: "10s",
      wal_receiver_timeout: "10s",
      tcp_keepalives_idle: 5,
      tcp_keepalives_interval: 2,
      tcp_keepalives_count: 3,
      tcp_user_timeout: 10000,
    },
  },
};

/** Three machines with PostgreSQL and Patroni, and three with etcd. */
export class DatabaseCluster {
  readonly databases: readonly Machine[];
  /** Number of standbys that had to be replaced by a new copy. */
  copiedAnew = 0;
  readonly #etcds: readonly Machine[];
  readonly #folder: string;

  private constructor(databases: Machine[], etcds: Machine[], folder: string) {
    this.databases = databases;
    this.#etcds = etcds;
    this.#folder = folder;
  }

  static async start(folder: string): Promise<DatabaseCluster> {
    const start = (name: string, first: number) =>
      Promise.all([1, 2, 3].map((n) => Machine.start(name + n, first + n, folder)));
    const cluster = new DatabaseCluster(await start("db", 10), await start("etcd", 20), folder);
    for (const machine of cluster.#etcds) cluster.startEtcd(machine);
    await until("etcd", () => cluster.findEtcdLeader());
    for (const machine of cluster.databases) await cluster.#prepare(machine);
    for (const machine of cluster.databases) cluster.startPatroni(machine);
    await cluster.untilHealthy();
    // Reserves the rest of max_connections for Patroni and replication.
    await cluster.query(`create role site login password '${passwords.site}' connection limit 60`);
    await cluster.query("create database site owner site");
    await cluster.query("create table attempts (machine text, at timestamptz default now())");
    return cluster;
  }

  startEtcd(machine: Machine): void {
    const { name, address } = machine;
    const members = this.#etcds.map((one) => `${one.name}=http://${one.address}:2380`);
    machine.run([
      "etcd",
      `--name=${name}`,
      `--data-dir=${path.join(this.#folder, name)}`,
      `--listen-peer-urls=http://${address}:2380`,
      `--initial-advertise-peer-urls=http://${address}:2380`,
      `--listen-client-urls=http://${address}:2379`,
      `--advertise-client-urls=http://${address}:2379`,
      `--initial-cluster=${members.join(",")}`,
      "--enable-v2=true",
      "--heartbeat-interval=200",
      "--election-timeout=2000",
    ]);
  }

  async findEtcdLeader(): Promise<Machine | undefined> {
    for (const machine of this.#etcds) {
      const url = `--endpoints=http://${machine.address}:2379`;
      const args = ["endpoint", "status", url, "--write-out=json", "--command-timeout=2s"];
      const text = await command("env", "ETCDCTL_API=3", "etcdctl", ...args).catch(() => "[]");
      const [found] = JSON.parse(text) as {
        Status: { header: { member_id: number }; leader: number };
      }[];
      if (found && found.Status.leader === found.Status.header.member_id) return machine;
    }
    return undefined;
  }

  /** Creates the machine's own small disk and Patroni's settings. */
  async #prepare(machine: Machine): Promise<void> {
    const { name, address } = machine;
    const disk = this.diskOf(machine);
    await mkdir(disk);
    await command("mount", "-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "tmpfs", disk);
    await command("chown", "postgres:postgres", disk);
    const { postgres, replicator } = passwords;
    const settings = {
      scope: "site",
      name,
      restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
      // Not etcd3: with Patroni 3.0.2 a leader that resumes retakes the lock without comparing it,
      // which rewinds writes that its successor has acknowledged.
      etcd: { hosts: this.#etcds.map((one) => `${one.address}:2379`) },
      bootstrap: {
        dcs: patroniSettings,
        initdb: ["data-checksums", { encoding: "UTF8" }, { locale: "C.UTF-8" }],
      },
      postgresql: {
        listen: `${address}:5432`,
        connect_address: `${address}:5432`,
        data_dir: this.#dataOf(machine),
        bin_dir: postgresBin,
        pgpass: path.join(disk, "pgpass"),
        authentication: {
          superuser: { username: "postgres", password: postgres },
          replication: { username: "replicator", password: replicator },
        },
        pg_hba: [
          "local all all trust",
          "host all all 10.77.0.0/24 scram-sha-256",
          "host replication replicator 10.77.0.0/24 scram-sha-256",
        ],
        parameters: { unix_socket_directories: disk },
      },
    };
    // JSON is YAML.
    await writeFile(this.#settingsOf(machine), JSON.stringify(settings, undefined, 2));
  }

  diskOf({ name }: Machine): string {
    return path.join(this.#folder, `disk-${name}`);
  }

  #dataOf(machine: Machine): string {
    return path.join(this.diskOf(machine), "data");
  }

  #settingsOf({ name }: Machine): string {
    return path.join(this.#folder, `${name}.yml`);
  }

  startPatroni(machine: Machine): void {
    machine.run(["patroni", this.#settingsOf(machine)], { user: "postgres" });
  }

  /** Members of the cluster, as reported by the first machine that responds. */
  async members(): Promise<Member[]> {
    for (const { address } of this.databases) {
      try {
        const signal = AbortSignal.timeout(2000);
        const response = await fetch(`http://${address}:8008/cluster`, { signal });
        return ((await response.json()) as { members: Member[] }).members;
      } catch {
        // Any machine reports all members; try the next one.
      }
    }
    return [];
  }

  /** The machine that holds Patroni's lock. */
  async leader(): Promise<Machine> {
    return until("a leader", async () => {
      const name = (await this.members()).find(({ role }) => role === "leader")?.name;
      return this.databases.find((machine) => machine.name === name);
    });
  }

  /**
   * Waits for a leader, a synchronous standby and a streaming third member. Replaces a standby that
   * Patroni cannot start for half a minute.
   */
  async untilHealthy(): Promise<void> {
    const broken = new Map<string, number>();
    await until("healthy cluster", async () => {
      const members = await this.members();
      for (const { name, state } of members) {
        const isFine = following.includes(state) || state === "creating replica";
        const seconds = isFine ? 0 : (broken.get(name) ?? 0) + healthPollMs / 1000;
        broken.set(name, seconds);
        if (seconds < brokenSeconds) continue;
        broken.set(name, 0);
        const machine = this.databases.find((one) => one.name === name);
        if (machine) await this.#replace(machine);
      }
      const roles = members
        .filter(({ state }) => following.includes(state))
        .map(({ role }) => role)
        .sort();
      await wait(healthPollMs);
      return roles.join() === "leader,replica,sync_standby";
    });
    await this.query("select 1");
  }

  /** Replaces a machine as an operator does: empties it and copies the leader's data. */
  async #replace(machine: Machine): Promise<void> {
    this.copiedAnew += 1;
    await machine.signal("SIGKILL");
    await rm(this.#dataOf(machine), { recursive: true, force: true });
    this.startPatroni(machine);
  }

  async #patronictl(...args: string[]): Promise<void> {
    const [first] = this.databases;
    if (first) await command("patronictl", "-c", this.#settingsOf(first), ...args);
  }

  async switchOver(leader: Machine): Promise<void> {
    await until("switchover", async () => {
      // It may fail after the switchover, or be rejected temporarily.
      await this.#patronictl("switchover", "--force", "site").catch(() => {});
      return (await this.leader()) !== leader;
    });
  }

  /** Makes the leader read-only, or writable again. */
  async setReadOnly(leader: Machine, isReadOnly: boolean): Promise<void> {
    const connect = () => connectTo(leader, "site");
    const client = await until("connection to the leader", connect);
    const value = isReadOnly ? "on" : "off";
    await client.query(`alter system set default_transaction_read_only = ${value}`);
    await client.query("select pg_reload_conf()");
    await client.end();
  }

  /** Runs a statement on the leader. */
  async query<Row extends pg.QueryResultRow>(text: string, database = "postgres"): Promise<Row[]> {
    const connect = async () => connectTo(await this.leader(), database);
    const client = await until("connection to the leader", connect);
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** The servers' addresses for DATABASE_URL. */
  get hosts(): string {
    return this.databases.map(({ address }) => `${address}:5432`).join(",");
  }
}

export function connectTo({ address }: Machine, database = "postgres"): Promise<pg.Client> {
  return openClient(`postgres://postgres:${passwords.postgres}@${address}:5432/${database}`);
}

/** Whether the server that the site gets at `host`, such as `10.0.0.1:5432`, accepts writes. */
export async function acceptsWrites(host: string): Promise<boolean> {
  const client = await openClient(siteDatabase(host));
  const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() standby");
  await client.end();
  return rows[0]?.standby === false;
}

async function openClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on("error", () => {});
  await client.connect();
  return client;
}

export function siteDatabase(hosts: string): string {
  return `postgres://site:${passwords.site}@${hosts}/site?target_session_attrs=read-write`;
}
