import type { FastifyRequest } from "fastify";
import type { FormState } from "../../contract/form-engine/submission.ts";

/** What a page shows for a request with a query or cookies. */
export interface PageStates {
  find(
    path: string,
    query: URLSearchParams,
    request: FastifyRequest,
  ): Promise<FormState | undefined>;
  /** The notice while the state cannot be read; undefined for the general one. */
  findOutageNotice(path: string, query: URLSearchParams): string | undefined;
}

/** Whether a state found by path and query is the same for everybody. */
export function isShared({
  collection: _collection,
  step: _step,
  values = {},
  ...others
}: FormState): boolean {
  const isPersonal = Object.values(others).some((value) => value !== undefined);
  return !isPersonal && Object.keys(values).every((name) => /^(details|message)$/.test(name));
}
