import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FormState } from "../contract/form-engine/submission.ts";
import type { AppContext } from "./app-context.ts";
import type { Metric } from "./http/metrics.ts";
import type { LiveTopic } from "./live-topic.ts";
import type { LinkToken } from "./pages/clean-link.ts";

/** What a feature announces to the server. `src/app/server/features.ts` lists all of them. */
export interface Feature {
  readonly register: (app: FastifyInstance, context: AppContext) => void;
  readonly pages?: FeaturePages;
  /** Tokens in the queries of its emailed links. */
  readonly linkTokens?: readonly LinkToken[];
  /** Records that pages of the desk keep up to date, by the topic's name. */
  readonly liveTopics?: Readonly<Record<string, LiveTopic>>;
  /** Metrics that it adds to `AppContext.counters`. */
  readonly counters?: readonly string[];
  readonly readMetrics?: (context: AppContext) => Promise<Metric[]>;
}

/** Its pages that show something for a query or a cookie, such as after a native post. */
interface FeaturePages {
  /** Each path belongs to one feature. */
  readonly paths: readonly string[];
  /** @returns undefined to send the page as it was built */
  readonly findState: (
    path: string,
    query: URLSearchParams,
    request: FastifyRequest,
    context: AppContext,
  ) => Promise<FormState | undefined>;
  /** The notice while the state cannot be read; by default that of every page. */
  readonly findOutageNotice?: (path: string, query: URLSearchParams) => string | undefined;
}
