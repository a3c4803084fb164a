import { open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { DatabaseCluster } from "./database-cluster.ts";
import type { Machine } from "./machines.ts";
import type { ObjectStore } from "./object-store.ts";
import type { People } from "./people.ts";
import type { Site } from "./site.ts";
import { loseStore } from "./store-away.ts";
import { until } from "./until.ts";
import { Probes, ReturnedLeader, untilWritable } from "./watch.ts";

export interface Stage {
  readonly cluster: DatabaseCluster;
  readonly site: Site;
  readonly store: ObjectStore;
  readonly people: People;
  /** Number of failures that clients have seen so far. */
  readonly failures: () => number;
  /** Number of forms acknowledged so far. */
  readonly forms: () => number;
}

/** Result of an incident; times in milliseconds. */
export interface Outcome {
  /** From the incident until a leader accepted writes. */
  readonly leaderMs?: number;
  /** From then, or from the end of the incident, until each node stored forms again. */
  readonly nodesMs: readonly number[];
  /** Limit for `nodesMs`, if it differs from the usual one. */
  readonly backLimitMs?: number;
  /** Writes that a former leader acknowledged after it returned. */
  readonly writesOfFormer: number;
  /** Violations that only this incident can detect. */
  readonly errors?: readonly string[];
}

export interface Incident {
  readonly name: string;
  readonly title: string;
  readonly inflict: (stage: Stage, round: number) => Promise<Outcome>;
}

const holdMs = { readOnly: 3000, fullDisk: 5000, lostAnswers: 15_000 } as const;

/** An incident that causes a failover; ends once the former leader has rejoined. */
async function failOver(
  { cluster, site, people }: Stage,
  strike: (leader: Machine) => Promise<void>,
  bringBack: (leader: Machine) => Promise<void>,
): Promise<Outcome> {
  const leader = await cluster.leader();
  const others = cluster.databases.filter((machine) => machine !== leader);
  const { returned, send } = await ReturnedLeader.watch(leader);
  const probes = new Probes(
    people,
    site.nodes.map(({ origin }) => origin),
  );
  try {
    const start = performance.now();
    // The new leader may accept writes before the command returns.
    const [{ at }] = await Promise.all([untilWritable(others), strike(leader)]);
    const nodesMs = await Promise.all(site.nodes.map(({ origin }) => probes.untilBack(origin, at)));
    send();
    returned.start();
    await bringBack(leader);
    await cluster.untilHealthy();
    const writesOfFormer = await returned.stop();
    return { leaderMs: Math.round(at - start), nodesMs, writesOfFormer };
  } finally {
    probes.stop();
  }
}

/** An incident without a failover; the nodes' times count from its end. */
async function disturb(
  { cluster, site, people }: Stage,
  strike: () => Promise<void>,
  end: () => Promise<void>,
): Promise<Outcome> {
  const probes = new Probes(
    people,
    site.nodes.map(({ origin }) => origin),
  );
  try {
    await strike();
    await end();
    const { at } = await untilWritable(cluster.databases);
    const nodesMs = await Promise.all(site.nodes.map(({ origin }) => probes.untilBack(origin, at)));
    await cluster.untilHealthy();
    return { nodesMs, writesOfFormer: 0 };
  } finally {
    probes.stop();
  }
}

/** Fills the machine's disk. @returns the file that fills it */
async function fillDisk(disk: string): Promise<string> {
  const file = path.join(disk, "ballast");
  const ballast = await open(file, "w");
  const { bavail, bsize } = await statfs(disk);
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (let left = bavail * bsize; left > 0; left -= block.length) await ballast.write(block);
  } catch {
    // Full, as intended.
  }
  await ballast.close();
  return file;
}

/** Kills Patroni and PostgreSQL together, as a power loss would; later starts them again. */
const killLeader: Incident["inflict"] = (stage) =>
  failOver(
    stage,
    (leader) => leader.signal("SIGKILL"),
    async (leader) => stage.cluster.startPatroni(leader),
  );

const freezeLeader: Incident["inflict"] = (stage) =>
  failOver(
    stage,
    (leader) => leader.signal("SIGSTOP"),
    (leader) => leader.signal("SIGCONT"),
  );

const cutLeader: Incident["inflict"] = (stage) =>
  failOver(
    stage,
    (leader) => leader.cutNetwork(),
    (leader) => leader.mendNetwork(),
  );

const switchOver: Incident["inflict"] = (stage) =>
  failOver(
    stage,
    (leader) => stage.cluster.switchOver(leader),
    async () => {},
  );

const killEtcdLeader: Incident["inflict"] = async (stage) => {
  const { cluster } = stage;
  const machine = await until("a leader of etcd", () => cluster.findEtcdLeader());
  const another = async () => {
    const found = await cluster.findEtcdLeader();
    return found && found !== machine;
  };
  return disturb(
    stage,
    async () => {
      await machine.signal("SIGKILL");
      await until("another leader of etcd", another);
    },
    async () => cluster.startEtcd(machine),
  );
};

const killApp: Incident["inflict"] = async (stage, round) => {
  const { site } = stage;
  const node = site.nodes[round % site.nodes.length];
  if (!node) throw new Error("There are nodes.");
  return disturb(
    stage,
    () => node.machine.signal("SIGKILL"),
    async () => {
      site.startNode(node);
      await site.untilReady(node);
    },
  );
};

const readOnly: Incident["inflict"] = async (stage) => {
  const { cluster, failures } = stage;
  const leader = await cluster.leader();
  const before = failures();
  return disturb(
    stage,
    async () => {
      await cluster.setReadOnly(leader, true);
      await until("a failure", async () => failures() > before);
      await wait(holdMs.readOnly);
    },
    () => cluster.setReadOnly(leader, false),
  );
};

/** Statements arrive and are executed, but responses are dropped, including those to COMMIT. */
const lostAnswers: Incident["inflict"] = async (stage) => {
  const { cluster, site } = stage;
  const leader = await cluster.leader();
  return disturb(
    stage,
    async () => {
      const apps = site.nodes.map(({ machine }) => machine);
      await leader.dropAnswers(5432, [site.proxy, ...apps]);
      await wait(holdMs.lostAnswers);
    },
    () => leader.mendNetwork(),
  );
};

const fullDisk: Incident["inflict"] = async (stage) => {
  const { cluster, failures } = stage;
  const leader = await cluster.leader();
  const before = failures();
  let file = "";
  return disturb(
    stage,
    async () => {
      file = await fillDisk(cluster.diskOf(leader));
      await until("a failure", async () => failures() > before);
      await wait(holdMs.fullDisk);
    },
    () => rm(file),
  );
};

export const incidents: readonly Incident[] = [
  { name: "kill-leader", title: "kill -9 of the leader", inflict: killLeader },
  { name: "freeze-leader", title: "leader frozen", inflict: freezeLeader },
  { name: "cut-leader", title: "leader's network cut", inflict: cutLeader },
  { name: "switchover", title: "switchover by command", inflict: switchOver },
  { name: "kill-etcd", title: "kill -9 of etcd's leader", inflict: killEtcdLeader },
  { name: "kill-app", title: "kill -9 of an app node", inflict: killApp },
  { name: "read-only", title: "leader read-only", inflict: readOnly },
  { name: "lost-answers", title: "database responses lost", inflict: lostAnswers },
  { name: "full-disk", title: "leader's disk full", inflict: fullDisk },
  { name: "lose-store", title: "object store unavailable", inflict: loseStore },
];
