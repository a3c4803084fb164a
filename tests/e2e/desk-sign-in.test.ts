import type { Page } from "playwright-core";
import { expect } from "vitest";
import { brand } from "../../src/brand.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { eventually, focused, test } from "../support/browser.ts";
import { checkDeskPage } from "../support/check-page.ts";
import { conversationPathIn } from "../support/conversations.ts";
import { rowOf, sendMessage, sendNow } from "../support/desk-inbox.ts";
import type { TestServer } from "../support/server.ts";
import { addDevice } from "../support/settings.ts";
import {
  codeOf,
  inviteStaff,
  joinDesk,
  staffAuthenticatorSecret,
  staffPassword,
} from "../support/staff.ts";

const clock = () => ({ clock: { now: Date.now() } });
const codeNow = (secret = staffAuthenticatorSecret) => codeOf(secret, clock());

/** "Imani Bell" as the bar abbreviates it. */
const shortName = (name: string) => `${name.split(" ")[0]} B.`;

let people = 0;

/** A new person, whose name no other test uses. */
function newPerson() {
  people += 1;
  return {
    name: `Imani${people} Bell`,
    email: `imani.${people}@example.com`,
    roles: ["agent"],
  } as const;
}

async function addStaff(site: TestServer) {
  const person = newPerson();
  await joinDesk({ ...site, ...clock() }, person);
  return person;
}

async function invite(site: TestServer) {
  const person = newPerson();
  return { ...person, token: await inviteStaff({ ...site, ...clock() }, person) };
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
/** Rejections that the tests cause, as browsers log them. */
const rejections = [/status of 4\d\d/, /^response 4\d\d: .*\/api\/desk\//];

async function givePassword(page: Page, email: string, password = staffPassword) {
  await field(page, "Work email").fill(email);
  await field(page, "Password").fill(password);
  await page.keyboard.press("Enter");
}

test("password and code lead to the requested page", async ({ openPage, site }) => {
  const { email } = await addStaff(site);
  const page = await openPage(`${deskPaths.signIn}?from=bookmark`, { expects: rejections });
  await heading(page, "Log in to the desk").waitFor();
  await givePassword(page, email, "not the right one");
  await page.getByText("That email or password is not right.").waitFor();
  expect(await field(page, "Password").inputValue()).toBe("not the right one");
  await givePassword(page, email);
  await heading(page, "Second step").waitFor();
  await eventually(() => focused(page)).toBe("H1 Second step");
  await page.reload();
  await field(page, "Code").fill("000000");
  await page.keyboard.press("Enter");
  await page.getByText("That code is not right").waitFor();
  await eventually(() => field(page, "Code").getAttribute("aria-invalid")).toBe("true");
  await field(page, "Code").fill(await codeNow());
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${deskPaths.signIn}?from=bookmark`);
  await heading(page, "My sign-in").waitFor();
  expect(await page.title()).toBe(`My sign-in - ${brand.name} desk`);
});

test("an invitation leads through password, code app and recovery codes to the first answer", async ({
  openPage,
  site,
}) => {
  const { name, email, token } = await invite(site);
  const page = await openPage(`${deskPaths.join}#${token}`, { expects: rejections });
  await heading(page, `Welcome to the ${brand.name} desk`).waitFor();
  await page.getByText("12 to 128 characters.").waitFor();
  await field(page, "New password").fill("short");
  await button(page, "Set the password").click();
  await page.getByText("Use 12 to 128 characters. These are 5.").waitFor();
  await field(page, "New password").fill("123456789012");
  await button(page, "Set the password").click();
  await page.getByText("This password is easy to guess.").waitFor();
  await field(page, "New password").fill(staffPassword);
  await button(page, "Set the password").click();

  await heading(page, "Set up your second step").waitFor();
  await button(page, "Set up a code app").click();
  const key = page.getByText("Or type this key there:");
  const secret = ((await key.textContent()) ?? "").replace(/^.*:/, "").replaceAll(" ", "");
  await field(page, "Code").fill(await codeNow(secret));
  await button(page, "Check the code").click();
  await heading(page, "Save your recovery codes").waitFor();
  const codes = await page.getByRole("list", { name: "Recovery codes" }).allInnerTexts();
  await button(page, "I have saved them").click();
  await page.waitForURL(`**${deskPaths.inbox}`);

  await button(page, shortName(name)).click();
  await button(page, "Log out").click();
  await heading(page, "Log in to the desk").waitFor();
  await givePassword(page, email);
  await button(page, "Use a recovery code").click();
  await field(page, "Recovery code").fill(codes[0]?.split("\n")[0] ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${deskPaths.inbox}`);

  const reference = await sendMessage(site, "Marjorie Wells", "Do you come to Boulder?");
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await rowOf(page, reference).click();
  await page.getByRole("textbox", { name: "Message" }).fill("Yes, we do.");
  await button(page, "Send").click();
  await sendNow(page, site);
  const visitor = await openPage(await conversationPathIn(site.database, "reply"), { js: false });
  await visitor.getByText("Yes, we do.").waitFor();
  await visitor.getByLabel("Your message").fill("Good. See you then.");
  await button(visitor, "Send message").click();
  // The list shows the message first; a change made before the record shows it is a conflict.
  await page.getByRole("article").getByText("Good. See you then.").waitFor();
  await field(page, "Status").selectOption("done");
  await eventually(() =>
    site.database.db
      .selectFrom("cases")
      .select("status")
      .where("reference", "=", reference)
      .execute(),
  ).toEqual([{ status: "done" }]);
});

test("an invitation leads through a passkey, which then suffices to log in", async ({
  openPage,
  site,
}) => {
  const { token } = await invite(site);
  const page = await openPage(deskPaths.login, { localhost: true, expects: rejections });
  await addDevice(page);
  await page.goto(`${deskPaths.join}#${token}`);
  await field(page, "New password").fill(staffPassword);
  await button(page, "Set the password").click();
  await field(page, "Name of this passkey").fill("Work laptop");
  await button(page, "Make a passkey").click();
  await button(page, "I have saved them").click();
  await page.waitForURL(`**${deskPaths.inbox}`);
  await page.goto(deskPaths.signIn);
  await button(page, "Remove Work laptop").waitFor();
  await page.context().clearCookies();
  await page.goto(deskPaths.signIn);
  await button(page, "Use my passkey").click();
  await heading(page, "My sign-in").waitFor();
});

test("a used link is reported, with the next step", async ({ openPage }) => {
  const page = await openPage(`${deskPaths.join}#used`, { expects: rejections });
  await heading(page, "This link no longer works").waitFor();
  expect(await checkDeskPage(page)).toEqual([]);
});

test("the forgotten-password page responds the same to any email address", async ({ openPage }) => {
  const page = await openPage(deskPaths.forgotPassword);
  await field(page, "Work email").fill("nobody@example.com");
  await button(page, "Send the link").click();
  await heading(page, "Check your email").waitFor();
  expect(await checkDeskPage(page)).toEqual([]);
});
