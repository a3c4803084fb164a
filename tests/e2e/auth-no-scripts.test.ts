import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import {
  button,
  createAccount,
  field,
  freshEmail,
  logIn,
  readAccountForm,
  rejections,
} from "../support/auth-forms.ts";
import { hydrate, test, untilDialogClosed } from "../support/browser.ts";
import { linkIn } from "../support/emails.ts";
import { newAccount } from "../support/portal.ts";
import { createUser } from "../support/test-user.ts";

const noScripts = { js: false, expects: rejections } as const;

test("an account is created and signed in", async ({ openPage, site }) => {
  const page = await openPage(paths.createAccount, noScripts);
  const { email } = await createAccount(page, { email: freshEmail() });
  await page.waitForURL(`**${paths.profile}?noscript`);
  // Playwright finds no text inside noscript, only roles.
  expect(await page.getByRole("main").innerText()).toContain("One step is left");
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([
    "session",
    "known-browser",
  ]);
  const account = site.database.db.selectFrom("accounts").selectAll().where("email", "=", email);
  expect(await account.execute()).toHaveLength(1);
});

test("a rejected account form returns with its modal open and all values except the password", async ({
  openPage,
  site,
}) => {
  const ruth = await createUser(site);
  const page = await openPage(paths.createAccount, noScripts);
  expect(await button(page, "Show password").isVisible()).toBe(false);
  const values = await createAccount(page, { email: ruth.email });
  const box = page.getByRole("alertdialog", { name: "Creation Failed" });
  await box.getByText("This email address is already in use. Please try another.").waitFor();
  await button(box, "Try Again").click();
  await box.waitFor({ state: "hidden" });
  expect(await readAccountForm(page)).toEqual({ ...values, password: "" });
});

test("login continues to the requested page, the pages can be read, and logout works", async ({
  openPage,
  site,
}) => {
  const ruth = await createUser(site);
  const page = await openPage(`${paths.login}?next=${paths.settings}`, noScripts);
  await logIn(page, ruth.email, "not this one");
  const box = page.getByRole("alertdialog", { name: "Login Failed" });
  await box.getByText("Failed to log in. Please check your credentials.").waitFor();
  await button(box, "OK").click();
  await logIn(page, ruth.email, newAccount.password);
  await page.waitForURL(`**${paths.settings}?noscript`);
  expect(await page.getByRole("main").innerText()).toContain("Support ID");
  const menu = page.getByRole("navigation", { name: "Your account" });
  await menu.getByRole("link", { name: "Edit profile" }).click();
  await page.getByRole("textbox", { name: "City" }).fill("Lyons");
  await button(page, "Save Changes").click();
  await page.waitForURL(`**${paths.profile}?noscript&done`);
  const profile = await page.getByRole("main").innerText();
  expect(profile).toContain("Your changes are saved.");
  expect(profile).toContain("Lyons, CO 80302");
  await button(page, "Log Out").click();
  await page.waitForURL(`**${paths.login}`);
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names).not.toContain("session");
  const sessions = site.database.db.selectFrom("sessions").selectAll().where("uid", "=", ruth.uid);
  // The other session is that of `createUser`.
  expect(await sessions.execute()).toHaveLength(1);
});

test("an unknown email address is carried to create account without appearing in the URL", async ({
  openPage,
}) => {
  const page = await openPage(paths.login, noScripts);
  const email = freshEmail();
  await logIn(page, email, newAccount.password);
  const box = page.getByRole("alertdialog", { name: "Login Failed" });
  await box.getByText("This account doesn't exist. We'll redirect you to create one.").waitFor();
  await button(box, "OK").click();
  await page.waitForURL(`**${paths.createAccount}`);
  expect(await field(page, "Email").inputValue()).toBe(email);
  expect(page.url()).not.toContain("stranger");
});

test("a forgotten password is reset", async ({ openPage, site }) => {
  const ruth = await createUser(site);
  const page = await openPage(paths.forgotPassword, noScripts);
  await field(page, "Email").fill(ruth.email);
  await button(page, "Send me a link").click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  const { url } = await linkIn(site.database, "reset-password");
  await page.goto(url.href);
  await field(page, "New password").fill("eight pears");
  await button(page, "Save new password").click();
  await page.getByRole("heading", { name: "Your password is changed" }).waitFor();
  const response = await ruth.request("POST", apiPaths.login, {
    email: ruth.email,
    password: "eight pears",
  });
  expect(response.status).toBe(200);
});

test("React hydrates a modal that the server opened", async ({ openPage, site }) => {
  const ruth = await createUser(site);
  const page = await openPage(paths.login, { expects: [...rejections, /ERR_FAILED/] });
  const client = /\/assets\/client-.*\.js/;
  await page.route(client, (route) => route.abort("failed"));
  await field(page, "Email").fill(ruth.email);
  await page.getByRole("alert").filter({ hasText: "Loading chunk failed" }).waitFor();
  await page.unroute(client);
  await field(page, "Password").fill("not this one");
  await button(page, "Log In").click();
  const box = page.getByRole("alertdialog", { name: "Login Failed" });
  await box.waitFor();
  await hydrate(page);
  await button(box, "OK").click();
  await untilDialogClosed(page);
  await field(page, "Password").fill(newAccount.password);
  await button(page, "Log In").click();
  await page.waitForURL(`**${paths.profile}`);
});
