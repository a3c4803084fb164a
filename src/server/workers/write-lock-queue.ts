/** A worker, as far as the lock concerns it. */
export interface LockHolder {
  send(message: { readonly kind: "lock-granted" | "lock-wanted" }): void;
}

/**
 * Which worker may write to the SQLite file, in the order of asking. SQLite's own lock is free for a
 * moment only while a worker has much to write, and the others would hardly ever hit that moment. A
 * worker keeps this lock until another one asks, so that a single writer never waits.
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

  /** Releases the worker's lock, and takes it out of the queue if it is `gone`. */
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
