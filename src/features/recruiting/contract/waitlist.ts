import { z } from "zod";
import { type Accepted, defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import {
  cursor,
  exportFormat,
  queryChoice,
  queryText,
  recordId,
  storableText,
} from "../../../platform/contract/schemas.ts";
import { type Track, trackNames } from "./recruiting-endpoints.ts";

export const waitlistPerPage = 50;

export const maxNotifiedAtOnce = 200;

/** People of one market who asked to be notified and have not been yet. */
export interface WaitlistMarket {
  readonly market: string;
  /** At most `maxCount`. */
  readonly people: number;
  readonly withEmail: number;
  /** When the first one asked, ISO 8601. */
  readonly firstAt: string;
  readonly isOpen: boolean;
}

export interface WaitlistEntry {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly zip: string;
  readonly market: string;
  readonly track: Track;
  /** ISO 8601. */
  readonly askedAt: string;
  /** When and how they were notified; null if they were not. */
  readonly told: {
    readonly at: string;
    readonly by: NotifiedBy;
    /** Null: a former staff member. */
    readonly staffId: string | null;
  } | null;
}

export type NotifiedBy = "email" | "phone";

/** The filters, as in the URL and the query; absent names filter nothing. */
export interface WaitlistFilter {
  readonly market?: string | undefined;
  readonly track?: Track | undefined;
  /** People who were notified; without it, those who were not. */
  readonly told?: "yes" | undefined;
}

export const waitlistFilterNames = ["market", "track", "told"] as const;

/** Response of `waitlistEndpoints.list`: longest waiting first. */
export interface WaitlistPage {
  readonly people: readonly WaitlistEntry[];
  /** Cursor of the next page: send it as `after`; null on the last page. */
  readonly next: string | null;
  readonly count: number;
  readonly isCountExact: boolean;
}

const filter = z.object({
  market: queryText(200),
  track: queryChoice(trackNames),
  told: queryChoice(["yes"]),
});

/** Whom to notify: everyone of a market and track not notified yet, or some of them. */
const notify = z.strictObject({
  market: storableText(64),
  track: z.enum(trackNames).optional(),
  only: z.array(recordId).min(1).max(maxNotifiedAtOnce).optional(),
  /** "phone": they were called, which is recorded. */
  by: z.enum(["email", "phone"]),
});
export type NotifyRequest = Accepted<typeof notify>;

export interface NotifyResponse {
  readonly told: number;
  readonly left: number;
}

/** The waiting list: people who asked to be notified when applications open near them. */
export const waitlistEndpoints = {
  markets: defineEndpoint("desk:applications GET /api/desk/waitlist/markets", {
    response: z.custom<{ readonly markets: readonly WaitlistMarket[] }>(),
  }),
  list: defineEndpoint("desk:applications GET /api/desk/waitlist", {
    query: z.object({ ...filter.shape, after: cursor }),
    response: z.custom<WaitlistPage>(),
  }),
  notify: defineEndpoint("desk:applications POST /api/desk/waitlist/tell", {
    body: notify,
    response: z.custom<NotifyResponse>(),
  }),
  export: defineEndpoint("desk-recent:applications GET /api/desk/waitlist/export", {
    query: z.object({ ...filter.shape, format: exportFormat }),
    response: z.string(),
  }),
} as const;
