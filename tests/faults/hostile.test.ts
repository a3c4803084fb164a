import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import type { DatabaseClient, DatabaseOptions } from "../../src/platform/server/db/client.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { hostileEmails, hostileToken, openHostileKinds } from "../support/hostile-input.ts";
import { endProcess, type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { storeSignedIn } from "../support/staff.ts";

/** Times that each kind is sent. How long visitors wait meanwhile: `npm run bench -- --only=hostile`. */
const times = 2;
/** Maximum growth of the server's memory over all kinds, in MB. */
const maxGrowthMb = 600;

async function readMemoryMb({ child }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

describeEachDialect("hostile input", (_open, createDatabase) => {
  test("is answered, and the server goes on and keeps what was stored", async () => {
    const options = await createDatabase("with tables");
    const { dataDir, databaseUrl = "" } = options;
    const staff = await inDatabase(options, (database) =>
      storeSignedIn({ database, clock: { now: Date.now() } }, ["admin"], "Ada Olsen"),
    );
    const server = await startServerProcess(dataDir, {
      DATABASE_URL: databaseUrl,
      RATE_LIMITS: "off",
      INBOUND_MAIL_TOKEN: hostileToken,
    });
    onTestFinished(async () => void (await endProcess(server.child, "SIGKILL")));
    const kinds = await openHostileKinds(server.origin, staff.cookie);
    const start = await readMemoryMb(server);
    for (const [name, send] of kinds) {
      await Promise.all(Array.from({ length: times }, (_, round) => send(round)));
      const page = await fetch(server.origin);
      expect([name, page.status]).toEqual([name, 200]);
      await page.arrayBuffer();
    }
    expect((await readMemoryMb(server)) - start).toBeLessThan(maxGrowthMb);
    expect(server.child.exitCode).toBeNull();

    await endProcess(server.child, "SIGTERM");
    const stored = await inDatabase(options, ({ db }) =>
      db.selectFrom("conversation_entries").select("case_id").where("via", "=", "email").execute(),
    );
    expect(stored).toHaveLength(times * hostileEmails);
    expect(new Set(stored.map((row) => row.case_id)).size).toBe(hostileEmails);
  });
});

/** Opens the database while the server is stopped. */
async function inDatabase<Result>(
  options: DatabaseOptions,
  work: (database: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
