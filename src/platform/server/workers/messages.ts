import type { StoredTimes } from "../db/continuous/backup-lag.ts";
import type { IntegrityState } from "../db/integrity.ts";

/** From a worker to the primary. */
export type WorkerMessage =
  /** Is loaded and could accept requests. */
  | { readonly kind: "loaded" }
  /** Accepts requests. */
  | { readonly kind: "ready"; readonly origin: string }
  /** Heartbeat: the event loop is running. */
  | { readonly kind: "alive" }
  /** Requests the write lock of the SQLite file. */
  | { readonly kind: "lock-wanted" }
  | { readonly kind: "lock-released" }
  /** Requests the metrics of all workers. */
  | { readonly kind: "metrics-wanted" }
  | { readonly kind: "metrics"; readonly text: string };

/** From the primary to a worker. */
export type PrimaryMessage =
  /** Accept requests. */
  | { readonly kind: "serve" }
  /** The worker has the write lock until it releases it. */
  | { readonly kind: "lock-granted" }
  /** Another worker is waiting for the lock. */
  | { readonly kind: "lock-wanted" }
  /** Send your own metrics. */
  | { readonly kind: "metrics-wanted" }
  /** The metrics of all workers. */
  | { readonly kind: "metrics"; readonly text: string }
  | { readonly kind: "integrity"; readonly state: IntegrityState }
  /** What the continuous backup has stored. */
  | { readonly kind: "backup"; readonly stored: StoredTimes }
  /** A newer worker has taken over: finish open requests and exit. */
  | { readonly kind: "retire" };
