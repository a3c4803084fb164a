import { expect, test } from "vitest";
import { formatAge } from "./format-age.ts";

test("formats an age in hours for a day, then in days", () => {
  const now = Date.parse("2026-11-22T18:00:00Z");
  expect(formatAge("2026-11-22T17:30:00Z", now)).toBe("Just now");
  expect(formatAge("2026-11-22T16:59:00Z", now)).toBe("1\u00a0hour");
  expect(formatAge("2026-11-22T15:00:00Z", now)).toBe("3\u00a0hours");
  expect(formatAge("2026-11-21T17:00:00Z", now)).toBe("1\u00a0day");
  expect(formatAge("2026-11-10T17:00:00Z", now)).toBe("12\u00a0days");
});
