import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { SessionResponse } from "../../src/features/customers/contract/auth-endpoints.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { eventually, focused, type OpenPage, test, untilDialogClosed } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { stateWidths } from "../support/state-sizes.ts";
import { createUser, type TestUser } from "../support/test-user.ts";

const question = (page: Page) => page.getByRole("alertdialog", { name: "Log out?" });
const logOut = (page: Page) => page.getByRole("button", { name: "Log Out", exact: true });

async function openProfile(
  openPage: OpenPage,
  { cookie }: TestUser,
  choices: Parameters<OpenPage>[1] = {},
) {
  const page = await openPage(paths.profile, { cookie, ...choices });
  await logOut(page).waitFor();
  return page;
}

async function isSignedIn(ruth: TestUser): Promise<boolean> {
  const response = (await (await ruth.request("GET", apiPaths.session)).json()) as SessionResponse;
  return response.signedIn;
}

async function leave(page: Page) {
  await logOut(page).click();
  await question(page).getByRole("button", { name: "Log out", exact: true }).click();
  await page.waitForURL(`**${paths.login}`);
}

describe("logging out", () => {
  test("asks for confirmation with the safe option focused", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openProfile(openPage, ruth);
    await logOut(page).press("Enter");
    await question(page).getByText("You can log back in at any time.").waitFor();
    expect(await focused(page)).toBe("BUTTON Stay logged in");
    await page.keyboard.press("Enter");
    await untilDialogClosed(page);
    expect(await focused(page)).toBe("BUTTON Log Out");
    await page.keyboard.press("Enter");
    await question(page).waitFor();
    await page.keyboard.press("Escape");
    await untilDialogClosed(page);
    expect(await isSignedIn(ruth)).toBe(true);
  });

  test("ends the session on the server and announces it politely", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openProfile(openPage, ruth);
    await leave(page);
    await page
      .getByRole("status")
      .filter({ hasText: /logged out/i })
      .waitFor();
    expect(await isSignedIn(ruth)).toBe(false);
    expect(await page.context().cookies()).toEqual([]);
    expect(await focused(page)).toMatch(/^H1/);
  });

  test("leaves nothing for Back, in forms or in browser storage", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openPage(paths.contact, { cookie: ruth.cookie, expects: [/401/] });
    await page.getByRole("main").getByLabel("Name").fill("Ruth Abernathy");
    await page.goto(paths.profile);
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact us" }).click();
    await page.getByRole("main").getByLabel("Name").fill("Ruth Abernathy");
    await page.goBack();
    await leave(page);
    await page.goBack();
    await page.waitForURL(`**${paths.contact}`, { waitUntil: "commit" });
    await page.goForward();
    await page.waitForURL(`**${paths.login}`, { waitUntil: "commit" });
    await page.goto(`${site.origin}${paths.profile}`);
    await page.waitForURL(`**${paths.login}?next=*`);
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact us" }).click();
    await page.waitForURL(`**${paths.contact}`);
    expect(await page.getByRole("main").getByLabel("Name").inputValue()).toBe("");
    expect(await page.locator("body").innerText()).not.toContain("Abernathy");
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).not.toMatch(/Abernathy|resident/);
  });

  test("that does not reach the server shows an error and can be retried", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUser(site);
    const page = await openProfile(openPage, ruth, { expects: [/ERR_FAILED/] });
    await page.route(`**${apiPaths.logout}`, (route) => route.abort("failed"));
    await logOut(page).click();
    const go = question(page).getByRole("button", { name: "Log out", exact: true });
    await go.click();
    const alert = question(page).getByRole("alert");
    await alert.filter({ hasText: "You are still logged in: the server could not be" }).waitFor();
    expect(await isSignedIn(ruth)).toBe(true);
    await page.unroute(`**${apiPaths.logout}`);
    await go.click();
    await page.waitForURL(`**${paths.login}`);
    expect(await isSignedIn(ruth)).toBe(false);
  });

  test("in another window is noticed at the next action", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openProfile(openPage, ruth, { expects: [/401/] });
    await ruth.request("POST", apiPaths.logout);
    await page.getByRole("link", { name: "Edit Profile", exact: true }).click();
    await page.waitForURL(`**${paths.login}?next=*`);
    expect(await page.getByText("Abernathy").count()).toBe(0);
  });

  test("in another window is noticed when this one becomes visible", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openProfile(openPage, ruth, {
      expects: [/401/, /ERR_FAILED/, /did not load/],
    });
    const look = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.route(`**${apiPaths.profile}`, (route) => route.abort("failed"));
    const requestFailed = page.waitForEvent("requestfailed");
    await look();
    await requestFailed;
    // After a network error the data remains.
    await page.getByRole("heading", { name: "Ruth Abernathy" }).waitFor();
    await page.unroute(`**${apiPaths.profile}`);
    await ruth.request("POST", apiPaths.logout);
    await look();
    await page.waitForURL(`**${paths.login}?next=*`);
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByText("Abernathy").count()).toBe(0);
  });

  test("of an ended session leads to the login page", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openProfile(openPage, ruth, { expects: [/401/] });
    await ruth.request("POST", apiPaths.logout);
    await leave(page);
  });
});

/**
 * Opens a page of a signed-in person in such a way that the back-forward cache stores it. Safari
 * caches pages with no-store, Chromium only those without.
 */
async function openCacheable(openPage: OpenPage, { cookie }: TestUser, address: string) {
  const expects = [/401/, /ERR_FAILED/, /did not load/];
  const page = await openPage(paths.press, { cookie, expects, hasBackForwardCache: true });
  await page.route(/\/portal\//, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const { "cache-control": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(address);
  return page;
}

async function leaveAndReturn(page: Page, meanwhile: () => Promise<unknown> = async () => {}) {
  await page.goto(paths.press);
  await meanwhile();
  await page.goBack();
  await eventually(() => page.evaluate(() => window.isRestored)).toBe(true);
}

describe("a page from the back-forward cache", () => {
  test("is hidden until the server confirms the session", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openCacheable(openPage, ruth, paths.profile);
    const name = page.getByRole("heading", { name: "Ruth Abernathy" });
    await name.waitFor();
    await page.evaluate(() => scrollTo(0, 300));
    const gate = Promise.withResolvers<void>();
    await leaveAndReturn(page, () =>
      page.route(`**${apiPaths.profile}`, async (route) => {
        await gate.promise;
        await route.continue();
      }),
    );
    expect(await name.isVisible()).toBe(false);
    gate.resolve();
    await name.waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(300);
  });

  test("shows nothing after logout", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openCacheable(openPage, ruth, paths.profile);
    await logOut(page).waitFor();
    await leaveAndReturn(page, () => ruth.request("POST", apiPaths.logout));
    await page.waitForURL(`**${paths.login}?next=*`, { waitUntil: "commit" });
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByText("Abernathy").count()).toBe(0);
  });

  test("shows nothing while the server is unreachable", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openCacheable(openPage, ruth, paths.profile);
    await logOut(page).waitFor();
    await leaveAndReturn(page, () => page.route("**/api/portal/**", (route) => route.abort()));
    await page.getByRole("button", { name: "Load again" }).waitFor();
    expect(await page.getByText("Abernathy").count()).toBe(0);
  });

  test("keeps its typed values", async ({ openPage, site }) => {
    const page = await openCacheable(openPage, await createUser(site), paths.editProfile);
    const city = page.getByRole("main").getByLabel("City", { exact: true });
    await city.fill("Denver");
    await leaveAndReturn(page);
    await eventually(() => city.isVisible()).toBe(true);
    expect(await city.inputValue()).toBe("Denver");
  });

  test("is not cached for signed-in people where the browser honors no-store", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUser(site);
    const page = await openProfile(openPage, ruth, {
      expects: [/401/],
      hasBackForwardCache: true,
    });
    await page.goto(paths.press);
    await ruth.request("POST", apiPaths.logout);
    await page.goBack();
    await page.waitForURL(`**${paths.login}?next=*`);
    expect(await page.evaluate(() => window.isRestored)).toBe(false);
    expect(await page.getByText("Abernathy").count()).toBe(0);
  });
});

test("the whole flow works by keyboard: profile, edit, save, back, log out", async ({
  openPage,
  site,
}) => {
  const ruth = await createUser(site);
  const page = await openProfile(openPage, ruth);
  const tabTo = async (name: RegExp) => {
    for (let stop = 0; stop < 60; stop += 1) {
      await page.keyboard.press("Tab");
      if (name.test(await focused(page))) return;
    }
    throw new Error(`Tab never reached ${name}.`);
  };
  await tabTo(/^A Edit Profile$/);
  await page.keyboard.press("Enter");
  await page.getByLabel("City", { exact: true }).waitFor();
  await eventually(() => focused(page)).toBe("H1 Edit your profile");
  const city = page.getByLabel("City", { exact: true });
  for (let stop = 0; stop < 20; stop += 1) {
    await page.keyboard.press("Tab");
    if (await city.evaluate((it) => it === document.activeElement)) break;
  }
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Denver");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Changes Saved" }).waitFor();
  await eventually(() => focused(page)).toContain("Changes Saved");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${paths.profile}`);
  await page.getByText("Denver, CO", { exact: true }).waitFor();
  await tabTo(/^BUTTON Log Out$/);
  await page.keyboard.press("Enter");
  await question(page).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${paths.login}`);
  expect(await isSignedIn(ruth)).toBe(false);
});

test.for(stateWidths)(
  "layout of the confirmation, %i px wide",
  async (width, { openPage, site }) => {
    const page = await openProfile(openPage, await createUser(site), {
      width,
      reducedMotion: "reduce",
    });
    await logOut(page).click();
    await question(page).waitFor();
    expect(await checkPage(page)).toEqual([]);
  },
);
