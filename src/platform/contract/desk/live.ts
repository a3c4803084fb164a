import { defineEndpoint, type NoBody } from "../endpoints/define-endpoint.ts";

/** What the open pages of the desk hear of each other and of the server. */
export const liveEndpoints = {
  /** Server-sent events: see `LiveEvent`. */
  events: defineEndpoint<NoBody, string>("desk-session GET /api/desk/events"),
  /** Presence heartbeat, every few seconds and when it changes: "left" if the page closes it. */
  present: defineEndpoint<{
    readonly topic: string;
    readonly reference: string;
    readonly state: "reading" | "writing" | "left";
  }>("desk-session PUT /api/desk/presence"),
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
