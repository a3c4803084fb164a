import { describe, expect } from "vitest";
import { brand } from "../../src/brand.ts";
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
import { eventually, focused, test, untilDialogClosed } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { linkIn } from "../support/emails.ts";
import { newAccount } from "../support/portal.ts";
import type { TestServer } from "../support/server.ts";
import { stateSizes } from "../support/state-sizes.ts";
import { createUser, type TestUser } from "../support/test-user.ts";

/** Requests a new password and returns the path of the emailed link. */
async function resetLink(site: TestServer, { email, request }: TestUser): Promise<string> {
  await request("POST", apiPaths.forgotPassword, { email });
  const { url } = await linkIn(site.database, "reset-password");
  return url.pathname + url.search;
}

test("a forgotten password is reset by an emailed link", async ({ openPage, site }) => {
  const ruth = await createUser(site);
  const page = await openPage(paths.login, { expects: rejections });
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL(`**${paths.forgotPassword}`);
  await field(page, "Email").fill(ruth.email);
  await button(page, "Send me a link").click();
  await page.getByText("a link to set a new password is on its way").waitFor();
  await eventually(() => focused(page)).toBe("H1 Check your email");
  await eventually(() => page.title()).toBe(`Check your email - ${brand.name}`);
  expect(await page.getByRole("heading", { name: "Forgot your password?" }).count()).toBe(0);

  const { url } = await linkIn(site.database, "reset-password");
  await page.goto(url.href);
  await field(page, "New password").fill("eight pears");
  await button(page, "Save new password").click();
  await eventually(() => focused(page)).toBe("H1 Your password is changed");
  await page.getByRole("main").getByRole("link", { name: "Log in", exact: true }).click();
  await page.waitForURL(`**${paths.login}`);
  await logIn(page, ruth.email, "eight pears");
  await page.waitForURL(`**${paths.profile}`);
});

test("an unknown email address gets the same response", async ({ openPage }) => {
  const page = await openPage(paths.forgotPassword);
  await field(page, "Email").fill(freshEmail());
  await button(page, "Send me a link").click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
});

test("a network error keeps the email address", async ({ openPage }) => {
  const page = await openPage(paths.forgotPassword, { expects: networkErrors });
  await page.route(`**${apiPaths.forgotPassword}`, (route) => route.abort("failed"));
  await field(page, "Email").fill("ruth@example.com");
  await button(page, "Send me a link").click();
  const box = page.getByRole("alertdialog", { name: "An error occurred. Please try again." });
  await button(box, "OK").click();
  await untilDialogClosed(page);
  expect(await field(page, "Email").inputValue()).toBe("ruth@example.com");
});

test("a used link is reported and leads to a new one", async ({ openPage, site }) => {
  const ruth = await createUser(site);
  const link = await resetLink(site, ruth);
  const [first, second] = [
    await openPage(link, { expects: rejections }),
    await openPage(link, { expects: rejections }),
  ];
  for (const page of [first, second]) {
    await field(page, "New password").fill("eight pears");
    await button(page, "Save new password").click();
  }
  await first.getByRole("heading", { name: "Your password is changed" }).waitFor();
  const alert = second.getByRole("alertdialog", { name: "This link was already used" });
  await button(alert, "OK").click();
  await eventually(() => focused(second)).toBe("H1 This link cannot set a new password");
  await second.getByText("A link in our emails works once").waitFor();
  await second.getByRole("link", { name: "Get a new link" }).click();
  await second.waitForURL(`**${paths.forgotPassword}`);
  await first.reload();
  await first.getByRole("heading", { name: "Your password is changed" }).waitFor();
});

const passwordLabel = "Password of the account";

test("an email address is confirmed by the button, not by opening the link", async ({
  openPage,
  site,
}) => {
  const ruth = await createUser(site);
  const { url } = await linkIn(site.database, "verify-email");
  const isConfirmed = async () => {
    const row = await site.database.db
      .selectFrom("accounts")
      .select("email_verified_at")
      .where("uid", "=", ruth.uid)
      .executeTakeFirstOrThrow();
    return row.email_verified_at !== null;
  };
  const page = await openPage(url.pathname + url.search, { cookie: ruth.cookie });
  await page.getByText(ruth.email).waitFor();
  expect(await isConfirmed()).toBe(false);
  await button(page, "Confirm my email").click();
  await eventually(() => focused(page)).toBe("H1 Your email is confirmed");
  expect(await isConfirmed()).toBe(true);
  await page.getByRole("link", { name: "Go to your profile" }).click();
  await page.waitForURL(`**${paths.profile}`);
});

test("in another browser confirmation requires the password, even after the session ended", async ({
  openPage,
  site,
}) => {
  const ruth = await createUser(site);
  const { url } = await linkIn(site.database, "verify-email");
  const page = await openPage(url.pathname + url.search, {
    cookie: ruth.cookie,
    expects: rejections,
  });
  expect(await field(page, passwordLabel).count()).toBe(0);
  await page.context().clearCookies();
  await button(page, "Confirm my email").click();
  const box = page.getByRole("alertdialog", { name: "Please confirm that it is you." });
  await button(box, "OK").click();
  await untilDialogClosed(page);
  await eventually(() => focused(page)).toBe("H1 Confirm your email");
  await field(page, passwordLabel).fill("not this one");
  await page.keyboard.press("Enter");
  await page.getByText("Error: This is not the password of that account.").waitFor();
  await field(page, passwordLabel).fill(newAccount.password);
  await page.keyboard.press("Enter");
  await eventually(() => focused(page)).toBe("H1 Your email is confirmed");
});

test.for([true, false])(
  "an account that someone else created is removed by the emailed link, with scripts: %s",
  async (js, { openPage, site }) => {
    const stranger = await createUser(site);
    const { url } = await linkIn(site.database, "verify-email");
    const page = await openPage(url.pathname + url.search, { js });
    await page.getByRole("link", { name: "This was not me" }).click();
    await page.waitForURL(`**${paths.confirmEmail}?not-mine=*`);
    await page.getByText(stranger.email).waitFor();
    await button(page, "This was not me").click();
    await page.getByRole("heading", { level: 1, name: "Thank you for telling us" }).waitFor();
    const account = site.database.db.selectFrom("accounts").where("uid", "=", stranger.uid);
    expect(await account.select("uid").execute()).toEqual([]);
  },
);

describe.each(stateSizes)("every state at %o", (size) => {
  test("of account recovery", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const confirm = await linkIn(site.database, "verify-email");
    const reset = await resetLink(site, ruth);
    for (const address of [
      reset,
      confirm.url.pathname + confirm.url.search,
      `${paths.forgotPassword}?done`,
      `${paths.resetPassword}?done`,
      `${paths.confirmEmail}?not-mine=${confirm.token}`,
      `${paths.confirmEmail}?done`,
      `${paths.confirmEmail}?done=not-mine`,
    ]) {
      const page = await openPage(address, size);
      expect(await checkPage(page), address).toEqual([]);
    }
  });
});
