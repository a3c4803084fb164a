import { z } from "zod";
import { defineEndpoint } from "../define-endpoint.ts";
import { typedText } from "../schemas.ts";

/** What the open pages of the desk hear of each other and of the server. */
export const liveEndpoints = {
  /** Server-sent events: see `LiveEvent`. */
  events: defineEndpoint("desk-session GET /api/desk/events", { response: z.string() }),
  /** Presence heartbeat, every few seconds and when it changes: "left" if the page closes it. */
  present: defineEndpoint("desk-session PUT /api/desk/presence", {
    body: z.strictObject({
      topic: typedText(64),
      reference: typedText(64),
      state: z.enum(["reading", "writing", "left"]),
    }),
  }),
} as const;

/** Who has which record open, by staff id, and whether they write a reply or a note. */
export type Presence = Readonly<
  Record<
    string,
    { readonly topic: string; readonly reference: string; readonly isWriting: boolean }
  >
>;

/** Server-sent event "change", of the topics that the staff member may read. */
export interface LiveEvent {
  /** By topic, such as "inbox": versions of new and changed records, by reference. */
  readonly changed: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly presence: Presence;
}
