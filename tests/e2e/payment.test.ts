import type { Page } from "playwright-core";
import { expect } from "vitest";
import { paymentLinkPath } from "../../src/features/payments/contract/payments.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import {
  eventually,
  focused,
  hydrate,
  type OpenPage,
  test as plain,
  untilDialogClosed,
} from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { startFakeStripe, stripeKey } from "../support/fake-stripe.ts";
import { pendingOf, storedAccount } from "../support/payment.ts";
import { startServer } from "../support/server.ts";
import { signUpInBrowser } from "../support/signed-in.ts";

const done = "Stripe account setup completed successfully!";
const failed = "Error setting up payment profile. Please try again.";
const missing = ["a bank account or debit card", "your date of birth"];
/** Expected when the tab itself navigates to the payment provider. */
const leaves = [/request to another site: http:\/\/127\.0\.0\.1/];

/** The site with Stripe's key; the fake Stripe has another origin. */
const test = plain
  .extend("stripe", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
    const stripe = await startFakeStripe();
    onCleanup(() => stripe.stop());
    return stripe;
  })
  .extend("site", { scope: "file" }, async ({ stripe }, { onCleanup }) => {
    const site = await startServer({
      settings: { STRIPE_SECRET_KEY: stripeKey },
      testSettings: { stripeApiUrl: stripe.origin },
    });
    onCleanup(() => site.stop());
    return site;
  });

/** Opens the edit-profile page of a new user with the payment prompt; the clock is stopped. */
async function openPrompt(openPage: OpenPage, choices: Parameters<OpenPage>[1] = {}) {
  const page = await openPage("about:blank", { clock: true, ...choices });
  const uid = await signUpInBrowser(page);
  await page.goto(paths.editProfile);
  await prompt(page).waitFor();
  return { page, uid };
}

function prompt(page: Page) {
  return page.getByRole("region", { name: /payment profile/i });
}

function pressSetUp(page: Page) {
  return prompt(page).getByRole("button", { name: "Set up payments", exact: true }).click();
}

function alertOf(page: Page, sentence: string) {
  return page.getByRole("alertdialog").filter({ has: page.getByText(sentence, { exact: true }) });
}

async function closeAlert(page: Page, sentence: string): Promise<void> {
  const alert = alertOf(page, sentence);
  await alert.waitFor();
  await alert.getByRole("button", { name: "OK", exact: true }).click();
  await untilDialogClosed(page);
}

/** Opens the payment window and waits until it shows the payment provider. */
async function goToStripe(page: Page, origin: string): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await pressSetUp(page);
  const popup = await opening;
  await eventually(async () => {
    await page.clock.runFor(100);
    return popup.url();
  }).toContain(origin);
  await prompt(page).getByRole("button", { name: "Show the window" }).waitFor();
  return popup;
}

/** Finishes at the payment provider; the page notices a second later. */
async function finish(page: Page, popup: Page): Promise<void> {
  await popup.getByRole("link", { name: "Finish" }).click();
  await popup.waitForURL(`**${paths.success}`);
  await page.clock.runFor(1000);
}

test("a 600 by 800 window goes to Stripe and back, watched across origins", async ({
  openPage,
  site,
  stripe,
}) => {
  const { page, uid } = await openPrompt(openPage);
  const popup = await goToStripe(page, stripe.origin);
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 800]);
  await prompt(page).getByRole("status").getByText("A new window has opened.").waitFor();
  const accountId = await pendingOf(page);
  expect(stripe.accounts.has(accountId ?? "")).toBe(true);

  // A cross-origin window must not be mistaken for a closed one.
  await page.clock.runFor(5000);
  expect(await alertOf(page, done).count()).toBe(0);
  expect(await storedAccount(site, uid)).toBeNull();

  const closed = popup.waitForEvent("close");
  await finish(page, popup);
  await closed;
  await alertOf(page, done).waitFor();
  expect(await pendingOf(page)).toBeNull();
  expect(await storedAccount(site, uid)).toBe(accountId);

  await closeAlert(page, done);
  await eventually(() => focused(page)).toBe("H2 Payment profile");
  await prompt(page).getByText("Complete", { exact: true }).waitFor();
  expect(await prompt(page).getByRole("button").count()).toBe(0);
  await page.reload();
  await prompt(page).getByText("Complete", { exact: true }).waitFor();
  expect(stripe.errors).toEqual([]);
});

test("the window first shows our own page; if that never loads, the tab offers a link", async ({
  openPage,
}) => {
  const { page } = await openPrompt(openPage);
  const gate = Promise.withResolvers<void>();
  await page.route(`**${apiPaths.createStripeAccount}`, async (route) => {
    await gate.promise;
    await route.continue();
  });
  const opening = page.waitForEvent("popup");
  await pressSetUp(page);
  const popup = await opening;
  // about:blank would disconnect the window from its opener in Safari (record 0032).
  await popup.waitForURL(`**${paths.paymentOpening}`);
  await popup.getByText("Our card payment provider opens here.").waitFor();
  const policies = await popup.request.get(paths.paymentOpening);
  expect(policies.headers()["cross-origin-opener-policy"]).toBe("unsafe-none");
  await popup.goto("about:blank");
  gate.resolve();
  await eventually(async () => {
    await page.clock.runFor(1000);
    return popup.isClosed();
  }).toBe(true);
  await prompt(page).getByRole("link", { name: "Continue in this tab" }).waitFor();
});

test("closing the window early counts, and missing requirements are shown", async ({
  openPage,
  site,
  stripe,
}) => {
  const { page, uid } = await openPrompt(openPage);
  const popup = await goToStripe(page, stripe.origin);
  await popup.close();
  await page.clock.runFor(1000);
  const alert = alertOf(page, done);
  await eventually(() => focused(page)).toBe("H2 2 things are still missing");
  expect(await alert.getByRole("listitem").allTextContents()).toEqual(missing);
  const wayOn = alert.getByRole("link", { name: "Add what is missing" });
  expect(await wayOn.getAttribute("href")).toBe(paymentLinkPath);
  await closeAlert(page, done);
  expect(await prompt(page).getByRole("listitem").allTextContents()).toEqual(missing);
  expect(await storedAccount(site, uid)).not.toBeNull();
  await prompt(page).getByRole("link", { name: "Add what is missing" }).waitFor();
});

test("the window is watched after entering from the public site", async ({ openPage, stripe }) => {
  const page = await openPage(paths.home, { clock: true });
  await signUpInBrowser(page);
  await hydrate(page);
  const footer = page.getByRole("contentinfo");
  await footer.locator(`a[href="${paths.login}"]`).click();
  await page.getByRole("link", { name: "Set up payments" }).click();
  await prompt(page).waitFor();
  expect(await focused(page)).toContain("Finish your payment profile");
  await goToStripe(page, stripe.origin);
  await page.clock.runFor(3000);
  expect(await alertOf(page, done).count()).toBe(0);
  await prompt(page).getByRole("button", { name: "Show the window" }).waitFor();
});

test("an expired link leads to a new one in the same window", async ({ openPage, stripe }) => {
  const { page } = await openPrompt(openPage);
  const popup = await goToStripe(page, stripe.origin);
  const first = popup.url();
  await popup.getByRole("link", { name: "Too old" }).click();
  await eventually(() => popup.url()).not.toBe(first);
  expect(popup.url().startsWith(`${stripe.origin}/setup/`)).toBe(true);
  await page.clock.runFor(3000);
  expect(await alertOf(page, done).count()).toBe(0);

  stripe.failures.set("/v1/account_links", "rejects");
  await popup.getByRole("link", { name: "Too old" }).click();
  await popup.getByRole("heading", { level: 1, name: "That did not work" }).waitFor();
  stripe.failures.clear();
  await popup.getByRole("link", { name: "Try again" }).click();
  await finish(page, popup);
  await closeAlert(page, done);
});

test("a failed request closes the window with a message; the next click works", async ({
  openPage,
  stripe,
}) => {
  const { page } = await openPrompt(openPage, { expects: [/response 502/, /status of 502/] });
  stripe.failures.set("/v1/account_links", "rejects");
  const opening = page.waitForEvent("popup");
  await pressSetUp(page);
  const popup = await opening;
  if (!popup.isClosed()) await popup.waitForEvent("close");
  await closeAlert(page, failed);
  await eventually(() => focused(page)).toBe("BUTTON Set up payments");
  expect(await pendingOf(page)).toBeNull();

  stripe.failures.clear();
  const again = await goToStripe(page, stripe.origin);
  await again.close();
  await page.clock.runFor(1000);
  await closeAlert(page, done);
});

test("a window closed before there is an account saves nothing, and can be reopened", async ({
  openPage,
  site,
  stripe,
}) => {
  const options = { clock: false, reducedMotion: "reduce" } as const;
  const { page, uid } = await openPrompt(openPage, options);
  const opening = page.waitForEvent("popup");
  await page.route(`**${apiPaths.createStripeAccount}`, async (route) => {
    await (await opening).close();
    await route.continue();
  });
  await pressSetUp(page);
  await prompt(page).getByText("The new window was closed before").waitFor();
  await prompt(page).getByRole("link", { name: "Continue in this tab" }).waitFor();
  expect(await pendingOf(page)).toBeNull();
  expect(await storedAccount(site, uid)).toBeNull();
  expect(await focused(page)).toBe("BUTTON Open it again");
  expect(await checkPage(page)).toEqual([]);
  await page.unroute(`**${apiPaths.createStripeAccount}`);
  const again = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  await (await again).waitForURL(`${stripe.origin}/**`);
  await prompt(page).getByRole("button", { name: "Show the window" }).waitFor();
});

test("a window closed once there is an account saves it, even before Stripe loaded", async ({
  openPage,
  site,
}) => {
  const { page, uid } = await openPrompt(openPage, { clock: false });
  // The window never finishes loading our own page.
  await page.context().route(`**${paths.paymentOpening}`, () => undefined);
  const answered = page.waitForResponse(`**${apiPaths.createStripeAccount}`);
  await pressSetUp(page);
  const { accountId } = await (await answered).json();
  // Playwright exposes a window only after it has loaded a page; reach it by its name instead.
  await page.evaluate(() => window.open("", "payment-profile")?.close());
  await closeAlert(page, done);
  expect(await storedAccount(site, uid)).toBe(accountId);
});

test("a failed save succeeds on retry", async ({ openPage, site, stripe }) => {
  const { page, uid } = await openPrompt(openPage, { expects: [/ERR_FAILED/] });
  const popup = await goToStripe(page, stripe.origin);
  const confirm = `**${apiPaths.confirmStripeAccount}`;
  await page.route(confirm, (route) => route.abort());
  await popup.close();
  await page.clock.runFor(1000);
  await closeAlert(page, failed);
  const again = prompt(page).getByRole("button", { name: "Try again", exact: true });
  await eventually(() => focused(page)).toBe("BUTTON Try again");
  expect(await pendingOf(page)).not.toBeNull();
  await page.unroute(confirm);
  await again.click();
  await closeAlert(page, done);
  expect(await storedAccount(site, uid)).not.toBeNull();
});

test("after a reload the same window is still watched, and only its end saves", async ({
  openPage,
  site,
  stripe,
}) => {
  const { page, uid } = await openPrompt(openPage);
  const popup = await goToStripe(page, stripe.origin);
  await page.reload();
  await prompt(page).getByRole("button", { name: "Show the window" }).waitFor();
  await page.clock.runFor(3000);
  expect(await alertOf(page, done).count()).toBe(0);
  expect(await storedAccount(site, uid)).toBeNull();
  await finish(page, popup);
  await closeAlert(page, done);
  await eventually(() => focused(page)).toBe("H2 Payment profile");
  expect(await storedAccount(site, uid)).not.toBeNull();
});

test("closing the window during a reload counts, and no other window remains open", async ({
  openPage,
  site,
  stripe,
}) => {
  const { page, uid } = await openPrompt(openPage);
  const popup = await goToStripe(page, stripe.origin);
  await popup.close();
  await page.reload();
  await closeAlert(page, done);
  expect(await storedAccount(site, uid)).not.toBeNull();
  await eventually(() => page.context().pages().length).toBe(1);
});

test("visiting another page during the setup loses nothing", async ({ openPage, stripe }) => {
  const { page } = await openPrompt(openPage);
  const popup = await goToStripe(page, stripe.origin);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.waitForURL(`**${paths.profile}`);
  await page.getByRole("link", { name: "Edit Profile", exact: true }).click();
  await prompt(page).getByRole("button", { name: "Show the window" }).waitFor();
  await popup.close();
  await page.clock.runFor(1000);
  await closeAlert(page, done);
});

test.for([
  ["Back to Edit profile", paths.editProfile],
  ["Return Home", paths.profile],
  ["Return Home", paths.settings],
] as const)(
  "a blocked popup becomes a link in the same tab, which finishes on return by %s to %s",
  async ([way, place], { openPage, site, stripe }) => {
    const { page, uid } = await openPrompt(openPage, { expects: leaves, clock: false });
    await page.evaluate(() => {
      window.open = () => null;
    });
    await pressSetUp(page);
    const link = prompt(page).getByRole("link", { name: "Continue in this tab", exact: true });
    await link.waitFor();
    expect(await focused(page)).toBe("A Continue in this tab");
    await prompt(page).getByText("Your browser did not open a new window.").waitFor();
    expect(await checkPage(page)).toEqual([]);
    expect(await pendingOf(page)).toBeNull();

    await page.keyboard.press("Enter");
    await page.waitForURL(`${stripe.origin}/**`);
    await page.getByRole("link", { name: "Finish" }).click();
    await page.waitForURL(`**${paths.success}`);
    await page.getByRole("link", { name: way }).click();
    if (way === "Return Home") {
      await page.waitForURL((url) => url.pathname === paths.home);
      await page.goto(place);
    }
    await closeAlert(page, done);
    await page.getByText("Complete", { exact: true }).waitFor();
    expect(await storedAccount(site, uid)).not.toBeNull();
    expect(await pendingOf(page)).toBeNull();
  },
);

test("setup can continue in the tab while the window is open", async ({ openPage, stripe }) => {
  const { page } = await openPrompt(openPage, { expects: leaves });
  const popup = await goToStripe(page, stripe.origin);
  await prompt(page).getByRole("link", { name: "Continue in this tab" }).click();
  await page.waitForURL(`${stripe.origin}/**`);
  await eventually(() => popup.isClosed()).toBe(true);
  await page.goBack();
  await closeAlert(page, done);
});

test("works by keyboard alone, and every state is accessible", async ({ openPage, stripe }) => {
  const { page } = await openPrompt(openPage, {
    width: 320,
    reducedMotion: "reduce",
    clock: false,
  });
  expect(await checkPage(page)).toEqual([]);
  await prompt(page).getByRole("button").focus();
  const opening = page.waitForEvent("popup");
  await page.keyboard.press("Enter");
  const popup = await opening;
  await popup.waitForURL(`${stripe.origin}/**`);
  await eventually(() => focused(page)).toBe("BUTTON Show the window");
  expect(await checkPage(page)).toEqual([]);
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("A Continue in this tab");

  await popup.close();
  await alertOf(page, done).waitFor();
  expect(await focused(page)).toBe("H2 2 things are still missing");
  expect(await checkPage(page)).toEqual([]);
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("A Add what is missing");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await untilDialogClosed(page);
  await eventually(() => focused(page)).toBe("H2 Payment profile");
  expect(await checkPage(page)).toEqual([]);
});
