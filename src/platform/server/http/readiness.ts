import type { FastifyBaseLogger } from "fastify";
import { seconds } from "../../contract/durations.ts";
import type { Readiness } from "../../contract/site.ts";
import type { DatabaseClient } from "../db/client.ts";
import { errorCodeOf, findOutage } from "./errors/outages.ts";

type CheckResult = Readiness["checks"]["read"];

/** Timeout after which the database counts as down, in milliseconds. */
const checkTimeoutMs = seconds(3);
/** Minimum time between checks, in milliseconds, since the endpoint is public. */
const checkEveryMs = seconds(1);

/** Key of the row in `throttles` that the write check updates. */
const probeKey = "readiness";

/** Checks the database at most once per second, regardless of the number of requests. */
export class ReadinessProbe {
  readonly #database: DatabaseClient;
  readonly #log: FastifyBaseLogger;
  #last: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;
  #wasReady = true;
  readonly #pending = new Map<string, Promise<CheckResult>>();

  constructor(database: DatabaseClient, log: FastifyBaseLogger) {
    this.#database = database;
    this.#log = log;
  }

  /** The result, cached for a second; never takes longer than a check's timeout. */
  read(): Promise<Readiness> {
    const now = performance.now();
    if (!this.#last || now - this.#last.at > checkEveryMs) {
      this.#last = { at: now, readiness: this.#check() };
    }
    return this.#last.readiness;
  }

  async #check(): Promise<Readiness> {
    const codes: Record<string, string> = {};
    const [read, write] = await Promise.all([
      this.#run("read", codes, () => this.#database.ping()),
      this.#run("write", codes, () => writeProbe(this.#database)),
    ]);
    const integrity = this.#database.integrity.state;
    const checks = { read, write, integrity };
    const ok = read === "ok" && write === "ok" && integrity !== "damaged";
    if (ok !== this.#wasReady) {
      if (ok) this.#log.warn({ checks }, "ready again");
      else this.#log.error({ checks, codes }, "not ready");
      this.#wasReady = ok;
    }
    return { ok, checks };
  }

  /**
   * Joins a pending check instead of starting another, which would add load to a hanging database.
   */
  async #run(
    name: string,
    codes: Record<string, string>,
    work: () => Promise<unknown>,
  ): Promise<CheckResult> {
    let pending = this.#pending.get(name);
    if (!pending) {
      pending = work()
        .then(
          (): CheckResult => "ok",
          (error: unknown): CheckResult => {
            codes[name] = errorCodeOf(error);
            return findOutage(error) === "storage-full" ? "full" : "failed";
          },
        )
        .finally(() => this.#pending.delete(name));
      this.#pending.set(name, pending);
    }
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<CheckResult>((resolve) => {
      timer = setTimeout(resolve, checkTimeoutMs, "timeout");
    });
    try {
      return await Promise.race([pending, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function writeProbe(database: DatabaseClient): Promise<unknown> {
  const now = Date.now();
  return database.writeOne((db) =>
    db
      .insertInto("throttles")
      .values({ key: probeKey, count: 0, window_started_at: now })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ window_started_at: now }))
      .execute(),
  );
}
