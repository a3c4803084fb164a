/**
 * The database could not be reached or did not answer in time. Nothing is wrong with
 * what was asked: the same may succeed later.
 */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";
  /** The driver's own code, such as ECONNRESET, where it gave one. */
  readonly code: string;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.code = codeOf(cause) ?? "DATABASE_UNAVAILABLE";
  }
}

/** The connection was lost, or closed because no answer came, while a statement was under way. */
export class ConnectionLostError extends DatabaseUnavailableError {
  override name = "ConnectionLostError";
}

/**
 * The connection was lost while a commit was under way: the rows may be stored or not. Only
 * a fresh read can tell; never run the job again blindly.
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
