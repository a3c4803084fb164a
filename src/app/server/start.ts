import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { repeatBeforeServing } from "../../features/privacy/server/deletion/job.ts";
import { seconds } from "../../platform/contract/durations.ts";
import type { AppContext } from "../../platform/server/app-context.ts";
import { siteOrigin, type TestSettings } from "../../platform/server/config/config.ts";
import { findDoubtfulSettings } from "../../platform/server/config/doubtful-settings.ts";
import type { DatabaseClient } from "../../platform/server/db/client.ts";
import { BackupProcess } from "../../platform/server/db/continuous/backup-process.ts";
import { EmailWorker } from "../../platform/server/mail/email-worker.ts";
import { openContext } from "../../platform/server/open-context.ts";
import { buildApp } from "./app.ts";
import { featureSettings, readFullConfig } from "./read-config.ts";
import { describeStartupError } from "./startup-error.ts";

/** Maximum time for requests and emails to finish at shutdown, in milliseconds. */
const shutdownLimitMs = seconds(10);
/** Maximum time for the remaining writes, in milliseconds. */
const databaseLimitMs = seconds(3);
/** Maximum time for the remaining traces, in milliseconds. */
const tracingLimitMs = seconds(2);

/**
 * Starts the server; SIGTERM or SIGINT stops it. A startup error exits with code 1.
 * @returns the origin it listens on
 */
export async function start(testSettings: TestSettings = {}): Promise<string> {
  // Only the server's user may read its files: they contain personal data.
  process.umask(0o077);
  try {
    return await serve(testSettings);
  } catch (error) {
    console.error(describeStartupError(error));
    process.exit(1);
  }
}

async function serve(testSettings: TestSettings): Promise<string> {
  const config = readFullConfig(process.env, testSettings);
  let origin = siteOrigin(config);
  const context = await openContext(config, { origin: () => origin });
  let stopping = false;
  const app = buildApp(context, { isLeaving: () => stopping });
  await repeatBeforeServing(context, app.log);
  origin = await app.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: () => "listening",
  });
  app.log.info(context.pages.release, "started");
  for (const doubt of findDoubtfulSettings(process.env, config, featureSettings))
    app.log.warn(doubt);
  if (!config.rateLimits) app.log.warn("RATE_LIMITS=off: no request is rate-limited");
  if (config.staffSecondFactor === "optional") {
    app.log.warn("STAFF_SECOND_FACTOR=optional: a password alone opens the staff desk");
  }
  if (!config.backgroundJobs) {
    app.log.warn("BACKGROUND_JOBS=off: no email is sent, nothing is delivered or cleaned up");
  }
  const email = new EmailWorker(context, app.log);
  let backup: BackupProcess | undefined;
  const delay = new AbortController();
  const stop = async (delayMs = 0) => {
    if (stopping) {
      // A second signal ends the delay.
      delay.abort();
      return;
    }
    stopping = true;
    app.log.info("stopping");
    if (delayMs > 0) await wait(delayMs, undefined, delay).catch(() => undefined);
    const isDone = await within(shutdownLimitMs, Promise.all([app.close(), email.stop()]));
    // Emails are sent again after the next start, and payment requests can be retried.
    if (!isDone) {
      app.log.warn({ emails: email.sending }, "stopped before all requests and emails finished");
    }
    const [isSaved, isTraced] = await Promise.all([
      within(databaseLimitMs, context.database.close()),
      within(tracingLimitMs, closeTracing(context)),
    ]);
    await backup?.stop();
    if (!isSaved) app.log.error("the database did not close in time");
    if (!isDone || !isSaved || !isTraced) process.exit(isSaved ? 0 : 1);
  };
  process.on("SIGTERM", () => void stop(seconds(config.stopDelaySeconds)));
  process.on("SIGINT", () => void stop());
  if (config.backup) backup = startBackup(context, app.log);
  // Last, since a program that waits for this line may stop the server at once.
  console.log(`Listening on ${origin}`);
  void checkIntegrity(context.database, app.log);
  return origin;
}

/** Traces that cannot be sent are dropped; while the server runs, they are logged. */
async function closeTracing({ tracing }: AppContext): Promise<void> {
  await tracing?.close().catch(() => undefined);
}

function startBackup({ backupLag }: AppContext, log: FastifyBaseLogger) {
  return new BackupProcess(
    (level, message, about = {}) => log[level](about, message),
    (report) => backupLag?.note(report),
  );
}

/** @returns whether the work finished within `ms` milliseconds */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const limit = wait(ms, false, { signal: late.signal }).catch(() => false);
  const isDone = await Promise.race([work.then(() => true), limit]);
  late.abort();
  return isDone;
}

/** Runs after the server listens, so that it does not delay requests. */
async function checkIntegrity({ integrity }: DatabaseClient, log: FastifyBaseLogger) {
  if ((await integrity.check()) !== "damaged") return;
  log.error("the database file is damaged: stop the server and restore the latest backup");
}
