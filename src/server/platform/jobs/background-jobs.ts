import type { FastifyInstance } from "fastify";
import { errorCodeOf } from "../http/errors/outages.ts";

/** Work that a server does over and over while it listens. */
export interface BackgroundJob {
  /** For the log. */
  readonly name: string;
  readonly everyMs: number;
  /** @param signal aborted when the server closes */
  run(signal: AbortSignal): Promise<unknown>;
}

/**
 * Does work from when the server listens until it closes, the first time at once. Never keeps
 * the process alive; closing waits for what is in hand.
 */
export function startBackgroundJobs(app: FastifyInstance, work: readonly BackgroundJob[]): void {
  const timers: NodeJS.Timeout[] = [];
  const inHand = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const { signal } = closing;
  const repeat = ({ name, everyMs, run }: BackgroundJob) => {
    let busy = false;
    const start = () => {
      if (busy) return;
      busy = true;
      const done = run(signal)
        .catch((error: unknown) => {
          if (signal.aborted) return;
          app.log.error({ work: name, code: errorCodeOf(error) }, "work in the background failed");
        })
        .finally(() => {
          busy = false;
          inHand.delete(done);
        });
      inHand.add(done);
    };
    timers.push(setInterval(start, everyMs).unref());
    start();
  };
  app.addHook("onListen", async () => {
    for (const one of work) repeat(one);
  });
  app.addHook("preClose", async () => {
    for (const timer of timers) clearInterval(timer);
    closing.abort();
    await Promise.all(inHand);
  });
}
