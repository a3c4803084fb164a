import { describe, expect, test } from "vitest";
import { facts } from "../../../../platform/contract/facts.ts";
import {
  breakEvenCents,
  exampleMonthCents,
  keptCents,
  proSavingCents,
  slider,
} from "./earnings.ts";

const { memberPercent, nonMemberPercent, othersUpToPercent } = facts.commission;

describe("keptCents", () => {
  test.each([
    [10_000, othersUpToPercent, 6000],
    [10_000, nonMemberPercent, 8000],
    [10_000, memberPercent, 10_000],
    [1850, nonMemberPercent, 1480],
    [0, nonMemberPercent, 0],
    [1, nonMemberPercent, 1],
    [3, othersUpToPercent, 2],
  ])("%i cents at a commission of %i percent leave %i", (jobs, percent, kept) => {
    expect(keptCents(jobs, percent)).toBe(kept);
  });
});

describe("proSavingCents", () => {
  test("is the commission minus the price of the plan", () => {
    expect(proSavingCents(exampleMonthCents)).toBe(701);
  });
  test("is negative by the price of the plan without any job", () => {
    expect(proSavingCents(0)).toBe(-facts.pro.monthlyCents);
  });
});

describe("breakEvenCents", () => {
  test("is the first whole dollar at which Pro costs less", () => {
    expect(breakEvenCents()).toBe(6500);
    expect(proSavingCents(breakEvenCents())).toBeGreaterThan(0);
    expect(proSavingCents(breakEvenCents() - 100)).toBeLessThanOrEqual(0);
  });
  test("is lower for the annual plan", () => {
    expect(breakEvenCents(facts.pro.annualCents / 12)).toBe(5500);
  });
});

test("six, eight and ten lit floors of ten match the shares kept", () => {
  const floors = [othersUpToPercent, nonMemberPercent, memberPercent].map((p) => keptCents(10, p));
  expect(floors).toEqual([6, 8, 10]);
});

test("the slider reaches the example month and both sides of the break-even point", () => {
  const example = exampleMonthCents / 100;
  expect((example - slider.min) % slider.step).toBe(0);
  expect(slider.min * 100).toBeLessThan(breakEvenCents());
  expect(slider.max * 100).toBeGreaterThan(breakEvenCents());
});
