import { expect, onTestFinished, test } from "vitest";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import type { DatabaseOptions } from "../../src/platform/server/db/client.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { endProcess, type ServerProcess, startServerProcess } from "../support/server-process.ts";

/**
 * Each kills a process with many writes in flight, so a write that is acknowledged too early is lost
 * in the first; the second starts on what the first one left.
 */
const rounds = 2;
const writers = 64;
/** Number of acknowledged records before the process is killed in a round. */
const recordsBeforeKill = 150;

/** Sent values, by the reference in the response. */
type Records = Map<string, Readonly<Record<string, string>>>;

async function startHere({ dataDir, databaseUrl = "" }: DatabaseOptions): Promise<ServerProcess> {
  const server = await startServerProcess(dataDir, {
    DATABASE_URL: databaseUrl,
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
  });
  onTestFinished(async () => {
    await endProcess(server.child, "SIGKILL");
  });
  return server;
}

/** Sends forms until the server is unreachable; records each acknowledged one. */
async function write(origin: string, name: string, acknowledged: Records): Promise<void> {
  for (let count = 0; ; count += 1) {
    const values = {
      name: `Writer ${name}`,
      phone: "",
      email: "a@example.com",
      message: `Naïve café 🌻 ${name}, ${count}`,
    };
    let reference: string;
    try {
      const response = await fetch(origin + submissionPath("ContactForm"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(values),
      });
      if (response.status !== 201) throw new Error(`status ${response.status}`);
      ({ reference } = (await response.json()) as { reference: string });
    } catch (error) {
      if (error instanceof Error && error.message.startsWith("status ")) throw error;
      return;
    }
    acknowledged.set(reference, values);
  }
}

async function readRecords(options: DatabaseOptions) {
  const database = await openDatabase(options);
  const rows = await database.db.selectFrom("submissions").select(["reference", "data"]).execute();
  await database.close();
  return rows.map(({ reference, data }) => {
    const { timestamp, ...values } = JSON.parse(data);
    expect(Date.parse(timestamp)).toBeGreaterThan(0);
    return [reference, values] as const;
  });
}

describeEachDialect("kill -9", (_open, createDatabase) => {
  test(`under ${writers} concurrent writers, ${rounds} times: every acknowledged record is stored once and unchanged`, async () => {
    const options = await createDatabase();
    const acknowledged: Records = new Map();

    for (let round = 0; round < rounds; round += 1) {
      const server = await startHere(options);
      const before = acknowledged.size;
      const work = Array.from({ length: writers }, (_, writer) =>
        write(server.origin, `${round}-${writer}`, acknowledged),
      );
      await expect
        .poll(() => acknowledged.size - before, { timeout: 60_000, interval: 5 })
        .toBeGreaterThan(recordsBeforeKill);
      await endProcess(server.child, "SIGKILL");
      await Promise.all(work);
    }

    const stored = await readRecords(options);
    const messages = stored.map(([, { message }]) => message);
    expect(new Set(messages).size, "no record is there twice").toBe(stored.length);
    const kept = new Map(stored);
    const found = [...acknowledged.keys()].map((reference) => [reference, kept.get(reference)]);
    expect(found).toEqual([...acknowledged]);
    expect(acknowledged.size).toBeGreaterThan(rounds * recordsBeforeKill);

    // The server can start again.
    const { origin } = await startHere(options);
    expect((await fetch(origin + paths.contact)).status).toBe(200);
  });
});
