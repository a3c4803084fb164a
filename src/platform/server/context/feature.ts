import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FormState } from "../../contract/form-engine/submission.ts";
import type { Metric } from "../http/metrics.ts";
import type { AppContext } from "./app-context.ts";

/** What a feature announces to the server. `src/app/server/features.ts` lists all of them. */
export interface Feature {
  readonly register: (app: FastifyInstance, context: AppContext) => void;
  /**
   * What one of its pages shows for a query or a cookie, for instance after a native post.
   * @returns undefined for a page of another feature, or one that shows nothing special
   */
  readonly findPageState?: (
    path: string,
    query: URLSearchParams,
    request: FastifyRequest,
    context: AppContext,
  ) => Promise<FormState | undefined>;
  readonly readMetrics?: (context: AppContext) => Promise<Metric[]>;
}
