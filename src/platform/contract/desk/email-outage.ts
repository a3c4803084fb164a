import { z } from "zod";
import { defineEndpoint } from "../define-endpoint.ts";
import { minutes } from "../durations.ts";

/** How long emails must not have been sent until staff are told, in milliseconds. */
export const emailOutageMs = minutes(10);

export interface EmailOutage {
  /** When the oldest of them was queued, ISO 8601. */
  readonly since: string;
  readonly waiting: number;
  readonly admins: readonly string[];
}

export interface EmailOutageResponse {
  readonly outage: EmailOutage | null;
}

/** Whether emails are sent, for every page of the desk. */
export const emailOutageEndpoints = {
  read: defineEndpoint("desk-session GET /api/desk/email-outage", {
    response: z.custom<EmailOutageResponse>(),
  }),
} as const;
