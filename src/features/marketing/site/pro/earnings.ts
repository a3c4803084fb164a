import { facts } from "../../../../platform/contract/facts.ts";

/** Initial value of the slider: jobs of one month, in cents. */
export const exampleMonthCents = 10_000;

/** Range and step of the earnings slider, in whole dollars of jobs a month. */
export const slider = { min: 20, max: 3000, step: 20 } as const;

/** Earnings after commission, in cents. */
export function keptCents(jobsCents: number, commissionPercent: number): number {
  return jobsCents - Math.round((jobsCents * commissionPercent) / 100);
}

/**
 * What Pro saves over Pay-As-You-Go in one month, in cents, after the price of the plan. Negative
 * where Pay-As-You-Go costs less.
 */
export function proSavingCents(jobsCents: number): number {
  const { memberPercent, nonMemberPercent } = facts.commission;
  const gain = keptCents(jobsCents, memberPercent) - keptCents(jobsCents, nonMemberPercent);
  return gain - facts.pro.monthlyCents;
}

/** Jobs in a month from which a plan costs less than the commission: whole dollars, in cents. */
export function breakEvenCents(monthlyCents: number = facts.pro.monthlyCents): number {
  const { memberPercent, nonMemberPercent } = facts.commission;
  const exact = (monthlyCents * 100) / (nonMemberPercent - memberPercent);
  return Math.ceil(exact / 100) * 100;
}
