import { describe, expect } from "vitest";
import { errors } from "../../src/platform/contract/errors/errors.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import {
  button,
  createAccount,
  field,
  freshEmail,
  networkErrors,
  readAccountForm,
  rejections,
} from "../support/auth-forms.ts";
import {
  eventually,
  focused,
  hydrate,
  test,
  untilDialogClosed,
  untilHydrated,
} from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { stateSizes } from "../support/state-sizes.ts";
import { createUser } from "../support/test-user.ts";

test("creating an account is confirmed and leads to the profile", async ({ openPage, site }) => {
  const page = await openPage(paths.createAccount);
  // Autofilled before hydration, so no script has converted the state's name to its code.
  await field(page, "State").evaluate((it: HTMLInputElement) => {
    it.value = "New Mexico";
  });
  await hydrate(page);
  await eventually(() => field(page, "State").inputValue()).toBe("NM");
  const { email } = await createAccount(page, { email: freshEmail(), state: "co" });
  const box = page.getByRole("dialog", { name: "Account Created!" });
  await box.getByText("Your account has been created successfully.").waitFor();
  await eventually(() => focused(page)).toBe("H2 Account Created!");
  await button(box, "Continue").click();
  await page.waitForURL(`**${paths.profile}`);
  await page.getByText("Ruth Abernathy").first().waitFor();
  const profile = await site.database.db
    .selectFrom("profiles")
    .selectAll()
    .where("email_address", "=", email)
    .executeTakeFirstOrThrow();
  expect(profile).toMatchObject({ first_name: "Ruth", city: "Boulder", state: "CO", zip: "80302" });
});

test("Escape in the success modal also continues, and Back does not return to the form", async ({
  openPage,
}) => {
  const page = await openPage(paths.home);
  await page.goto(paths.createAccount);
  await createAccount(page, { email: freshEmail() });
  await page.getByRole("dialog", { name: "Account Created!" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(`**${paths.profile}`);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === paths.home, { waitUntil: "commit" });
});

test("an empty form shows an error for every field, in order", async ({ openPage }) => {
  const page = await openPage(paths.createAccount);
  await button(page, "Submit & Continue").click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await summary.waitFor();
  expect(await summary.getByRole("link").allTextContents()).toEqual([
    "First name is required.",
    "Last name is required.",
    "City is required.",
    "State is required.",
    "ZIP code is required.",
    "Email is required.",
    "Phone is required.",
    "Desired password is required.",
  ]);
  await field(page, "City").fill("Boulder");
  await summary.getByRole("link", { name: "City is required." }).waitFor({ state: "detached" });
});

test("a short password is rejected before it is sent, and remains in the field", async ({
  openPage,
}) => {
  const page = await openPage(paths.createAccount);
  await createAccount(page, { email: freshEmail(), password: "seven" });
  await page.getByRole("link", { name: "Password must be between 8 and 16 characters." }).waitFor();
  expect(await field(page, "Desired password").inputValue()).toBe("seven");
});

test("the state accepts two characters", async ({ openPage }) => {
  const page = await openPage(paths.createAccount);
  await hydrate(page);
  await field(page, "State").pressSequentially("Colo");
  expect(await field(page, "State").inputValue()).toBe("Co");
  const note = page.getByRole("status").filter({ hasText: "Use two letters here" });
  await note.waitFor();

  const paste = async (text: string) => {
    await field(page, "City").fill(text);
    await field(page, "City").press("ControlOrMeta+a");
    await field(page, "City").press("ControlOrMeta+x");
    await field(page, "State").press("ControlOrMeta+v");
  };
  await paste(" New Mexico");
  expect(await field(page, "State").inputValue()).toBe("NM");
  expect(await note.count()).toBe(0);
  await paste("Ontario");
  await note.waitFor();
  expect(await field(page, "State").inputValue()).toBe("NM");
});

test("with large text the city keeps its width next to state and ZIP code", async ({
  openPage,
}) => {
  const page = await openPage(paths.createAccount, { width: 768 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const [city, state] = [
    await field(page, "City").boundingBox(),
    await field(page, "State").boundingBox(),
  ];
  expect(city?.width).toBeGreaterThan(state?.width ?? 0);
});

test("an email address in use keeps all values except the password", async ({ openPage, site }) => {
  const ruth = await createUser(site);
  const page = await openPage(paths.createAccount, { expects: rejections });
  const values = await createAccount(page, { email: ruth.email });
  const box = page.getByRole("alertdialog", { name: "Creation Failed" });
  await box.getByText("This email address is already in use. Please try another.").waitFor();
  await button(box, "Try Again").click();
  await untilDialogClosed(page);
  await eventually(() => field(page, "Email").evaluate((it) => it === document.activeElement)).toBe(
    true,
  );
  expect(await readAccountForm(page)).toEqual({ ...values, password: "" });
  await field(page, "Email").fill(freshEmail());
  await field(page, "Desired password").fill("seven apples");
  await button(page, "Submit & Continue").click();
  await page.getByRole("dialog", { name: "Account Created!" }).waitFor();
});

describe.each([
  { what: "a lost connection", status: 0, words: "the server could not be reached." },
  { what: "a server error", status: 500, words: "the server had a problem." },
  { what: "too many tries", status: 429, words: "too many tries, wait 3 minutes." },
])("$what", ({ status, words }) => {
  test("is explained, and all values are kept", async ({ openPage }) => {
    const page = await openPage(paths.createAccount, {
      expects: [...networkErrors, ...rejections, /response 500/],
    });
    // Without a connection pictures do not load either.
    if (status === 0) await page.route("**/*.svg", (route) => route.abort("failed"));
    await page.route(`**${apiPaths.createAccount}`, (route) =>
      status === 0
        ? route.abort("failed")
        : route.fulfill({
            status,
            json:
              status === 500
                ? { code: "server-error", message: errors["server-error"].message }
                : { code: "too-many", message: errors["too-many"].message, retryAfter: 170 },
          }),
    );
    const values = await createAccount(page, { email: freshEmail() });
    const box = page.getByRole("alertdialog", { name: "Creation Failed" });
    await box.getByText(`An error occurred: ${words}`).waitFor();
    await eventually(() => box.locator("img").isVisible()).toBe(status !== 0);
    await button(box, "Try Again").click();
    await untilDialogClosed(page);
    expect(await readAccountForm(page)).toEqual({ ...values, password: "" });
  });
});

test("a double click creates one account", async ({ openPage, site }) => {
  const page = await openPage(paths.createAccount);
  const email = freshEmail();
  await createAccount(page, { email, password: "x" });
  await field(page, "Desired password").fill("seven apples");
  await button(page, "Submit & Continue").dblclick();
  await page.getByRole("dialog", { name: "Account Created!" }).waitFor();
  const accounts = await site.database.db
    .selectFrom("accounts")
    .selectAll()
    .where("email", "=", email)
    .execute();
  expect(accounts).toHaveLength(1);
});

test("a half-filled form is kept across navigation, except for the password", async ({
  openPage,
}) => {
  const page = await openPage(paths.createAccount);
  await field(page, "City").fill("Boulder");
  await field(page, "Desired password").fill("seven apples");
  // Before hydration, the link would load a document.
  await untilHydrated(page);
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await page.waitForURL(`**${paths.login}`);
  await page.goBack();
  await eventually(() => field(page, "City").inputValue()).toBe("Boulder");
  expect(await field(page, "Desired password").inputValue()).toBe("");
});

describe.each(stateSizes)("every state at %o", (size) => {
  test("messages and modals are accessible", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openPage(paths.createAccount, { ...size, expects: rejections });
    await button(page, "Submit & Continue").click();
    await page.getByText("There is a problem").waitFor();
    expect(await checkPage(page)).toEqual([]);
    await createAccount(page, { email: ruth.email });
    await page.getByRole("alertdialog").waitFor();
    expect(await checkPage(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await untilDialogClosed(page);
    await createAccount(page, { email: freshEmail() });
    await page.getByRole("dialog", { name: "Account Created!" }).waitFor();
    expect(await checkPage(page)).toEqual([]);
  });
});
