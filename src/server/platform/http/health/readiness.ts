import type { FastifyBaseLogger } from "fastify";
import type { DatabaseClient } from "../../db/client.ts";
import type { IntegrityState } from "../../db/integrity.ts";
import { seconds } from "../../durations.ts";
import { errorCodeOf, findOutage } from "../errors/outages.ts";

/** What a check of the database can come to. */
export const checkResults = ["ok", "failed", "full", "timeout"] as const;
type CheckResult = (typeof checkResults)[number];

/** What is known of damage: nothing until the file was looked through. */
export const integrityResults = ["unchecked", "ok", "damaged"] as const satisfies IntegrityState[];

/** Whether the server can do its work, and what keeps it from that. */
export interface Readiness {
  readonly ok: boolean;
  readonly checks: {
    readonly read: CheckResult;
    readonly write: CheckResult;
    readonly integrity: IntegrityState;
  };
}

/** A database that takes longer counts as away, in milliseconds. */
const checkTimeoutMs = seconds(3);
/** The address is public: however often it is asked, the database is asked once in this time, in milliseconds. */
const checkEveryMs = seconds(1);

/** Key of the row, among the counts of tries, that the check of writing writes. */
const probeKey = "readiness";

/** Asks the database for a sign of life, at most once a second however many callers there are. */
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

  /** The state of a moment ago at most; never takes longer than the time limit of a check. */
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

  /** An earlier check that still waits is not joined by a second one: a hanging database stays as it is. */
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

/** One small row, written for good. */
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
