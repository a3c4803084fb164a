export interface CreatedAccount {
  readonly accountId: string;
  /** The provider's codes for what is still missing. */
  readonly needs: readonly string[];
}

/** Absolute URLs on our site to which the onboarding page redirects. */
export interface ReturnUrls {
  readonly returnUrl: string;
  /** For links that expired or were used; creates a new one. */
  readonly refreshUrl: string;
}

export interface PaymentProcessor {
  /** Stored with each account: accounts are only valid with their own provider. */
  readonly name: "stripe" | "sandbox";
  /** Creates the person's account, or returns the existing one. @throws ProcessorError */
  createAccount(uid: string): Promise<CreatedAccount>;
  /** Creates a short-lived link to the onboarding page that works once. @throws ProcessorError */
  createOnboardingLink(accountId: string, urls: ReturnUrls): Promise<string>;
  /** Reads the provider's codes for what it still needs. @throws ProcessorError */
  readNeeds(accountId: string): Promise<readonly string[]>;
}

/** Loggable details of a provider's failure, without its messages, which can quote keys. */
export interface FailureNote {
  readonly type: string;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  /** The provider's request id, for its support team. */
  readonly requestId?: string | undefined;
}

/** The provider timed out, rejected the request, or sent an invalid response. */
export class ProcessorError extends Error {
  override name = "ProcessorError";
  readonly note: FailureNote;

  constructor(note: FailureNote) {
    super(`The card payment provider failed: ${note.type}`);
    this.note = note;
  }
}
