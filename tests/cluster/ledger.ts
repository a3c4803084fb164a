/** Values of one thing in the order in which they were sent, each after the one before. */
export class History {
  readonly #sent: string[] = [];
  /** Place of the last acknowledged one; -1 for none. */
  acknowledged = -1;

  send(value: string): void {
    this.#sent.push(value);
  }

  acknowledge(): void {
    this.acknowledged = this.#sent.length - 1;
  }

  /** Whether a value is the acknowledged one or newer. */
  allows(value: string, acknowledged: number): boolean {
    return this.#sent.slice(Math.max(0, acknowledged)).includes(value);
  }
}

/** What was sent and acknowledged, to be compared with what is stored. */
export class Ledger {
  /** References by the message of each acknowledged form. */
  readonly forms = new Map<string, string>();
  /** Messages of all forms that were sent at least once. */
  readonly sentForms = new Set<string>();
  /** Email addresses of acknowledged accounts. */
  readonly accounts = new Set<string>();
  readonly sentAccounts = new Set<string>();
  /** Cities of profiles, and colors of pictures, by person. */
  readonly cities = new Map<string, History>();
  readonly colors = new Map<string, History>();
  /** Answers other than success, by what people see. */
  readonly failures = new Map<string, number>();
  /** Answers that nobody may see. */
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
