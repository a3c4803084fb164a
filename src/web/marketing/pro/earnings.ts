import { facts } from "../../../contract/facts.ts";

/** Month that the earnings picture shows before anybody moves the slider, in cents of jobs. */
export const exampleMonthCents = 10_000;

/** Ends and step of the earnings slider, in whole dollars of jobs a month. */
export const slider = { min: 20, max: 3000, step: 20 } as const;

/** What is left of a sum of jobs after a commission, in cents (SPEC 9). */
export function keptCents(jobsCents: number, commissionPercent: number): number {
  return jobsCents - Math.round((jobsCents * commissionPercent) / 100);
}

/**
 * What a Pro member has left over somebody without a plan in one month, in cents,
 * the plan's price paid. Negative where Pay-As-You-Go costs less.
 */
export function proSavingCents(jobsCents: number): number {
  const { memberPercent, nonMemberPercent } = facts.commission;
  const gain = keptCents(jobsCents, memberPercent) - keptCents(jobsCents, nonMemberPercent);
  return gain - facts.pro.monthlyCents;
}

/** Jobs in a month from which a plan of this price costs less than the commission, in whole dollars as cents. */
export function breakEvenCents(monthlyCents: number = facts.pro.monthlyCents): number {
  const { memberPercent, nonMemberPercent } = facts.commission;
  const exact = (monthlyCents * 100) / (nonMemberPercent - memberPercent);
  return Math.ceil(exact / 100) * 100;
}
