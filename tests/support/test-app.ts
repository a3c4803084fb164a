import type { FastifyInstance } from "fastify";
import { expect, onTestFinished } from "vitest";
import { buildApp } from "../../src/app/server/app.ts";
import { readFullConfig } from "../../src/app/server/read-config.ts";
import type { AppContext } from "../../src/platform/server/app-context.ts";
import type { TestSettings } from "../../src/platform/server/config/config.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import { type ContextChoices, openContext } from "../../src/platform/server/open-context.ts";
import { listUnaudited } from "./audited-requests.ts";
import { findBrokenRows } from "./broken-rows.ts";
import type { CreateDatabase } from "./dialects.ts";
import { testPasswords } from "./passwords.ts";

/** The real server on a separate database, without a socket. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly context: AppContext;
  readonly database: DatabaseClient;
  readonly dataDir: string;
  /** The server's clock, in milliseconds; tests may move it. */
  readonly clock: { now: number };
  submissions(): Promise<StoredSubmission[]>;
}

interface StoredSubmission {
  readonly collection: string;
  readonly reference: string;
  readonly data: Record<string, unknown>;
  readonly spamReason: string | null;
}

interface TestChoices extends Pick<ContextChoices, "openMarkets" | "passwords"> {
  readonly testSettings?: TestSettings;
  /** Its rows are made up: they are not checked. */
  readonly isMadeUp?: boolean;
}

/**
 * @param settings further environment variables
 * @param logs receives log lines; nothing is logged by default
 * @param choices override the defaults of the tests
 */
export async function openTestApp(
  createDatabase: CreateDatabase,
  settings: Readonly<Record<string, string>> = {},
  logs?: { write(line: string): void },
  { testSettings, isMadeUp = false, ...choices }: TestChoices = {},
): Promise<TestApp> {
  const { dataDir, databaseUrl } = await createDatabase("with tables");
  const clock = { now: Date.UTC(2026, 5, 27, 12) };
  const config = readFullConfig(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: "silent",
      ...settings,
    },
    { connectsLater: true, ...testSettings },
  );
  const context = await openContext(config, {
    now: () => clock.now,
    passwords: testPasswords,
    ...choices,
  });
  const app = buildApp(context, { ...(logs && { logs }) });
  onTestFinished(async () => {
    await app.close();
    // A test may have closed the database, or broken it.
    const broken = isMadeUp ? [] : await findBrokenRows(context.database).catch(() => []);
    await context.database.close();
    expect(broken.join("\n"), "rows that must not be").toBe("");
    const unaudited = listUnaudited(context.database).join("\n");
    expect(unaudited, "changes without a line in the audit log").toBe("");
  });
  return {
    app,
    context,
    database: context.database,
    dataDir,
    clock,
    async submissions() {
      const rows = await context.database.db
        .selectFrom("submissions")
        .select(["collection", "reference", "data", "spam_reason"])
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(({ collection, reference, data, spam_reason }) => ({
        collection,
        reference,
        data: JSON.parse(data),
        spamReason: spam_reason,
      }));
    },
  };
}
