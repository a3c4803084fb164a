import type { RequestError } from "../../contract/errors/error-message.ts";

/** Thrown by loaders for a request that failed; the error screen says why. */
export class RequestFailure extends Error {
  readonly error: RequestError;

  constructor(error: RequestError) {
    super(error.code);
    this.error = error;
  }
}
