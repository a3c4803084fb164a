import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { checkedText } from "../../../platform/contract/schemas.ts";
import { eventLogDays, webhookEvents } from "./webhooks.ts";

/** Events on one page: by default, and at most. */
const eventsPerPage = { standard: 100, max: 500 } as const;

const text = z.string();
const place = z.int().positive();

/** What is common to all events, at webhooks too. */
export const eventFields = {
  id: text.describe("The same at every delivery, and the webhook-id."),
  position: place.describe("Grows with each event."),
  timestamp: text.describe("ISO 8601."),
  object: z.object({
    kind: text.describe("The type before the dot."),
    id: text,
    externalId: text.nullable().describe("Of a request: its id for programs."),
  }),
  sequence: place.describe("From 1 without gaps, for each object."),
} as const;

const event = z.object({
  ...eventFields,
  type: text.describe(Object.keys(webhookEvents).join(", ")),
  data: z
    .record(text, z.unknown())
    .describe("As a webhook gets it, without contents; empty once the account is deleted."),
});

export type EventRecord = Returned<typeof event>;

/** @param max the largest number */
const wholeNumber = (max: number, error: string) =>
  checkedText(error, (value) => /^\d{1,16}$/.test(value) && Number(value) <= max);

const query = z.strictObject({
  after: wholeNumber(Number.MAX_SAFE_INTEGER, "Use the next of the page before.")
    .transform(Number)
    .exactOptional()
    .describe("The next of the page before, or a position; without it, from the oldest event."),
  limit: wholeNumber(eventsPerPage.max, `Use 1 to ${eventsPerPage.max}.`)
    .default(String(eventsPerPage.standard))
    .transform(Number)
    .refine((limit) => limit > 0, `Use 1 to ${eventsPerPage.max}.`)
    .describe(
      `Events on a page: ${eventsPerPage.standard} by default, at most ${eventsPerPage.max}.`,
    ),
});

export type EventQuery = Returned<typeof query>;

/** The log of events. */
export const eventsApiEndpoints = {
  list: defineEndpoint("api-token:events:read GET /api/v1/events", {
    summary: `Read events of the last ${eventLogDays} days, in the order in which they happened`,
    query,
    response: z.object({
      events: z.array(event),
      next: z.int().describe("Send it as `after`; the same as before once there are no more."),
    }),
    errors: ["invalid", "events-expired"],
  }),
} as const;
