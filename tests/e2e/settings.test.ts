import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { brand } from "../../src/brand.ts";
import { loginFirst } from "../../src/features/customers/contract/auth.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { findCutOff, scaleText } from "../support/a11y-layout.ts";
import { apiPaths } from "../support/api-paths.ts";
import { findBrokenWords } from "../support/broken-words.ts";
import { eventually, focused, test, untilDialogClosed } from "../support/browser.ts";
import { checkAgain, checkPage, expectAccessibleOnBoth } from "../support/check-page.ts";
import { newAccount } from "../support/portal.ts";
import {
  confirmEmail,
  expireReauth,
  openMoreSecurity,
  openSettings,
  settingsRejections,
} from "../support/settings.ts";
import { addRequests, createUser, readUser } from "../support/test-user.ts";

const { password } = newAccount;

/** Whether the whole control is inside the window. */
function isInView(control: Locator): Promise<boolean> {
  return control.evaluate((it) => {
    const { top, bottom } = it.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

describe("the settings", () => {
  test("show the support ID, and copy it", async ({ openPage, site }) => {
    const { page, who } = await openSettings(openPage, site);
    expect(await page.title()).toBe(`Settings - ${brand.name}`);
    const settings = await who.request("GET", apiPaths.settings);
    const { supportId } = (await settings.json()) as { supportId: string };
    await page.getByText(`${supportId.slice(0, 4)} ${supportId.slice(4)}`).waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy support ID" }).click();
    await page.getByText("Copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(supportId);
  });

  test("redirect an anonymous visitor to login and back", async ({ openPage }) => {
    const page = await openPage(paths.settings, { expects: settingsRejections });
    await page.waitForURL(`**${paths.login}?next=${encodeURIComponent(paths.settings)}`);
    await page.getByRole("status").getByText(loginFirst).waitFor();
  });

  test.for([
    ["Text Message", "radio"],
    ["Send the link again", "button"],
  ] as const)(
    "redirect to login when the session has ended: %s",
    async ([name, role], { openPage, site }) => {
      const { page, who } = await openSettings(openPage, site, {
        expects: settingsRejections,
        isUnconfirmed: true,
      });
      await who.request("POST", apiPaths.logout);
      await page.getByRole(role, { name, exact: true }).click();
      await page.waitForURL(`**${paths.login}?next=${encodeURIComponent(paths.settings)}`);
      await page.getByRole("button", { name: "Log In", exact: true }).waitFor();
      expect(await page.getByRole("alertdialog").count()).toBe(0);
    },
  );

  test("that fail to load can be reloaded", async ({ openPage, site }) => {
    const who = await createUser(site);
    const page = await openPage(paths.home, {
      cookie: who.cookie,
      expects: [/503/, /did not load: unavailable/],
    });
    let broken = true;
    await page.route(`**${apiPaths.settings}`, (route) =>
      broken
        ? route.fulfill({ status: 503, json: { code: "unavailable", message: "" } })
        : route.continue(),
    );
    await page.goto(paths.settings);
    await page.getByRole("button", { name: "Load again" }).waitFor();
    broken = false;
    await page.getByRole("button", { name: "Load again" }).click();
    await page.getByRole("heading", { name: "Support ID" }).waitFor();
  });

  test("are accessible with everything closed, in every color scheme", async ({
    openPage,
    site,
  }) => {
    const { page } = await openSettings(openPage, site);
    await expectAccessibleOnBoth(page, "everything closed");
    for (const colors of [{ contrast: "more" }, { forcedColors: "active" }] as const) {
      await page.emulateMedia(colors);
      expect([colors, ...(await checkAgain(page))]).toEqual([colors]);
    }
  });
});

test("passkeys and codes are under More security, explained", async ({ openPage, site }) => {
  const { page } = await openSettings(openPage, site, { localhost: true });
  const setUp = page.getByRole("button", { name: "Set up codes" });
  expect(await setUp.isVisible()).toBe(false);
  await openMoreSecurity(page);
  await setUp.waitFor();
  await page.getByText("You do not need these two.").waitFor();
  await page.getByRole("navigation", { name: "Your account" }).getByText("Log Out").waitFor();
  expect(await checkPage(page)).toEqual([]);
});

describe("the password", () => {
  test("can be changed by keyboard alone, and the page confirms it", async ({ openPage, site }) => {
    const { page, who } = await openSettings(openPage, site, { expects: settingsRejections });
    await page.getByRole("button", { name: "Change password" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Current password", { exact: true }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("not my password");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("eight pears");
    await page.keyboard.press("Enter");

    await page.getByText("Error: This is not your current password.").waitFor();
    await eventually(() => focused(page)).toContain("There is a problem");
    await page.getByRole("link", { name: "This is not your current password." }).press("Enter");
    await page.keyboard.type(password);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("eight pears");
    await page.keyboard.press("Enter");

    await page.getByText("Your password is changed.").waitFor();
    await eventually(() => focused(page)).toBe("BUTTON Change password");
    const again = await who.request("POST", apiPaths.login, {
      email: who.email,
      password: "eight pears",
    });
    expect(again.status).toBe(200);
    await page.reload();
    await page.getByRole("heading", { name: "Support ID" }).waitFor();
  });

  test("is accessible while open with errors", async ({ openPage, site }) => {
    const { page } = await openSettings(openPage, site, { width: 375 });
    await page.getByRole("button", { name: "Change password" }).press("Enter");
    await page
      .getByRole("button", { name: "Save new password", exact: true })
      .last()
      .press("Enter");
    await page.getByText("Error: New password is required.").waitFor();
    expect(await checkPage(page)).toEqual([]);
  });
});

test("a panel that fails to load shows an error and keeps the focus", async ({
  openPage,
  site,
}) => {
  const { page } = await openSettings(openPage, site, {
    expects: [/panels.*ERR_FAILED/, /^console error: Failed to load resource/],
  });
  await page.route("**/assets/panels-*.js", (route) => route.abort());
  const button = page.getByRole("button", { name: "Change password" });
  await button.press("Enter");
  await page.getByText("This part of the page did not load.").waitFor();
  await eventually(() => focused(page)).toBe("BUTTON Change password");
  expect(await button.getAttribute("aria-expanded")).toBe("false");
});

test("reading comfort applies at once, on this page too", async ({ openPage, site }) => {
  const { page } = await openSettings(openPage, site);
  const section = page.getByRole("region", { name: "Reading settings" });
  await section.getByRole("button", { name: "150%" }).press("Enter");
  await eventually(() =>
    page.evaluate(() => getComputedStyle(document.documentElement).fontSize),
  ).toBe("24px");
  await eventually(() =>
    section.getByRole("button", { name: "150%" }).getAttribute("aria-pressed"),
  ).toBe("true");
});

describe("the email address", () => {
  test("is shown as pending until confirmed, and can be canceled", async ({ openPage, site }) => {
    const { page } = await openSettings(openPage, site);
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByLabel("New email").fill("somebody.new@example.com");
    await page.getByLabel("Current password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Save new email", exact: true }).last().click();
    await page.getByText("We sent a link to somebody.new@example.com.").waitFor();
    await page.getByRole("heading", { name: "New email, not confirmed yet" }).waitFor();
    await page.getByRole("button", { name: "Keep the old one" }).click();
    await page.getByText("Your email stays as it is.").waitFor();
    await eventually(() => focused(page)).toBe("BUTTON Change email");
    expect(await page.getByRole("heading", { name: "New email" }).count()).toBe(0);
  });

  test("that is in use is rejected, and remains in the field", async ({ openPage, site }) => {
    const other = await createUser(site);
    const { page } = await openSettings(openPage, site, { expects: settingsRejections });
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByLabel("New email").fill(other.email);
    await page.getByLabel("Current password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Save new email", exact: true }).last().click();
    const alert = page.getByRole("alertdialog");
    await alert.getByText("This email address is already in use. Please try another.").waitFor();
    await alert.getByRole("button", { name: "OK" }).click();
    expect(await page.getByLabel("New email").inputValue()).toBe(other.email);
  });

  test("can get its link again; until confirmed, there is no other way to log in", async ({
    openPage,
    site,
  }) => {
    const { page, who } = await openSettings(openPage, site, {
      localhost: true,
      isUnconfirmed: true,
    });
    expect(await page.getByText("Confirm your email address first.").count()).toBe(2);
    for (const name of ["Add a passkey", "Set up codes"]) {
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    }
    await page.getByRole("button", { name: "Send the link again" }).click();
    await page.getByText("The email is on its way.").waitFor();
    await confirmEmail(site, who);
    await page.reload();
    await page.getByRole("button", { name: "the newsletter" }).waitFor();
    expect(await page.getByRole("button", { name: "Send the link again" }).count()).toBe(0);
    expect(await page.getByText("Confirm your email address first.").count()).toBe(0);
    await openMoreSecurity(page);
    for (const name of ["Add a passkey", "Set up codes"]) {
      await page.getByRole("button", { name }).waitFor();
    }
  });
});

describe("devices", () => {
  test("are logged out one by one or all at once", async ({ openPage, site }) => {
    const who = await createUser(site);
    const browsers = [
      "Mozilla/5.0 (iPhone; CPU) Safari/604.1",
      "Firefox/145.0 Windows",
      "Edg/1 Linux",
    ];
    for (const browser of browsers) {
      await fetch(site.origin + apiPaths.login, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": browser },
        body: JSON.stringify({ email: who.email, password }),
      });
    }
    const { page } = await openSettings(openPage, site, { who });
    await page.getByRole("button", { name: "Log out Safari on an iPhone" }).click();
    await page.getByText("Safari on an iPhone is logged out.").waitFor();
    // The pressed button was removed: the focus moves to the message.
    await eventually(() => focused(page)).toBe("H3 Unknown browser");
    await page.getByRole("button", { name: "Log out all others" }).click();
    await page.getByText("All other devices are logged out.").waitFor();
    await eventually(() => page.getByRole("button", { name: /^Log out/ }).count()).toBe(0);
    await page.getByText("This one").waitFor();
  });
});

describe("contact", () => {
  test("the contact method is saved and confirmed, by keyboard", async ({ openPage, site }) => {
    const { page, who } = await openSettings(openPage, site);
    await page.getByRole("radio", { name: "E-mail" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.getByText("Saved. We will call you.").waitFor();
    expect((await readUser(site, who)).contact_method).toBe("Phone Call");
  });

  test("a choice that could not be saved is reverted with a reason", async ({ openPage, site }) => {
    const { page } = await openSettings(openPage, site, {
      expects: [/request failed/, /console error/],
    });
    await page.route(`**${apiPaths.contactPreferences}`, (route) => route.abort());
    await page.getByRole("radio", { name: "Text Message" }).click();
    await page.getByText("That did not work: the server could not be reached.").waitFor();
    await eventually(() => page.getByRole("radio", { name: "E-mail" }).isChecked()).toBe(true);
  });

  test("the newsletter can be turned on and off", async ({ openPage, site }) => {
    const who = await createUser(site);
    await confirmEmail(site, who);
    const { page } = await openSettings(openPage, site, { who });
    await page.getByRole("button", { name: "Turn on the newsletter" }).click();
    await page.getByText("You will get our next newsletter.").waitFor();
    await page.getByText(`On. It goes to ${who.email}.`).waitFor();
    await page.getByRole("button", { name: "Turn off the newsletter" }).click();
    await page.getByText("You will get no more newsletters.").waitFor();
  });
});

describe("data and deletion", () => {
  test("my data is downloaded as a file, after reauthentication if the login is not recent", async ({
    openPage,
    site,
  }) => {
    const { page, who } = await openSettings(openPage, site, { expects: settingsRejections });
    await expireReauth(site);
    await page.getByRole("button", { name: "Download my data" }).press("Enter");
    const box = page.getByRole("dialog", { name: "Is it still you?" });
    await eventually(() => focused(page)).toBe("H2 Is it still you?");
    expect(await checkPage(page)).toEqual([]);
    await box.getByLabel("Current password", { exact: true }).fill(password);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      box.getByRole("button", { name: "Continue" }).press("Enter"),
    ]);
    expect(download.suggestedFilename()).toBe(`${brand.slug}-my-data.zip`);
    const files = unzipSync(new Uint8Array(await readFile(await download.path())));
    const data = JSON.parse(new TextDecoder().decode(files["my-data.json"]));
    expect(data.account.email).toBe(who.email);
    await page.getByText("Your file is on its way.").waitFor();
    await eventually(() => focused(page)).toContain("Download");
  });

  test("canceling the password prompt changes nothing", async ({ openPage, site }) => {
    const { page } = await openSettings(openPage, site, { expects: settingsRejections });
    await expireReauth(site);
    await page.getByRole("button", { name: "Download my data" }).press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await eventually(() => page.getByRole("dialog").count()).toBe(0);
    await eventually(() => focused(page)).toContain("Download");
    expect(await page.getByText("did not work").count()).toBe(0);
  });

  test("deletion asks for confirmation, can be canceled, and is confirmed", async ({
    openPage,
    site,
  }) => {
    const { page, who } = await openSettings(openPage, site, { expects: settingsRejections });
    await page.getByRole("button", { name: "Delete account" }).press("Enter");
    const box = page.getByRole("dialog", { name: "Delete your account?" });
    await page.setViewportSize({ width: 375, height: 667 });
    expect(await isInView(box.getByRole("button", { name: "Keep my account" }))).toBe(true);
    expect(await isInView(box.getByRole("button", { name: "Delete My Account" }))).toBe(true);
    expect(await checkPage(page)).toEqual([]);
    await box.getByRole("button", { name: "Show password" }).focus();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("BUTTON Keep my account");
    await page.keyboard.press("Enter");
    await untilDialogClosed(page);
    await eventually(() => focused(page)).toBe("BUTTON Delete account");

    await page.getByRole("button", { name: "Delete account" }).press("Enter");
    await box.getByLabel("Current password", { exact: true }).fill("not my password");
    await box.getByRole("button", { name: "Delete my account" }).press("Enter");
    await box.getByText("Error: This is not your current password.").waitFor();
    await box.getByLabel("Current password", { exact: true }).fill(password);
    await box.getByRole("button", { name: "Delete my account" }).press("Enter");
    await eventually(() => page.title()).toBe(`Your account is deleted - ${brand.name}`);
    await page.getByRole("heading", { level: 1, name: "Your account is deleted" }).waitFor();
    expect(await page.getByRole("link", { name: "My account" }).count()).toBe(0);
    expect(await checkPage(page)).toEqual([]);
    expect((await who.request("GET", apiPaths.settings)).status).toBe(401);
    const { cookies } = await page.context().storageState();
    expect(cookies.filter(({ name }) => name === "session")).toEqual([]);
  });
});

test("with large text on a phone no word of a panel, dialog or receipt breaks", async ({
  openPage,
  site,
}) => {
  const { page, who } = await openSettings(openPage, site, {
    width: 320,
    expects: settingsRejections,
  });
  await scaleText(page, 200);
  await openMoreSecurity(page);
  await page.getByRole("button", { name: "Set up codes" }).click();
  await page.getByRole("heading", { name: "Let it scan this picture" }).waitFor();
  expect(await findBrokenWords(page, "main ol :is(h4, p)")).toEqual([]);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole("button", { name: "Delete account" }).click();
  const box = page.getByRole("dialog", { name: "Delete your account?" });
  await box.getByLabel("Current password", { exact: true }).fill("not it");
  await box.getByRole("button", { name: "Delete my account" }).click();
  await box.getByRole("alert").getByText("There is a problem").waitFor();
  expect(await findBrokenWords(page, "dialog[open]")).toEqual([]);
  expect(await findCutOff(page)).toEqual([]);

  await addRequests(site, who, [{ id: who.uid, request_title: "A", assigned_to: "Marcus Hill" }]);
  await page.goto(`${paths.request}?id=${who.uid}`);
  await page.getByRole("article").getByText("Marcus Hill").waitFor();
  await scaleText(page, 200);
  expect(await findBrokenWords(page, "article")).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  const crossing = await page.getByRole("article").evaluate((slip) => {
    const { right } = slip.getBoundingClientRect();
    const parts = [...slip.querySelectorAll("*")];
    return parts.filter((part) => part.getBoundingClientRect().right > right).length;
  });
  expect(crossing, "parts that cross the edge of the slip").toBe(0);
});
