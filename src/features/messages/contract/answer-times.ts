import { z } from "zod";
import { office } from "../../../brand.ts";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { isStorableText } from "../../../platform/contract/form-engine/rules.ts";
import { dataDeletionForm } from "../../privacy/contract/data-deletion.ts";
import { barrierForm } from "./forms/barrier.ts";
import { cancellationForm } from "./forms/cancellation.ts";
import { contactForm } from "./forms/contact.ts";
import { supportForm } from "./forms/support.ts";
import { worryForm } from "./forms/worry.ts";
import { federalHolidays, holidayLimits, type OfficeHolidays } from "./holidays.ts";
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
export const promisedForms: readonly string[] = [
  supportForm.collection,
  contactForm.collection,
  cancellationForm.collection,
];

/** Working hours that the pages of other forms promise; until staff choose, they are due then. */
export const promisedHours: Readonly<Record<string, number>> = {
  [worryForm.collection]: 1,
  [barrierForm.collection]: 2 * hoursOfDay,
};

/** Working hours until an answer to a form is due, as long as staff have not chosen. */
export function usualHoursOf(form: string): number {
  return promisedHours[form] ?? usualAnswerHours;
}

/** What may be chosen for a form: never longer than its page promises. */
export function answerTimesOf(form: string): typeof answerTimes {
  const isPromised = promisedForms.includes(form) || form in promisedHours;
  return isPromised ? answerTimes.filter(([hours]) => hours <= usualHoursOf(form)) : answerTimes;
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

/** A time for every form of `timedForms`. */
const hours = z
  .record(z.string(), z.number())
  .refine(
    (hours) =>
      Object.keys(hours).length === timedForms.length &&
      timedForms.every((form) => answerTimesOf(form).some(([one]) => one === hours[form])),
  );
const holidays = z.strictObject({
  federal: z.array(z.enum(federalHolidays)),
  own: z
    .array(
      z.strictObject({
        day: z.iso.date(),
        name: z.string().trim().min(1).max(holidayLimits.name).refine(isStorableText),
      }),
    )
    .max(holidayLimits.own)
    .refine((own) => new Set(own.map((one) => one.day)).size === own.length),
});

export const answerTimeEndpoints = {
  read: defineEndpoint("desk:settings GET /api/desk/answer-times", {
    response: z.custom<AnswerTimesResponse>(),
  }),
  save: defineEndpoint("desk:settings PUT /api/desk/answer-times", {
    body: z.strictObject({ hours, holidays }),
    response: z.custom<AnswerTimesResponse>(),
  }),
} as const;
