import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { createAccountForm } from "../../src/features/customers/contract/create-account.ts";
import { loginForm } from "../../src/features/customers/contract/login.ts";
import { forgotPasswordForm } from "../../src/features/customers/contract/password-forms.ts";
import { cancellationForm } from "../../src/features/messages/contract/forms/cancellation.ts";
import { publicForms } from "../../src/features/messages/contract/forms/public-forms.ts";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, hydrate, test } from "../support/browser.ts";
import { openSettings, settingsRejections } from "../support/settings.ts";
import { inviteStaff } from "../support/staff.ts";
import { createUser } from "../support/test-user.ts";
import { findUnannounced } from "../support/unannounced.ts";

/** Presses a button, and expects errors of which each is announced. @param count least number of errors */
async function expectAnnounced(page: Page, button: string, count = 1): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: button, exact: true }).click();
  const wrong = page.locator("main [aria-invalid=true]");
  await eventually(async () => (await wrong.count()) >= count).toBe(true);
  await eventually(() => findUnannounced(page.getByRole("main"))).toEqual([]);
}

describe("each error is in a live region or focused:", () => {
  test.for([
    ...publicForms
      .filter(({ path }) => path !== paths.cancel)
      .map(({ form, path }) => [path, form.submitLabel] as const),
    [paths.login, loginForm.submitLabel],
    [paths.caregiverLogin, loginForm.submitLabel],
    [paths.providerLogin, loginForm.submitLabel],
    [paths.createAccount, createAccountForm.submitLabel],
    [paths.forgotPassword, forgotPasswordForm.submitLabel],
    [tracks.care.intake, "Continue"],
    [tracks.pro.intake, "Continue"],
  ] as const)("%s", async ([path, button], { openPage }) => {
    const page = await openPage(path);
    await hydrate(page);
    await expectAnnounced(page, button);
  });

  test("the newsletter", async ({ openPage }) => {
    const page = await openPage(paths.home);
    await hydrate(page);
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("button", { name: "Subscribe" }).click();
    await footer.locator("[aria-invalid=true]").waitFor();
    expect(await findUnannounced(footer)).toEqual([]);
  });

  test.for([
    ["Start now", tracks.care.getStarted],
    ["Email me my link", tracks.care.getStarted],
    [cancellationForm.submitLabel, paths.cancel],
  ] as const)(
    "%s answers with a page whose title says it",
    async ([button, path], { openPage }) => {
      const page = await openPage(path, { expects: [/422/] });
      await page.getByRole("button", { name: button }).click();
      await page.locator("main [aria-invalid=true]").first().waitFor();
      expect(await page.title()).toMatch(/^Error: /);
    },
  );

  test("the profile", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openPage(paths.editProfile, { cookie: ruth.cookie });
    await page.getByLabel("City", { exact: true }).fill("x".repeat(5000));
    await page.getByLabel("First name", { exact: true }).fill("x".repeat(5000));
    await expectAnnounced(page, "Save Changes", 2);
  });

  test.for([
    ["Change email", "Save new email", 1],
    ["Change password", "Save new password", 2],
  ] as const)("the settings: %s", async ([open, send, count], { openPage, site }) => {
    const { page } = await openSettings(openPage, site, { expects: settingsRejections });
    await page.getByRole("button", { name: open }).click();
    await page.getByRole("button", { name: send }).waitFor();
    await expectAnnounced(page, send, count);
  });

  test.for([
    [deskPaths.login, "Log in", 2],
    [deskPaths.forgotPassword, "Send the link", 1],
  ] as const)("%s", async ([path, button, count], { openPage }) => {
    const page = await openPage(path);
    await page.getByRole("button", { name: button, exact: true }).waitFor();
    await expectAnnounced(page, button, count);
  });

  test("an invitation to the desk", async ({ openPage, site }) => {
    const person = { name: "Ida Loud", email: "ida.loud@example.com", roles: ["agent"] } as const;
    const token = await inviteStaff({ ...site, clock: { now: Date.now() } }, person);
    const page = await openPage(`${deskPaths.join}#${token}`);
    await page.getByRole("button", { name: "Set the password" }).waitFor();
    await expectAnnounced(page, "Set the password");
  });
});
