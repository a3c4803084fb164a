/** Delay after the first change, and the maximum while changes keep coming, in milliseconds. */
const firstWaitMs = 250;
const maxWaitMs = 16_000;
/** Open pages hear of a change at the same moment; they must not all ask at once. */
const spreadMs = 500;

/** Calls a function soon after a change, and less and less often while changes keep coming. */
export class Refresher {
  readonly #run: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitMs = firstWaitMs;
  #ranAt = 0;

  constructor(run: () => void) {
    this.#run = run;
  }

  soon(): void {
    if (this.#timer !== undefined) return;
    const isCalm = Date.now() - this.#ranAt > 2 * this.#waitMs;
    this.#waitMs = isCalm ? firstWaitMs : Math.min(maxWaitMs, 2 * this.#waitMs);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#ranAt = Date.now();
        this.#run();
      },
      this.#waitMs + spreadMs * Math.random(),
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
