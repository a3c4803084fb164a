import { expect, test } from "vitest";
import { startAdCompany } from "../../../../../tests/support/ad-company.ts";
import { sendDueConversions } from "../../../../../tests/support/conversions.ts";
import { describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { tracks } from "../../contract/recruiting-endpoints.ts";

const { complete, talrooComplete, talrooIntake } = tracks.pro;
const jobIntake = "/proportal/job-board-intake";
const jobComplete = "/proportal/job-board-complete";

/** A company with its own pages in addition to Talroo. */
function startJobBoard() {
  return startAdCompany(undefined, (talroo, origin) => ({
    talroo,
    "job-board": {
      clickId: "jb_click",
      events: [
        { name: "completed", method: "GET", urlTemplate: `${origin}/heard?c={click_id}&t={track}` },
      ],
      pixel: { urlTemplate: `${origin}/pixel?c={click_id}` },
      pages: true,
    },
    quiet: { clickId: "q", events: [] },
  }));
}

describeOnSqlite("pages of other ad companies", (_open, createDatabase) => {
  test("a source with pages has its own pages from ad to completion, and its pixel there only", async () => {
    const company = await startJobBoard();
    const { app, context, database } = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(app);
    const landed = await browser.get(`${jobIntake}?jb_click=c-77&email=a@b.example`);
    expect(landed.statusCode).toBe(200);
    expect(landed.body).toContain(`data-alias="${talrooIntake}"`);
    expect(landed.body).toContain(`action="${jobIntake}"`);
    expect(landed.body).toContain('name="robots" content="noindex"');
    expect(landed.body).toMatch(new RegExp(`rel="canonical" href="[^"]*${jobIntake}"`));
    expect(landed.body.replace("data-alias", "")).toContain("straight from the ad");
    await browser.fillIn("pro", jobIntake);
    const check = await browser.get(`${jobIntake}?step=check`);
    expect(check.body).toContain(`${jobIntake}?step=about#`);
    expect(check.body.split(talrooIntake)).toHaveLength(2);
    expect(await browser.submit("pro", jobIntake)).toBe(jobComplete);
    for (const page of [complete, talrooComplete]) {
      const other = await browser.get(page);
      expect(other.body).not.toContain(company.origin);
      expect(other.headers["content-security-policy"]).not.toContain(company.origin);
    }
    const thanks = await browser.get(jobComplete);
    expect(thanks.body).toContain(`${company.origin}/pixel?c=c-77`);
    expect(thanks.headers["content-security-policy"]).toContain(`img-src 'self' ${company.origin}`);
    const again = await browser.get(jobComplete);
    expect(again.body).toContain("Your reference");
    expect(again.body).not.toContain(company.origin);
    await sendDueConversions(context, app.log);
    expect(company.requests.map(({ url }) => url)).toEqual(["/heard?c=c-77&t=pro"]);
    const row = await database.db.selectFrom("applications").selectAll().executeTakeFirstOrThrow();
    expect(row.source).toBe("job-board");
    expect(JSON.parse(row.last_touch).params).toEqual({ jb_click: "c-77" });
  });

  test.each(["", "?jb_click=grace@example.com", "?jb_click=Grace+Okafor"])(
    "without a click id (%j) the source is unknown and nothing is reported",
    async (query) => {
      const company = await startJobBoard();
      const { app, context, database } = await openTestApp(createDatabase, company.settings);
      const browser = new TestBrowser(app);
      await browser.get(jobIntake + query);
      await browser.apply("pro", jobIntake);
      await sendDueConversions(context, app.log);
      expect(company.requests).toEqual([]);
      const row = await database.db
        .selectFrom("applications")
        .select("source")
        .executeTakeFirstOrThrow();
      expect(row.source).toBe("job-board-unknown");
    },
  );

  test("a source without pages, and a server without settings, has only Talroo's", async () => {
    const company = await startJobBoard();
    const set = await openTestApp(createDatabase, company.settings);
    const plain = await openTestApp(createDatabase);
    const statusOf = async ({ app }: typeof set, url: string) => (await app.inject(url)).statusCode;
    expect(await statusOf(set, "/proportal/quiet-intake")).toBe(404);
    for (const page of [jobIntake, jobComplete]) expect(await statusOf(plain, page)).toBe(404);
    for (const page of [talrooIntake, talrooComplete])
      expect(await statusOf(plain, page)).toBe(200);
  });

  test("a stranger sees the neutral page under the source's name", async () => {
    const company = await startJobBoard();
    const { app } = await openTestApp(createDatabase, company.settings);
    const page = await new TestBrowser(app).get(jobComplete);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("Your provider application");
    expect(page.body).not.toContain("Your reference <b");
    expect(page.body).not.toContain(company.origin);
  });
});
