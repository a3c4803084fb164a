import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { deskPaths } from "../../src/contract/desk/paths.ts";
import { tracks } from "../../src/contract/endpoints/recruiting.ts";
import { recruitingPaths } from "../support/api-paths.ts";
import { eventually, test } from "../support/browser.ts";
import { checkDeskPage } from "../support/check-page.ts";
import { applicationPath } from "../support/desk-applications.ts";
import { addColleague, rowOf } from "../support/desk-inbox.ts";
import { TestBrowser } from "../support/recruiting.ts";
import type { TestServer } from "../support/server.ts";
import { readAudit } from "../support/staff.ts";

const { applications } = deskPaths;
/** Rejections that a test causes: browsers log them. */
const rejections = [/status of [45]\d\d/, /^response [45]\d\d: .*\/api\/desk\//];
const choices = {
  width: 1440,
  height: 1000,
  reducedMotion: "reduce",
  expects: rejections,
} as const;

let sent = 0;

/** Sends an application of a new person and waits until the desk has it. */
async function apply(
  site: TestServer,
  name: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<string> {
  sent += 1;
  const browser = new TestBrowser(site.app);
  await browser.get(tracks.care.intake);
  await browser.put(
    `${recruitingPaths("care").resume}?name=cv.pdf`,
    Buffer.from("%PDF-1.7\n%%EOF\n"),
  );
  const [firstName = "", lastName = ""] = name.split(" ");
  const reference = await browser.apply("care", tracks.care.intake, {
    firstName,
    lastName,
    email: `person${sent}.${Date.now()}@example.com`,
    phone: `303-555-${String(1000 + sent)}`,
    ...changes,
  });
  const isNumbered = async () => {
    const row = await site.database.db
      .selectFrom("applications")
      .select("number")
      .where("reference", "=", reference)
      .executeTakeFirst();
    return row?.number !== null;
  };
  await eventually(isNumbered).toBe(true);
  return reference;
}

const stage = (page: Page, name: string) =>
  page.getByRole("region", { name: new RegExp(`^${name} `) });
const record = (page: Page) => page.getByRole("region", { name: "Application", exact: true });

describe("applications at the desk", () => {
  test("a recruiter lands on the board, and moves people by dragging and by keyboard", async ({
    openPage,
    site,
  }) => {
    const reference = await apply(site, "Denise Carver");
    const { cookie } = await addColleague(site, "Noor Aziz", "recruiter");
    const page = await openPage("/desk", { ...choices, cookie });
    await page.waitForURL(`**${applications}`);
    await rowOf(page, reference).dragTo(stage(page, "Screening"));
    await stage(page, "Screening").locator(`[data-reference="${reference}"]`).waitFor();
    await page.getByText("Denise Carver is now in Screening.").waitFor({ state: "attached" });

    await rowOf(page, reference).focus();
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { name: "Denise Carver" });
    await heading.waitFor();
    await eventually(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
    const summary = record(page).locator("summary", { hasText: "Move to…" });
    await summary.focus();
    await page.keyboard.press("Enter");
    const item = record(page).getByRole("button", { name: "Interview", exact: true });
    await item.focus();
    await page.keyboard.press("Enter");
    await stage(page, "Interview").locator(`[data-reference="${reference}"]`).waitFor();
    // The focus stays where the person was.
    await eventually(() => summary.evaluate((node) => node === document.activeElement)).toBe(true);
    expect((await readAudit(site)).map(([, , what]) => what)).toEqual(
      expect.arrayContaining(["Status: New to Screening", "Status: Screening to Interview"]),
    );

    const download = page.waitForEvent("download");
    await record(page).getByRole("button", { name: "Download the résumé" }).click();
    expect((await download).suggestedFilename()).toBe("cv.pdf");
  });

  test("a colleague's change shows by itself; an old state is refused and nothing typed is lost", async ({
    openPage,
    site,
  }) => {
    const reference = await apply(site, "Grace Okafor");
    const { cookie } = await addColleague(site, "Noor Aziz", "recruiter");
    const lena = await addColleague(site, "Lena Sato", "recruiter");
    const page = await openPage(`${applications}/${reference}`, { ...choices, cookie });
    await page.getByRole("heading", { name: "Grace Okafor" }).waitFor();
    await page.getByLabel(/^Note\./).fill("She is at work until two.");
    const change = { version: 1, status: "screening" };
    // The page has not heard of it yet.
    const held: (() => void)[] = [];
    await page.route("**/api/desk/applications/board*", async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await lena.request("PATCH", applicationPath("change", reference), change);
    await record(page).locator("summary", { hasText: "Move to…" }).click();
    await record(page).getByRole("button", { name: "Withdrawn" }).click();
    await page.getByRole("heading", { name: /Lena S\. changed this/ }).waitFor();
    await page.getByText("Status: New to Screening.").first().waitFor();
    await page.getByRole("button", { name: "Look at it now" }).click();
    expect(await page.getByLabel(/^Note\./).inputValue()).toBe("She is at work until two.");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("heading", { name: "Notes for the team" }).waitFor();

    for (const release of held) release();
    await page.unrouteAll({ behavior: "wait" });
    const next = { version: 2, status: "interview" };
    await lena.request("PATCH", applicationPath("change", reference), next);
    await stage(page, "Interview").locator(`[data-reference="${reference}"]`).waitFor();
    await record(page).getByText("Interview", { exact: true }).first().waitFor();
  });

  test("filters stand in the address; a search finds people in any status", async ({
    openPage,
    site,
  }) => {
    const found = await apply(site, "Rowan Quillfeather", { city: "Greeley" });
    const other = await apply(site, "Sofia Quillfeather");
    const noor = await addColleague(site, "Noor Aziz", "recruiter");
    const change = { version: 1, status: "rejected" };
    await noor.request("PATCH", applicationPath("change", other), change);
    const page = await openPage(`${applications}?track=pro`, { ...choices, cookie: noor.cookie });
    await page.getByLabel("Find a name, email, phone or reference").fill("quillf");
    await page.getByText("Nothing fits.").waitFor();
    await page.getByLabel("Track").selectOption("Care and Pro");
    await rowOf(page, found).waitFor();
    await rowOf(page, other).waitFor();
    await page.getByLabel("Status").selectOption("Rejected");
    await eventually(() => rowOf(page, found).count()).toBe(0);
    expect(new URL(page.url()).search).toBe("?as=list&status=rejected&q=quillf");
    await page.reload();
    await rowOf(page, other).waitFor();
    await page.goBack();
    await rowOf(page, found).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as CSV" }).first().click();
    expect((await download).suggestedFilename()).toBe("applications.csv");
  });

  test("two applications of one person are compared and merged after asking", async ({
    openPage,
    site,
  }) => {
    const email = `twice.${Date.now()}@example.com`;
    const first = await apply(site, "Nell Haverty", { email });
    const second = await apply(site, "Nell Haverty", { email, hoursPerWeek: "24" });
    const { cookie } = await addColleague(site, "Noor Aziz", "recruiter");
    const page = await openPage(`${applications}/${second}`, { ...choices, cookie });
    await page.getByText("Same person as Nell Haverty").waitFor();
    await page.getByRole("link", { name: "Side by side" }).click();
    await page.getByRole("heading", { name: "Side by side" }).waitFor();
    await page.getByRole("button", { name: `Keep this one ${first}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep this one" }).click();
    await page.waitForURL(`**${applications}/${first}`);
    await page.getByText("Merged into this one:").waitFor();
    await record(page).getByText("24", { exact: true }).waitFor();
    await page.getByRole("link", { name: second }).click();
    await page.getByText("Merged into another application.").waitFor();
    expect(await record(page).locator("summary", { hasText: "Move to…" }).count()).toBe(0);
  });
});

describe.each([375, 768, 1440])("at %i px every state is accessible:", (width) => {
  test("board, record, list, side by side, waiting list", async ({ openPage, site }) => {
    const email = `states.${width}.${Date.now()}@example.com`;
    const first = await apply(site, "Pam Whitlow", { email });
    const second = await apply(site, "Pam Whitlow", { email });
    const { cookie, request } = await addColleague(site, "Noor Aziz", "recruiter");
    await request("POST", applicationPath("addNote", second), { text: "Called.", mentions: [] });
    const page = await openPage(applications, { ...choices, width, cookie });
    await rowOf(page, first).waitFor();
    await page.getByText("Show as table").click();
    expect(await checkDeskPage(page), "board").toEqual([]);
    if (width > 1400) {
      // Board and record scroll on their own; the page below them would be empty.
      const hasOwnScroll = "document.documentElement.scrollHeight <= innerHeight";
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(hasOwnScroll)).toBe(true);
    }
    await page.goto(`${applications}/${second}`);
    await page.getByText("Same person as").waitFor();
    await record(page).locator("summary", { hasText: "Move to…" }).click();
    expect(await checkDeskPage(page), "record").toEqual([]);
    await page.goto(`${applications}/NONE2345`);
    await page.getByText("There is no application with this reference.").waitFor();
    expect(await checkDeskPage(page), "no record").toEqual([]);
    await page.goto(`${applications}?as=list&status=all&q=pam`);
    await rowOf(page, second).waitFor();
    expect(await checkDeskPage(page), "list").toEqual([]);
    await page.goto(`${applications}/${first}/compare?with=WRONG`);
    await page.getByText("A reference has eight").waitFor();
    expect(await checkDeskPage(page), "wrong reference").toEqual([]);
    await page.goto(`${applications}/${first}/compare?with=${second}`);
    await page.getByRole("button", { name: `Keep this one ${second}` }).click();
    expect(await checkDeskPage(page), "asking").toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await checkDeskPage(page), "side by side").toEqual([]);
    await page.route("**/api/desk/applications/board*", (route) => route.fulfill({ status: 503 }));
    await page.goto(applications);
    await page.getByText("The desk cannot be reached.").first().waitFor();
    expect(await checkDeskPage(page), "no answer").toEqual([]);
    await page.goto(`${applications}/waiting-list`);
    await page.getByRole("heading", { level: 1, name: "Waiting list" }).waitFor();
    expect(await checkDeskPage(page), "waiting list").toEqual([]);
  });
});
