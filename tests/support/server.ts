import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { type AppChoices, buildApp } from "../../src/app/server/app.ts";
import { readFullConfig } from "../../src/app/server/read-config.ts";
import type { TestSettings } from "../../src/platform/server/config/config.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import { type ContextChoices, openContext } from "../../src/platform/server/open-context.ts";
import { testPasswords } from "./passwords.ts";

/** Options of a test server; the defaults are those of development. */
export interface ServerChoices {
  /** Off by default: test files send more than sixty forms from one address. */
  readonly rateLimits?: boolean;
  /** The server's clock, in milliseconds since 1970. */
  readonly now?: () => number;
  /** ZIP prefixes where applications are open. */
  readonly openMarkets?: readonly string[];
  /** Further settings, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly testSettings?: TestSettings;
  /** Lower limits, so that a small load exceeds them. */
  readonly connectionLimits?: AppChoices["connectionLimits"];
  readonly bodyLimits?: AppChoices["bodyLimits"];
  readonly renderLimits?: ContextChoices["renderLimits"];
}

/** The real server in this process, on a free port and with separate data. */
export interface TestServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly database: DatabaseClient;
  readonly app: FastifyInstance;
  stop(): Promise<void>;
}

/** Starts the server; the caller stops it, which also removes its data. */
export async function startServer(choices: ServerChoices = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-server-"));
  const config = readFullConfig(
    {
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      RATE_LIMITS: choices.rateLimits ? "on" : "off",
      ...choices.settings,
    },
    choices.testSettings,
  );
  let origin = "";
  const context = await openContext(config, {
    origin: () => origin,
    passwords: testPasswords,
    ...(choices.now && { now: choices.now }),
    ...(choices.openMarkets && { openMarkets: choices.openMarkets }),
    ...(choices.renderLimits && { renderLimits: choices.renderLimits }),
  });
  const app = buildApp(context, {
    ...(choices.connectionLimits && { connectionLimits: choices.connectionLimits }),
    ...(choices.bodyLimits && { bodyLimits: choices.bodyLimits }),
  });
  origin = await app.listen({ host: config.host, port: config.port });
  return {
    origin,
    database: context.database,
    app,
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
      await context.database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
