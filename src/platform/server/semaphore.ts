/** Limits concurrency; excess tasks queue in order. */
export class Semaphore {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const end = await this.acquire();
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Waits for a slot. @returns a function that releases it; a second call does nothing */
  async acquire(): Promise<() => void> {
    if (this.#running >= this.#max) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = this.#waiting.shift();
      // Hand the slot to the next task directly, so that no other takes it in between.
      if (next) next();
      else this.#running -= 1;
    };
  }
}
