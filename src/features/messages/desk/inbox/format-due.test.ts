import { expect, test } from "vitest";
import { days, hours, minutes } from "../../../../platform/contract/durations.ts";
import { formatAge } from "../../../../platform/desk/format/durations.ts";
import { formatDue } from "./format-due.ts";

/** A Wednesday, 10:02 am in Colorado. */
const now = Date.parse("2026-11-18T17:02:00Z");
const iso = (ms: number) => new Date(now + ms).toISOString();

test.each([
  [-days(2) - hours(5), "2 days late"],
  [-days(1), "1 day late"],
  [-hours(3), "3 h late"],
  [-minutes(1), "1 min late"],
  [minutes(56), "56 min left"],
  [hours(4) + minutes(58), "by 3:00\u00a0pm"],
  [hours(15), "Thu 1:02\u00a0am"],
  [hours(23), "Thu 9:02\u00a0am"],
  [days(5), "Mon 10:02\u00a0am"],
  [days(15), "Dec 3"],
])("an answer due in %i ms is %s", (left, text) => {
  expect(formatDue(iso(left), now)).toBe(text);
});

test.each([
  [0, "0 min"],
  [minutes(52), "52 min"],
  [hours(23), "23 h"],
  [days(1), "1 day"],
  [days(8), "8 days"],
])("an age of %i ms is %s", (age, text) => {
  expect(formatAge(iso(-age), now)).toBe(text);
});
