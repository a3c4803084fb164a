import type { FastifyReply } from "fastify";
import { ApiError } from "../api-error.ts";
import { NetworkQuota } from "../http/limits/network-quota.ts";

/** Limits of queued renders. Rendering is CPU-bound, so it is sequential. */
export interface RenderLimits {
  readonly maxQueued: number;
  readonly maxQueuedPerNetwork: number;
}

/** A few hundred milliseconds of work. */
export const renderLimits: RenderLimits = { maxQueued: 64, maxQueuedPerNetwork: 16 };

interface Queued {
  start(): void;
}

/** Renders one page at a time, so that rendering cannot starve other requests. */
export class RenderQueue {
  readonly #quota: NetworkQuota;
  readonly #networkOf: (reply: FastifyReply) => string | undefined;
  readonly #waiting: Queued[] = [];
  #isRendering = false;
  #rejected = 0;
  #abandoned = 0;

  /** @param networkOf the visitor's network; undefined if only a proxy is known */
  constructor(limits: RenderLimits, networkOf: (reply: FastifyReply) => string | undefined) {
    this.#quota = new NetworkQuota(limits.maxQueued, limits.maxQueuedPerNetwork);
    this.#networkOf = networkOf;
  }

  /** Number of queued renders, and of rejected and abandoned ones since the start. */
  get counts() {
    return {
      queued: this.#waiting.length,
      rejected: this.#rejected,
      abandoned: this.#abandoned,
    };
  }

  /**
   * Renders once all earlier ones are done.
   * @returns undefined if the client has disconnected by then and nothing was rendered
   * @throws ApiError "busy" if too many are queued
   */
  async run<T>(reply: FastifyReply, render: () => Promise<T>): Promise<T | undefined> {
    if (this.#isRendering) await this.#wait(this.#networkOf(reply));
    this.#isRendering = true;
    try {
      if (isDisconnected(reply)) {
        this.#abandoned += 1;
        return undefined;
      }
      return await render();
    } finally {
      this.#startNext();
    }
  }

  async #wait(network: string | undefined): Promise<void> {
    const release = this.#quota.take(network);
    if (!release) {
      this.#rejected += 1;
      throw new ApiError("busy");
    }
    await new Promise<void>((resolve) => this.#waiting.push({ start: resolve }));
    release();
  }

  /** Continues in a later turn of the event loop, after new requests and disconnects. */
  #startNext(): void {
    setImmediate(() => {
      const next = this.#waiting.shift();
      if (next) next.start();
      else this.#isRendering = false;
    });
  }
}

function isDisconnected({ raw }: FastifyReply): boolean {
  return raw.destroyed || raw.socket?.writable === false;
}
