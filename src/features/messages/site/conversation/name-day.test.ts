import { expect, test } from "vitest";
import { nameDay, nameFullDay, nameMoment } from "./name-day.ts";

const now = "2026-11-20T18:00:00Z";

test.each([
  ["2026-11-20T16:12:00Z", "Today at 9:12 in the morning"],
  ["2026-11-20T19:05:00Z", "Today at 12:05 in the afternoon"],
  ["2026-11-20T06:30:00Z", "Yesterday at 11:30 at night"],
  ["2026-11-21T02:00:00Z", "Today at 7:00 in the evening"],
  ["2026-11-16T10:00:00Z", "Monday, November 16 at 3:00 at night"],
])("%s is %s", (at, words) => {
  expect(nameMoment(at, now)).toBe(words);
});

test("days are those of the company's calendar", () => {
  expect(nameDay("2026-11-21T18:00:00Z", now)).toBe("tomorrow");
  expect(nameDay("2026-11-23T18:00:00Z", now)).toBe("Monday, November 23");
  expect(nameFullDay("2027-02-18T18:00:00Z")).toBe("February 18, 2027");
});
