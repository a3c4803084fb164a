import { expect, test } from "vitest";
import { formatInSentence, formatLong, formatShort, timeZoneName } from "./times.ts";

/** A Friday, 10:00 am in Denver. */
const now = Date.parse("2026-11-20T17:00:00Z");

test("the list shows the time today, then the day", () => {
  expect(formatShort("2026-11-20T16:12:00Z", now)).toBe("9:12\u00a0am");
  expect(formatShort("2026-11-20T05:00:00Z", now)).toBe("Yesterday");
  expect(formatShort("2026-11-18T16:12:00Z", now)).toBe("November\u00a018");
  expect(formatShort("2025-11-18T16:12:00Z", now)).toBe("November\u00a018, 2025");
});

test("days begin at midnight in the company's time zone", () => {
  expect(formatShort("2026-11-20T07:00:00Z", now)).toBe("12:00\u00a0am");
  expect(formatShort("2026-11-20T06:59:00Z", now)).toBe("Yesterday");
});

test("a record shows day and time, and days of the next week by name", () => {
  expect(formatLong("2026-11-20T16:12:00Z", now)).toBe("Today, 9:12\u00a0am");
  expect(formatLong("2026-11-21T16:12:00Z", now)).toBe("Tomorrow, 9:12\u00a0am");
  expect(formatLong("2026-11-23T16:58:00Z", now)).toBe("Monday, 9:58\u00a0am");
  expect(formatLong("2026-11-12T16:58:00Z", now)).toBe("November\u00a012, 9:58\u00a0am");
  expect(formatInSentence("2026-11-20T16:12:00Z", now)).toBe("today at 9:12\u00a0am");
  expect(formatInSentence("2026-11-12T16:12:00Z", now)).toBe("on November\u00a012 at 9:12\u00a0am");
});

test("the company's time zone has a name", () => {
  expect(timeZoneName).toBe("Mountain Time");
});
