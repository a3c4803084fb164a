import { Secret, TOTP } from "otpauth";
import type { Request } from "playwright-core";
import { describe, expect } from "vitest";
import { apiPaths } from "../support/api-paths.ts";
import { eventually, focused, test } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { newAccount } from "../support/portal.ts";
import {
  addDevice,
  expireReauth,
  openMoreSecurity,
  openSettings,
  settingsRejections,
} from "../support/settings.ts";

const { password } = newAccount;

describe("passkeys", () => {
  test("one is added, reauthenticates, and is removed again", async ({ openPage, site }) => {
    const { page, who } = await openSettings(openPage, site, {
      localhost: true,
      expects: settingsRejections,
    });
    await addDevice(page);
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await openMoreSecurity(page);
    await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
    expect(await checkPage(page)).toEqual([]);
    const before = scripts.length;
    await page.getByLabel("Name of this passkey").fill("My laptop");
    await page.getByRole("button", { name: "Add this passkey", exact: true }).last().click();
    await page.getByText("“My laptop” is added.").waitFor();
    // The library loads on first use.
    expect(scripts.length).toBeGreaterThan(before);
    await page.getByText("Added today. Not used yet.").waitFor();

    await expireReauth(site);
    await page.getByRole("button", { name: "Remove the passkey “My laptop”" }).click();
    await page.getByRole("button", { name: "Remove it" }).click();
    const box = page.getByRole("dialog", { name: "Is it still you?" });
    await box.getByRole("button", { name: "Use a passkey instead" }).click();
    await page.getByText("“My laptop” is removed.").waitFor();
    await eventually(() => focused(page)).toBe("BUTTON Add a passkey");
    const left = site.database.db.selectFrom("passkeys").select("id").where("uid", "=", who.uid);
    expect(await left.execute()).toEqual([]);
  });

  test("without user verification none is added, and the name is kept", async ({
    openPage,
    site,
  }) => {
    const { page } = await openSettings(openPage, site, {
      localhost: true,
      expects: settingsRejections,
    });
    const device = await addDevice(page);
    await device.setFinger(false);
    await openMoreSecurity(page);
    await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
    await page.getByLabel("Name of this passkey").fill("My laptop");
    await page.getByRole("button", { name: "Add this passkey", exact: true }).last().click();
    const alert = page.getByRole("alertdialog");
    await alert.getByText("No passkey was used. Try again, or use your password.").waitFor();
    await alert.getByRole("button", { name: "OK" }).click();
    expect(await page.getByLabel("Name of this passkey").inputValue()).toBe("My laptop");
    expect(await page.getByRole("heading", { name: "Passkey “" }).count()).toBe(0);
  });

  test("a passkey can authorize deleting the account", async ({ openPage, site }) => {
    const { page, who } = await openSettings(openPage, site, { localhost: true });
    await addDevice(page);
    await openMoreSecurity(page);
    await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
    await page.getByLabel("Name of this passkey").fill("My laptop");
    await page.getByRole("button", { name: "Add this passkey", exact: true }).last().click();
    await page.getByText("“My laptop” is added.").waitFor();
    await page.getByRole("button", { name: "Delete account" }).press("Enter");
    await page.getByRole("button", { name: "Delete my account with a passkey" }).click();
    await page.getByRole("heading", { level: 1, name: "Your account is deleted" }).waitFor();
    expect((await who.request("GET", apiPaths.session)).status).toBe(200);
    expect(await (await who.request("GET", apiPaths.session)).json()).toEqual({ signedIn: false });
  });
});

describe("authenticator codes", () => {
  test("are set up, their recovery codes renewed, and turned off", async ({ openPage, site }) => {
    const { page } = await openSettings(openPage, site, {
      width: 375,
      expects: settingsRejections,
    });
    await expireReauth(site);
    await openMoreSecurity(page);
    await page.getByRole("button", { name: "Set up codes" }).press("Enter");
    const reauth = page.getByRole("dialog", { name: "Is it still you?" });
    await reauth.getByLabel("Current password", { exact: true }).fill(password);
    await reauth.getByRole("button", { name: "Continue" }).press("Enter");

    await page.getByRole("img", { name: /^A square code/ }).waitFor();
    expect(await checkPage(page)).toEqual([]);
    const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
    const secret = Secret.fromBase32(key.replaceAll(" ", ""));
    await page.getByLabel("Code from the app").fill("000000");
    await page.getByRole("button", { name: "Turn on", exact: true }).press("Enter");
    await page.getByText("Error: That code is not right. Try the next one.").waitFor();
    await page.getByLabel("Code from the app").fill(TOTP.generate({ secret }));
    await page.getByRole("button", { name: "Turn on", exact: true }).press("Enter");

    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    await eventually(() => focused(page)).toBe("H4 Your recovery codes");
    const codes = page.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/);
    expect(await codes.count()).toBe(10);
    expect(await checkPage(page)).toEqual([]);
    const first = await codes.allTextContents();
    await page.getByRole("button", { name: "I saved them" }).click();
    await page.getByText("Codes are on. We ask for one when you log in.").waitFor();
    expect(await page.getByText(first[0] ?? "").count()).toBe(0);
    await page.getByText("On. 10 recovery codes are left.").waitFor();

    await page.getByRole("button", { name: "Make new ones recovery codes" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make new ones" }).click();
    await eventually(() => codes.count()).toBe(10);
    const second = await codes.allTextContents();
    expect(second.filter((code) => first.includes(code))).toEqual([]);
    await page.getByRole("button", { name: "I saved them" }).click();

    await page.getByRole("button", { name: "Turn off codes" }).click();
    const box = page.getByRole("dialog", { name: "Turn off codes?" });
    await box.getByLabel("Current password", { exact: true }).fill(password);
    await box.getByRole("button", { name: "Turn off codes" }).click();
    await page.getByText("Codes are off. Your password alone logs you in.").waitFor();
    await page.getByRole("button", { name: "Set up codes" }).waitFor();
  });

  test("recovery codes print on their own page", async ({ openPage, site }) => {
    const { page } = await openSettings(openPage, site);
    await openMoreSecurity(page);
    await page.getByRole("button", { name: "Set up codes" }).press("Enter");
    const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
    const secret = Secret.fromBase32(key.replaceAll(" ", ""));
    await page.getByLabel("Code from the app").fill(TOTP.generate({ secret }));
    await page.getByRole("button", { name: "Turn on", exact: true }).press("Enter");
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("heading", { name: "Support ID" }).isVisible()).toBe(false);
    expect(await page.getByRole("heading", { name: "Password" }).isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "I saved them" }).isVisible()).toBe(false);
    expect(await page.getByRole("heading", { name: "Your recovery codes" }).isVisible()).toBe(true);
  });
});

test("a reauthentication with a lost response can be repeated in the same dialog", async ({
  openPage,
  site,
}) => {
  const { page } = await openSettings(openPage, site, {
    expects: [...settingsRejections, /ERR_FAILED/],
  });
  await expireReauth(site);
  await page.route(
    `**${apiPaths.confirmIdentity}`,
    async (route) => {
      const init = await copyRequest(route.request());
      expect((await fetch(route.request().url(), init)).status).toBe(200);
      await route.abort();
    },
    { times: 1 },
  );
  await openMoreSecurity(page);
  await page.getByRole("button", { name: "Set up codes" }).press("Enter");
  const box = page.getByRole("dialog", { name: "Is it still you?" });
  const field = box.getByLabel("Current password", { exact: true });
  await field.fill(password);
  await field.press("Enter");
  const alert = page.getByRole("alertdialog", { name: "An error occurred. Please try again." });
  await alert.getByText("Please type your password again.").waitFor();
  await alert.getByRole("button", { name: "OK" }).press("Enter");
  await eventually(() => field.evaluate((it) => it === document.activeElement)).toBe(true);
  await field.fill(password);
  await field.press("Enter");
  await page.getByRole("heading", { name: "Let it scan this picture" }).waitFor();
});

/** Copies a request of the page, to send it so that the page does not see the response. */
async function copyRequest(request: Request) {
  const { cookie = "" } = await request.allHeaders();
  return {
    method: request.method(),
    headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: request.postData(),
  };
}
