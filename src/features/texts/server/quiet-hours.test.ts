import { expect, test } from "vitest";
import { nextTextTime } from "./quiet-hours.ts";

test.each([
  // At the edges of the hours.
  ["2026-11-20T07:59-07:00", "America/Denver", "2026-11-20T08:00-07:00"],
  ["2026-11-20T08:00-07:00", "America/Denver", "2026-11-20T08:00-07:00"],
  ["2026-11-20T20:59-07:00", "America/Denver", "2026-11-20T20:59-07:00"],
  ["2026-11-20T21:00-07:00", "America/Denver", "2026-11-21T08:00-07:00"],
  // The same moment elsewhere.
  ["2026-11-20T21:00-07:00", "America/Los_Angeles", "2026-11-20T21:00-07:00"],
  ["2026-11-20T19:30-07:00", "America/New_York", "2026-11-21T06:00-07:00"],
  // The nights in which clocks change.
  ["2026-03-07T22:00-07:00", "America/Denver", "2026-03-08T08:00-06:00"],
  ["2026-10-31T22:00-06:00", "America/Denver", "2026-11-01T08:00-07:00"],
])("%s in %s: %s", (now, timeZone, expected) => {
  expect(nextTextTime(Date.parse(now), timeZone)).toBe(Date.parse(expected));
});
