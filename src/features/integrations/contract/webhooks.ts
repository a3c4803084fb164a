import { z } from "zod";
import { type Accepted, defineEndpoint } from "../../../platform/contract/define-endpoint.ts";

export const webhookEvents = {
  "submission.created": "A form was sent. Spam is left out until staff mark it as not spam.",
  "submission.updated": "The status, spam mark or assignee of a message changed.",
  "application.created": "An application for work was sent.",
  "application.updated": "The status of an application changed, or two were merged.",
  "subscriber.created": "An address was subscribed to the newsletter.",
  "subscriber.removed": "An address was unsubscribed from the newsletter.",
  "deletion.received": "A request to delete data came in.",
  "deletion.updated": "A data deletion request changed status.",
  "deletion.done": "A data deletion request is finished.",
  "account.created": "A customer got an account.",
  "account.email_changed": "A customer logs in with another email.",
  "account.locked": "Staff locked an account.",
  "account.unlocked": "Staff unlocked an account.",
  "account.deleted":
    "An account was deleted: delete what you hold about it. A 2xx response confirms that.",
  "request.created": "A request was added.",
  "request.updated": "A request changed, was reopened, or belongs to another account.",
  "request.completed": "A request was completed.",
  "request.canceled": "A request was canceled.",
  "request.deleted": "A request was deleted.",
  "payment_profile.changed": "A customer completed or lost the payment profile.",
  "case.created": "A conversation began. Spam is left out until staff mark it as not spam.",
  "case.replied": "Staff answered the customer.",
  "case.closed": "A conversation was closed.",
  "provider.created": "A provider was added.",
  "provider.updated": "A provider changed.",
  "helper.invited": "A customer invited a helper.",
  "helper.accepted": "The invitation was accepted, for a year.",
  "helper.changed": "The customer changed what the helper may do, or renewed the help.",
  "helper.ended": "The help or the invitation ended.",
} as const;

export type WebhookEvent = keyof typeof webhookEvents;

/** The event of "Send a test", which no endpoint can choose. */
export const testEvent = "webhook.test";

/** Topics of an endpoint: the part of an event's name before the dot, with the label for staff. */
export const webhookTopics = {
  submission: "Messages",
  application: "Applications",
  subscriber: "Newsletter",
  deletion: "Deletion cases",
  account: "Accounts",
  request: "Requests",
  payment_profile: "Payment profiles",
  case: "Conversations",
  provider: "Providers",
  helper: "Helpers",
} as const;

export type WebhookTopic = keyof typeof webhookTopics;

/** The topic of an event. */
export function topicOf(event: WebhookEvent): WebhookTopic {
  return event.slice(0, event.indexOf(".")) as WebhookTopic;
}

export const webhookTopicNames = Object.keys(webhookTopics) as WebhookTopic[];

/** Maximum number of endpoints, and maximum length of a URL in characters. */
export const webhookLimits = { endpoints: 100, url: 500 } as const;

/** Deliveries are retried for this long; an endpoint that fails for this long is switched off. */
export const webhookTryDays = 3;

export const webhookLogDays = 7;

/** How long programs can read an event again. */
export const eventLogDays = 30;

/** Days after which a receiver is reminded of the deletion of an account that it has not confirmed. */
export const deletionReminderDays = [1, 3, 7] as const;

/** How long the previous secret remains valid after a rotation. */
export const webhookRotationHours = 24;

export const deliveriesPerPage = 20;

/** Why an endpoint is off: a staff member, days of failures, or the response 410 (Gone). */
export type WebhookOffReason = "by-hand" | "failing" | "gone";

/** A third-party URL that receives events. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly topics: readonly WebhookTopic[];
  readonly includesContents: boolean;
  /** Whether it receives the events of test tokens, and no others. */
  readonly isTest: boolean;
  /** ISO 8601, as all times here. */
  readonly createdAt: string;
  readonly secretChangedAt: string;
  /** Until when the previous secret remains valid; null if it no longer is. */
  readonly formerSecretUntil: string | null;
  /** Since when deliveries have failed; null while they succeed. */
  readonly failingSince: string | null;
  /** When it is switched off unless a delivery succeeds; null while it works or is off. */
  readonly goesOffAt: string | null;
  readonly off: { readonly since: string; readonly reason: WebhookOffReason } | null;
}

export interface WebhookDelivery {
  readonly id: string;
  readonly at: string;
  /** A name of `webhookEvents`, or `testEvent`. */
  readonly event: string;
  readonly state: "waiting" | "sent" | "failed";
  /** HTTP status of the last response; null without a response. */
  readonly status: number | null;
  /** Why there was no response, or none that counts: "timeout"; "" without a problem. */
  readonly problem: string;
  /** Duration of the last attempt, in milliseconds; null before the first. */
  readonly ms: number | null;
  readonly tries: number;
  /** Set while it is pending. */
  readonly nextTryAt: string | null;
}

export interface WebhookDeliveryDetails extends WebhookDelivery {
  /** Of the last attempt; null before the first. */
  readonly headers: {
    readonly id: string;
    readonly timestamp: string;
    readonly signature: string;
  } | null;
  /** JSON, without what people wrote. */
  readonly body: string;
  /** Whether the payload included what people wrote, which the log does not store. */
  readonly hadContents: boolean;
  /** Beginning of the response body; null without a response. */
  readonly answer: string | null;
}

export interface WebhookListResponse {
  readonly endpoints: readonly WebhookEndpoint[];
}

/** A newly created secret; it is shown once. */
export interface WebhookSecretResponse {
  readonly id: string;
  readonly secret: string;
}

const settings = z.strictObject({
  // Longer addresses get an error of their own.
  url: z.string().max(10 * webhookLimits.url),
  topics: z.array(z.enum(webhookTopicNames)).max(webhookTopicNames.length),
  includesContents: z.boolean(),
  /** For the events of test tokens, and no others. It stays as it was added. */
  isTest: z.boolean().default(false),
});

/** Settings of an endpoint. */
export type WebhookSettings = Accepted<typeof settings>;

export interface DeliveryListResponse {
  readonly deliveries: readonly WebhookDelivery[];
  /** The `before` of the next page; null on the last. */
  readonly next: string | null;
}

const secret = z.custom<WebhookSecretResponse>();

/** Webhooks: delivering events to third-party programs. */
export const webhookEndpoints = {
  list: defineEndpoint("desk:settings GET /api/desk/webhooks", {
    response: z.custom<WebhookListResponse>(),
  }),
  add: defineEndpoint("desk-recent:settings POST /api/desk/webhooks", {
    body: settings,
    response: secret,
  }),
  change: defineEndpoint("desk-recent:settings PUT /api/desk/webhooks/:id", { body: settings }),
  remove: defineEndpoint("desk-recent:settings DELETE /api/desk/webhooks/:id"),
  /** Creates a new secret; the previous one remains valid for `webhookRotationHours`. */
  rotate: defineEndpoint("desk-recent:settings POST /api/desk/webhooks/:id/secret", {
    response: secret,
  }),
  switchOn: defineEndpoint("desk-recent:settings POST /api/desk/webhooks/:id/on"),
  switchOff: defineEndpoint("desk-recent:settings POST /api/desk/webhooks/:id/off"),
  /** Sends a test immediately and waits for the response. */
  test: defineEndpoint("desk-recent:settings POST /api/desk/webhooks/:id/test", {
    response: z.custom<WebhookDelivery>(),
  }),
  /** Newest first. `before`: a delivery's id, for the next page. */
  deliveries: defineEndpoint("desk:settings GET /api/desk/webhooks/:id/deliveries", {
    query: z.object({
      before: z.string().default(""),
      state: z.literal("failed").optional().catch(undefined),
    }),
    response: z.custom<DeliveryListResponse>(),
  }),
  /** Resends every delivery abandoned since then. */
  replayFailed: defineEndpoint("desk-recent:settings POST /api/desk/webhooks/:id/replay", {
    body: z.strictObject({ since: z.iso.datetime() }),
    response: z.object({ count: z.int() }),
  }),
  delivery: defineEndpoint("desk:settings GET /api/desk/webhook-deliveries/:id", {
    response: z.custom<WebhookDeliveryDetails>(),
  }),
  /** Resends one delivery; a pending one is sent immediately. */
  replay: defineEndpoint("desk-recent:settings POST /api/desk/webhook-deliveries/:id/replay"),
} as const;
