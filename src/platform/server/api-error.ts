import { type ErrorBody, type ErrorCode, errors } from "../contract/errors/errors.ts";

/**
 * An error whose message the client may see: thrown anywhere below a route, sent by the error
 * handler.
 */
export class ApiError extends Error {
  override name = "ApiError";
  readonly body: ErrorBody;
  readonly statusCode: number;

  /**
   * @param code entry of the catalog with status and default message
   * @param details overrides: a more exact message, field messages, seconds to wait
   */
  constructor(code: ErrorCode, details: Partial<Omit<ErrorBody, "code">> = {}) {
    const { status, message } = errors[code];
    super(details.message ?? message);
    this.body = { code, message, ...details };
    this.statusCode = status;
  }
}
