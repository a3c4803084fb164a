import { setTimeout as wait } from "node:timers/promises";
import { connectTo } from "./database-cluster.ts";
import type { Machine } from "./machines.ts";
import type { People } from "./people.ts";
import { until } from "./until.ts";

const attemptMs = 100;
const probeMs = 500;

/** Tries to write on a machine directly, bypassing the site. @returns whether it succeeded */
async function attempt(machine: Machine): Promise<boolean> {
  try {
    const client = await connectTo(machine);
    try {
      await client.query("insert into attempts values ($1)", [machine.name]);
      return true;
    } finally {
      client.end().catch(() => {});
    }
  } catch {
    return false;
  }
}

/** Waits until one of the machines acknowledges a write. @returns the time and the machine */
export async function untilWritable(
  machines: readonly Machine[],
): Promise<{ readonly at: number; readonly machine: Machine }> {
  let found: { readonly at: number; readonly machine: Machine } | undefined;
  let isOver = false;
  for (const machine of machines) {
    (async () => {
      while (!found && !isOver) {
        if (await attempt(machine)) found ??= { at: performance.now(), machine };
        await wait(attemptMs);
      }
    })();
  }
  try {
    return await until("machine that accepts writes", async () => found);
  } finally {
    isOver = true;
  }
}

/** Counts writes that a former leader acknowledges after it returns. */
export class ReturnedLeader {
  readonly #machine: Machine;
  #acknowledged = 0;
  #isStopped = false;
  #work: Promise<unknown> = Promise.resolve();

  private constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** Opens a connection while the machine is still the leader, to reuse it when it returns. */
  static async watch(machine: Machine): Promise<{ returned: ReturnedLeader; send: () => void }> {
    const returned = new ReturnedLeader(machine);
    const client = await until("connection to the leader", () => connectTo(machine));
    const send = () => {
      // Remains in the socket's buffer until the machine resumes.
      client
        .query("insert into attempts values ($1)", [machine.name])
        .then(() => {
          returned.#acknowledged += 1;
        })
        .catch(() => {});
    };
    return { returned, send };
  }

  /** Starts to write over new connections too. */
  start(): void {
    this.#work = (async () => {
      while (!this.#isStopped) {
        if (await attempt(this.#machine)) this.#acknowledged += 1;
        await wait(attemptMs);
      }
    })();
  }

  /** @returns the acknowledged writes, which must be 0 */
  async stop(): Promise<number> {
    this.#isStopped = true;
    await this.#work;
    return this.#acknowledged;
  }
}

/** Continuously sends forms to each node, bypassing Caddy, to detect when it recovers. */
export class Probes {
  readonly #last = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(people: People, origins: readonly string[]) {
    const probe = async (origin: string) => {
      if (await people.sendTo(origin)) this.#last.set(origin, performance.now());
    };
    this.#timer = setInterval(() => {
      for (const origin of origins) void probe(origin);
    }, probeMs);
  }

  /** @returns milliseconds from `since` until the node acknowledged a form again */
  async untilBack(origin: string, since: number): Promise<number> {
    return until(`acknowledgement of ${origin}`, async () => {
      const last = this.#last.get(origin) ?? 0;
      return last >= since && Math.max(1, Math.round(last - since));
    });
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
