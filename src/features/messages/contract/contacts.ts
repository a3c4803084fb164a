import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import type { SubscriberState } from "../../newsletter/contract/subscriber-states.ts";
import type { ApplicationStatus } from "../../recruiting/contract/application-status.ts";
import type { CaseEntry } from "./entries.ts";
import type { CaseRow } from "./inbox.ts";
import { note } from "./inbox-endpoints.ts";
import type { Delivery } from "./replies.ts";

/** Messages of a person that the page shows: the newest ones. */
export const maxContactCases = 200;

/** Replies to a person that the page shows: the newest ones. */
export const maxContactReplies = 50;

/** A message, and how we know that it is from the same person. */
export interface ContactCase extends CaseRow {
  readonly email: string;
  readonly sameBy: "email" | "support-id";
}

interface ContactAccount {
  readonly email: string;
  readonly supportId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly state: "confirmed" | "unconfirmed" | "disabled";
  /** Further ways to log in, besides the password. */
  readonly passkeys: number;
  readonly hasAuthenticator: boolean;
  /** "started": the payment provider still needs something. */
  readonly payment: "none" | "started" | "complete";
  readonly requests: number;
  readonly completedRequests: number;
}

/** A note on the person, which they never see. */
interface ContactNote extends Pick<CaseEntry, "id" | "at" | "text" | "mentions"> {
  readonly staffId: string;
}

interface ContactReply extends Pick<CaseRow, "reference" | "form"> {
  readonly id: string;
  readonly staffId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly delivery: Pick<Delivery, "state" | "reason">;
}

export interface ContactResponse {
  readonly name: string;
  /** Email addresses that messages came from, the requested one first. */
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** When the first message came in, or the account was created, ISO 8601. */
  readonly since: string;
  readonly account: ContactAccount | null;
  readonly newsletter: { readonly state: SubscriberState; readonly since: string } | null;
  /** Newest first. */
  readonly cases: readonly ContactCase[];
  /** Who marked the requested message as someone else's, and when; it is then shown alone. */
  readonly separated: { readonly staffId: string; readonly at: string } | null;
  /** Oldest first; null without an email address to store them under. */
  readonly notes: readonly ContactNote[] | null;
  /** Newest first. */
  readonly replies: readonly ContactReply[];
  /** Reference of the open request about their data; null without one. */
  readonly openPrivacyCase: string | null;
  /** Null for staff who may not see applications; newest first. */
  readonly applications:
    | readonly {
        readonly reference: string;
        readonly track: "care" | "pro";
        readonly status: ApplicationStatus;
        /** ISO 8601. */
        readonly sentAt: string;
      }[]
    | null;
}

/** A person: everything that the same email address or account ever sent. */
export const contactEndpoints = {
  /** `id` is the reference of any of their messages. */
  read: defineEndpoint("desk:people GET /api/desk/people/:id", {
    response: z.custom<ContactResponse>(),
  }),
  addNote: defineEndpoint("desk:inbox-work POST /api/desk/people/:id/notes", {
    body: note,
    response: z.custom<ContactResponse>(),
  }),
  /** Sets whether someone else sent the message than the owner of its email or support ID. */
  separate: defineEndpoint("desk:inbox-work PUT /api/desk/people/:id/separate", {
    body: z.strictObject({ isSeparate: z.boolean() }),
    response: z.custom<Record<string, never>>(),
  }),
} as const;
