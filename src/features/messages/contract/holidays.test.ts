import { expect, test } from "vitest";
import { isHoliday } from "./holidays.ts";

/** Published by the Office of Personnel Management. */
const published = {
  2026: "01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25",
  2027: "01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31",
  2028: "01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25",
  2029: "01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25",
  2030: "01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
};

test.each(Object.entries(published))("holidays of %s", (year, days) => {
  const found: string[] = [];
  const day = new Date(`${year}-01-01`);
  while (day.getUTCFullYear() === Number(year)) {
    const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()];
    if (isHoliday({ year: Number(year), month, day: date })) {
      found.push(day.toISOString().slice(5, 10));
    }
    day.setUTCDate(date + 1);
  }
  expect(found.join(" ")).toBe(days);
});
