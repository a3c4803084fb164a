/** Mails that may go out at once after a quiet time. */
const burst = 100;
const perSecond = 1;

/**
 * How many acknowledgements one node sends altogether. Somebody who floods the forms with
 * made-up addresses must not turn the mail server into a spammer; people in a rush still
 * read their reference on the page.
 */
export class EmailBudget {
  #left = burst;
  #filledAt = 0;

  /** Takes one from the budget; false when it is used up. @param now milliseconds since 1970 */
  take(now: number): boolean {
    if (!this.isLeft(now)) return false;
    this.#left -= 1;
    return true;
  }

  /** Whether there is one to take. @param now milliseconds since 1970 */
  isLeft(now: number): boolean {
    const grown = Math.max(0, now - this.#filledAt) * (perSecond / 1000);
    this.#left = Math.min(burst, this.#left + grown);
    this.#filledAt = now;
    return this.#left >= 1;
  }
}
