import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { errorCodeOf } from "../http/outages.ts";
import { sendDueConversions } from "./conversion-sender.ts";
import { sweepDrafts } from "./discard.ts";

/** How often the outbox of conversions is looked at, in milliseconds. */
const sendEveryMs = 5000;
const sweepEveryMs = 60 * 60 * 1000;

/**
 * While the server listens: makes the calls that are due and deletes old drafts. Never
 * keeps the process alive; closing waits for what is in hand.
 */
export function runInBackground(app: FastifyInstance, context: AppContext): void {
  const timers: NodeJS.Timeout[] = [];
  const inHand = new Set<Promise<unknown>>();
  const repeat = (name: string, everyMs: number, work: () => Promise<unknown>) => {
    let busy = false;
    const run = () => {
      if (busy) return;
      busy = true;
      const done = work()
        .catch((error: unknown) => {
          app.log.error({ work: name, code: errorCodeOf(error) }, "work in the background failed");
        })
        .finally(() => {
          busy = false;
          inHand.delete(done);
        });
      inHand.add(done);
    };
    timers.push(setInterval(run, everyMs).unref());
    run();
  };
  app.addHook("onListen", async () => {
    if (Object.keys(context.config.conversions.sources).length > 0) {
      repeat("conversions", sendEveryMs, () => sendDueConversions(context, app.log));
    }
    repeat("drafts", sweepEveryMs, () => sweepDrafts(context));
  });
  app.addHook("preClose", async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(inHand);
  });
}
