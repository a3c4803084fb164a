import { type ErrorBody, type ErrorCode, errors } from "../contract/errors/errors.ts";

/** One mistake in what a program sent. */
export interface ProblemDetail {
  /** JSON Pointer (RFC 6901) into the body, or the name of a parameter after "/". */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
  /** Of a batch, from 1. */
  readonly line?: number;
}

/** What the problem document of /api/v1 has besides the common fields. */
export interface ProblemFacts {
  readonly errors?: readonly ProblemDetail[];
  /** Of the account that has the email. */
  readonly uid?: string;
  /** What is stored now; null for nothing. */
  readonly current?: unknown;
  /** Position of the oldest event that is kept. */
  readonly oldest?: number;
}

/**
 * An error whose message the client may see: thrown anywhere below a route, sent by the error
 * handler.
 */
export class ApiError extends Error {
  override name = "ApiError";
  readonly body: ErrorBody;
  readonly statusCode: number;
  readonly facts: ProblemFacts;

  /**
   * @param code entry of the catalog with status and default message
   * @param details overrides: a more exact message, field messages, seconds to wait
   * @param facts only for programs
   */
  constructor(
    code: ErrorCode,
    details: Partial<Omit<ErrorBody, "code">> = {},
    facts: ProblemFacts = {},
  ) {
    const { status, message } = errors[code];
    super(details.message ?? message);
    this.body = { code, message, ...details };
    this.statusCode = status;
    this.facts = facts;
  }
}
