import { seconds } from "../../platform/contract/durations.ts";
import type { Readiness } from "../../platform/contract/site.ts";
import type { AppContext } from "../../platform/server/app-context.ts";
import { readLastBackup } from "../../platform/server/db/backup/last-backup.ts";
import { type Metric, toMetrics } from "../../platform/server/http/metrics.ts";
import { readClockState } from "../../platform/server/jobs/clock-guard.ts";
import { readEmailMetrics } from "../../platform/server/mail/queries.ts";
import { features } from "./features.ts";

/** Timeout per part, in milliseconds: Prometheus must get the others. */
const partTimeoutMs = seconds(1.5);

/** The checks when the database did not respond in time. */
const noAnswer = toCheckMetrics({ read: "timeout", write: "timeout" });

/**
 * The metrics of `/metrics` other than responses, load and process. A part that fails or times out
 * is left out, so that it does not hide the others.
 */
export async function readMetrics(
  context: AppContext,
  readReadiness: () => Promise<Readiness>,
): Promise<Metric[]> {
  const readiness = orElse(noAnswer, readReadiness().then(toReadinessMetrics));
  const parts = await Promise.all(
    [
      context.jobs.readMetrics(),
      readEmailMetrics(context.database.db, context.now()),
      ...features.flatMap(({ readMetrics }) => readMetrics?.(context) ?? []),
      readDates(context),
      readClock(context),
    ].map((part) => orElse([], part)),
  );
  parts.push(await readiness);
  const names = ["emails_given_up_total", ...features.flatMap(({ counters = [] }) => counters)];
  const counters = Object.fromEntries(names.map((name) => [name, context.counters.read(name)]));
  const gauges = {
    backup_lag_seconds: context.backupLag?.readSeconds(),
    backup_snapshot_timestamp_seconds: context.backupLag?.snapshotSeconds,
  };
  return [...parts.flat(), ...toMetrics("counter", counters), ...toMetrics("gauge", gauges)];
}

async function orElse(fallback: Metric[], part: Promise<Metric[]>): Promise<Metric[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Metric[]>((resolve) => {
    timer = setTimeout(resolve, partTimeoutMs, fallback);
  });
  try {
    return await Promise.race([part.catch(() => fallback), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The checks of `/readyz`; 1 means good. A file that is not checked yet counts as good. */
function toReadinessMetrics({ checks }: Readiness): Metric[] {
  return toCheckMetrics({
    ...checks,
    integrity: checks.integrity === "damaged" ? "damaged" : "ok",
  });
}

function toCheckMetrics(results: Readonly<Record<string, string>>): Metric[] {
  return Object.entries(results).map(([check, result]) => ({
    type: "gauge",
    name: "database_check_ok",
    labels: { check },
    value: result === "ok" ? 1 : 0,
  }));
}

/** 1 while the clock is in doubt and jobs that delete wait. */
async function readClock({ database }: AppContext): Promise<Metric[]> {
  const state = await readClockState(database.db);
  return toMetrics("gauge", { clock_in_doubt: state?.doubtedAt == null ? 0 : 1 });
}

/** Dates in seconds since 1970; 0 if there is no backup. */
async function readDates({ config, pages }: AppContext): Promise<Metric[]> {
  const text = pages.readText("/.well-known/security.txt");
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  return toMetrics("gauge", {
    last_backup_timestamp_seconds: ((await readLastBackup(config.dataDir)) ?? 0) / 1000,
    security_txt_expires_timestamp_seconds: Number.isNaN(expires) ? 0 : expires / 1000,
  });
}
