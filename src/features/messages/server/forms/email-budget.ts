/** Burst size: emails that may be sent at once after a quiet period. */
const burst = 100;
const perSecond = 1;

/**
 * Token bucket for the acknowledgments that one node sends. A flood of forms with forged addresses
 * must not make us send spam; people still see their reference on the page.
 */
export class EmailBudget {
  #left = burst;
  #filledAt = 0;

  /** Takes one token; false if none is left. @param now milliseconds since 1970 */
  take(now: number): boolean {
    if (!this.isLeft(now)) return false;
    this.#left -= 1;
    return true;
  }

  /** Whether a token is left. @param now milliseconds since 1970 */
  isLeft(now: number): boolean {
    const grown = Math.max(0, now - this.#filledAt) * (perSecond / 1000);
    this.#left = Math.min(burst, this.#left + grown);
    this.#filledAt = now;
    return this.#left >= 1;
  }
}
