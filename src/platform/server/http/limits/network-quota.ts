/** Counts slots in use, in total and per network, so that one network cannot take them all. */
export class NetworkQuota {
  #used = 0;
  readonly #usedByNetwork = new Map<string, number>();
  readonly #max: number;
  readonly #maxPerNetwork: number;

  constructor(max: number, maxPerNetwork: number) {
    this.#max = max;
    this.#maxPerNetwork = maxPerNetwork;
  }

  get used(): number {
    return this.#used;
  }

  /**
   * Takes a slot.
   * @param network undefined if unknown; then only the total is limited
   * @returns a function that releases the slot, to be called once; undefined if none is left
   */
  take(network: string | undefined): (() => void) | undefined {
    const usedByNetwork = network === undefined ? 0 : (this.#usedByNetwork.get(network) ?? 0);
    if (this.#used >= this.#max || usedByNetwork >= this.#maxPerNetwork) return undefined;
    this.#used += 1;
    if (network !== undefined) this.#usedByNetwork.set(network, usedByNetwork + 1);
    return () => {
      this.#used -= 1;
      if (network === undefined) return;
      const left = (this.#usedByNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#usedByNetwork.set(network, left);
      else this.#usedByNetwork.delete(network);
    };
  }
}
