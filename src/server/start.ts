import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { buildApp } from "./app.ts";
import { openContext } from "./context/open-context.ts";
import { readConfig, siteOrigin } from "./platform/config/config.ts";
import type { DatabaseClient } from "./platform/db/client.ts";
import { seconds } from "./platform/durations.ts";
import { EmailWorker } from "./platform/mail/email-worker.ts";
import { describeStartupError } from "./startup-error.ts";

/** Longest time for accepted work to finish at shutdown, in milliseconds. */
const shutdownLimitMs = seconds(10);
/** Longest time for the writes that are left then. */
const databaseLimitMs = seconds(3);

/**
 * Runs the server until it is told to stop; an error at start ends the process with 1.
 * @returns the address it listens on
 */
export async function start(): Promise<string> {
  // Only the account that runs the server may read what it writes: these are people's letters.
  process.umask(0o077);
  try {
    return await serve();
  } catch (error) {
    console.error(describeStartupError(error));
    process.exit(1);
  }
}

async function serve(): Promise<string> {
  const config = readConfig(process.env);
  let origin = siteOrigin(config);
  const context = await openContext(config, { origin: () => origin });
  const app = buildApp(context);
  origin = await app.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: () => "listening",
  });
  if (!config.rateLimits) app.log.warn("RATE_LIMITS=off: nothing slows down a flood");
  const email = new EmailWorker(context, app.log);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const isDone = await within(shutdownLimitMs, Promise.all([app.close(), email.stop()]));
    // Emails go out again after the next start, and payment calls can be repeated.
    if (!isDone) {
      app.log.warn({ emails: email.sending }, "stopped without waiting for others any longer");
    }
    const isSaved = await within(databaseLimitMs, context.database.close());
    if (!isSaved) app.log.error("the database did not close in time");
    if (!isDone || !isSaved) process.exit(isSaved ? 0 : 1);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  // Last, since whoever reads it may want to end the server at once.
  console.log(`Listening on ${origin}`);
  void checkIntegrity(context.database, app.log);
  return origin;
}

/** @returns whether the work was done before the time was over, in milliseconds */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const late = new AbortController();
  const limit = wait(ms, false, { signal: late.signal }).catch(() => false);
  const isDone = await Promise.race([work.then(() => true), limit]);
  late.abort();
  return isDone;
}

/** Not before the server listens: visitors need not wait for it. */
async function checkIntegrity({ integrity }: DatabaseClient, log: FastifyBaseLogger) {
  if ((await integrity.check()) !== "damaged") return;
  log.error("the database file is damaged: stop the server and restore the latest backup");
}
