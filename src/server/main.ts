import path from "node:path";
import { buildApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { openDatabase } from "./db/client.ts";
import { requireSecret } from "./db/secrets.ts";
import { createSenderHasher } from "./http/sender.ts";
import { PageServer } from "./pages/page-server.ts";
import { SiteFiles } from "./pages/site-files.ts";

const dist = path.resolve(import.meta.dirname, "../../dist");
/** Longest time for accepted work to finish at shutdown, in milliseconds. */
const shutdownLimitMs = 10_000;

try {
  await start();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  const secret = await requireSecret(database, "keys");
  let origin = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const files = new SiteFiles({
    dist,
    origin: () => origin,
    https: origin.startsWith("https:"),
    now: Date.now,
  });
  const app = buildApp({
    config,
    database,
    secret,
    senders: createSenderHasher(config, secret),
    pages: new PageServer(files, dist),
    now: Date.now,
  });
  const address = await app.listen({ host: config.host, port: config.port });
  if (!config.publicUrl) origin = address;
  if (!config.rateLimits) app.log.warn("RATE_LIMITS=off: nothing slows down a flood");
  console.log(`Listening on ${address}`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), shutdownLimitMs).unref();
    await app.close();
    await database.close();
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
}
