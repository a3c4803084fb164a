import type { FastifyReply } from "fastify";
import { ApiError } from "../api-error.ts";
import { NetworkQuota } from "../http/limits/network-quota.ts";

/** How many pages wait to be rendered. Rendering is the processor's work: one at a time. */
export interface RenderLimits {
  readonly maxQueued: number;
  /** Of these, for one visitor's network. */
  readonly maxQueuedPerNetwork: number;
}

/** Some hundred milliseconds of work. */
export const renderLimits: RenderLimits = { maxQueued: 64, maxQueuedPerNetwork: 16 };

/** One render that waits. */
interface Queued {
  start(): void;
}

/**
 * Renders one page after the other, so that nobody can make the server render all the time
 * and forget everything else.
 */
export class RenderQueue {
  readonly #quota: NetworkQuota;
  readonly #networkOf: (reply: FastifyReply) => string | undefined;
  readonly #waiting: Queued[] = [];
  #isRendering = false;
  #rejected = 0;
  #abandoned = 0;

  /** @param networkOf where the visitor is; undefined when only a proxy is seen */
  constructor(limits: RenderLimits, networkOf: (reply: FastifyReply) => string | undefined) {
    this.#quota = new NetworkQuota(limits.maxQueued, limits.maxQueuedPerNetwork);
    this.#networkOf = networkOf;
  }

  /** Renders that wait now, and what became of the others since the start. */
  get counts() {
    return {
      queued: this.#waiting.length,
      rejected: this.#rejected,
      abandoned: this.#abandoned,
    };
  }

  /**
   * Renders when the visitor's turn comes.
   * @returns undefined when the visitor is gone by then; nothing was rendered
   * @throws ApiError "busy" when too many wait
   */
  async run<T>(reply: FastifyReply, render: () => Promise<T>): Promise<T | undefined> {
    if (this.#isRendering) await this.#wait(this.#networkOf(reply));
    this.#isRendering = true;
    try {
      if (isGone(reply)) {
        this.#abandoned += 1;
        return undefined;
      }
      return await render();
    } finally {
      this.#startNext();
    }
  }

  async #wait(network: string | undefined): Promise<void> {
    const leave = this.#quota.take(network);
    if (!leave) {
      this.#rejected += 1;
      throw new ApiError("busy");
    }
    await new Promise<void>((resolve) => this.#waiting.push({ start: resolve }));
    leave();
  }

  /** The turn is handed over after everything else that arrived meanwhile, hang-ups too. */
  #startNext(): void {
    setImmediate(() => {
      const next = this.#waiting.shift();
      if (next) next.start();
      else this.#isRendering = false;
    });
  }
}

/** Whether nobody would read the answer any more. */
function isGone({ raw }: FastifyReply): boolean {
  return raw.destroyed || raw.socket?.writable === false;
}
