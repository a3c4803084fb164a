/**
 * A process that sends what is made to be slow. Those who do that have computers of their own, so it
 * yields this one's to the server and the visitor. Its first message lists the kinds; each message to it
 * is one burst, answered when all of it is sent.
 */
import os from "node:os";
import { openHostileKinds } from "../tests/support/hostile-input.ts";

export interface Burst {
  readonly kind: string;
  /** Number of the first sending: each is another one. */
  readonly first: number;
}

/** Times that each kind is sent, two at a time, unless it takes longer than `sendForMs`. */
const times = 20;
const sendForMs = 4000;

os.setPriority(os.constants.priority.PRIORITY_LOW);
const [origin = "", staffCookie = ""] = process.argv.slice(2);
const kinds = await openHostileKinds(origin, staffCookie);

process.on("message", async ({ kind, first }: Burst) => {
  const send = kinds.get(kind);
  if (!send) throw new Error(`There is no kind "${kind}".`);
  const until = performance.now() + sendForMs;
  let next = first;
  const work = async () => {
    while (next < first + times && performance.now() < until) await send(next++);
  };
  await Promise.all([work(), work()]);
  process.send?.(next);
});
process.send?.([...kinds.keys()]);
