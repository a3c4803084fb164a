import type { IntegrityState } from "../platform/db/integrity.ts";

/** From a worker to the primary. */
export type WorkerMessage =
  /** It could accept requests. */
  | { readonly kind: "loaded" }
  /** It accepts requests. */
  | { readonly kind: "ready"; readonly origin: string }
  /** Its event loop runs. */
  | { readonly kind: "alive" }
  /** It has to write to the SQLite file. */
  | { readonly kind: "lock-wanted" }
  | { readonly kind: "lock-released" }
  /** It was asked for the metrics of all workers. */
  | { readonly kind: "metrics-wanted" }
  | { readonly kind: "metrics"; readonly text: string };

/** From the primary to a worker. */
export type PrimaryMessage =
  /** Accept requests. */
  | { readonly kind: "serve" }
  /** It may write to the SQLite file until it releases the lock. */
  | { readonly kind: "lock-granted" }
  /** Another worker waits for the lock. */
  | { readonly kind: "lock-wanted" }
  /** Write your own metrics. */
  | { readonly kind: "metrics-wanted" }
  /** The metrics of all workers. */
  | { readonly kind: "metrics"; readonly text: string }
  | { readonly kind: "integrity"; readonly state: IntegrityState }
  /** The continuous backup has everything that was committed before that time. */
  | { readonly kind: "backup"; readonly at: number }
  /** A newer worker has taken over: finish what is open and exit. */
  | { readonly kind: "retire" };
