/** An account just made with the card payment provider. */
export interface CreatedAccount {
  readonly accountId: string;
  /** The provider's codes for what it still needs. */
  readonly needs: readonly string[];
}

/** Where the onboarding page sends the person on: whole addresses of ours. */
export interface ReturnUrls {
  readonly returnUrl: string;
  /** Opened when a link is too old or was used before; makes a new one. */
  readonly refreshUrl: string;
}

/** A card payment provider, as far as setting up a payment profile goes. */
export interface PaymentProcessor {
  /** Stored with an account, which is of use with its own provider only. */
  readonly name: "stripe" | "sandbox";
  /**
   * Makes the person's account. Asked again, it gives the same one.
   * @throws ProcessorError
   */
  createAccount(uid: string): Promise<CreatedAccount>;
  /**
   * Makes a link to the onboarding page. It works once and not for long.
   * @throws ProcessorError
   */
  createOnboardingLink(accountId: string, ways: ReturnUrls): Promise<string>;
  /**
   * Asks for the provider's codes for what it still needs.
   * @throws ProcessorError
   */
  readNeeds(accountId: string): Promise<readonly string[]>;
}

/** What may be logged of a provider's failure: no words of its own, they can quote keys. */
export interface FailureNote {
  readonly type: string;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  /** The provider's name for the request, for its support. */
  readonly requestId?: string | undefined;
}

/** The provider did not answer in time, rejected the call, or sent an invalid response. */
export class ProcessorError extends Error {
  override name = "ProcessorError";
  readonly note: FailureNote;

  constructor(note: FailureNote) {
    super(`The card payment provider failed: ${note.type}`);
    this.note = note;
  }
}
