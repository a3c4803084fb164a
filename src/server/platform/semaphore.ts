/** Lets only so many pieces of work run at once; the others wait in order. */
export class Semaphore {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Resolves or rejects with what the work came to. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const end = await this.acquire();
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Waits for a turn. @returns what ends it; a second call of that changes nothing */
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
      // The turn is handed over, so that nobody slips in between.
      if (next) next();
      else this.#running -= 1;
    };
  }
}
