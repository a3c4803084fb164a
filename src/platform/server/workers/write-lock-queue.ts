/** The part of a worker that the lock needs. */
export interface LockHolder {
  send(message: { readonly kind: "lock-granted" | "lock-wanted" }): void;
}

/**
 * The write lock of the SQLite file, granted to workers in order of request. While a worker writes
 * steadily, SQLite's own lock is free only briefly, and the others, which poll it, would starve. A
 * worker keeps this lock until another one requests it, so that a single writer never waits.
 */
export class WriteLockQueue {
  #holder: LockHolder | undefined;
  readonly #waiting: LockHolder[] = [];

  acquire(worker: LockHolder): void {
    if (this.#holder === worker || this.#waiting.includes(worker)) return;
    this.#waiting.push(worker);
    if (!this.#holder) this.#grantNext();
    else if (this.#waiting.length === 1) this.#holder.send({ kind: "lock-wanted" });
  }

  /** Releases the worker's lock; removes the worker from the queue if it is `gone`. */
  release(worker: LockHolder, { gone = false } = {}): void {
    const place = this.#waiting.indexOf(worker);
    if (gone && place >= 0) this.#waiting.splice(place, 1);
    if (this.#holder === worker) this.#grantNext();
  }

  #grantNext(): void {
    this.#holder = this.#waiting.shift();
    this.#holder?.send({ kind: "lock-granted" });
    if (this.#waiting.length > 0) this.#holder?.send({ kind: "lock-wanted" });
  }
}
