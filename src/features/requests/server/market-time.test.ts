import { expect, test } from "vitest";
import { describeTime, timeZoneOf, toFields, toTime } from "./market-time.ts";

test("a market has the time zone of its ZIP code", () => {
  const found = ["80302", "85001", "90210", "60601", "10001", "33101", "32501", "79901", "", "x"];
  expect(found.map(timeZoneOf)).toEqual([
    "America/Denver",
    "America/Phoenix",
    "America/Los_Angeles",
    "America/Chicago",
    "America/New_York",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Denver",
    "America/Denver",
  ]);
});

test("1:30 happens twice when clocks are set back, and 2:30 never when they are set forward", () => {
  const zone = "America/Denver";
  expect(toTime("2026-11-01", "01:30", zone)).toBe("twice");
  const [first, second] = (["first", "second"] as const).map((choice) =>
    toTime("2026-11-01", "01:30", zone, choice),
  );
  expect(first).toBe(Date.parse("2026-11-01T07:30:00Z"));
  expect(second).toBe(Date.parse("2026-11-01T08:30:00Z"));
  expect(toTime("2026-03-08", "02:30", zone)).toBe("never");
  expect(toTime("2026-03-08", "02:30", zone, "first")).toBe("never");
  expect(toTime("2026-03-08", "03:30", zone)).toBe(Date.parse("2026-03-08T09:30:00Z"));
  // Arizona does not change its clocks.
  expect(toTime("2026-11-01", "01:30", "America/Phoenix")).toBe(Date.parse("2026-11-01T08:30:00Z"));
});

test("a time is shown as the market's clocks show it", () => {
  const start = Date.parse("2026-11-01T08:30:00Z");
  expect(toFields(start, "America/Denver")).toEqual({ day: "2026-11-01", clock: "01:30" });
  const window = { starts_at: start, ends_at: start + 3_600_000 };
  expect(describeTime(window, "America/Denver")).toBe("Sunday, November 1, 1:30 am to 2:30 am");
  expect(describeTime({ ...window, ends_at: null }, "America/Chicago")).toBe(
    "Sunday, November 1, 2:30 am",
  );
});
