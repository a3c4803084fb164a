import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import type { HistoryLine } from "../../../platform/contract/desk/history.ts";
import type { FoundCount, SearchFacts } from "../../../platform/contract/desk/search.ts";
import type { Undoable, Undone } from "../../../platform/contract/desk/undo.ts";
import {
  queryChoice,
  queryDay,
  queryText,
  storableText,
  typedLine,
  typedText,
  undoToken,
} from "../../../platform/contract/schemas.ts";
import { normalizeLine, normalizeText } from "../../../platform/contract/text.ts";
import {
  type Canceler,
  cancelers,
  type HelpKind,
  helpKindNames,
  type RequestState,
  requestLimits,
} from "./requests.ts";

export const requestsPerPage = 50;

/** A week is shown at once, so its page is larger. */
export const requestsPerWeek = 300;

/** Lists of the desk, the first by default. */
export const requestLists = [
  "open",
  "asked",
  "today",
  "upcoming",
  "late",
  "no-provider",
  "no-price",
  "done",
  "canceled",
] as const;

export type RequestListName = (typeof requestLists)[number];

export const requestListNames: Readonly<Record<RequestListName, string>> = {
  open: "All open",
  asked: "Asked, not booked",
  today: "Today",
  upcoming: "Upcoming",
  late: "Not marked done",
  "no-provider": "No provider",
  "no-price": "Waiting for price",
  done: "Completed",
  canceled: "Canceled",
};

/** One row of a list. Times are ISO 8601. */
export interface RequestRow {
  /** Its id: references of requests are not unique. */
  readonly reference: string;
  /** The reference that the customer reads out. */
  readonly code: string;
  readonly version: number;
  readonly state: RequestState;
  readonly title: string;
  readonly customer: string;
  readonly customerId: string;
  readonly city: string;
  /** IANA name; times are shown in it. */
  readonly timeZone: string;
  /** By which the list is ordered; null without a time. */
  readonly at: string | null;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly completedAt: string | null;
  readonly canceledAt: string | null;
  /** When staff must have answered; null once they have. */
  readonly dueAt: string | null;
  /** It is over and not completed, or nobody answered in time. */
  readonly isLate: boolean;
  /** "" without one. */
  readonly provider: string;
  /** US dollars; null: price pending. */
  readonly price: number | null;
}

export interface RequestPage {
  readonly requests: readonly RequestRow[];
  readonly next: string | null;
  readonly count: number;
  readonly isCountExact: boolean;
  /** What the first page of a search found besides its rows. */
  readonly search?: Omit<SearchFacts<never>, "places"> | undefined;
}

export interface RequestCounts {
  /** Asked and not answered, beside the tab. */
  readonly open: number;
  readonly overdue: number;
  readonly lists: Readonly<Record<RequestListName, FoundCount>>;
}

/** A time as form fields have it. */
interface TimeFields {
  readonly day: string;
  readonly clock: string;
  readonly until: string;
}

/** A request with all its details. */
export interface RequestDetail extends RequestRow {
  readonly kind: HelpKind;
  readonly time: TimeFields | null;
  readonly wish: string;
  readonly providerId: string;
  readonly providerPhone: string;
  readonly address: string;
  readonly phone: string;
  readonly customerNote: string;
  readonly providerNote: string;
  readonly privateNote: string;
  readonly source: string;
  readonly canceledBy: Canceler | "";
  readonly cancelReason: string;
  readonly feedback: "good" | "not-good" | "";
  readonly createdAt: string;
  readonly isCustomerLocked: boolean;
  /** How many booked ones of its series come later; 0 if it does not repeat. */
  readonly later: number;
  /** Sentences about other requests of the provider at this time. */
  readonly overlaps: readonly string[];
  /** What the customer reads about it now. */
  readonly shown: string;
  /** References of messages about it, newest first. */
  readonly messages: readonly string[];
  /** Oldest first. */
  readonly log: readonly HistoryLine[];
}

/** A request after a change, which can be undone. */
export interface ChangedRequest extends RequestDetail, Undoable {}

const { title, text, reason, phone, address, maxCents } = requestLimits;
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const optional = (max: number) =>
  storableText(max * 2)
    .overwrite(normalizeText)
    .max(max);
const price = z.int().min(0).max(maxCents).nullable();
const choice = z.enum(["first", "second"]).optional();
const kind = z.enum(helpKindNames);

/** When it begins, and the end of its window, in the market's time zone. */
const time = z
  .strictObject({
    day: z.iso.date(),
    clock,
    until: z.union([clock, z.literal("")]).default(""),
    choice,
  })
  .nullable();

export const requestDetails = z.strictObject({
  title: typedLine(title),
  kind,
  time,
  /** "" without one. */
  providerId: z.string().max(128),
  /** In cents. */
  price,
  address: storableText(address * 2)
    .overwrite(normalizeLine)
    .max(address),
  phone: storableText(phone).overwrite(normalizeLine),
  providerNote: optional(text),
  privateNote: optional(text),
});

/** Null if it was added before, with the same key. */
export type AddedRequest = RequestDetail & { readonly undo: string | null };

const detail = z.custom<RequestDetail>();
const seen = z.strictObject({ version: z.int().min(1) });
const changed = z.custom<ChangedRequest>();
const saves = <Body extends z.ZodType>(body: Body) => ({ body, response: changed });
const one = "/api/desk/requests/:id";

/**
 * Changes of a request. Rejected with "case-changed", saying who changed what, if the version is not
 * the newest.
 */
export const requestChanges = {
  edit: defineEndpoint(
    `desk:customer-work PUT ${one}/details`,
    saves(seen.extend(requestDetails.shape)),
  ),
  /** Confirms what the customer asked for. */
  book: defineEndpoint(`desk:customer-work POST ${one}/booking`, saves(seen)),
  /** Asks the customer to accept this time and price. */
  propose: defineEndpoint(
    `desk:customer-work PUT ${one}/proposal`,
    saves(seen.extend({ time, price })),
  ),
  assign: defineEndpoint(
    `desk:customer-work PUT ${one}/provider`,
    saves(seen.extend({ providerId: z.string().max(128) })),
  ),
  complete: defineEndpoint(
    `desk:customer-work PUT ${one}/completion`,
    saves(seen.extend({ day: z.iso.date(), clock, choice, price, sendsReceipt: z.boolean() })),
  ),
  cancel: defineEndpoint(
    `desk:customer-work PUT ${one}/cancellation`,
    saves(
      seen.extend({
        by: z.enum(Object.keys(cancelers) as Canceler[]),
        reason: typedText(reason),
        /** Also the later ones of its series. */
        withLater: z.boolean().default(false),
      }),
    ),
  ),
  /** Takes back that it was completed or canceled. */
  reopen: defineEndpoint(`desk:customer-work POST ${one}/reopening`, saves(seen)),
} as const;

/** Body of a change. */
export type RequestBody<Name extends keyof typeof requestChanges> = Parameters<
  (typeof requestChanges)[Name]["accepts"]
>[0];

/** Name of requests in the live channel. */
export const requestsTopic = "requests";

const filter = z.object({
  show: queryChoice(requestLists),
  market: queryText(3),
  provider: queryText(128),
  kind: queryChoice(helpKindNames),
  day: queryDay,
  /** The Monday of a week: what is booked or was done in it, in place of a list. */
  week: queryDay,
  q: queryText(requestLimits.search).transform((words) => words?.trim() || undefined),
  after: queryText(200),
});

/** Requests of customers. `id` is the request's id. */
export const requestEndpoints = {
  list: defineEndpoint("desk:customers GET /api/desk/requests", {
    query: filter,
    response: z.custom<RequestPage>(),
  }),
  counts: defineEndpoint("desk:customers GET /api/desk/requests/counts", {
    response: z.custom<RequestCounts>(),
  }),
  /** Other requests of a provider at a time that staff enter. */
  overlaps: defineEndpoint("desk:customer-work GET /api/desk/requests/overlaps", {
    query: z.object({
      provider: z.string().min(1).max(128),
      day: z.iso.date(),
      clock,
      until: z.union([clock, z.literal("")]).default(""),
      /** For whom it is, or the request that is changed. */
      customer: queryText(64),
      request: queryText(200),
    }),
    response: z.custom<{ readonly sentences: readonly string[] }>(),
  }),
  read: defineEndpoint(`desk:customers GET ${one}`, {
    response: detail,
  }),
  /** A repeated `key` adds nothing and returns the first request. */
  add: defineEndpoint("desk:customer-work POST /api/desk/requests", {
    body: z.strictObject({
      ...requestDetails.shape,
      customerId: z.string().max(64),
      key: z.uuid(),
      tellsCustomer: z.boolean(),
      /** Books one for each of these days; null: once. */
      repeat: z
        .strictObject({
          weekDays: z.array(z.int().min(1).max(7)).max(7),
          until: z.iso.date(),
          without: z.array(z.iso.date()).max(requestLimits.repeats),
        })
        .nullable()
        .default(null),
    }),
    response: z.custom<AddedRequest>(),
  }),
  ...requestChanges,
  /** Undoes a change within `undoSeconds`, with what it changed of later ones of its series. */
  undo: defineEndpoint("desk:customer-work POST /api/desk/requests/undo", {
    body: undoToken,
    response: z.custom<Undone>(),
  }),
} as const;
