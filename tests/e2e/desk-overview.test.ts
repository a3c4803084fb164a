import { describe, expect } from "vitest";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { findCutOff, scaleText } from "../support/a11y-layout.ts";
import { findBrokenWords } from "../support/broken-words.ts";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addColleague, openInbox, rowOf, sendMessage } from "../support/desk-inbox.ts";
import { signInStaff } from "../support/staff.ts";

describe("the overview on a phone, its states at every width", () => {
  test("counts messages, as charts and as tables, and links to the oldest", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Overview");
    const reference = await sendMessage(site, "Helen Brandt", "The text is too small.");
    const inbox = await openInbox(openPage, imani, deskPaths.inbox, { width: 375, height: 1000 });
    await rowOf(inbox, reference).waitFor();
    const page = await openPage(deskPaths.overview, { width: 375, cookie: imani.cookie });
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    for (const table of await page.locator("summary").all()) await table.click();
    await expectAccessible(page, "tables open");
    expect(
      await page
        .getByRole("term")
        .filter({ hasText: /^Contact$/ })
        .count(),
    ).toBe(1);
    await page.getByRole("link", { name: "1 year" }).click();
    await page.getByRole("heading", { name: "Messages each month" }).waitFor();
    expect(new URL(page.url()).search).toBe("?range=365");
    await expectAccessible(page, "a year");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "This table as CSV" }).click();
    expect((await download).suggestedFilename()).toBe("overview-forms.csv");
    await page.getByRole("link", { name: "Open the oldest" }).click();
    await page.waitForURL(/\/desk\/inbox\/\w{8}$/);
  });
});

test("with text at 200% on a phone nothing is cut off, and no word in tabs or names breaks", async ({
  site,
  openPage,
}) => {
  const { cookie } = await addColleague(site, "Imani Large", "admin");
  const reference = await sendMessage(site, "Helen Brandt", "The text is too small.");
  const record = `${deskPaths.inbox}/${reference}`;
  const page = await openPage(record, { width: 375, height: 800, cookie });
  for (const path of [record, deskPaths.overview, deskPaths.newsletter, deskPaths.staffSettings]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Menu" }).waitFor();
    await scaleText(page, 200);
    expect(await findCutOff(page), path).toEqual([]);
    const words = "main :is(h1, h2, button, nav a, td > span, b)";
    expect(await findBrokenWords(page, words), path).toEqual([]);
  }
});

test("staff without access to the inbox are sent to the first page that they may open", async ({
  site,
  openPage,
}) => {
  const server = { ...site, clock: { now: Date.now() } };
  // A second try adds another person.
  const { cookie } = await signInStaff(server, ["newsletter"], `Lena ${server.clock.now}`);
  const page = await openPage(deskPaths.start, { width: 1440, cookie });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(deskPaths.newsletter);
  expect(await page.getByRole("link", { name: "Overview" }).count()).toBe(0);
});
