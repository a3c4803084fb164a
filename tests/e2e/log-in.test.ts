import { describe, expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import {
  button,
  field,
  freshEmail,
  logIn,
  networkErrors,
  rejections,
} from "../support/auth-forms.ts";
import { eventually, focused, hydrate, test, untilDialogClosed } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { newAccount } from "../support/portal.ts";
import { addDevice, openMoreSecurity, openSettings } from "../support/settings.ts";
import { stateSizes } from "../support/state-sizes.ts";
import { createUser } from "../support/test-user.ts";

const { password } = newAccount;

test.for([paths.login, paths.caregiverLogin, paths.providerLogin])(
  "%s shows a password on request, leads an unknown address to create account, and logs in by keyboard",
  async (path, { openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openPage(path, { expects: rejections });
    const box = field(page, "Password");
    await box.fill("seven apples");
    const show = button(page, "Show password");
    await show.click();
    await eventually(() => box.getAttribute("type")).toBe("text");
    expect(await show.getAttribute("aria-pressed")).toBe("true");
    await page.getByText("The password is shown.").waitFor();
    expect(await box.inputValue()).toBe("seven apples");
    const email = freshEmail();
    await field(page, "Email").fill(email);
    await button(page, "Log In").click();
    const alert = page.getByRole("alertdialog", { name: "Login Failed" });
    await alert.waitFor();
    expect(await box.getAttribute("type")).toBe("password");
    await button(alert, "OK").click();
    await page.waitForURL(`**${paths.createAccount}`);
    await eventually(() => field(page, "Email").inputValue()).toBe(email);

    await page.goto(path);
    await field(page, "Email").focus();
    await page.keyboard.type(ruth.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${paths.profile}`);
    await page.getByRole("button", { name: "Log Out", exact: true }).waitFor();
  },
);

describe("a rejected login", () => {
  test("shows an error for empty fields", async ({ openPage }) => {
    const page = await openPage(paths.login);
    await button(page, "Log In").click();
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await summary.waitFor();
    await eventually(() => focused(page)).toContain("There is a problem");
    expect(await summary.getByRole("link").allTextContents()).toEqual([
      "Email is required.",
      "Password is required.",
    ]);
    expect(await page.title()).toMatch(/^Error: Welcome home. Log in./);
  });

  test("with an unknown email address leads to create account, filled in", async ({ openPage }) => {
    const page = await openPage(`${paths.login}?next=${paths.settings}`, { expects: rejections });
    const email = freshEmail();
    await logIn(page, email, password);
    const box = page.getByRole("alertdialog", { name: "Login Failed" });
    await box.getByText("This account doesn't exist. We'll redirect you to create one.").waitFor();
    await eventually(() => focused(page)).toBe("H2 Login Failed");
    await button(box, "OK").click();
    await page.waitForURL(`**${paths.createAccount}?next=*`);
    expect(page.url()).not.toContain("stranger");
    await eventually(() => field(page, "Email").inputValue()).toBe(email);
    await eventually(() => focused(page)).toMatch(/^H1 Create your account/);
  });

  test("with an unknown email address can be retried", async ({ openPage }) => {
    const page = await openPage(paths.login, { expects: rejections });
    const email = freshEmail();
    await logIn(page, email, password);
    await button(page.getByRole("alertdialog"), "Try again").click();
    await untilDialogClosed(page);
    await eventually(() =>
      field(page, "Email").evaluate((it) => it === document.activeElement),
    ).toBe(true);
    expect(await field(page, "Email").inputValue()).toBe(email);
    expect(await field(page, "Password").inputValue()).toBe("");
  });

  test("with a wrong password keeps the email address and offers a reset", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUser(site);
    const page = await openPage(paths.login, { expects: rejections });
    await logIn(page, ruth.email, "not this one");
    const box = page.getByRole("alertdialog", { name: "Login Failed" });
    await box.getByText("Failed to log in. Please check your credentials.").waitFor();
    await page.keyboard.press("Escape");
    await untilDialogClosed(page);
    expect(await field(page, "Email").inputValue()).toBe(ruth.email);
    expect(await field(page, "Password").inputValue()).toBe("");
    await logIn(page, ruth.email, "not this one");
    await box.getByRole("link", { name: "Reset password" }).click();
    await page.waitForURL(`**${paths.forgotPassword}`);
    await eventually(() => field(page, "Email").inputValue()).toBe(ruth.email);
  });

  test("in a browser without cookies explains what to do", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openPage(paths.login);
    await page.route(`**${apiPaths.session}`, (route) =>
      route.fulfill({ json: { signedIn: false } }),
    );
    await logIn(page, ruth.email, password);
    const box = page.getByRole("alertdialog", { name: "Login Failed" });
    await box.getByText("Allow cookies for this site, then log in again.").waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.login);
  });

  test("after a network error keeps the email address", async ({ openPage }) => {
    const page = await openPage(paths.login, { expects: networkErrors });
    await page.route(`**${apiPaths.login}`, (route) => route.abort("failed"));
    await logIn(page, "ruth@example.com", password);
    const box = page.getByRole("alertdialog", { name: "Login Failed" });
    await box.getByText("Failed to log in. Please check your credentials.").waitFor();
    await button(box, "OK").click();
    await untilDialogClosed(page);
    expect(await field(page, "Email").inputValue()).toBe("ruth@example.com");
  });
});

test("a double click logs in once", async ({ openPage, site }) => {
  const ruth = await createUser(site);
  const page = await openPage(paths.login);
  let posts = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(apiPaths.login)) posts += 1;
  });
  await field(page, "Email").fill(ruth.email);
  await field(page, "Password").fill(password);
  await button(page, "Log In").dblclick();
  await page.waitForURL(`**${paths.profile}`);
  expect(posts).toBe(1);
});

test("login returns to the requested page", async ({ openPage, site }) => {
  const ruth = await createUser(site);
  // Two requests of this page fail with 401, and the query contains a space.
  const target = `${paths.profile}?status=In+Progress`;
  const page = await openPage(target, { expects: rejections });
  await page.waitForURL(`**${paths.login}?next=${encodeURIComponent(target)}`);
  await page.getByRole("button", { name: "Log In", exact: true }).waitFor();
  await logIn(page, ruth.email, password);
  await page.waitForURL(`${site.origin}${target}`);
});

test("the login page redirects a signed-in person to the profile", async ({ openPage, site }) => {
  const { cookie } = await createUser(site);
  const page = await openPage(paths.home, { cookie });
  await hydrate(page);
  await page.getByRole("link", { name: "Get Started" }).first().click();
  await page.waitForURL(`**${paths.profile}`);
});

test("a passkey logs in without a password", async ({ openPage, site }) => {
  const { page } = await openSettings(openPage, site, { localhost: true });
  await addDevice(page);
  await openMoreSecurity(page);
  await button(page, "Add a passkey").click();
  await page.getByLabel("Name of this passkey").fill("My laptop");
  await page.keyboard.press("Enter");
  await page.getByText("My laptop").first().waitFor();
  await page.context().clearCookies();
  await page.goto(paths.login);
  await hydrate(page);
  await button(page, "Log in with a passkey").click();
  await page.waitForURL(`**${paths.profile}`);
});

describe.each(stateSizes)("every state at %o", (size) => {
  test("the page after logout is accessible", async ({ openPage }) => {
    const page = await openPage(`${paths.login}?logged-out`, size);
    await page.getByText("You are logged out.").waitFor();
    expect(await checkPage(page)).toEqual([]);
  });

  test("messages and modals are accessible", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openPage(paths.login, { ...size, expects: rejections });
    await button(page, "Log In").click();
    await page.getByText("There is a problem").waitFor();
    expect(await checkPage(page)).toEqual([]);
    for (const email of [freshEmail(), ruth.email]) {
      await logIn(page, email, "not this one");
      await page.getByRole("alertdialog").waitFor();
      expect(await checkPage(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await untilDialogClosed(page);
    }
  });
});
