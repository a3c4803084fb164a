import { seconds } from "../../contract/durations.ts";
import { joinMetrics } from "./join-metrics.ts";
import type { PrimaryMessage } from "./messages.ts";

/** A worker that does not respond in time is left out. In milliseconds. */
const limitMs = seconds(2);

/** The part of a worker that metrics need. */
export interface MetricsSource {
  readonly number: number;
  send(message: PrimaryMessage): void;
}

/** Collects the metrics of all workers for the one that Prometheus scraped. */
export class MetricsRound {
  readonly #texts = new Map<number, string>();
  readonly #askers = new Set<MetricsSource>();
  #missing = new Set<MetricsSource>();
  #timer: NodeJS.Timeout | undefined;

  /** Joins the current round, if one is running. @param workers all that serve */
  ask(asker: MetricsSource, workers: readonly MetricsSource[]): void {
    this.#askers.add(asker);
    if (this.#askers.size > 1) return;
    this.#texts.clear();
    this.#missing = new Set(workers);
    this.#timer = setTimeout(() => this.#finish(), limitMs);
    for (const worker of workers) worker.send({ kind: "metrics-wanted" });
  }

  take(worker: MetricsSource, text: string): void {
    if (!this.#missing.delete(worker)) return;
    this.#texts.set(worker.number, text);
    if (this.#missing.size === 0) this.#finish();
  }

  #finish(): void {
    clearTimeout(this.#timer);
    this.#missing.clear();
    const sorted = [...this.#texts].sort(([one], [other]) => one - other);
    const text = joinMetrics(new Map(sorted));
    for (const asker of this.#askers) asker.send({ kind: "metrics", text });
    this.#askers.clear();
  }
}
