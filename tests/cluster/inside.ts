/** The test itself, in its own network and process namespaces; started by main.ts. */
import { parseArgs } from "node:util";
import { type Damage, findDamage } from "./checks.ts";
import { DatabaseCluster } from "./database-cluster.ts";
import { type Incident, incidents, type Outcome, type Stage } from "./incidents.ts";
import { Ledger } from "./ledger.ts";
import { makeNetwork } from "./machines.ts";
import { ObjectStore } from "./object-store.ts";
import { People, writerCount } from "./people.ts";
import { printSummary, type Round } from "./report.ts";
import { Site } from "./site.ts";
import { testStorage } from "./storage-tests.ts";
import { until } from "./until.ts";

/** Limit from a new leader until a node stores forms again, in milliseconds. */
const usualLimitMs = 5000;
/** Acknowledged records before the first incident. */
const warmUp = 300;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "2" }, only: { type: "string" } },
});
const [folder = ""] = positionals;
const chosen = incidents.filter(({ name }) => values.only?.split(",").includes(name) ?? true);

const ledger = new Ledger();
let previous = performance.now();
let maxGapMs = 0;
ledger.onAcknowledged = (at) => {
  maxGapMs = Math.max(maxGapMs, at - previous);
  previous = at;
};

await makeNetwork();
console.log("Starting Ceph's monitor, disk and object gateway …");
const store = await ObjectStore.start(folder);
const files = await store.openFiles();
console.log(`Tests of files that passed on it: ${await testStorage(store, folder)}.`);
console.log("Starting etcd, Patroni with PostgreSQL, HAProxy, the site and Caddy …");
const cluster = await DatabaseCluster.start(folder);
const site = await Site.start(cluster, store, folder);
const people = new People(site.origin, ledger);
people.start();
const failures = () => [...ledger.failures.values()].reduce((sum, count) => sum + count, 0);
const stage: Stage = { cluster, site, store, people, failures, forms: () => ledger.forms.size };
await until("load", async () => ledger.acknowledged > warmUp);
console.log(`${writerCount} writers; incidents:`);

const rounds: Round[] = [];
const errors: string[] = [];
function report(error: string): void {
  errors.push(error);
  console.log(`FAILED: ${error}`);
}

try {
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const incident of chosen) {
      rounds.push(await play(incident, round));
    }
  }
  await people.stop();
  judge("at the end", await findDamage(cluster, files, ledger));
} catch (error) {
  report(error instanceof Error ? `${error.stack}` : String(error));
}
for (const [what, count] of ledger.forbidden) report(`people saw ${count} x ${what}`);
printSummary(rounds, ledger);
console.log(`Standbys that had to be replaced: ${cluster.copiedAnew}.`);
console.log(errors.length === 0 ? "All promises kept." : `${errors.length} failed.`);
process.exit(errors.length === 0 ? 0 : 1);

async function play(incident: Incident, round: number): Promise<Round> {
  const nodes = site.nodes.filter(
    (_, index) => incident.name !== "kill-app" || index !== round % 2,
  );
  const pidsOf = async () => Promise.all(nodes.map(({ machine }) => machine.pids()));
  const before = await pidsOf();
  const failuresBefore = failures();
  const acknowledgedBefore = ledger.acknowledged;
  maxGapMs = 0;
  const outcome = await incident.inflict(stage, round);
  // Read it now: the comparison below delays the clients, which run in this process too.
  const gapMs = Math.round(maxGapMs);
  const title = `${incident.title}, round ${round + 1}`;
  if (String(await pidsOf()) !== String(before)) report(`${title}: a node was restarted`);
  judge(title, await findDamage(cluster, files, ledger));
  judgeOutcome(title, outcome);
  const result = {
    title: incident.title,
    ...outcome,
    gapMs,
    failures: failures() - failuresBefore,
    acknowledged: ledger.acknowledged - acknowledgedBefore,
  };
  console.log(`  ${title}: ${JSON.stringify({ ...result, title: undefined })}`);
  return result;
}

function judge(title: string, damage: Damage): void {
  for (const [kind, count] of Object.entries(damage)) {
    if (count > 0) report(`${title}: ${kind} ${count}`);
  }
}

function judgeOutcome(title: string, outcome: Outcome): void {
  const { nodesMs, backLimitMs = usualLimitMs, writesOfFormer, errors: found = [] } = outcome;
  for (const error of found) report(`${title}: ${error}`);
  if (writesOfFormer > 0) {
    report(`${title}: the former leader acknowledged ${writesOfFormer} writes`);
  }
  for (const [index, ms] of nodesMs.entries()) {
    const way = site.nodes[index]?.way;
    if (ms > backLimitMs) report(`${title}: the node with ${way} was back after ${ms} ms`);
  }
}
