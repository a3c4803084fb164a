import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, test } from "../support/browser.ts";
import { submitForm } from "../support/cases.ts";
import { checkDeskPage, checkPage, expectAccessible } from "../support/check-page.ts";
import { addColleague, sendMessage } from "../support/desk-inbox.ts";
import { linkIn } from "../support/emails.ts";
import { validValues } from "../support/form-values.ts";
import { privacyPathIn } from "../support/privacy.ts";
import type { TestServer } from "../support/server.ts";
import { readAudit } from "../support/staff.ts";

/** Rejections that the tests cause, as browsers log them. */
const rejections = [/status of 4\d\d/, /^response 4\d\d: /];
const choices = {
  width: 1440,
  height: 1000,
  reducedMotion: "reduce",
  expects: rejections,
} as const;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const record = (page: Page) => page.getByRole("region", { name: "Request", exact: true });
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, exact: true });

/** Opens the link in the newest privacy email and presses its button. */
async function pressLink(site: TestServer, page: Page, kind: string, name: string): Promise<void> {
  await eventually(async () =>
    linkIn(site.database, `privacy-${kind}`).then(
      () => true,
      () => false,
    ),
  ).toBe(true);
  await page.goto(await privacyPathIn(site, kind));
  await button(page, name).click();
}

describe("a privacy request", () => {
  test("is handled from the public form to the receipt, partly by keyboard", async ({
    openPage,
    site,
  }) => {
    const email = `ruth.${Date.now()}@example.com`;
    const name = `Ruth ${Date.now()}`;
    await submitForm(site, { ...validValues(contactForm), email });
    const visitor = await openPage(paths.privacyRequest, { js: false, expects: rejections });
    await visitor.getByLabel("Name").fill(name);
    await visitor.getByLabel("Email", { exact: true }).first().fill(email);
    await visitor.getByLabel(/^Support ID/).fill("K7MP4R2X");
    await visitor
      .getByRole("button", { name: /Submit|Request/ })
      .first()
      .click();
    await visitor.getByText("Request Submitted").first().waitFor();

    const { cookie } = await addColleague(site, "Imani Bell", "privacy");
    const page = await openPage(deskPaths.start, { ...choices, cookie });
    await page.waitForURL(`**${deskPaths.privacy}`);
    const row = page.getByRole("link", { name: new RegExp(name) });
    await row.waitFor();
    await expectAccessible(page, "list");
    await pressLink(site, visitor, "identity", "Yes, it was me");
    await visitor.getByText("Your identity is confirmed.").waitFor();

    await row.focus();
    await page.keyboard.press("Enter");
    await heading(page, name).waitFor();
    await record(page).getByText("Identity checked").first().waitFor();
    await button(page, "Take it").click();
    await record(page).getByText("In progress").first().waitFor();
    await expectAccessible(page, "record");

    await button(page, /^Extend by 45/).click();
    await heading(page, /^45 days more/).waitFor();
    await expectAccessible(page, "extend");
    await button(page, "Extend and send the letter").click();
    await record(page).getByText("90 days left").waitFor();

    await button(page, "Open the letter").click();
    await page.getByLabel("What it is about").fill("A question");
    await page.getByLabel("Letter", { exact: true }).fill("Hello {{name of dog}}");
    await button(page, "Send the letter").click();
    await page.getByText(/Fill in the name of dog/).waitFor();
    await page.getByLabel("Letter", { exact: true }).fill("Hello Ruth");
    await button(page, "Send the letter").click();
    await record(page).locator("summary", { hasText: "A question" }).waitFor();

    await button(page, /^Delete \d+ things?…$/).click();
    await button(page, "Keep for now").waitFor();
    await expectAccessible(page, "delete");
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(
      "Keep for now",
    );
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await heading(page, /^Receipt /).waitFor();
    await expectAccessible(page, "receipt");
    const left = await site.database.db
      .selectFrom("submissions")
      .select("collection")
      .where("email", "=", email)
      .execute();
    expect(left).toEqual([{ collection: "DataDeletionRequests" }]);
    const audit = JSON.stringify(await readAudit(site));
    expect(audit).toContain("Deleted a person's data");
    expect(audit).not.toMatch(/ruth/i);
  });

  test("is denied, appealed and decided by another staff member; conflicting changes are reported", async ({
    openPage,
    site,
  }) => {
    const imani = await addColleague(site, "Imani Reed", "privacy");
    const message = await sendMessage(site, "Ned Farrow", "Copy my data, please.");
    const about = `${deskPaths.people}/${message}`;
    const page = await openPage(about, { ...choices, cookie: imani.cookie });
    await page.getByText("No case is open.").waitFor();
    await expectAccessible(page, "person");
    await page.getByRole("link", { name: "Copy of Ned’s data" }).click();
    const email = page.getByLabel("Email", { exact: true });
    expect(await email.inputValue()).toBe("ned.farrow@example.com");
    expect(await page.getByLabel("What do they ask for?").inputValue()).toBe("copy");
    await page.reload();
    expect(await page.getByLabel("Name").inputValue()).toBe("Ned Farrow");
    await email.fill("");
    await button(page, "Open the case").click();
    await page.getByText("Enter the customer's email address.").waitFor();
    await expectAccessible(page, "new case");
    await email.fill(`ned.${Date.now()}@example.com`);
    await button(page, "Open the case").click();
    await page.getByText("Ned has not pressed the link.").waitFor();
    await expectAccessible(page, "identity");

    const gil = await addColleague(site, "Gil Moss", "privacy");
    const other = await openPage(new URL(page.url()).pathname, { ...choices, cookie: gil.cookie });
    // Gil's page does not learn that Imani takes the request first.
    await other.route("**/api/desk/events", () => undefined);
    await other.reload();
    await heading(other, "Ned Farrow").waitFor();
    await button(page, "Take it").click();
    await page.getByText(/assigned to Imani/).waitFor();
    await button(other, "Take it").click();
    await heading(other, /^Imani R.* changed this/).waitFor();
    expect(await checkDeskPage(other), "conflict").toEqual([]);
    await button(other, "Look at it now").click();
    await other.getByText(/assigned to Imani/).waitFor();
    await other.unrouteAll({ behavior: "ignoreErrors" });

    await button(page, "Deny…").click();
    await page.getByLabel(/^Reason, as Ned/).selectOption({ label: "In my own words" });
    await button(page, "Deny and send the letter").click();
    await page.getByText("Write the reason.").waitFor();
    await expectAccessible(page, "deny");
    await page.getByLabel("The reason in your own words").fill("We do not know who you are.");
    await button(page, "Deny and send the letter").click();
    await record(page).getByText("Reason for the denial:").waitFor();

    const visitor = await openPage(await privacyPathIn(site, "denied"), {
      js: false,
      expects: rejections,
    });
    await button(visitor, "Ask you to look again").click();
    await visitor.getByText("Please write what we should look at again.").first().waitFor();
    const reader = await openPage(new URL(visitor.url()).pathname, { ...choices, width: 375 });
    await button(reader, "Ask you to look again").click();
    await reader.getByText("Please write what we should look at again.").first().waitFor();
    expect(await checkPage(reader), "appeal with an error").toEqual([]);
    await visitor.getByLabel("What should we look at again?").fill("It is me.");
    await button(visitor, "Ask you to look again").click();
    await visitor.getByText("Another member of our staff will decide.").waitFor();

    await other.reload();
    await heading(other, "Ned Farrow asks us to look again").waitFor();
    await button(other, "Take the appeal").click();
    await button(other, "Grant the appeal…").click();
    await other.getByLabel(/^Reason, as Ned/).fill("You called us.");
    await expectAccessible(other, "appeal");
    await button(other, "Decide and send the letter").click();
    await other.getByText(/Decided .*You called us\./).waitFor();
    await button(other, "Confirm without the link…").click();
    await expectAccessible(other, "by hand");
    await button(other, "Confirm the identity").click();
    await button(other, "Send the copy").click();
    await button(other, "Send a new link to the copy").waitFor();
    await visitor.goto(await privacyPathIn(site, "copy"));
    const download = visitor.waitForEvent("download");
    await button(visitor, "Get the copy of my data").click();
    expect((await download).suggestedFilename()).toMatch(/my-data\.zip$/);

    // The checks need scripts; the pages themselves do not.
    await reader.goto("/your-data/no-such-link");
    await heading(reader, "This link is incomplete").waitFor();
    expect(await checkPage(reader), "wrong link").toEqual([]);
    await reader.goto(await privacyPathIn(site, "copy"));
    expect(await checkPage(reader), "copy").toEqual([]);
    await reader.goto(await privacyPathIn(site, "identity"));
    expect(await checkPage(reader), "identity").toEqual([]);
  });
});
