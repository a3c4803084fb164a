import { type ErrorBody, type ErrorCode, errors } from "../../contract/errors/errors.ts";

/** A rejection that the caller may read: thrown anywhere below a route, answered by the error handler. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly body: ErrorBody;
  readonly statusCode: number;

  /**
   * @param code entry of the catalogue, which gives status and sentence
   * @param details what differs: a more exact sentence, field messages, seconds to wait
   */
  constructor(code: ErrorCode, details: Partial<Omit<ErrorBody, "code">> = {}) {
    const { status, message } = errors[code];
    super(details.message ?? message);
    this.body = { code, message, ...details };
    this.statusCode = status;
  }
}
