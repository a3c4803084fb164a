import { z } from "zod";
import type { AnyEndpoint } from "../../../platform/contract/endpoints/define-endpoint.ts";
import {
  describeEndpoint,
  joinPaths,
  json,
  type Parameter,
  type Paths,
  schemaOf,
  sentJson,
  textParameter,
} from "../../../platform/server/openapi/operations.ts";
import { caseStatuses } from "../../messages/contract/desk/inbox.ts";
import { subscriberStates } from "../../newsletter/contract/subscriber-states.ts";
import { applicationStatuses } from "../../recruiting/contract/application-status.ts";
import { trackNames } from "../../recruiting/contract/recruiting-endpoints.ts";
import {
  type ApplicationRecord,
  type DeletionRecord,
  type MessageDetailRecord,
  type MessageRecord,
  recordsApiEndpoints,
  recordsPerPage,
  type SubscriberRecord,
} from "../contract/records-api.ts";
import { webhookEvents, webhookLogDays, webhookTryDays } from "../contract/webhooks.ts";

const text = z.string();
const time = text.describe("ISO 8601.");
const contents = z.record(text, z.unknown()).describe("What was sent, by field.");

const message = z.object({
  reference: text,
  form: text.describe("Path of the form's page, such as support."),
  status: text,
  isSpam: z.boolean(),
  receivedAt: time,
  changedAt: time,
  answerDueAt: time.nullable(),
  contents,
});
const messageRecord = schemaOf<MessageRecord>()(message);
const messageDetail = schemaOf<MessageDetailRecord>()(
  message.extend({
    conversation: z.array(z.object({ at: time, from: z.enum(["person", "staff"]), text })),
  }),
);
const application = schemaOf<ApplicationRecord>()(
  z.object({
    reference: text,
    track: text,
    status: text,
    source: text,
    receivedAt: time,
    changedAt: time,
    hasResume: z.boolean(),
    contents,
  }),
);
const subscriber = schemaOf<SubscriberRecord>()(
  z.object({ id: text, email: text, state: text, source: text, changedAt: time }),
);
const deletion = schemaOf<DeletionRecord>()(
  z.object({
    reference: text,
    kind: text.describe("deletion or copy."),
    source: text,
    status: text,
    receivedAt: time,
    dueAt: time,
    closedAt: time.nullable(),
    contents: z.object({ name: text, email: text, supportId: text }),
  }),
);

const listParameters: readonly Parameter[] = [
  textParameter("after", "query", "The next of the page before."),
  textParameter(
    "limit",
    "query",
    `Records on a page: ${recordsPerPage.standard} by default, at most ${recordsPerPage.max}. A page may hold fewer before the last.`,
  ),
  textParameter("since", "query", "Only records that came at this time or later, ISO 8601."),
];

const status = (values: readonly string[]) =>
  textParameter("status", "query", `One of ${values.join(", ")}.`);
const form = textParameter("form", "query", "Path of the form's page, such as support.");
const id = (what: string) => [textParameter("id", "path", what)];

export function recordsPaths(): Paths {
  const { messages, applications, subscribers, deletions, ...one } = recordsApiEndpoints;
  const list = (endpoint: AnyEndpoint, summary: string, row: z.ZodType, more: Parameter[]) =>
    describeEndpoint(endpoint, {
      summary,
      parameters: [...listParameters, ...more],
      response: json(z.object({ records: z.array(row), next: text.nullable() })),
      errors: ["invalid"],
    });
  const read = (endpoint: AnyEndpoint, summary: string, row: z.ZodType, what: string) =>
    describeEndpoint(endpoint, {
      summary,
      parameters: id(what),
      response: json(row),
      errors: ["not-found"],
    });
  const sent = applicationStatuses.filter((one) => one !== "draft");
  return joinPaths(
    list(messages, "List messages, oldest first", messageRecord, [
      form,
      status([...caseStatuses, "spam"]),
    ]),
    read(one.message, "Read a message and its conversation", messageDetail, "Its reference."),
    list(applications, "List applications for work", application, [status(sent)]),
    read(one.application, "Read an application", application, "Its reference."),
    list(subscribers, "List addresses of the newsletter", subscriber, [status(subscriberStates)]),
    read(one.subscriber, "Read an address of the newsletter", subscriber, "Its id."),
    list(deletions, "List requests about data", deletion, [
      textParameter("status", "query", "Their step."),
    ]),
    read(one.deletion, "Read a request about data", deletion, "Its reference."),
  );
}

const reference = { reference: text, status: text, receivedAt: time, url: text };
const written = contents.nullable().optional();

/** Data of an event by topic; `contents` only for endpoints that get what people wrote. */
const eventData = {
  submission: z.object({ form: text, ...reference, isSpam: z.boolean(), contents: written }),
  application: z.object({ track: z.enum(trackNames), ...reference, contents: written }),
  subscriber: z.object({ id: text, state: text, url: text, contents: written }),
  deletion: z.object({ ...reference, source: text, dueAt: time, contents: written }),
} as const;

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
    const topic = event.slice(0, event.indexOf(".")) as keyof typeof eventData;
    const body = z.object({ type: z.literal(event), timestamp: time, data: eventData[topic] });
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
