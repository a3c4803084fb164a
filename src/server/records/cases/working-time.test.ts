import { expect, test } from "vitest";
import { countWorkingMinutes, findDueTime } from "./working-time.ts";

/** Friday, November 20, 2026, in Denver: seven hours behind UTC. */
const friday = (time: string) => Date.parse(`2026-11-20T${time}-07:00`);
const monday = (time: string) => Date.parse(`2026-11-23T${time}-07:00`);

test("an answer is due one working day later, from the next working hour", () => {
  expect(findDueTime(friday("10:15"))).toBe(monday("10:15"));
  expect(findDueTime(friday("18:00"))).toBe(Date.parse("2026-11-24T08:00-07:00"));
});

test("working minutes leave out nights and weekends", () => {
  expect(countWorkingMinutes(friday("10:00"), friday("10:45"))).toBe(45);
  expect(countWorkingMinutes(friday("06:00"), friday("09:30"))).toBe(90);
  expect(countWorkingMinutes(friday("16:00"), monday("09:00"))).toBe(120);
  expect(countWorkingMinutes(friday("17:00"), monday("08:00"))).toBe(0);
  expect(countWorkingMinutes(friday("23:00"), monday("23:00"))).toBe(9 * 60);
  expect(countWorkingMinutes(friday("12:00"), friday("11:00"))).toBe(0);
});
