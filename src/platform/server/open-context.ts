import path from "node:path";
import { brand } from "../../brand.ts";
import type { AppContext } from "./app-context.ts";
import { type Config, siteOrigin } from "./config/config.ts";
import { Passwords } from "./credentials/passwords.ts";
import { BackupLag } from "./db/continuous/backup-lag.ts";
import { openDatabase } from "./db/open-database.ts";
import { requireSecret } from "./db/secrets.ts";
import { DiskSpace } from "./files/disk-space.ts";
import { createClientKeys } from "./http/client-key.ts";
import { Counters } from "./http/metrics.ts";
import { isPrivateAddress, networkOf } from "./http/network.ts";
import { ClockGuard } from "./jobs/clock-guard.ts";
import { Jobs } from "./jobs/jobs.ts";
import { PageServer } from "./pages/page-server.ts";
import { type RenderLimits, RenderQueue, renderLimits } from "./pages/render-queue.ts";
import { SiteFiles } from "./pages/site-files.ts";
import { Sandbox } from "./sandbox.ts";

export const builtSite = path.resolve(import.meta.dirname, "../../../dist");

/** Overrides for tests and the development server. */
export interface ContextChoices {
  readonly now?: () => number;
  /** Origin of the site once it listens; `PUBLIC_URL` takes precedence. */
  readonly origin?: () => string;
  /** ZIP prefixes where applications are open; by default those in brand.ts. */
  readonly openMarkets?: readonly string[] | null;
  readonly renderLimits?: RenderLimits;
  /** Cheaper hashing for tests, which make thousands of accounts. */
  readonly passwords?: Passwords;
}

/** Opens the database, the secret and the built site. The caller closes the database. */
export async function openContext(
  config: Config,
  choices: ContextChoices = {},
): Promise<AppContext> {
  const now = choices.now ?? Date.now;
  // First, since database statements are traced.
  const tracing = config.tracing && (await loadTracing()).openTracing(config.tracing);
  const database = await openDatabase({ ...config, sideBySide: true });
  const secret = await requireSecret(database, "keys");
  const origin = () => config.publicUrl ?? choices.origin?.() ?? siteOrigin(config);
  const files = new SiteFiles({
    dist: builtSite,
    origin,
    https: config.publicUrl?.startsWith("https:") ?? false,
    now,
  });
  // A clock that tests set moves both, so that it is not in doubt.
  const clock = new ClockGuard({ database, now, monotonic: choices.now });
  const renders = new RenderQueue(choices.renderLimits ?? renderLimits, ({ request }) =>
    !config.trustProxy && isPrivateAddress(request.socket.remoteAddress)
      ? undefined
      : networkOf(request.ip),
  );
  return {
    config,
    database,
    sandbox: new Sandbox(config, database),
    secret,
    passwords: choices.passwords ?? new Passwords(),
    clientKeys: createClientKeys(config, secret),
    pages: new PageServer(files, renders, config.cdnCacheSeconds),
    clock,
    jobs: new Jobs({ isEnabled: config.backgroundJobs, clock }),
    counters: new Counters(),
    backupLag: config.backup && new BackupLag(),
    tracing,
    disk: new DiskSpace(config.dataDir, config.minFreeDiskBytes),
    origin,
    openMarkets: choices.openMarkets === undefined ? brand.openMarkets : choices.openMarkets,
    now,
  };
}

function loadTracing() {
  return import("./tracing/open-tracing.ts");
}
