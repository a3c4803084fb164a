import { describe, expect, test } from "vitest";
import { facts } from "../../../contract/facts.ts";
import {
  breakEvenCents,
  exampleMonthCents,
  keptCents,
  proSavingCents,
  slider,
} from "./earnings.ts";

const { memberPercent, nonMemberPercent, othersUpToPercent } = facts.commission;

describe("what a provider keeps", () => {
  test.each([
    [10_000, othersUpToPercent, 6000],
    [10_000, nonMemberPercent, 8000],
    [10_000, memberPercent, 10_000],
    [1850, nonMemberPercent, 1480],
    [0, nonMemberPercent, 0],
    [1, nonMemberPercent, 1],
    [3, othersUpToPercent, 2],
  ])("of %i cents at %i percent: %i", (jobs, percent, kept) => {
    expect(keptCents(jobs, percent)).toBe(kept);
  });
});

describe("what Pro saves in a month", () => {
  test("$100 of jobs: $20 of commission less $12.99", () => {
    expect(proSavingCents(exampleMonthCents)).toBe(701);
  });
  test("without a job the plan costs its price", () => {
    expect(proSavingCents(0)).toBe(-facts.pro.monthlyCents);
  });
});

describe("break-even", () => {
  test("is the first whole dollar at which Pro costs less", () => {
    expect(breakEvenCents()).toBe(6500);
    expect(proSavingCents(breakEvenCents())).toBeGreaterThan(0);
    expect(proSavingCents(breakEvenCents() - 100)).toBeLessThanOrEqual(0);
  });
  test("a month of the annual plan pays for itself earlier", () => {
    expect(breakEvenCents(facts.pro.annualCents / 12)).toBe(5500);
  });
});

test("the towers' lit floors, six, eight and ten of ten, are the shares kept", () => {
  const floors = [othersUpToPercent, nonMemberPercent, memberPercent].map((p) => keptCents(10, p));
  expect(floors).toEqual([6, 8, 10]);
});

test("the slider can stand on the example month and has both answers in reach", () => {
  const example = exampleMonthCents / 100;
  expect((example - slider.min) % slider.step).toBe(0);
  expect(slider.min * 100).toBeLessThan(breakEvenCents());
  expect(slider.max * 100).toBeGreaterThan(breakEvenCents());
});
