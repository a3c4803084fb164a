import { expect, test } from "vitest";
import { brand, office } from "../../../../brand.ts";
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
  expect(findDueTime(friday("10:15"), 45)).toBe(Date.parse("2026-11-30T10:15-07:00"));
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

test.each([
  ["2026-11-25T14:00-07:00", "2026-11-27T14:00-07:00", "the day before Thanksgiving"],
  ["2026-11-26T11:00-07:00", "2026-11-30T08:00-07:00", "on Thanksgiving"],
  ["2026-12-24T11:00-07:00", "2026-12-28T11:00-07:00", "before Christmas"],
  ["2026-12-31T11:00-07:00", "2027-01-04T11:00-07:00", "before New Year"],
  ["2026-07-02T16:00-06:00", "2026-07-06T16:00-06:00", "the Fourth on a Saturday"],
  ["2027-07-02T16:00-06:00", "2027-07-06T16:00-06:00", "the Fourth on a Sunday"],
  ["2027-12-30T09:00-07:00", "2028-01-03T09:00-07:00", "New Year's Day on a Saturday"],
  ["2028-01-14T09:00-07:00", "2028-01-18T09:00-07:00", "before Martin Luther King Jr. Day"],
  ["2029-05-25T17:30-06:00", "2029-05-30T08:00-06:00", "after closing, before Memorial Day"],
  ["2029-01-19T09:00-07:00", "2029-01-22T09:00-07:00", "no holiday on Inauguration Day"],
])("a message of %s is due %s: %s", (sent, due) => {
  expect(new Date(findDueTime(Date.parse(sent))).toISOString()).toBe(new Date(due).toISOString());
});

test("working minutes exclude holidays", () => {
  const count = (from: string, to: string) => countWorkingMinutes(Date.parse(from), Date.parse(to));
  expect(count("2026-11-25T16:00-07:00", "2026-11-27T09:00-07:00")).toBe(120);
  expect(count("2026-12-25T09:00-07:00", "2026-12-25T15:00-07:00")).toBe(0);
  expect(count("2026-12-24T08:00-07:00", "2027-01-04T08:00-07:00")).toBe(5 * 9 * 60);
  const [from, to] = [Date.parse("2026-12-22T08:00-07:00"), Date.parse("2026-12-29T08:00-07:00")];
  // Two days of the office's own, and none of the country.
  const own = ["2026-12-23", "2026-12-28"].map((day) => ({ day, name: "Closed" }));
  expect(countWorkingMinutes(from, to, { federal: [], own })).toBe(3 * 9 * 60);
});
