import { expect, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { runOps } from "../../../tests/support/ops.ts";
import { days } from "../contract/durations.ts";
import { openDatabase } from "../server/db/open-database.ts";
import { ClockGuard } from "../server/jobs/clock-guard.ts";

describeEachDialect("ops clock", (_open, createDatabase) => {
  test("says whether the clock is in doubt; confirm ends that, a dry run does not", async () => {
    const options = await createDatabase("with tables");
    const database = await openDatabase(options);
    const isTrustedBy = (byMs: number) =>
      new ClockGuard({ database, now: () => Date.now() + byMs }).isTrusted();
    expect(await isTrustedBy(0)).toBe(true);
    expect((await runOps(options, "clock")).stdout).toMatch(
      /^This computer's clock says \d{4}-\d\d-\d\d \d\d:\d\d UTC\. It is not in doubt\.\n$/,
    );
    expect(await isTrustedBy(days(3))).toBe(false);
    expect((await runOps(options, "clock")).stdout).toContain("It has been in doubt since");
    expect((await runOps(options, "clock", "confirm", "--dry-run")).code).toBe(0);
    expect(await isTrustedBy(0)).toBe(false);
    const confirmed = await runOps(options, "clock", "confirm");
    expect([confirmed.code, confirmed.stdout]).toEqual([0, expect.stringContaining("confirmed")]);
    expect(await isTrustedBy(0)).toBe(true);
    expect((await runOps(options, "clock", "later")).code).toBe(1);
    await database.close();
  });
});
