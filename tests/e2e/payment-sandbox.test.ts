import type { Page } from "playwright-core";
import { expect } from "vitest";
import {
  paymentLinkPath,
  pendingAccountKey,
} from "../../src/features/payments/contract/payments.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { eventually, focused, test } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { pendingOf, storedAccount } from "../support/payment.ts";
import { signUpInBrowser } from "../support/signed-in.ts";
import { stateWidths } from "../support/state-sizes.ts";

const done = "Stripe account setup completed successfully!";
const mark = "Test mode: no real payments, nothing you type here is sent to a bank";

function prompt(page: Page) {
  return page.getByRole("region", { name: /payment profile/i });
}

/** Opens the payment window and waits for the test page; the clock is stopped. */
async function openWindow(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await prompt(page).getByRole("button", { name: "Set up payments" }).click();
  const popup = await opening;
  await eventually(async () => {
    await page.clock.runFor(100);
    return popup.url();
  }).toContain(paths.paymentSandbox);
  return popup;
}

test("without a key the window shows our own page, marked as a test", async ({ openPage }) => {
  const page = await openPage("about:blank", { clock: true });
  await signUpInBrowser(page);
  await page.goto(paths.editProfile);
  const popup = await openWindow(page);
  await popup.getByText(mark, { exact: true }).waitFor();
  await page.clock.runFor(3000);
  expect(await page.getByRole("alertdialog").count()).toBe(0);

  await popup.getByRole("checkbox", { name: "a photo of your ID" }).uncheck();
  await popup.getByRole("button", { name: "Finish the test" }).click();
  await popup.waitForURL(`**${paths.success}`);
  await page.clock.runFor(1000);
  const alert = page.getByRole("alertdialog", { name: "1 thing is still missing" });
  await alert.getByText(done, { exact: true }).waitFor();
  await eventually(() => popup.isClosed()).toBe(true);
  await page.keyboard.press("Escape");
  await eventually(() => focused(page)).toBe("H2 Payment profile");
  await prompt(page).getByText("Complete", { exact: true }).waitFor();
  expect(await prompt(page).getByRole("listitem").allTextContents()).toEqual([
    "a photo of your ID",
  ]);

  await prompt(page).getByRole("link", { name: "Add what is missing" }).click();
  await page.getByRole("button", { name: "Finish the test" }).click();
  await page.getByRole("link", { name: "Back to Edit profile" }).click();
  await prompt(page).getByText("Complete", { exact: true }).waitFor();
  expect(await prompt(page).getByRole("listitem").count()).toBe(0);
});

test("leaving the page unfinished counts as closing the window", async ({ openPage }) => {
  const page = await openPage("about:blank", { clock: true });
  await signUpInBrowser(page);
  await page.goto(paths.editProfile);
  const popup = await openWindow(page);
  await popup.getByRole("link", { name: "Leave it unfinished" }).click();
  await popup.waitForURL(`**${paths.success}`);
  await page.clock.runFor(1000);
  await page.getByRole("alertdialog").getByText(done, { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await eventually(() => prompt(page).getByRole("listitem").count()).toBe(3);
});

test("a filled-in form survives the setup and saves without a conflict", async ({
  openPage,
  site,
}) => {
  const page = await openPage("about:blank");
  const uid = await signUpInBrowser(page);
  await page.goto(paths.editProfile);
  await page.getByRole("textbox", { name: "First name" }).fill("Ruthie");
  const opening = page.waitForEvent("popup");
  await prompt(page).getByRole("button", { name: "Set up payments" }).click();
  const popup = await opening;
  await popup.waitForURL(`**${paths.paymentSandbox}`);
  await popup.close();
  await page.getByRole("alertdialog").getByText(done, { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  expect(await page.getByRole("textbox", { name: "First name" }).inputValue()).toBe("Ruthie");
  await page.getByRole("button", { name: "Save Changes", exact: true }).click();
  await page.getByRole("dialog", { name: "Changes Saved" }).waitFor();
  const row = await site.database.db
    .selectFrom("profiles")
    .select(["first_name", "stripe_account_id"])
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  expect(row.first_name).toBe("Ruthie");
  expect(row.stripe_account_id).toMatch(/^acct_test_/);
});

test("the test page works without scripts", async ({ openPage }) => {
  const page = await openPage("about:blank", { js: false });
  const uid = await signUpInBrowser(page);
  const own = { "sec-fetch-site": "same-origin" };
  await page.request.post(apiPaths.createStripeAccount, { data: { uid }, headers: own });
  await page.goto(paymentLinkPath);
  expect(page.url().endsWith(paths.paymentSandbox)).toBe(true);
  await page.getByText(mark, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Finish the test" }).click();
  await page.waitForURL(`**${paths.success}`);
  await page.getByRole("heading", { level: 1, name: "Success!" }).waitFor();
});

test.for(stateWidths)("the test page is accessible %i px wide", async (width, { openPage }) => {
  const page = await openPage(paths.paymentSandbox, { width, reducedMotion: "reduce" });
  expect(await checkPage(page)).toEqual([]);
});

test("a pending account of another person in the tab is dropped silently", async ({
  openPage,
  site,
}) => {
  const page = await openPage(paths.success, { expects: [/404/] });
  await page.evaluate((key) => sessionStorage.setItem(key, "acct_of_another"), pendingAccountKey);
  const uid = await signUpInBrowser(page);
  await page.goto(paths.editProfile);
  await eventually(() => pendingOf(page)).toBeNull();
  await prompt(page).getByRole("button", { name: "Set up payments" }).waitFor();
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  expect(await storedAccount(site, uid)).toBeNull();
});

test("logout drops the pending account", async ({ openPage }) => {
  const page = await openPage("about:blank");
  await signUpInBrowser(page);
  await page.goto(paths.profile);
  await page.getByRole("button", { name: "Log Out" }).click();
  await page.evaluate((key) => sessionStorage.setItem(key, "acct_mine"), pendingAccountKey);
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(`**${paths.login}**`);
  expect(await pendingOf(page)).toBeNull();
});
