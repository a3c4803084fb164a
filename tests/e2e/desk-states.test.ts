import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { test } from "../support/browser.ts";
import { checkDeskPage, expectAccessible, widths } from "../support/check-page.ts";
import type { TestServer } from "../support/server.ts";
import {
  codeOf,
  inviteStaff,
  joinDesk,
  signInStaff,
  staffAuthenticatorSecret,
  staffPassword,
} from "../support/staff.ts";

/** Rejections that the tests cause, as browsers log them. */
const rejections = [/status of 4\d\d/, /^response 4\d\d: .*\/api\/desk\//];
const minutes20 = 20 * 60 * 1000;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
let people = 0;

/** An email address that no other test uses. */
function newEmail(): string {
  people += 1;
  return `somebody.${people}@example.com`;
}

const serverAt = (site: TestServer, now = Date.now()) => ({ ...site, clock: { now } });

describe("at every width every state is accessible:", () => {
  const choices = { width: 375, reducedMotion: "reduce", expects: rejections } as const;

  test("log-in, its errors, its second step", async ({ openPage, site }) => {
    const email = newEmail();
    await joinDesk(serverAt(site), { name: "Imani Bell", email, roles: ["viewer"] });
    const page = await openPage(deskPaths.login, choices);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectAccessible(page, "first step");
    await button(page, "Log in").click();
    await page.getByText("Error: Enter your work email.").waitFor();
    await expectAccessible(page, "empty fields");
    await page.getByLabel("Work email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the right one");
    await button(page, "Log in").click();
    await page.getByText("That email or password is not right.").waitFor();
    await expectAccessible(page, "refused");
    await page.getByLabel("Password", { exact: true }).fill(staffPassword);
    await button(page, "Log in").click();
    await page.getByRole("heading", { name: "Second step" }).waitFor();
    await expectAccessible(page, "second step");
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await button(page, "Log in").click();
    await page.getByText("That code is not right").waitFor();
    await expectAccessible(page, "wrong code");
    await button(page, "Use a recovery code").click();
    await expectAccessible(page, "recovery code");
  });

  test("invitation, second factor, recovery codes", async ({ openPage, site }) => {
    const person = {
      name: "Ruth Calder",
      email: newEmail(),
      roles: ["viewer"],
    } as const;
    const token = await inviteStaff(serverAt(site), person);
    const page = await openPage(`${deskPaths.join}#${token}`, choices);
    await page.getByLabel("New password").fill("short");
    await button(page, "Set the password").click();
    await page.getByText("These are 5.").waitFor();
    await expectAccessible(page, "short password");
    await page.getByLabel("New password").fill(staffPassword);
    await button(page, "Set the password").click();
    await button(page, "Set up a code app").click();
    const key = page.getByText("Or type this key there:");
    const secret = ((await key.textContent()) ?? "").replace(/^.*:/, "").replaceAll(" ", "");
    await expectAccessible(page, "code app");
    await page.getByLabel("Code", { exact: true }).fill(await codeOf(secret, serverAt(site)));
    await button(page, "Check the code").click();
    await button(page, "I have saved them").waitFor();
    await expectAccessible(page, "recovery codes");
  });
});

/** A menu or dialog closes when the window is resized; the middle width only in the full matrix. */
const ends = widths.filter((width) => inject("fullMatrix") || width !== 768);

describe.each(ends)("at %i px every state is accessible:", (width) => {
  const choices = { width, reducedMotion: "reduce", expects: rejections } as const;

  test("own sign-in, dialogs, menus, wrong path", async ({ openPage, site }) => {
    // Long enough ago that a change requires the second factor again.
    const server = serverAt(site, Date.now() - minutes20);
    const { id, cookie } = await signInStaff(
      server,
      ["viewer"],
      `Paul ${newEmail().replace("@example.com", "")}`,
    );
    await site.database.write((trx) =>
      trx
        .updateTable("staff")
        .set({ totp_secret: staffAuthenticatorSecret, totp_enabled_at: server.clock.now })
        .where("id", "=", id)
        .execute(),
    );
    const page = await openPage(deskPaths.signIn, { ...choices, cookie });
    await page.getByRole("heading", { level: 1, name: "My sign-in" }).waitFor();
    expect(await checkDeskPage(page), "own sign-in").toEqual([]);
    await button(page, "Make new codes").click();
    expect(await checkDeskPage(page), "question").toEqual([]);
    await page.getByRole("alertdialog").getByRole("button", { name: "Make new codes" }).click();
    const dialog = page.getByRole("dialog", { name: "Please confirm that it is you" });
    await dialog.waitFor();
    expect(await checkDeskPage(page), "second factor again").toEqual([]);
    await dialog.getByLabel("Code").fill(await codeOf(staffAuthenticatorSecret, serverAt(site)));
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Recovery codes" }).waitFor();

    const isSmall = await button(page, "Menu").isVisible();
    const opener = isSmall ? button(page, "Menu") : page.getByRole("button", { name: /^Paul/ });
    await opener.focus();
    await page.keyboard.press("Enter");
    expect(await checkDeskPage(page), "menu").toEqual([]);
    await page.getByRole("button", { name: "List of keys" }).filter({ visible: true }).click();
    expect(await checkDeskPage(page), "keys").toEqual([]);
    await page.keyboard.press("Escape");

    await page.goto("/desk/no-such-page");
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    expect(await checkDeskPage(page), "wrong path").toEqual([]);
  });
});
