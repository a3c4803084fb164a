import { defineEndpoint, type NoBody } from "../../endpoints/define-endpoint.ts";

/** Every event that programs of others can hear of, with what it means. */
export const webhookEvents = {
  "submission.created": "Somebody sent a form. Spam is left out until staff say that it is none.",
  "submission.updated": "The status, the spam mark or the person in charge changed.",
  "application.created": "Somebody sent an application for work.",
  "application.updated": "The status of an application changed, or two were merged.",
  "subscriber.created": "An address gets the newsletter from now on.",
  "subscriber.removed": "An address gets the newsletter no longer.",
  "deletion.received": "Somebody asked us to delete their data.",
  "deletion.updated": "A data deletion request moved on.",
  "deletion.done": "A data deletion request is finished.",
} as const;

export type WebhookEvent = keyof typeof webhookEvents;

/** The event of "Send a test", which no endpoint can choose. */
export const testEvent = "webhook.test";

/** What an endpoint hears of: the part of an event's name before the dot, with the words of staff. */
export const webhookTopics = {
  submission: "Messages",
  application: "Applications",
  subscriber: "Newsletter",
  deletion: "Deletion cases",
} as const;

export type WebhookTopic = keyof typeof webhookTopics;

/** Every topic, in the order of the page. */
export const webhookTopicNames = Object.keys(webhookTopics) as WebhookTopic[];

/** How many endpoints there can be, and how long an address may be, in characters. */
export const webhookLimits = { endpoints: 10, url: 500 } as const;

/** A delivery is tried again for so long, and an endpoint that fails for so long is switched off. */
export const webhookTryDays = 3;

/** Deliveries are listed for so long. */
export const webhookLogDays = 7;

/** Both secrets are valid for so long after a new one was made. */
export const webhookRotationHours = 24;

/** Deliveries on one page of the log. */
export const deliveriesPerPage = 20;

/** Why an endpoint is off: a colleague, failing for days, or the answer 410 (Gone). */
export type WebhookOffReason = "by-hand" | "failing" | "gone";

/** An address of others that is told of events. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly topics: readonly WebhookTopic[];
  /** Whether what people wrote is sent along. */
  readonly includesContents: boolean;
  /** ISO 8601, as all times here. */
  readonly createdAt: string;
  readonly secretChangedAt: string;
  /** Until when the secret before is valid, too; null if it no longer is. */
  readonly formerSecretUntil: string | null;
  /** Since when nothing arrived; null while it works. */
  readonly failingSince: string | null;
  /** When it is switched off unless something arrives; null while it works or is off. */
  readonly goesOffAt: string | null;
  readonly off: { readonly since: string; readonly reason: WebhookOffReason } | null;
}

/** One event for one endpoint. */
export interface WebhookDelivery {
  readonly id: string;
  readonly at: string;
  /** A name of `webhookEvents`, or `testEvent`. */
  readonly event: string;
  readonly state: "waiting" | "sent" | "failed";
  /** HTTP status of the last answer; null without an answer. */
  readonly status: number | null;
  /** Why there was no answer, or none that counts: "timeout"; "" without a problem. */
  readonly problem: string;
  /** How long the last try took, in milliseconds; null before the first. */
  readonly ms: number | null;
  readonly tries: number;
  /** While it waits. */
  readonly nextTryAt: string | null;
}

/** What was sent and answered. */
export interface WebhookDeliveryDetails extends WebhookDelivery {
  /** Of the last try; null before the first. */
  readonly headers: {
    readonly id: string;
    readonly timestamp: string;
    readonly signature: string;
  } | null;
  /** JSON, without what people wrote. */
  readonly body: string;
  /** Whether what people wrote was sent along, which is kept nowhere else. */
  readonly hadContents: boolean;
  /** Its beginning; null without an answer. */
  readonly answer: string | null;
}

export interface WebhookListResponse {
  readonly endpoints: readonly WebhookEndpoint[];
}

/** A secret that was just made; it is shown once. */
export interface WebhookSecretResponse {
  readonly id: string;
  readonly secret: string;
}

/** What staff set of an endpoint. */
export interface WebhookSettings {
  readonly url: string;
  readonly topics: readonly WebhookTopic[];
  readonly includesContents: boolean;
}

export interface DeliveryListResponse {
  readonly deliveries: readonly WebhookDelivery[];
  /** The `before` of the next page; null on the last. */
  readonly next: string | null;
}

/** Telling programs of others of events. */
export const webhookEndpoints = {
  list: defineEndpoint<NoBody, WebhookListResponse>("desk:settings GET /api/desk/webhooks"),
  add: defineEndpoint<WebhookSettings, WebhookSecretResponse>(
    "desk-recent:settings POST /api/desk/webhooks",
  ),
  change: defineEndpoint<WebhookSettings>("desk-recent:settings PUT /api/desk/webhooks/:id"),
  remove: defineEndpoint("desk-recent:settings DELETE /api/desk/webhooks/:id"),
  /** Makes a new secret; the one before stays valid for `webhookRotationHours`. */
  rotate: defineEndpoint<NoBody, WebhookSecretResponse>(
    "desk-recent:settings POST /api/desk/webhooks/:id/secret",
  ),
  switchOn: defineEndpoint("desk-recent:settings POST /api/desk/webhooks/:id/on"),
  switchOff: defineEndpoint("desk-recent:settings POST /api/desk/webhooks/:id/off"),
  /** Sends a test at once and waits for the answer. */
  test: defineEndpoint<NoBody, WebhookDelivery>(
    "desk-recent:settings POST /api/desk/webhooks/:id/test",
  ),
  /** Newest first. Query: `before` a delivery's id for the next page, `state` "failed". */
  deliveries: defineEndpoint<NoBody, DeliveryListResponse>(
    "desk:settings GET /api/desk/webhooks/:id/deliveries",
  ),
  /** Sends everything again that was given up since then, ISO 8601. */
  replayFailed: defineEndpoint<{ readonly since: string }, { readonly count: number }>(
    "desk-recent:settings POST /api/desk/webhooks/:id/replay",
  ),
  delivery: defineEndpoint<NoBody, WebhookDeliveryDetails>(
    "desk:settings GET /api/desk/webhook-deliveries/:id",
  ),
  /** Sends one delivery again, or at once if it waits. */
  replay: defineEndpoint("desk-recent:settings POST /api/desk/webhook-deliveries/:id/replay"),
} as const;
