import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { brand, office, phoneTimes } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { carePlusPath } from "../../contract/forms/request-help.ts";
import { phoneOpensAt } from "./phone-hours.ts";

function at(local: string): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(office.timeZone).epochMilliseconds;
}

/** November 25, 2026 is a Wednesday, and Thanksgiving the next day. */
test.each([
  ["2026-11-24T06:59", "7 am"],
  ["2026-11-24T07:00", ""],
  ["2026-11-24T20:59", ""],
  ["2026-11-24T21:00", "7 am"],
  ["2026-11-25T21:00", "Friday, 7 am"],
  ["2026-11-26T06:00", "tomorrow, 7 am"],
  ["2026-11-26T12:00", "tomorrow, 7 am"],
  ["2026-11-26T22:00", "7 am"],
])("at %s the phone is next answered %j", (local, opens) => {
  expect(phoneOpensAt(at(local))).toBe(opens);
});

test("the words of the hours are those of the clock", () => {
  const { opens, closes, days, closesOnHolidays } = phoneTimes;
  expect(brand.phone.hours).toContain(`${opens} am to ${closes - 12} pm`);
  expect([brand.phone.hours.startsWith("Every day"), days]).toEqual([true, [1, 2, 3, 4, 5, 6, 7]]);
  expect(brand.phone.hours.includes("except holidays")).toBe(closesOnHolidays);
});

describeEachDialect("pages", (_open, createDatabase, engine) => {
  test("begin the message for a plan without scripts", async () => {
    const { app } = await openTestApp(createDatabase);
    const plan = await app.inject(carePlusPath("annual"));
    expect(plan.body).toContain(`I would like to join the annual ${brand.carePlus} plan.`);
    expect(plan.headers["cache-control"]).toBe("no-store");
  });

  if (engine !== "sqlite") return;

  test("say when the phone opens, and nothing while it is answered", async () => {
    const testApp = await openTestApp(createDatabase);
    testApp.clock.now = at("2026-11-24T22:00");
    const closed = (await testApp.app.inject(paths.home)).body;
    expect(closed).toContain(' data-phone="7 am"');
    expect(closed).toContain('Closed now, opens <span data-opens="">7 am</span>');
    expect(closed).toContain("leave your number");
    testApp.clock.now = at("2026-11-25T08:00");
    const open = (await testApp.app.inject(paths.home)).body;
    expect(open).not.toContain(' data-phone="');
    expect(open).toContain('<span data-opens=""></span>');
  });

  test("know the holidays of the office", async () => {
    const testApp = await openTestApp(createDatabase);
    const row = { day: "2026-11-25", name: "Summer party", is_closed: 1 };
    await testApp.database.write((trx) => trx.insertInto("office_holidays").values(row).execute());
    testApp.clock.now = at("2026-11-25T10:00");
    await testApp.app.inject(paths.home);
    await expect
      .poll(async () => (await testApp.app.inject(paths.home)).body)
      .toContain(' data-phone="Friday, 7 am"');
  });
});
