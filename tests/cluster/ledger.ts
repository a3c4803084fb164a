/** Values of one field in the order in which they were sent, one at a time. */
export class History {
  readonly #sent: string[] = [];
  /** Index of the last acknowledged value; -1 for none. */
  acknowledged = -1;

  send(value: string): void {
    this.#sent.push(value);
  }

  acknowledge(): void {
    this.acknowledged = this.#sent.length - 1;
  }

  /** Whether a stored value is the acknowledged one or a newer one. */
  allows(value: string, acknowledged: number): boolean {
    return this.#sent.slice(Math.max(0, acknowledged)).includes(value);
  }
}

/** Records what was sent and acknowledged, for comparison with what is stored. */
export class Ledger {
  /** Reference of each acknowledged form, by message. */
  readonly forms = new Map<string, string>();
  /** Messages of all forms that were sent at least once. */
  readonly sentForms = new Set<string>();
  /** Email addresses of acknowledged accounts. */
  readonly accounts = new Set<string>();
  readonly sentAccounts = new Set<string>();
  /** Cities of profiles, and colors of pictures, by person. */
  readonly cities = new Map<string, History>();
  readonly colors = new Map<string, History>();
  /** Number of expected failures, by what clients see. */
  readonly failures = new Map<string, number>();
  /** Number of responses that must not occur. */
  readonly forbidden = new Map<string, number>();
  /** Called with the time of each acknowledgement. */
  onAcknowledged: (at: number) => void = () => {};

  acknowledge(): void {
    this.onAcknowledged(performance.now());
  }

  get acknowledged(): number {
    return this.forms.size + this.accounts.size;
  }

  count(kind: "failures" | "forbidden", what: string): void {
    this[kind].set(what, (this[kind].get(what) ?? 0) + 1);
  }
}
