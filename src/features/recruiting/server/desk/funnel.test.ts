import { expect, test } from "vitest";
import {
  applicationPath,
  indexAllApplications,
} from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { readAudit, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { type FunnelResponse, funnelEndpoints } from "../../contract/funnel.ts";
import { tracks } from "../../contract/recruiting-endpoints.ts";
import { countFunnelDays } from "../applicants/funnel-days.ts";

describeEachDialect("the funnel at the desk", (_open, createDatabase) => {
  test("counts from visit to hire by source, the same before and after aggregation", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const { app, clock, database } = testApp;
    await new TestBrowser(app).get(`${tracks.care.getStarted}?utm_source=old`);
    clock.now += days(95);
    const friend = `${tracks.care.getStarted}?utm_source=friend`;
    for (let visit = 0; visit < 3; visit += 1) await new TestBrowser(app).get(friend);
    const browser = new TestBrowser(app);
    await browser.get(friend);
    const reference = await browser.apply("care");
    clock.now += days(2);
    await new TestBrowser(app).get(`${tracks.pro.getStarted}?utm_source=flyer`);
    await indexAllApplications(testApp);
    const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const hired = { version: 1, status: "hired" };
    await noor.request("PATCH", applicationPath("change", reference), hired);
    const read = async (query = "") =>
      (
        await noor.request("GET", `${pathOf(funnelEndpoints.read)}?${query}`)
      ).json<FunnelResponse>();
    const none = { visits: 0, started: 0, sent: 0, qualified: 0, hired: 0 };
    const expected = {
      days: 90,
      from: "2026-07-05",
      to: "2026-10-02",
      sources: [
        { source: "friend", visits: 4, started: 1, sent: 1, qualified: 1, hired: 1 },
        { ...none, source: "flyer", visits: 1 },
      ],
    };
    expect(await read()).toEqual(expected);
    while (await countFunnelDays(database, clock.now));
    const counted = await database.db
      .selectFrom("funnel_days")
      .select(["day", "count"])
      .where("kind", "=", "visit")
      .orderBy("day")
      .execute();
    expect(counted.map(({ day, count }) => [day, Number(count)])).toEqual([
      ["2026-06-27", 1],
      ["2026-09-30", 4],
    ]);
    expect(await read()).toEqual(expected);
    while (await countFunnelDays(database, clock.now));
    expect(await read()).toEqual(expected);
    expect((await read("track=pro")).sources).toMatchObject([{ source: "flyer" }]);
    expect((await read("days=365")).sources.map(({ source }) => source)).toContain("old");
    const wrong = await noor.request("GET", `${pathOf(funnelEndpoints.read)}?days=3`);
    expect(wrong.statusCode).toBe(400);
    const csv = await noor.request("GET", pathOf(funnelEndpoints.export));
    expect(csv.body).toBe(
      "\uFEFFsource,visits,started,sent,qualified,hired\r\nA friend,4,1,1,1,1\r\nFlyer,1,0,0,0,0\r\n",
    );
    expect((await readAudit(testApp)).at(-1)?.[2]).toBe("Exported the funnel as CSV");
  });
});
