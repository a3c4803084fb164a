import { office } from "../../../../brand.ts";
import {
  defineEndpoint,
  type NoBody,
} from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import { contactForm } from "../forms/contact.ts";
import { supportForm } from "../forms/support.ts";
import type { OfficeHolidays } from "./holidays.ts";
import { inboxForms } from "./inbox.ts";

const hoursOfDay = office.closes - office.opens;

/** Default working hours until an answer is due: what `brand.answerTime` promises. */
export const usualAnswerHours = office.answerDays * hoursOfDay;

/** Working hours that may be chosen, with their names. */
export const answerTimes: readonly (readonly [hours: number, name: string])[] = [
  [1, "One working hour"],
  [2, "Two working hours"],
  [4, "Four working hours"],
  [hoursOfDay, "One working day"],
  [2 * hoursOfDay, "Two working days"],
  [3 * hoursOfDay, "Three working days"],
  [5 * hoursOfDay, "Five working days"],
];

/**
 * Forms that have an answer time. A request to delete data has the deadline of its privacy case
 * instead, which the law sets.
 */
export const timedForms: readonly string[] = Object.keys(inboxForms).filter(
  (form) => form !== dataDeletionForm.collection,
);

/** Forms whose pages promise an answer within `brand.answerTime`. */
export const promisedForms: readonly string[] = [supportForm.collection, contactForm.collection];

/** What may be chosen for a form: never longer than its page promises. */
export function answerTimesOf(form: string): typeof answerTimes {
  if (!promisedForms.includes(form)) return answerTimes;
  return answerTimes.filter(([hours]) => hours <= usualAnswerHours);
}

/** Working hours by form: a collection of `timedForms`. */
export type AnswerHours = Readonly<Record<string, number>>;

export interface AnswerTimesResponse {
  readonly hours: AnswerHours;
  readonly holidays: OfficeHolidays;
  /** The next day of each federal holiday, YYYY-MM-DD, by its name. */
  readonly nextFederal: Readonly<Record<string, string>>;
  /** When an answer to a message from now would be due, ISO 8601, by the hours of `answerTimes`. */
  readonly dueNow: Readonly<Record<number, string>>;
}

export const answerTimeEndpoints = {
  read: defineEndpoint<NoBody, AnswerTimesResponse>("desk:settings GET /api/desk/answer-times"),
  save: defineEndpoint<
    { readonly hours: AnswerHours; readonly holidays: OfficeHolidays },
    AnswerTimesResponse
  >("desk:settings PUT /api/desk/answer-times"),
} as const;
