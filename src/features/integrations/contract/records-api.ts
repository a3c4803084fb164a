import {
  defineEndpoint,
  type NoBody,
} from "../../../platform/contract/endpoints/define-endpoint.ts";

/** Records on one page: by default, and at most. */
export const recordsPerPage = { standard: 50, max: 100 } as const;

/**
 * One page of records, oldest first. A page may hold fewer than asked for, or none, before the last:
 * `next` decides whether there are more.
 */
export interface RecordPage<Row> {
  readonly records: readonly Row[];
  /** Send it as `after` for the next page; null on the last. */
  readonly next: string | null;
}

/** A message of the inbox. Times are ISO 8601. */
export interface MessageRecord {
  readonly reference: string;
  /** Path of the form's page: "support". */
  readonly form: string;
  readonly status: string;
  readonly isSpam: boolean;
  readonly receivedAt: string;
  readonly changedAt: string;
  /** When an answer is due; null if none is. */
  readonly answerDueAt: string | null;
  /** What was sent, by field. */
  readonly contents: Readonly<Record<string, unknown>>;
}

/** A message with its replies and follow-ups, without staff notes. */
export interface MessageDetailRecord extends MessageRecord {
  readonly conversation: readonly {
    readonly at: string;
    readonly from: "person" | "staff";
    readonly text: string;
  }[];
}

export interface ApplicationRecord {
  readonly reference: string;
  readonly track: string;
  readonly status: string;
  /** Where it came from: "direct", or an ad's source. */
  readonly source: string;
  readonly receivedAt: string;
  readonly changedAt: string;
  readonly hasResume: boolean;
  /** What was sent, by field. */
  readonly contents: Readonly<Record<string, unknown>>;
}

export interface SubscriberRecord {
  readonly id: string;
  readonly email: string;
  readonly state: string;
  readonly source: string;
  readonly changedAt: string;
}

export interface DeletionRecord {
  readonly reference: string;
  readonly kind: string;
  readonly source: string;
  readonly status: string;
  readonly receivedAt: string;
  readonly dueAt: string;
  readonly closedAt: string | null;
  readonly contents: {
    readonly name: string;
    readonly email: string;
    readonly supportId: string;
  };
}

/**
 * Reading records by programs with a token of the settings. Query of the lists: `after` from the
 * previous page, `limit`, `since` a time (ISO 8601), `status`; messages also `form`.
 */
export const recordsApiEndpoints = {
  messages: defineEndpoint<NoBody, RecordPage<MessageRecord>>(
    "api-token:messages GET /api/v1/messages",
  ),
  message: defineEndpoint<NoBody, MessageDetailRecord>(
    "api-token:messages GET /api/v1/messages/:id",
  ),
  applications: defineEndpoint<NoBody, RecordPage<ApplicationRecord>>(
    "api-token:applications GET /api/v1/applications",
  ),
  application: defineEndpoint<NoBody, ApplicationRecord>(
    "api-token:applications GET /api/v1/applications/:id",
  ),
  subscribers: defineEndpoint<NoBody, RecordPage<SubscriberRecord>>(
    "api-token:newsletter GET /api/v1/newsletter-readers",
  ),
  subscriber: defineEndpoint<NoBody, SubscriberRecord>(
    "api-token:newsletter GET /api/v1/newsletter-readers/:id",
  ),
  deletions: defineEndpoint<NoBody, RecordPage<DeletionRecord>>(
    "api-token:deletion GET /api/v1/deletion-cases",
  ),
  deletion: defineEndpoint<NoBody, DeletionRecord>(
    "api-token:deletion GET /api/v1/deletion-cases/:id",
  ),
} as const;
