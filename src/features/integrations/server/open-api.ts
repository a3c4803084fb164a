import { z } from "zod";
import {
  type Parameter,
  type Paths,
  sentJson,
  textParameter,
} from "../../../platform/server/openapi/operations.ts";
import { trackNames } from "../../recruiting/contract/recruiting-endpoints.ts";
import { eventFields } from "../contract/events-api.ts";
import {
  topicOf,
  type WebhookEvent,
  type WebhookTopic,
  webhookEvents,
  webhookLogDays,
  webhookTryDays,
} from "../contract/webhooks.ts";

const text = z.string();
const time = text.describe("ISO 8601.");
const contents = z.record(text, z.unknown()).describe("What was sent, by field.");

const reference = { reference: text, status: text, receivedAt: time, url: text };
/** None of it once the account is deleted. */
const customer = z.object({ uid: text });
const written = contents.nullable().optional();

/** Data of an event by topic; `contents` only for endpoints that get what people wrote. */
const eventData = {
  submission: z.object({ form: text, ...reference, isSpam: z.boolean(), contents: written }),
  application: z.object({ track: z.enum(trackNames), ...reference, contents: written }),
  subscriber: z.object({ id: text, state: text, url: text, contents: written }),
  deletion: z.object({ ...reference, source: text, dueAt: time, contents: written }),
  account: z.object({
    url: text.optional(),
    uid: text.optional().describe("Of account.deleted, as externalIds."),
    externalIds: z.array(z.object({ system: text, id: text })).optional(),
    contents: written,
  }),
  request: z.object({
    customer: customer.optional(),
    reference: text.optional(),
    status: text.optional().describe("in-progress, completed, canceled; asked, proposed."),
    url: text.optional(),
    contents: written,
  }),
  payment_profile: z.object({
    customer: customer.optional(),
    isComplete: z.boolean().optional(),
    needsMore: z
      .boolean()
      .optional()
      .describe("Whether the payment provider needs more from the customer."),
    contents: written,
  }),
  case: z.object({ form: text, ...reference, isSpam: z.boolean(), contents: written }),
  provider: z.object({ contents: written }),
  helper: z.object({
    customer: customer.optional(),
    helper: customer.nullable().optional().describe("The helper's account, once they accepted."),
    mayReadRequests: z.boolean().optional(),
    mayAsk: z.boolean().optional().describe("For help and changes, for the customer."),
    mayUseMessages: z.boolean().optional(),
    invitedAt: time.optional(),
    acceptedAt: time.nullable().optional(),
    endsAt: time.nullable().optional(),
    endedBy: text
      .nullable()
      .optional()
      .describe("person, helper, declined, staff, expired or deleted; null until it ends."),
    url: text.optional(),
    contents: written,
  }),
} as const satisfies Readonly<Record<WebhookTopic, z.ZodType>>;

const headers: readonly Parameter[] = [
  textParameter("webhook-id", "header", "The same at every try of an event.", true),
  textParameter("webhook-timestamp", "header", "Seconds since 1970.", true),
  textParameter(
    "webhook-signature",
    "header",
    "After the Standard Webhooks specification; two for a day after a new secret.",
    true,
  ),
];

export function webhookPaths(): Paths {
  const entries = Object.entries(webhookEvents).map(([event, summary]) => {
    const data = eventData[topicOf(event as WebhookEvent)];
    const body = z.object({ ...eventFields, type: z.literal(event), data });
    const post = {
      summary,
      parameters: headers,
      requestBody: { required: true, content: sentJson(body) },
      responses: {
        "2XX": { description: "Taken." },
        410: { description: "Nothing more is sent until staff turn it on again." },
        default: {
          description: `Tried again for ${webhookTryDays} days, and listed for ${webhookLogDays}. Redirects are not followed.`,
        },
      },
    };
    return [event, { post }];
  });
  return Object.fromEntries(entries);
}
