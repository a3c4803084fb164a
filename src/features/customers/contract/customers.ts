import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import type { SavedView } from "../../../platform/contract/desk/saved-views.ts";
import type { FoundCount, SearchFacts } from "../../../platform/contract/desk/search.ts";
import {
  cursor,
  exportFormat,
  queryChoice,
  queryText,
} from "../../../platform/contract/schemas.ts";
import type { CaseRow } from "../../messages/contract/inbox.ts";
import { newView, note } from "../../messages/contract/inbox-endpoints.ts";
import type { SubscriberState } from "../../newsletter/contract/subscriber-states.ts";
import type { PrivacyKind, PrivacyStatus } from "../../privacy/contract/cases.ts";
import type { TextNumber } from "../../texts/contract/texts.ts";
import type { CallerCheck } from "./caller-check.ts";
import type { MergedAccount } from "./merges.ts";

/** Name of the list of customers in the live channel. */
export const customersTopic = "customers";

/** Customers on one page of the list. */
export const customersPerPage = 50;

/** Orders of the list, the first by default. */
export const customerSorts = ["contact", "newest", "name"] as const;

export const customerSortNames = {
  contact: "Last contact first",
  newest: "Newest customers first",
  name: "By last name",
} as const satisfies Record<(typeof customerSorts)[number], string>;

/** Values of each filter, as in the URL. */
export const customerFilters = {
  payment: ["complete", "incomplete"],
  email: ["confirmed", "unconfirmed"],
  login: ["open", "locked"],
  messages: ["open", "none"],
} as const;

/** Input limits, in characters. */
export const customerLimits = { search: 200 } as const;

/** The filters, as in the URL and in the query of `list` and `export`; absent names filter nothing. */
export const customerFilter = z.object({
  /** Two letters, in upper case. */
  state: queryText(customerLimits.search).transform((state) => state?.toUpperCase()),
  payment: queryChoice(customerFilters.payment),
  email: queryChoice(customerFilters.email),
  login: queryChoice(customerFilters.login),
  messages: queryChoice(customerFilters.messages),
  q: queryText(customerLimits.search).transform((words) => words?.trim() || undefined),
  sort: queryChoice(customerSorts),
});
export type CustomerFilter = Partial<Returned<typeof customerFilter>>;

/** Names of `CustomerFilter` in a query string. */
export const customerFilterNames = [
  "state",
  "payment",
  "email",
  "login",
  "messages",
  "q",
  "sort",
] as const satisfies readonly (keyof CustomerFilter)[];

/** One row of the list. */
export interface CustomerRow {
  /** The account's uid. */
  readonly id: string;
  /** Changes with what the list sorts and filters by. */
  readonly version: number;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  /** "" without one. */
  readonly phone: string;
  /** The login email. */
  readonly email: string;
  readonly supportId: string;
  readonly isConfirmed: boolean;
  readonly isLocked: boolean;
  /** Whether the payment profile is complete. */
  readonly isPaid: boolean;
  readonly hasOpenMessage: boolean;
  /** Requests in progress. */
  readonly openRequests: number;
  /** The newest of them, or else the newest completed one. */
  readonly lastRequest: {
    readonly title: string;
    readonly isCompleted: boolean;
    /** ISO 8601. */
    readonly at: string;
  } | null;
  /** When the account was made, ISO 8601. */
  readonly since: string;
  /** When they last wrote, or we to them; null if neither. */
  readonly contactAt: string | null;
}

/** Response of `customerEndpoints.list`. */
export interface CustomerPage {
  readonly customers: readonly CustomerRow[];
  /** Cursor of the next page: send it as `after`; null on the last page. */
  readonly next: string | null;
  readonly count: number;
  readonly isCountExact: boolean;
  /** First page of a search only. */
  readonly search?: Omit<SearchFacts<never>, "places"> | undefined;
}

/** Response of `customerEndpoints.counts`: customers by filter value. */
export interface CustomerCounts {
  readonly all: FoundCount;
  readonly filters: {
    readonly [Name in keyof typeof customerFilters]: Readonly<
      Record<(typeof customerFilters)[Name][number], FoundCount>
    >;
  };
  /** The states of most customers, by their two letters. */
  readonly states: Readonly<Record<string, FoundCount>>;
}

/** What happened, as the icon of a line shows it. */
type TimelineKind = "message" | "reply" | "call" | "email" | "request" | "account" | "staff";

/** One line of the time line. */
export interface TimelineLine {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: TimelineKind;
  /** As a sentence without its period. */
  readonly what: string;
  /** First words of a message; "" for none. */
  readonly text: string;
  /** The message it belongs to; "" for none. */
  readonly reference: string;
  /** Name of the staff member; "" if it was the customer or automatic. */
  readonly by: string;
}

/** A request of a customer. */
export interface CustomerRequest {
  readonly id: string;
  /** Its page at the desk; null for a document that no desk has seen yet. */
  readonly deskId: string | null;
  /** As staff call it: "In progress", "Completed", "Asked", "Canceled". */
  readonly stateName: string;
  readonly reference: string;
  readonly title: string;
  /** "" if nobody is assigned. */
  readonly provider: string;
  readonly isCompleted: boolean;
  /** ISO 8601. */
  readonly completedAt: string | null;
  /** ISO 8601; null: no time is agreed. */
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly timeZone: string;
  readonly addedAt: string;
  /** US dollars; null: price pending. */
  readonly price: number | null;
}

/** A customer with all their details. */
export interface CustomerDetail {
  readonly id: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly supportId: string;
  readonly since: string;
  readonly email: string;
  readonly phone: string;
  readonly text: TextNumber;
  /** Whether a link to set a password may go to the phone. */
  readonly takesLinks: boolean;
  /** How a code for the caller check can be sent. */
  readonly takesCodes: { readonly email: boolean; readonly text: boolean };
  /** Added by staff; the customer has not chosen a password yet. */
  readonly isAdded: boolean;
  /** How they like to be reached: one of the contact methods of the settings. */
  readonly contactMethod: string;
  readonly address: {
    readonly line1: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
  };
  /** Of the profile, for changes. */
  readonly version: number;
  readonly payment: {
    readonly state: "complete" | "started" | "none";
    /** What the processor still needs: each continues "Still needs". */
    readonly needs: readonly string[];
  };
  readonly login: {
    /** ISO 8601; null while the email is not confirmed. */
    readonly confirmedAt: string | null;
    readonly authenticatorSince: string | null;
    readonly passkeys: number;
    readonly sessions: readonly { readonly name: string; readonly lastSeenAt: string }[];
    /** Null while they can log in. */
    readonly lockedAt: string | null;
    /** Who locked it, and the reason that the customer reads; may be "". */
    readonly lockedBy: string;
    readonly lockReason: string;
    /** The removal of a lost second factor that waits; null without one. */
    readonly factorRemoval: { readonly askedBy: string; readonly askedAt: string } | null;
  };
  /** Newest first, those in progress before the completed ones; at most 200. */
  readonly requests: readonly CustomerRequest[];
  /** Newest first, at most 100. */
  readonly messages: readonly CaseRow[];
  /** Oldest first. */
  readonly notes: readonly {
    readonly id: string;
    readonly at: string;
    readonly staffId: string;
    readonly text: string;
    readonly mentions: readonly string[];
  }[];
  /** Newest first. */
  readonly privacy: readonly {
    readonly reference: string;
    readonly kind: PrivacyKind;
    readonly status: PrivacyStatus;
    readonly isOpen: boolean;
    readonly receivedAt: string;
    readonly dueAt: string;
  }[];
  /** Null without permission. */
  readonly applications:
    | readonly {
        readonly reference: string;
        readonly track: string;
        readonly status: string;
        readonly sentAt: string;
      }[]
    | null;
  /** "none": never signed up; null without permission. */
  readonly newsletter: { readonly state: SubscriberState; readonly since: string } | "none" | null;
  /** Newest first, at most 200. */
  readonly timeline: readonly TimelineLine[];
  /** Accounts that were merged into this one, the first merged first. */
  readonly merged: readonly MergedAccount[];
  /** The reader's own check of a caller; null for those who may not check. */
  readonly check: CallerCheck | null;
}

/** Customers. `id` is the account's uid. */
export const customerEndpoints = {
  list: defineEndpoint("desk:customers GET /api/desk/customers", {
    query: customerFilter.extend({ after: cursor }),
    response: z.custom<CustomerPage>(),
  }),
  counts: defineEndpoint("desk:customers GET /api/desk/customers/counts", {
    response: z.custom<CustomerCounts>(),
  }),
  /** The filtered list as CSV or NDJSON. */
  export: defineEndpoint("desk-recent:customer-work GET /api/desk/customers/export", {
    query: customerFilter.extend({ format: exportFormat }),
    response: z.string(),
  }),
  views: defineEndpoint("desk:customers GET /api/desk/customers/views", {
    response: z.custom<{ readonly views: readonly SavedView[] }>(),
  }),
  saveView: defineEndpoint("desk:customers POST /api/desk/customers/views", {
    body: newView,
    response: z.custom<{ readonly id: string }>(),
  }),
  removeView: defineEndpoint("desk:customers DELETE /api/desk/customers/views/:id"),
  read: defineEndpoint("desk:customers GET /api/desk/customers/:id", {
    response: z.custom<CustomerDetail>(),
  }),
  addNote: defineEndpoint("desk:customer-work POST /api/desk/customers/:id/notes", {
    body: note,
    response: z.custom<CustomerDetail>(),
  }),
} as const;
