import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import type { FoundCount, FoundElsewhere } from "../../../platform/contract/desk/search.ts";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import {
  bytes,
  exportFormat,
  queryChoice,
  queryNumber,
  queryText,
} from "../../../platform/contract/schemas.ts";
import {
  type SubscriberSource,
  type SubscriberState,
  subscriberSources,
  subscriberStates,
} from "./subscriber-states.ts";

/** Name of the newsletter's addresses in the live channel. */
export const newsletterTopic = "newsletter";

/** Ways of leaving, as `SubscriberRow.how` has them. */
export const leavingNames = {
  link: "Link in an email",
  portal: "Settings in the portal",
  staff: "Removed by staff",
  "mail-tool": "Unsubscribed in the email tool",
  app: "Unsubscribed in an app",
} as const;

export type LeavingWay = keyof typeof leavingNames;

/** Lifetime of the emailed link that confirms a signup, in days. */
export const confirmationDays = 7;

export const subscribersPerPage = 25;

/** Ranges of the growth chart, in days. */
export const growthRanges = [7, 30, 90, 365] as const;

export type GrowthRange = (typeof growthRanges)[number];

/** Input limits, in characters, and limits of an import. */
export const newsletterLimits = {
  search: 254,
  note: 500,
  reason: 200,
  importBytes: 5 * 1024 * 1024,
  importLines: 50_000,
  namedLines: 20,
} as const;

/**
 * The filters, as in the URL and in the query of `list` and `export`; absent names filter nothing.
 */
const filter = z.object({
  state: queryChoice(subscriberStates),
  source: queryChoice(subscriberSources),
  /** Path of the page with the form: "/families". */
  page: queryText(newsletterLimits.search),
  /** How the address begins. */
  q: queryText(newsletterLimits.search).transform((text) => text && emailKey(text)),
});
export type SubscriberFilter = Partial<Returned<typeof filter>>;

export const subscriberFilterNames = ["state", "source", "page", "q"] as const;

/** Query name that asks an export for every state, also those who left. */
export const exportEveryone = "everyone";

/** One row of the list: one address. */
export interface SubscriberRow {
  readonly id: string;
  readonly email: string;
  readonly state: SubscriberState;
  /** When it entered that state, ISO 8601. */
  readonly since: string;
  readonly source: SubscriberSource;
  /** "" for other sources than the form, and if it was not stored. */
  readonly page: string;
  /** "reader": the consent note; "left": a key of `leavingNames`; else a reason; may be "". */
  readonly how: string;
}

/** Response of `newsletterEndpoints.list`: newest change first; with `q` by address. */
export interface SubscriberPage {
  readonly subscribers: readonly SubscriberRow[];
  /** Cursor of the next page: send it as `after`; null on the last page. */
  readonly next: string | null;
  /** Addresses that match the filter; a lower bound if not exact. */
  readonly count: number;
  readonly isCountExact: boolean;
  /** If a search finds nothing with filters: addresses that match it alone. */
  readonly withoutFilters?: FoundCount | null | undefined;
  /** Where else the words are found, if no address matches. */
  readonly elsewhere?: FoundElsewhere | undefined;
}

export interface SyncState {
  /** When it was last in sync, ISO 8601; null: never. */
  readonly at: string | null;
  /** Addresses still to be synced; stops at `maxCount`. */
  readonly waiting: number;
  /** Why the last sync failed, as a sentence; null if it did not. */
  readonly failure: string | null;
}

/** Response of `newsletterEndpoints.counts`, each but `subscribers` at most `maxCount`. */
export interface SubscriberCounts {
  /** All subscribers, exact. */
  readonly subscribers: number;
  readonly states: Readonly<Record<SubscriberState, number>>;
  readonly sources: Readonly<Record<SubscriberSource, number>>;
  /** Addresses by page with the form; pages without any are missing. */
  readonly pages: Readonly<Record<string, number>>;
  readonly confirms: boolean;
  /** Null: no mailing tool is configured. */
  readonly sync: SyncState | null;
}

export interface GrowthPoint {
  /** Days, YYYY-MM-DD, in the company's time zone; both included. */
  readonly from: string;
  readonly to: string;
  /** Subscribers at the end of the last day. */
  readonly subscribers: number;
  readonly joined: number;
  readonly left: number;
}

/** Response of `newsletterEndpoints.growth`, oldest first. */
export interface Growth {
  readonly points: readonly GrowthPoint[];
}

/** One signup: evidence of consent. */
export interface ConsentRecord {
  readonly id: string;
  /** When, ISO 8601. */
  readonly at: string;
  readonly source: SubscriberSource;
  /** "" if it was not stored. */
  readonly page: string;
  /** The words that the person saw; null for signups without the form, and if it was not stored. */
  readonly words: {
    readonly heading: string;
    readonly text: string;
    readonly button: string;
    /** Date since which the form has had these words, YYYY-MM-DD. */
    readonly since: string;
  } | null;
  /** Milliseconds; null if it was not measured. */
  readonly formTime: number | null;
  /** Whether it passed the form's bot checks; null without the form. */
  readonly passedChecks: boolean | null;
  /** Browser and device: "Safari on an iPad"; may be "". */
  readonly browser: string;
  /** Where and how the person agreed, as entered by staff; may be "". */
  readonly note: string;
  /** Who added the address; "" if the person did. */
  readonly addedBy: string;
  /** Until when the emailed link works, ISO 8601; null: no confirmation is pending. */
  readonly pendingUntil: string | null;
  /** When the emailed link was pressed, ISO 8601; null if it was not. */
  readonly confirmedAt: string | null;
  /** When the address unsubscribed after it, ISO 8601; null if it did not. */
  readonly leftAt: string | null;
  /** Why the signup looks like spam; null if it does not. */
  readonly spamReason: string | null;
}

export interface SubscriberDetail extends SubscriberRow {
  /** Newest first, at most 20. */
  readonly consents: readonly ConsentRecord[];
  /** Emails about the newsletter to this address, newest first. */
  readonly emails: readonly {
    readonly at: string;
    readonly subject: string;
    readonly sentAt: string | null;
    readonly failedAt: string | null;
  }[];
  /** Messages in the inbox from the same address; stops at `maxCount`. */
  readonly messages: number;
}

/** A line of an import that is not imported. */
export interface BadLine {
  readonly line: number;
  /** No valid address, a quote that is never closed, or more than 64 KB. */
  readonly why: "address" | "open-quote" | "too-long";
  /** What the line contains instead, truncated. */
  readonly text: string;
}

/** A column of a file, for whoever has to choose that of the addresses. */
export interface FileColumn {
  /** Its header, or "Column 2" without one. */
  readonly name: string;
  readonly examples: readonly string[];
}

/** A column that says who left, or did not agree, in the words of the tool that wrote the file. */
export interface StatusColumn {
  readonly name: string;
  /** Lines that are not imported because of it. */
  readonly skipped: number;
  /** Its values, those that are not imported first. */
  readonly values: readonly {
    readonly value: string;
    readonly count: number;
    readonly isSkipped: boolean;
  }[];
}

export interface ImportResult {
  readonly lines: number;
  readonly added: number;
  /** Already subscribers, pending confirmation, or duplicates in the file. */
  readonly known: number;
  /** Left before, here or, as the file says, in the tool that it is from. */
  readonly left: number;
  readonly suppressed: number;
  readonly invalid: number;
  readonly badLines: readonly BadLine[];
  readonly statuses: readonly StatusColumn[];
  readonly columns: readonly FileColumn[];
  /** Index of the column of addresses; null: it is to be chosen, and nothing is counted. */
  readonly column: number | null;
}

const growthQuery = z.object({ days: queryNumber(growthRanges).default(365) });
const detail = z.custom<SubscriberDetail>();
const importResult = z.custom<ImportResult>();
const text = z.string().max(2000);
const csv = bytes("text/csv");
/** Index or name of the column of addresses, if staff chose it. */
const column = z.string().optional();

/** The newsletter. `id` is that of a row of the list. */
export const newsletterEndpoints = {
  list: defineEndpoint("desk:newsletter GET /api/desk/newsletter", {
    query: z.object({ ...filter.shape, after: z.string().optional() }),
    response: z.custom<SubscriberPage>(),
  }),
  counts: defineEndpoint("desk:newsletter GET /api/desk/newsletter/counts", {
    response: z.custom<SubscriberCounts>(),
  }),
  growth: defineEndpoint("desk:newsletter GET /api/desk/newsletter/growth", {
    query: growthQuery,
    response: z.custom<Growth>(),
  }),
  growthExport: defineEndpoint("desk:newsletter GET /api/desk/newsletter/growth/export", {
    query: growthQuery,
    response: z.string(),
  }),
  read: defineEndpoint("desk:newsletter GET /api/desk/newsletter/readers/:id", {
    response: detail,
  }),
  /** Rejected with "invalid" for an address that is already listed, left or is suppressed. */
  add: defineEndpoint("desk:newsletter POST /api/desk/newsletter/readers", {
    body: z.strictObject({ email: text, note: text }),
    response: detail,
  }),
  /** Removes an address from the list; the person may sign up again. */
  remove: defineEndpoint("desk:newsletter POST /api/desk/newsletter/readers/:id/remove", {
    response: detail,
  }),
  /** Removes an address permanently: only the person can restore it, by email. */
  suppress: defineEndpoint("desk:newsletter POST /api/desk/newsletter/readers/:id/suppress", {
    body: z.strictObject({ reason: text }),
    response: detail,
  }),
  /** Removes the spam mark. */
  clearSpam: defineEndpoint("desk:newsletter POST /api/desk/newsletter/readers/:id/clear-spam", {
    response: detail,
  }),
  /** Previews an import of this CSV; nothing is stored. */
  preview: defineEndpoint("desk:newsletter POST /api/desk/newsletter/import/preview", {
    query: z.object({ column }),
    body: csv,
    response: importResult,
  }),
  /** Imports a CSV. `note`: where and how these people agreed. */
  import: defineEndpoint("desk:newsletter POST /api/desk/newsletter/import", {
    query: z.object({ column, note: z.string().default("") }),
    body: csv,
    response: importResult,
  }),
  /** The filtered list. Without a state only those who get the newsletter, unless it is everyone. */
  export: defineEndpoint("desk-recent:newsletter GET /api/desk/newsletter/export", {
    query: z.object({
      ...filter.shape,
      format: exportFormat,
      [exportEveryone]: z.string().optional(),
    }),
    response: z.string(),
  }),
} as const;
