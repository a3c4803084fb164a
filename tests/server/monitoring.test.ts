import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readMetrics as readServerMetrics } from "../../src/app/server/read-metrics.ts";
import { lastBackupFile } from "../../src/platform/server/db/backup/last-backup.ts";
import { EmailWorker } from "../../src/platform/server/mail/email-worker.ts";
import { startAdCompany } from "../support/ad-company.ts";
import { type CreateDatabase, describeEachDialect } from "../support/dialects.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const folder = path.resolve("ops/monitoring");
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const rules = read("alerts.yaml");
const board: Board = JSON.parse(read("board.json"));
const docs = readFileSync("docs/deploy.md", "utf8");

interface Board {
  readonly panels: readonly Panel[];
}
interface Panel {
  readonly title: string;
  readonly gridPos: Readonly<Record<"x" | "y" | "w" | "h", number>>;
  readonly targets: readonly { readonly expr: string }[];
}

const promtool = "promtool";
/** Metrics of Prometheus itself and of its blackbox exporter. */
const notOurs = ["up", "probe_success", "probe_ssl_earliest_cert_expiry"];
const slow = { timeout: 20_000, interval: 20 };
const onSqlite = ["backup_lag_seconds", "backup_snapshot_timestamp_seconds"];
const added = ["job", "instance"];

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

function readLabels(text = ""): [name: string, operator: string, value: string][] {
  return [...text.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(
    ([, name = "", operator = "", value = ""]) => [name, operator, value],
  );
}

function readSamples(text: string): Sample[] {
  return [...text.matchAll(/^(\w+)(\{.*\})? (\S+)$/gm)].map(([, name = "", labels, value]) => ({
    name,
    labels: Object.fromEntries(readLabels(labels).map(([label, , is]) => [label, is])),
    value: Number(value),
  }));
}

/** The metrics that an expression selects, with their label matchers. */
function readSelectors(expr: string) {
  const bare = expr.replace(/\bby \([^)]*\)|\[[^\]]*\]|\b(?:or|and)\b/g, "");
  return [...bare.matchAll(/(?<![\w.])([a-z]\w*)\s*(\(|\{[^}]*\})?/g)].flatMap(
    ([, name = "", rest]) => (rest === "(" ? [] : { name, matchers: readLabels(rest) }),
  );
}

const expressions = [
  ...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = ""]) => expr),
  ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);

/** A newsletter tool that does not respond. */
const listmonk = {
  LISTMONK_URL: "http://127.0.0.1:1",
  LISTMONK_USER: "desk",
  LISTMONK_TOKEN: "token-of-the-desk",
  LISTMONK_LIST_ID: "3",
};

/** A server with every feature that has metrics, after its first responses. */
async function openBusy(createDatabase: CreateDatabase, settings = {}): Promise<TestApp> {
  const company = await startAdCompany();
  const site = await openTestApp(createDatabase, {
    ...company.settings,
    ...listmonk,
    ...settings,
  });
  await site.app.listen({ port: 0 });
  const emails = new EmailWorker(site.context, site.app.log);
  onTestFinished(() => emails.stop());
  await site.app.inject("/livez");
  // Jobs start one after the other once the server listens; this is the last.
  const last = 'job_lag_seconds{name="webhooks"}';
  await expect.poll(async () => (await site.app.inject("/metrics")).body, slow).toContain(last);
  return site;
}

async function readMetrics({ app }: TestApp): Promise<Sample[]> {
  const response = await app.inject("/metrics");
  expect(response.statusCode).toBe(200);
  return readSamples(response.body);
}

describeEachDialect("the metrics for the monitoring", (_open, createDatabase, engine) => {
  test("include every metric and label that alert rules and dashboard query", async () => {
    const isSqlite = engine === "sqlite";
    const settings = isSqlite ? { BACKUP_URL: "file:///tmp/nowhere" } : {};
    const site = await openBusy(createDatabase, settings);
    expect(expressions.length).toBeGreaterThan(40);
    const selectors = expressions
      .flatMap(readSelectors)
      .filter(({ name }) => !notOurs.includes(name))
      .filter(({ name }) => isSqlite || !onSqlite.includes(name));
    const findMissing = (samples: readonly Sample[]) =>
      selectors.flatMap(({ name, matchers }) => {
        const found = samples.filter((sample) => sample.name === name);
        if (found.length === 0) return [name];
        return matchers.flatMap(([label, operator, value]) => {
          if (added.includes(label)) return [];
          if (label === "route") {
            return site.app.hasRoute({ method: "GET", url: value }) ? [] : [`route ${value}`];
          }
          const values = new Set(found.map(({ labels }) => labels[label]));
          if (values.has(undefined)) return [`${name} by ${label}`];
          if (value.includes(".")) return [];
          const wanted = value.split("|");
          return wanted
            .filter((one) => !values.has(one))
            .map((one) => `${name} ${label}${operator}${one}`);
        });
      });
    // Slow parts are left out of a response.
    await expect.poll(async () => findMissing(await readMetrics(site)), slow).toEqual([]);
  });

  test("have no label that Prometheus adds itself and would rename", async () => {
    const samples = await readMetrics(await openBusy(createDatabase));
    expect(samples.filter(({ labels }) => added.some((label) => label in labels))).toEqual([]);
  });

  test("report the time of the last backup and the expiry of security.txt", async () => {
    const site = await openBusy(createDatabase);
    const timeOf = async (name: string) =>
      (await readMetrics(site)).find((sample) => sample.name === name)?.value ?? Number.NaN;
    const backedUpAt = () => timeOf("last_backup_timestamp_seconds");
    await expect.poll(backedUpAt, slow).toBe(0);
    const file = path.join(site.dataDir, lastBackupFile);
    await writeFile(file, "");
    await utimes(file, 1_800_000_000, 1_800_000_000);
    await expect.poll(backedUpAt, slow).toBe(1_800_000_000);
    const built = (await stat("dist/site.json")).mtimeMs / 1000;
    const expiresIn = async () =>
      Math.round(((await timeOf("security_txt_expires_timestamp_seconds")) - built) / 86_400);
    await expect.poll(expiresIn, slow).toSatisfy((days) => days >= 365 && days <= 366);
  });

  test("report a hanging database as failed, within Prometheus's timeout", async () => {
    const { context } = await openBusy(createDatabase);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const reading = readServerMetrics(context, () => new Promise(() => {}));
    vi.advanceTimersByTime(1999);
    const metrics = await reading;
    const labels = { check: "read" };
    expect(metrics).toContainEqual({ type: "gauge", name: "database_check_ok", labels, value: 0 });
  });

  test("remain available during a database outage, and report it", async () => {
    const site = await openBusy(createDatabase);
    await site.database.close();
    const failed = { name: "database_check_ok", labels: { check: "read" }, value: 0 };
    // The database check runs once per second.
    await expect.poll(() => readMetrics(site), slow).toContainEqual(failed);
    const samples = await readMetrics(site);
    const names = new Set(samples.map(({ name }) => name));
    expect(names).toContain("http_request_duration_seconds_count");
    expect(names).toContain("disk_free_bytes");
    expect(names).not.toContain("emails_failed");
  });
});

describe("the monitoring", () => {
  test("fires each alert once in its rule test, after a time without alerts", () => {
    const cases = read("alerts.test.yaml");
    expect(alerts.length).toBeGreaterThan(15);
    for (const name of alerts) {
      expect(cases).toContain(`alertname: ${name}, exp_alerts: [] }`);
      expect(cases).toMatch(
        new RegExp(`alertname: ${name}\n +exp_alerts:\n +- exp_labels: .*severity`),
      );
    }
  });

  test("aggregates what several nodes report, so that each alert fires once", () => {
    const ours = [...rules.matchAll(/^ +expr: (.+)$/gm)]
      .map(([, expr = ""]) => expr)
      .filter((expr) => readSelectors(expr).some(({ name }) => !notOurs.includes(name)));
    expect(ours.length).toBeGreaterThan(15);
    expect(ours.filter((expr) => !/\b(?:sum|min|max)\b/.test(expr))).toEqual([]);
  });

  test.skipIf(!canRun(promtool) && !process.env.REQUIRE_PROMTOOL)(
    "passes `promtool test rules` (needs promtool, in Debian's package prometheus)",
    () => {
      const run = (...args: string[]) =>
        execFileSync(promtool, args, { cwd: folder, encoding: "utf8" });
      expect(run("check", "rules", "alerts.yaml")).toContain(`${alerts.length} rules found`);
      expect(run("test", "rules", "alerts.test.yaml")).toContain("SUCCESS");
    },
  );

  test("has a dashboard whose panels do not overlap", () => {
    const taken = new Set<string>();
    for (const { title, gridPos } of board.panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken, title).not.toContain(`${x} ${y}`);
          taken.add(`${x} ${y}`);
        }
      }
    }
  });

  test("has exactly the alerts and panels that docs/deploy.md lists", () => {
    const section = docs.split("## Monitoring")[1]?.split("\n## ")[0] ?? "";
    const rows = [...section.matchAll(/^\| `(\w+)` \| (?:page|warn) \|/gm)].map(
      ([, name = ""]) => name,
    );
    expect(rows).toEqual(alerts);
    const listed = /^The board shows: ([\s\S]*?)\.\n\n/m.exec(section)?.[1] ?? "";
    const titles = board.panels.map(({ title }) => title.toLowerCase());
    expect(listed.toLowerCase().replaceAll(/\s+/g, " ").split("; ")).toEqual(titles);
  });
});

function canRun(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
