import { expect, test } from "vitest";
import { brand, office } from "../../../brand.ts";
import { countWorkingMinutes, findDueTime } from "./working-time.ts";

/** Friday, November 20, 2026, in Denver: seven hours behind UTC. */
const friday = (time: string) => Date.parse(`2026-11-20T${time}-07:00`);
const monday = (time: string) => Date.parse(`2026-11-23T${time}-07:00`);

test("an answer is due one working day later, from the next working hour", () => {
  expect(findDueTime(friday("10:15"))).toBe(monday("10:15"));
  expect(findDueTime(friday("18:00"))).toBe(Date.parse("2026-11-24T08:00-07:00"));
});

test("other times count working hours, across nights, weekends and daylight saving time", () => {
  expect(findDueTime(friday("10:15"), 2)).toBe(friday("12:15"));
  expect(findDueTime(friday("16:30"), 1)).toBe(monday("08:30"));
  expect(findDueTime(friday("16:00"), 1)).toBe(monday("08:00"));
  expect(findDueTime(friday("06:00"), 4)).toBe(friday("12:00"));
  expect(findDueTime(friday("10:15"), 45)).toBe(Date.parse("2026-11-27T10:15-07:00"));
  expect(findDueTime(Date.parse("2026-10-30T16:00-06:00"), 2)).toBe(
    Date.parse("2026-11-02T09:00-07:00"),
  );
});

test("the time promised on the pages and the usual time are equal", () => {
  const words = ["one business day", "two business days", "three business days"];
  expect(brand.answerTime).toBe(words[office.answerDays - 1]);
});

test("working minutes exclude nights and weekends", () => {
  expect(countWorkingMinutes(friday("10:00"), friday("10:45"))).toBe(45);
  expect(countWorkingMinutes(friday("06:00"), friday("09:30"))).toBe(90);
  expect(countWorkingMinutes(friday("16:00"), monday("09:00"))).toBe(120);
  expect(countWorkingMinutes(friday("17:00"), monday("08:00"))).toBe(0);
  expect(countWorkingMinutes(friday("23:00"), monday("23:00"))).toBe(9 * 60);
  expect(countWorkingMinutes(friday("12:00"), friday("11:00"))).toBe(0);
});
