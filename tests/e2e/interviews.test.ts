import { describe, expect } from "vitest";
import { interviewEndpoints } from "../../src/features/interviews/contract/endpoints.ts";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { days } from "../../src/platform/contract/durations.ts";
import { eventually, test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { conversationPathIn } from "../support/conversations.ts";
import { applicationPath, openAt } from "../support/desk-applications.ts";
import { addColleague } from "../support/desk-inbox.ts";
import { TestBrowser } from "../support/recruiting.ts";

const inFiveDays = new Date(Date.now() + days(5)).toISOString().slice(0, 10);
/** Of a record that is saved as it is shown. */
const expects = [/status of 409/, /^response 409: /];

describe("interviews", () => {
  test("an applicant chooses a time, moves it; the recruiter sees it and scores", async ({
    openPage,
    site,
  }) => {
    const noor = await addColleague(site, "Noor Interviews", "recruiter");
    const email = `dana.${Date.now()}@example.com`;
    const browser = new TestBrowser(site.app);
    const reference = await browser.apply("care", tracks.care.intake, { firstName: "Dana", email });
    const path = await conversationPathIn(site.database, "application-received");
    const read = applicationPath("read", reference);
    await eventually(async () => (await noor.request("GET", read)).statusCode).toBe(200);
    const { version } = await openAt(noor, reference);
    const move = { version, status: "interview" };
    await noor.request("PATCH", applicationPath("change", reference), move);
    const questions = [{ id: null, question: "Why care?" }];
    const kit = pathOf(interviewEndpoints.kit);
    const { version: kitVersion } = (await noor.request("GET", kit)).json();
    await noor.request("PUT", kit, { version: kitVersion, questions });

    const desk = await openPage(`${deskPaths.interviews}?week=${inFiveDays}`, {
      width: 1440,
      cookie: noor.cookie,
      expects,
    });
    for (const clock of ["10:30", "15:00"]) {
      await desk.getByRole("button", { name: "Add times…" }).click();
      await desk.getByLabel("Day", { exact: true }).fill(inFiveDays);
      await desk.getByLabel(/^Time,/).fill(clock);
      await desk.getByRole("button", { name: "Add", exact: true }).click();
      await desk.getByText("1 time is added.").waitFor();
      await desk.getByRole("dialog").waitFor({ state: "detached" });
    }
    await eventually(() => desk.getByText("Free", { exact: true }).count()).toBeGreaterThan(1);
    await desk.goto(`${deskPaths.applications}/${reference}`);
    await desk.getByRole("button", { name: "Offer times" }).click();
    await desk.getByText("Times are offered.", { exact: true }).first().waitFor();

    const page = await openPage(path, { width: 375 });
    await page.getByLabel("10:30 am").first().check();
    await expectAccessible(page, "times to choose from");
    await page.getByRole("button", { name: "Choose this time" }).click();
    await page.getByRole("heading", { name: /^Interview: .*10:30 am$/ }).waitFor();
    await page.getByRole("link", { name: "Change the time" }).click();
    await page.getByLabel("3:00 pm").first().check();
    await page.getByRole("button", { name: "Move it to this time" }).click();
    await page.getByRole("heading", { name: /^Interview: .*3:00 pm$/ }).waitFor();

    await desk.reload();
    await desk.getByText("A time is chosen.").waitFor();
    await desk.getByRole("link", { name: /3:00\spm, by phone/ }).waitFor();
    await desk.getByRole("button", { name: "Good", exact: true }).click();
    await desk.getByRole("button", { name: "Good", exact: true, pressed: true }).waitFor();
    const { scores } = (
      await noor.request("GET", pathOf(interviewEndpoints.read).replace(":id", reference))
    ).json();
    expect(scores).toMatchObject([{ question: "Why care?", score: 1, staffId: noor.id }]);
  });
});
