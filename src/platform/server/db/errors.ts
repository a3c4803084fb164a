/**
 * The database could not be reached or did not respond in time. The request is valid and may
 * succeed later.
 */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";
  /** The driver's own code, such as ECONNRESET, if any. */
  readonly code: string;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.code = codeOf(cause) ?? "DATABASE_UNAVAILABLE";
  }
}

/** The connection was lost, or closed after a timeout, while a statement was running. */
export class ConnectionLostError extends DatabaseUnavailableError {
  override name = "ConnectionLostError";
}

/**
 * The connection was lost during a commit: the rows may or may not be stored. Never retry the
 * transaction without a fresh read that finds out.
 */
export class CommitOutcomeUnknownError extends DatabaseUnavailableError {
  override name = "CommitOutcomeUnknownError";

  constructor(cause: unknown) {
    super("The database did not confirm a commit; whether it took place is unknown.", cause);
  }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code === undefined) return undefined;
  return String(error.code);
}
