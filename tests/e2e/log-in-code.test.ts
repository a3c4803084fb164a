import { Secret, TOTP } from "otpauth";
import { describe, expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { button, field, logIn, rejections } from "../support/auth-forms.ts";
import { eventually, focused, test, untilDialogClosed } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { newAccount } from "../support/portal.ts";
import type { TestServer } from "../support/server.ts";
import { stateWidths } from "../support/state-sizes.ts";
import { createUser, type TestUser } from "../support/test-user.ts";

const { password } = newAccount;
const secret = new Secret({ size: 20 });
const codeNow = () => TOTP.generate({ secret });

async function withAuthenticator(site: TestServer): Promise<TestUser> {
  const ruth = await createUser(site);
  await site.database.write((trx) =>
    trx
      .updateTable("accounts")
      .set({ totp_secret: secret.base32, totp_enabled_at: Date.now() })
      .where("uid", "=", ruth.uid)
      .execute(),
  );
  return ruth;
}

test("the password leads to the code, and a wrong code can be corrected", async ({
  openPage,
  site,
}) => {
  const ruth = await withAuthenticator(site);
  const page = await openPage(`${paths.login}?next=${paths.settings}`, { expects: rejections });
  await logIn(page, ruth.email, password);
  await eventually(() => focused(page)).toBe("H2 One more step");
  await field(page, "Code").fill("000000");
  await button(page, "Continue").click();
  const box = page.getByRole("alertdialog", { name: "That code is not right. Try the next one." });
  await button(box, "OK").click();
  await untilDialogClosed(page);
  await field(page, "Code").fill(codeNow());
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${paths.settings}`);
});

test("an expired second step leads back to the password", async ({ openPage, site }) => {
  const ruth = await withAuthenticator(site);
  const page = await openPage(paths.login, { expects: rejections });
  await logIn(page, ruth.email, password);
  await field(page, "Code").waitFor();
  await site.database.write((trx) => trx.deleteFrom("one_time_tokens").execute());
  await field(page, "Code").fill(codeNow());
  await button(page, "Continue").click();
  const box = page.getByRole("alertdialog", { name: "That took too long." });
  await button(box, "OK").click();
  await eventually(() => field(page, "Email").inputValue()).toBe(ruth.email);
  await field(page, "Password").fill(password);
  await button(page, "Log In").click();
  await button(page, "Start again").click();
  await field(page, "Password").waitFor();
});

test("without scripts both steps are pages", async ({ openPage, site }) => {
  const ruth = await withAuthenticator(site);
  const page = await openPage(paths.providerLogin, { js: false, expects: rejections });
  await logIn(page, ruth.email, password);
  await field(page, "Code").fill("000000");
  await button(page, "Continue").click();
  await button(page.getByRole("alertdialog"), "OK").click();
  await field(page, "Code").fill(codeNow());
  await button(page, "Continue").click();
  await page.waitForURL(`**${paths.profile}**`);
  await page.getByRole("heading", { name: "Your profile" }).waitFor();
  const { email } = ruth;
  const response = await ruth.request("POST", apiPaths.login, { email, password });
  expect(await response.json()).toEqual({ state: "code-needed" });
});

describe.each(stateWidths)("at %i px", (width) => {
  test("the second step is accessible", async ({ openPage, site }) => {
    const ruth = await withAuthenticator(site);
    const page = await openPage(paths.login, {
      width,
      reducedMotion: "reduce",
      expects: rejections,
    });
    await logIn(page, ruth.email, password);
    await field(page, "Code").waitFor();
    expect(await checkPage(page)).toEqual([]);
    await field(page, "Code").fill("000000");
    await button(page, "Continue").click();
    await page.getByRole("alertdialog").waitFor();
    expect(await checkPage(page)).toEqual([]);
  });
});
