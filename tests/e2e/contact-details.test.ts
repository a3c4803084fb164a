import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { button, createAccount, field, freshEmail } from "../support/auth-forms.ts";
import { focused, hydrate, test } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { createUser, readUser } from "../support/test-user.ts";

test("a number in the profile that cannot work is noted and saved after one question", async ({
  openPage,
  site,
}) => {
  const ruth = await createUser(site);
  const page = await openPage(paths.editProfile, {
    cookie: ruth.cookie,
    width: 320,
    reducedMotion: "reduce",
  });
  await field(page, "Phone").fill("3035550");
  await page.keyboard.press("Tab");
  const note = page.getByRole("status").getByText("This number has 7 digits. A US number has 10.");
  await note.waitFor();
  expect(await checkPage(page)).toEqual([]);
  await button(page, "Save Changes").click();
  const question = page.getByRole("alertdialog", { name: "Save anyway?" });
  await question.getByText("This number has 7 digits.").waitFor();
  await question.getByRole("button", { name: "Keep editing" }).click();
  expect(await readUser(site, ruth)).toMatchObject({ phone_number: "303-555-0101" });
  await button(page, "Save Changes").click();
  await question.getByRole("button", { name: "Save anyway" }).click();
  await page.getByRole("dialog", { name: "Changes Saved" }).waitFor();
  expect(await readUser(site, ruth)).toMatchObject({ phone_number: "3035550" });
});

test("details of a new account that cannot work are noted and saved after one question", async ({
  openPage,
  site,
}) => {
  const page = await openPage(paths.createAccount);
  await hydrate(page);
  const email = freshEmail();
  await field(page, "Desired password").fill("Butterfly");
  await field(page, "Phone").fill("3035550");
  const note = page.getByRole("status").filter({ hasText: "Many people use this password" });
  await note.waitFor();
  expect(await checkPage(page)).toEqual([]);
  await createAccount(page, { email, phone: "3035550", password: "butterfly" });
  const question = page.getByRole("alertdialog", { name: "Save anyway?" });
  await question.getByText("This number has 7 digits.").waitFor();
  await question.getByText("Many people use this password").waitFor();
  expect(await focused(page)).toBe("BUTTON Keep editing");
  const accounts = site.database.db.selectFrom("accounts").selectAll().where("email", "=", email);
  expect(await accounts.execute()).toEqual([]);
  await button(question, "Save anyway").click();
  await page.getByRole("dialog", { name: "Account Created!" }).waitFor();
  expect(await accounts.execute()).toHaveLength(1);
});
