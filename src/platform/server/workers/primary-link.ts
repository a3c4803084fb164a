import { setTimeout as wait } from "node:timers/promises";
import { seconds } from "../../contract/durations.ts";
import type { StoredTimes } from "../db/continuous/backup-lag.ts";
import type { IntegrityState } from "../db/integrity.ts";
import type { WriteLock } from "../db/write-limit.ts";
import type { MetricsExchange } from "../http/metrics.ts";
import { aliveEveryMs } from "./limits.ts";
import type { PrimaryMessage, WorkerMessage } from "./messages.ts";

/** Maximum wait for the lock, in milliseconds; SQLite's own lock still protects the write. */
const lockLimitMs = seconds(5);

/** A worker's connection to the primary. */
export class PrimaryLink implements WriteLock, MetricsExchange {
  /** Called when a newer worker has taken over. */
  onRetire: () => void = () => {};
  /** Called with what the continuous backup has stored. */
  onBackup: (stored: StoredTimes) => void = () => {};
  #readMetrics: (() => Promise<string>) | undefined;
  #metricsWaiting: ((text: string) => void)[] = [];
  #integrity: ((state: IntegrityState) => void) | undefined;
  #hasLock = false;
  #isWriting = false;
  #isLockWanted = false;
  #onGranted: (() => void) | undefined;
  readonly #needed = Promise.withResolvers<void>();

  /** @param aliveMs interval of the heartbeat, in milliseconds */
  constructor(aliveMs = aliveEveryMs) {
    process.on("message", (message: PrimaryMessage) => this.#receive(message));
    // The primary handles SIGHUP: it means a closed terminal or a new build.
    process.on("SIGHUP", () => {});
    setInterval(() => this.#send({ kind: "alive" }), aliveMs).unref();
  }

  /** Waits until the server must accept requests, which a spare may never have to. */
  untilNeeded(): Promise<void> {
    this.#send({ kind: "loaded" });
    return this.#needed.promise;
  }

  /**
   * Tells the primary that the server accepts requests.
   * @param onIntegrity called with the result of the SQLite integrity check
   */
  ready(origin: string, onIntegrity: (state: IntegrityState) => void): void {
    this.#integrity = onIntegrity;
    this.#send({ kind: "ready", origin });
  }

  serve(readOwn: () => Promise<string>): void {
    this.#readMetrics = readOwn;
  }

  gather(): Promise<string> {
    return new Promise((resolve) => {
      this.#metricsWaiting.push(resolve);
      this.#send({ kind: "metrics-wanted" });
    });
  }

  async acquire(): Promise<void> {
    this.#isWriting = true;
    if (this.#hasLock) return;
    const late = new AbortController();
    const granted = new Promise<void>((resolve) => {
      this.#onGranted = resolve;
    });
    this.#send({ kind: "lock-wanted" });
    const limit = wait(lockLimitMs, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([granted, limit]);
    late.abort();
  }

  release(): void {
    this.#isWriting = false;
    if (this.#isLockWanted) this.#giveBack();
  }

  #giveBack(): void {
    this.#hasLock = false;
    this.#isLockWanted = false;
    this.#send({ kind: "lock-released" });
  }

  #send(message: WorkerMessage): void {
    // Without the primary this process ends anyway.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  }

  #receive(message: PrimaryMessage): void {
    switch (message.kind) {
      case "serve":
        this.#needed.resolve();
        break;
      case "lock-granted":
        this.#hasLock = true;
        this.#onGranted?.();
        break;
      case "lock-wanted":
        this.#isLockWanted = true;
        if (!this.#isWriting) this.#giveBack();
        break;
      case "metrics-wanted":
        void this.#report();
        break;
      case "metrics":
        for (const resolve of this.#metricsWaiting.splice(0)) resolve(message.text);
        break;
      case "integrity":
        this.#integrity?.(message.state);
        break;
      case "backup":
        this.onBackup(message.stored);
        break;
      case "retire":
        this.onRetire();
        break;
    }
  }

  async #report(): Promise<void> {
    const text = await this.#readMetrics?.().catch(() => "");
    this.#send({ kind: "metrics", text: text ?? "" });
  }
}
