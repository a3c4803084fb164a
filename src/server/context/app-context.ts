import type { Config } from "../platform/config/config.ts";
import type { DatabaseClient } from "../platform/db/client.ts";
import type { DiskSpace } from "../platform/files/disk-space.ts";
import type { ClientKeys } from "../platform/http/client-key.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { PageServer } from "../platform/pages/page-server.ts";

/** What the features of the server share; made once at start. */
export interface AppContext {
  readonly config: Config;
  readonly database: DatabaseClient;
  readonly clientKeys: ClientKeys;
  readonly pages: PageServer;
  /** The background jobs of this server. */
  readonly jobs: Jobs;
  /** What uploads must leave free of the disk. */
  readonly disk: DiskSpace;
  /** 256-bit key shared by every node, for links that only we can make. */
  readonly secret: Buffer;
  /** Address of the site without a slash at the end, for links in mails. */
  origin(): string;
  /** ZIP prefixes where applications are open; null: everywhere. */
  readonly openMarkets: readonly string[] | null;
  /** Milliseconds since 1970. */
  now(): number;
}
