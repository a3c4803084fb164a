import type { Config } from "./config/config.ts";
import type { Passwords } from "./credentials/passwords.ts";
import type { DatabaseClient } from "./db/client.ts";
import type { BackupLag } from "./db/continuous/backup-lag.ts";
import type { DiskSpace } from "./files/disk-space.ts";
import type { ClientKeys } from "./http/client-key.ts";
import type { Counters } from "./http/metrics.ts";
import type { ClockGuard } from "./jobs/clock-guard.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { PageServer } from "./pages/page-server.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Tracing } from "./tracing/open-tracing.ts";

/** Shared by all features of the server; created once at startup. */
export interface AppContext {
  readonly config: Config;
  readonly database: DatabaseClient;
  /** The space of test tokens; undefined inside of it. */
  readonly sandbox: Sandbox | undefined;
  readonly clientKeys: ClientKeys;
  readonly pages: PageServer;
  readonly clock: ClockGuard;
  readonly jobs: Jobs;
  readonly counters: Counters;
  /** The disk space that uploads must leave free. */
  readonly disk: DiskSpace;
  readonly passwords: Passwords;
  /** 256-bit key shared by every node, for signing links. */
  readonly secret: Buffer;
  /** How far the continuous backup is behind; undefined without one. */
  readonly backupLag: BackupLag | undefined;
  /** Undefined while tracing is off. */
  readonly tracing: Tracing | undefined;
  /** Origin of the site without a trailing slash, for links in emails. */
  origin(): string;
  /** ZIP prefixes where applications are open; null means everywhere. */
  readonly openMarkets: readonly string[] | null;
  /** Milliseconds since 1970. */
  now(): number;
}
