import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { profileEditing } from "../../src/features/customers/contract/edit-profile.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { eventually, focused, type OpenPage, test, untilDialogClosed } from "../support/browser.ts";
import { checkPage, expectAccessibleOnBoth } from "../support/check-page.ts";
import { expireReauth } from "../support/settings.ts";
import { stateSizes } from "../support/state-sizes.ts";
import { createUser, readUser, type TestUser } from "../support/test-user.ts";

const saveFailed = "Error saving changes. Please try again.";
const lost = [/ERR_FAILED/];

const field = (page: Page, label: string) =>
  page.getByRole("main").getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save Changes", exact: true });

function watchChanges(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") sent.push(request.postDataJSON());
  });
  return sent;
}

async function openForm(
  openPage: OpenPage,
  { cookie }: TestUser,
  choices: Parameters<OpenPage>[1] = {},
) {
  const page = await openPage(paths.editProfile, { cookie, ...choices });
  await field(page, "City").waitFor();
  return page;
}

async function isSaved(page: Page) {
  await page.getByRole("dialog", { name: "Changes Saved" }).waitFor();
}

describe("editing a profile", () => {
  test("sends only what changed and leads back to the profile", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openForm(openPage, ruth);
    const sent = watchChanges(page);
    expect(await field(page, "First name").inputValue()).toBe("Ruth");
    expect(await field(page, "Address line 1").inputValue()).toBe("");
    await field(page, "City").fill(" Denver ");
    await field(page, "State").pressSequentially("x");
    await field(page, "State").fill("nm");
    await save(page).click();
    await isSaved(page);
    expect(sent).toEqual([{ version: 1, changes: { city: "Denver", state: "NM" } }]);
    expect(await readUser(site, ruth)).toMatchObject({ city: "Denver", state: "NM", zip: "80302" });

    await page.getByRole("button", { name: "Back to my profile" }).click();
    await page.waitForURL(`**${paths.profile}`);
    await page.getByText("Denver, NM", { exact: true }).waitFor();
  });

  test("accepts at most two letters for the state", async ({ openPage, site }) => {
    const page = await openForm(openPage, await createUser(site));
    await field(page, "State").clear();
    await field(page, "State").pressSequentially("Colorado");
    expect(await field(page, "State").inputValue()).toBe("Co");
  });

  test("sends nothing when nothing changed, and says so", async ({ openPage, site }) => {
    const page = await openForm(openPage, await createUser(site));
    const sent = watchChanges(page);
    await field(page, "City").fill("Boulder ");
    await save(page).click();
    await page
      .getByRole("status")
      .filter({ hasText: "You have not changed anything, so there is nothing to save." })
      .waitFor();
    expect(sent).toEqual([]);
    expect(await focused(page)).toBe("BUTTON Save Changes");
  });

  test("shows progress and cannot be sent twice", async ({ openPage, site }) => {
    const page = await openForm(openPage, await createUser(site));
    const sent = watchChanges(page);
    const gate = Promise.withResolvers<void>();
    await page.route(`**${apiPaths.profile}`, async (route) => {
      if (route.request().method() === "PATCH") await gate.promise;
      await route.continue();
    });
    await field(page, "City").fill("Denver");
    await save(page).click();
    const button = page.getByRole("button", { name: "Saving Changes...", exact: true });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    const status = page.getByRole("status").filter({ hasText: "Saving Changes..." });
    // For screen readers only: no empty box above the button.
    expect((await status.boundingBox())?.height).toBe(1);
    await button.click({ force: true });
    await field(page, "City").press("Enter");
    await page.getByRole("button", { name: "Cancel" }).click({ force: true });
    gate.resolve();
    await isSaved(page);
    expect(sent).toHaveLength(1);
  });

  test("shows a server-side error at its field", async ({ openPage, site }) => {
    const page = await openForm(openPage, await createUser(site));
    await save(page).click();
    const note = page.getByText("there is nothing to save");
    await note.waitFor();
    await field(page, "First name").fill("R".repeat(1001));
    await save(page).click();
    const message = "First name must be 1,000 characters or fewer.";
    await page.getByRole("alert").getByRole("link", { name: message }).waitFor();
    expect(await note.count()).toBe(0);
    await eventually(() => focused(page)).toContain("There is a problem");
    expect(await page.title()).toMatch(/^Error: /);
    await field(page, "First name").fill("Rita");
    await save(page).click();
    await isSaved(page);
  });

  test("states which email address logs in after a change", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openForm(openPage, ruth);
    const address = `new-${ruth.email}`;
    await field(page, "Email").fill(address);
    await save(page).click();
    await isSaved(page);
    await page
      .getByText(
        `You still log in with ${ruth.email} until you open the link that we sent to ${address}.`,
      )
      .waitFor();
    expect(await readUser(site, ruth)).toMatchObject({ email_address: address });
    await page.keyboard.press("Escape");
    await page.waitForURL(`**${paths.profile}`);
    await page.getByText("You log in with", { exact: true }).waitFor();

    // Without a recent login no link is sent; the dialog explains where to get one.
    await expireReauth(site);
    await page.getByRole("link", { name: "Edit Profile", exact: true }).click();
    await field(page, "Email").fill(`newer-${ruth.email}`);
    await save(page).click();
    await page
      .getByText(`You still log in with ${ruth.email}. You can change that in your settings.`)
      .waitFor();
  });
});

describe("leaving the form", () => {
  test("needs no confirmation when nothing has changed", async ({ openPage, site }) => {
    const page = await openForm(openPage, await createUser(site));
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(`**${paths.profile}`);
  });

  test("asks for confirmation after changes, and saves nothing", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openForm(openPage, ruth);
    const sent = watchChanges(page);
    await field(page, "City").fill("Denver");
    await page.getByRole("button", { name: "Cancel" }).click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.waitFor();
    expect(await focused(page)).toBe("BUTTON Keep editing");
    await page.keyboard.press("Escape");
    await untilDialogClosed(page);
    expect(await field(page, "City").inputValue()).toBe("Denver");
    expect(await focused(page)).toBe("BUTTON Cancel");

    await page.keyboard.press("Enter");
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL(`**${paths.profile}`);
    expect(sent).toEqual([]);
    await page.getByRole("link", { name: "Edit Profile", exact: true }).click();
    expect(await field(page, "City").inputValue()).toBe("Boulder");
  });

  test("by a link asks for confirmation after changes", async ({ openPage, site }) => {
    const page = await openForm(openPage, await createUser(site));
    const press = page.getByRole("contentinfo").getByRole("link", { name: "Press" });
    await field(page, "City").fill("Denver");
    await press.click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await untilDialogClosed(page);
    expect(new URL(page.url()).pathname).toBe(paths.editProfile);
    expect(await field(page, "City").inputValue()).toBe("Denver");
    expect(await focused(page)).toBe("A Press");

    await press.press("Enter");
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL(`**${paths.press}`);
    await page.goBack();
    await eventually(() => field(page, "City").inputValue()).toBe("Boulder");
    expect(await page.getByText(profileEditing.unsaved).count()).toBe(0);
    await page.getByRole("navigation", { name: "Your account" }).getByText("Settings").click();
    await page.waitForURL(`**${paths.settings}`);
  });

  test("by Back keeps the values and says that they are not saved", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openPage(paths.profile, { cookie: ruth.cookie });
    await page.getByRole("link", { name: "Edit Profile", exact: true }).click();
    await field(page, "City").fill("Denver");
    await page.goBack();
    await page.waitForURL(`**${paths.profile}`);
    await ruth.request("PATCH", apiPaths.profile, { version: 1, changes: { zip: "80401" } });
    await page.goForward();
    await eventually(() => field(page, "City").inputValue()).toBe("Denver");
    expect(await field(page, "ZIP code").inputValue()).toBe("80401");
    await page.getByRole("status").getByText(profileEditing.unsaved).waitFor();
  });

  test("because the session ended keeps the values until after login", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUser(site);
    const page = await openForm(openPage, ruth, { expects: [/401/] });
    await field(page, "City").fill("Denver");
    await site.database.write((trx) =>
      trx.deleteFrom("sessions").where("uid", "=", ruth.uid).execute(),
    );
    await save(page).click();
    await page.waitForURL(`**${paths.login}?next=*`);
    await page.getByRole("main").getByLabel("Email", { exact: true }).fill(ruth.email);
    await page.getByRole("main").getByLabel("Password", { exact: true }).fill("seven apples");
    await page.getByRole("button", { name: "Log In", exact: true }).click();
    await page.waitForURL(`**${paths.editProfile}`);
    await eventually(() => field(page, "City").inputValue()).toBe("Denver");
  });
});

describe("another person who has since logged in", () => {
  test("sees their own values and none of the typed ones", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const walter = await createUser(site, { firstName: "Walter" });
    const page = await openForm(openPage, ruth, { expects: [/401/] });
    await field(page, "City").fill("Denver");
    const [name = "", value = ""] = walter.cookie.split("=");
    await page.context().addCookies([{ name, value, url: site.origin }]);
    await save(page).click();
    await eventually(() => field(page, "First name").inputValue()).toBe("Walter");
    expect(await field(page, "City").inputValue()).toBe("Boulder");
    for (const who of [ruth, walter]) {
      expect(await readUser(site, who)).toMatchObject({ city: "Boulder", version: 1 });
    }
  });
});

describe("a failed save", () => {
  test("shows the sentence of the spec, and all values are kept", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openForm(openPage, ruth, { expects: lost });
    await page.route(`**${apiPaths.profile}`, (route) => route.abort("failed"));
    await field(page, "City").fill("Denver");
    await save(page).click();
    const alert = page.getByRole("alertdialog", { name: saveFailed, exact: true });
    await alert.waitFor();
    await alert.getByRole("button", { name: "OK", exact: true }).click();
    await untilDialogClosed(page);
    expect(await field(page, "City").inputValue()).toBe("Denver");
    expect(await focused(page)).toBe("BUTTON Save Changes");
    await page.unroute(`**${apiPaths.profile}`);
    await save(page).click();
    await isSaved(page);
    expect(await readUser(site, ruth)).toMatchObject({ city: "Denver" });
  });
});

test("fields that are too long in total are reported as such, not as a large photo", async ({
  openPage,
  site,
}) => {
  const ruth = await createUser(site);
  const page = await openForm(openPage, ruth, { expects: [/413/] });
  // Each field has its own limit, so only an intermediate server could reject their total.
  const json = { code: "too-large", message: "The request is larger than 64 KB." };
  await page.route(`**${apiPaths.profile}`, (route) => route.fulfill({ status: 413, json }));
  await field(page, "City").fill("Denver");
  await save(page).click();
  const alert = page.getByRole("alertdialog", { name: saveFailed, exact: true });
  await alert.getByText("Your text is too long to save. Shorten it first.").waitFor();
  await alert.getByRole("button", { name: "OK", exact: true }).click();
  expect(await field(page, "City").inputValue()).toBe("Denver");
});

describe("a profile changed in two windows", () => {
  const conflict = [/409/];
  const question = (page: Page) =>
    page.getByRole("alertdialog", { name: "Your profile was changed somewhere else" });

  /** Ruth changes the city in one window while another one saves city and phone. */
  async function openConflict(openPage: OpenPage, ruth: TestUser) {
    const page = await openForm(openPage, ruth, { expects: conflict });
    await field(page, "City").fill("Aspen");
    await field(page, "First name").fill("Rita");
    const changes = { city: "Denver", phoneNumber: "303-555-0199" };
    await ruth.request("PATCH", apiPaths.profile, { version: 1, changes });
    await save(page).click();
    await question(page).waitFor();
    return page;
  }

  test("shows the differences, and the person can keep their values", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUser(site);
    const page = await openConflict(openPage, ruth);
    expect(await question(page).getByRole("definition").allTextContents()).toEqual([
      "Saved now: 303-555-0199",
      "In this window: 303-555-0101",
      "Saved now: Denver",
      "In this window: Aspen",
    ]);
    expect(await readUser(site, ruth)).toMatchObject({ first_name: "Ruth", city: "Denver" });
    await page.getByRole("button", { name: "Keep what is in this window" }).click();
    await isSaved(page);
    expect(await readUser(site, ruth)).toMatchObject({
      first_name: "Rita",
      city: "Aspen",
      phone_number: "303-555-0101",
    });
  });

  test("lets the person accept the other values, review and save the rest", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUser(site);
    const page = await openConflict(openPage, ruth);
    await page.getByRole("button", { name: "Use what is saved" }).click();
    await page.getByText("The form now shows what was saved.").waitFor();
    expect(await field(page, "City").inputValue()).toBe("Denver");
    expect(await field(page, "Phone").inputValue()).toBe("303-555-0199");
    expect(await field(page, "First name").inputValue()).toBe("Rita");
    await save(page).click();
    await isSaved(page);
    expect(await readUser(site, ruth)).toMatchObject({
      first_name: "Rita",
      city: "Denver",
      phone_number: "303-555-0199",
    });
  });

  test("lets the person choose neither for now", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openConflict(openPage, ruth);
    await page.keyboard.press("Escape");
    await untilDialogClosed(page);
    expect(await field(page, "City").inputValue()).toBe("Aspen");
    expect(await readUser(site, ruth)).toMatchObject({ first_name: "Ruth", city: "Denver" });
  });

  test("shows no dialog when both values are the same", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openForm(openPage, ruth, { expects: conflict });
    await field(page, "City").fill("Aspen");
    await field(page, "First name").fill("Rita");
    await ruth.request("PATCH", apiPaths.profile, { version: 1, changes: { city: "Aspen" } });
    await save(page).click();
    await isSaved(page);
    expect(await readUser(site, ruth)).toMatchObject({ first_name: "Rita", city: "Aspen" });
  });
});

describe("layout of the form", () => {
  test("filled in and rejected", async ({ openPage, site }) => {
    const page = await openForm(openPage, await createUser(site));
    await expectAccessibleOnBoth(page, "filled in");
    await field(page, "ZIP code").fill("1".repeat(1001));
    await save(page).click();
    await page.getByText("There is a problem").waitFor();
    await expectAccessibleOnBoth(page, "rejected");
  });

  test.for(stateSizes)("with its dialogs, %o", async (size, { openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openForm(openPage, ruth, { ...size, expects: [/409/] });
    await field(page, "City").fill("Llanfairpwllgwyngyllgogerychwyrndrobwll".repeat(2));
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await checkPage(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await ruth.request("PATCH", apiPaths.profile, { version: 1, changes: { city: "Denver" } });
    await save(page).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await checkPage(page)).toEqual([]);
    await page.getByRole("button", { name: "Keep what is in this window" }).click();
    await isSaved(page);
    expect(await checkPage(page)).toEqual([]);
  });
});
