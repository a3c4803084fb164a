/**
 * Counts what is under way, in all and for each network, so that one network gets a share
 * and never everything.
 */
export class NetworkQuota {
  #used = 0;
  readonly #usedByNetwork = new Map<string, number>();
  readonly #max: number;
  readonly #maxPerNetwork: number;

  constructor(max: number, maxPerNetwork: number) {
    this.#max = max;
    this.#maxPerNetwork = maxPerNetwork;
  }

  /** How many places are taken. */
  get used(): number {
    return this.#used;
  }

  /**
   * Takes a place.
   * @param network undefined when it is not known: then only the total counts
   * @returns what gives the place back, to be called once; undefined when none is left
   */
  take(network: string | undefined): (() => void) | undefined {
    const ofNetwork = network === undefined ? 0 : (this.#usedByNetwork.get(network) ?? 0);
    if (this.#used >= this.#max || ofNetwork >= this.#maxPerNetwork) return undefined;
    this.#used += 1;
    if (network !== undefined) this.#usedByNetwork.set(network, ofNetwork + 1);
    return () => {
      this.#used -= 1;
      if (network === undefined) return;
      const left = (this.#usedByNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.#usedByNetwork.set(network, left);
      else this.#usedByNetwork.delete(network);
    };
  }
}
