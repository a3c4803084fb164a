import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import type { DatabaseOptions } from "../../src/platform/server/db/client.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { validValues } from "../support/form-values.ts";
import { findFreePort } from "../support/free-port.ts";
import { startRoundRobinProxy } from "../support/round-robin-proxy.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";

const writers = 64;
/** Of a writer between two messages, in milliseconds: without it they would use every CPU. */
const pauseMs = 200;
/** Longer than a starved process may pause. */
const responseLimitMs = 30_000;
const patience = { timeout: 60_000, interval: 20 };

/** An instance of the systemd template unit: it always listens on the same port. */
class Instance {
  readonly port: number;
  readonly #options: DatabaseOptions;
  #server: Awaited<ReturnType<typeof startServerProcess>> | undefined;

  constructor(port: number, options: DatabaseOptions) {
    this.port = port;
    this.#options = options;
    onTestFinished(async () => void (await this.end("SIGKILL")));
  }

  async start(): Promise<void> {
    const { dataDir, databaseUrl = "" } = this.#options;
    this.#server = await startServerProcess(dataDir, {
      PORT: String(this.port),
      DATABASE_URL: databaseUrl,
      RATE_LIMITS: "off",
      STOP_DELAY_SECONDS: "1",
    });
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null | undefined> {
    return this.#server && endProcess(this.#server.child, signal);
  }

  /** Messages that it has stored since its start. */
  async countStored(): Promise<number> {
    const response = await fetch(`http://127.0.0.1:${this.port}/metrics`);
    const counts = /^http_request_duration_seconds_count\{method="POST",.*status="201"\} (\d+)$/m;
    return Number(counts.exec(await response.text())?.[1] ?? 0);
  }
}

/** Concurrent writers, each of which sends one message after the other, with pauses, until stopped. */
class Writers {
  readonly acknowledged: string[] = [];
  readonly failures: string[] = [];
  readonly #origin: string;
  #isStopped = false;
  readonly #work: Promise<unknown>;

  constructor(origin: string) {
    this.#origin = origin;
    this.#work = Promise.all(Array.from({ length: writers }, () => this.#write()));
    onTestFinished(() => this.stop());
  }

  /** Waits for `count` more acknowledged messages. */
  async send(count: number): Promise<void> {
    const target = this.acknowledged.length + count;
    await expect.poll(() => this.acknowledged.length, patience).toBeGreaterThan(target);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #write(): Promise<void> {
    while (!this.#isStopped) {
      try {
        const response = await fetch(this.#origin + submissionPath(contactForm.collection), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(validValues(contactForm)),
          signal: AbortSignal.timeout(responseLimitMs),
        });
        if (response.status !== 201) throw new Error(`status ${response.status}`);
        this.acknowledged.push(((await response.json()) as { reference: string }).reference);
      } catch (error) {
        this.failures.push(String((error as Error).cause ?? error));
      }
      await pause(pauseMs);
    }
  }
}

async function readReferences(options: DatabaseOptions): Promise<string[]> {
  const database = await openDatabase(options);
  const rows = await database.db.selectFrom("submissions").select("reference").execute();
  await database.close();
  return rows.map(({ reference }) => reference);
}

describeEachDialect("two instances behind a proxy", (_open, createDatabase) => {
  test(`under ${writers} writers: one killed with -9 loses no record, a rolling restart fails no request`, async () => {
    const options = await createDatabase();
    const ports = [await findFreePort(), await findFreePort()];
    const instances = ports.map((port) => new Instance(port, options));
    // Both at once, on a database without tables.
    await Promise.all(instances.map((instance) => instance.start()));
    const load = new Writers(await startRoundRobinProxy(ports));
    await load.send(100);

    const [killed] = instances;
    await killed?.end("SIGKILL");
    await load.send(100);
    await killed?.start();
    await load.send(100);
    // Only requests in progress on the killed one may fail: at most one for each writer.
    expect(load.failures.length).toBeLessThanOrEqual(writers);

    const failures = load.failures.length;
    for (const instance of instances) {
      expect(await instance.end("SIGTERM")).toBe(0);
      await load.send(50);
      await instance.start();
      await load.send(50);
    }
    for (const instance of instances) {
      await expect.poll(() => instance.countStored(), patience).toBeGreaterThan(10);
    }
    await load.stop();
    expect(load.failures.slice(failures)).toEqual([]);

    for (const instance of instances) expect(await instance.end("SIGTERM")).toBe(0);
    const stored = await readReferences(options);
    expect(load.acknowledged.filter((reference) => !stored.includes(reference))).toEqual([]);
    expect(new Set(load.acknowledged).size).toBe(load.acknowledged.length);
    // A failed request may have been stored, but none twice.
    expect(stored.length).toBeLessThanOrEqual(load.acknowledged.length + load.failures.length);
  });
});
