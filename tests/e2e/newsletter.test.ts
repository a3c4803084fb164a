import { randomUUIDv7 } from "node:crypto";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, focused, test, untilDialogClosed } from "../support/browser.ts";
import type { TestServer } from "../support/server.ts";

const messages = [
  "Email address is required",
  "Please enter a valid email address",
  "Submission failed. Please try again.",
  "Please wait a moment before submitting.",
  "Please enable JavaScript to subscribe.",
];
const saveFailed = "There was an error signing up. Please try again.";
const minimumWaitMs = 3000;
const api = "**/api/submissions/NewsletterRegistration";

function parts(page: Page) {
  const form = page.getByRole("contentinfo").locator("form");
  return {
    email: form.getByRole("textbox", { name: "Your email address" }),
    honeypot: form.locator("input[tabindex='-1']"),
    token: form.locator("input[type=hidden]"),
    button: form.getByRole("button"),
    error: form.getByRole("alert"),
  };
}

async function readSubscribers(site: TestServer) {
  const rows = await site.database.db
    .selectFrom("newsletter_subscribers")
    .select(["email", "data"])
    .orderBy("id")
    .execute();
  return rows.map(({ email, data }) => ({ email, data: JSON.parse(data) }));
}

test("errors are shown in order, one at a time", async ({ openPage, site }) => {
  const page = await openPage(paths.press, { clock: true });
  const { email, honeypot, token, button, error } = parts(page);
  const type = (box: typeof honeypot, text: string) =>
    box.evaluate((input, text) => {
      (input as HTMLInputElement).value = text;
    }, text);
  await type(honeypot, "robot");
  await type(token, "1234");
  const expectMessage = async (index: number) => {
    await button.click();
    await eventually(() => error.textContent()).toBe(`Error: ${messages[index]}`);
    await eventually(() => email.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await email.getAttribute("aria-invalid")).toBe("true");
  };

  await expectMessage(0);
  await email.fill("ada lovelace@example");
  await expectMessage(1);
  await email.fill("ada@example.com");
  await expectMessage(2);
  await type(honeypot, "");
  await expectMessage(3);
  await page.clock.runFor(minimumWaitMs - 1);
  await expectMessage(3);
  await page.clock.runFor(1);
  await expectMessage(4);
  expect(await email.inputValue()).toBe("ada@example.com");
  expect(await readSubscribers(site)).toEqual([]);
});

test("a valid email address is stored once, and the form resets", async ({ openPage, site }) => {
  const before = await readSubscribers(site);
  const page = await openPage(paths.press, { clock: true });
  const { email, token, button, error } = parts(page);
  const firstToken = await token.inputValue();
  expect(firstToken.length).toBeGreaterThanOrEqual(8);
  const gate = Promise.withResolvers<void>();
  await page.route(api, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.clock.runFor(minimumWaitMs);
  await email.fill("  Ada.Lovelace@Example.com ");
  await button.click();

  await eventually(() => button.textContent()).toBe("Subscribing...");
  expect(await button.isDisabled()).toBe(true);
  expect(await email.isDisabled()).toBe(true);
  gate.resolve();
  const box = page.getByRole("dialog", { name: "Successfully Subscribed!", exact: true });
  await box.waitFor();
  expect(await focused(page)).toBe("H2 Successfully Subscribed!");
  expect(await email.inputValue()).toBe("");
  // The dialog is light, although inside the dark footer: buttons have the dark focus ring.
  const ring = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.activeElement ?? document.body);
      return [style.outlineStyle, style.outlineColor, style.boxShadow];
    });
  expect(await ring()).toEqual(["none", expect.anything(), "none"]);
  await page.keyboard.press("Tab");
  expect(await ring()).toEqual(["solid", "rgb(18, 49, 43)", "rgb(255, 201, 77) 0px 0px 0px 4px"]);
  await page.keyboard.press("Enter");
  await untilDialogClosed(page);
  expect(await email.inputValue()).toBe("");
  expect(await email.isDisabled()).toBe(false);
  expect(await token.inputValue()).not.toBe(firstToken);
  expect((await token.inputValue()).length).toBeGreaterThanOrEqual(8);

  const [subscriber, ...others] = (await readSubscribers(site)).slice(before.length);
  expect(others).toEqual([]);
  expect(subscriber?.data).toEqual({
    email: "ada.lovelace@example.com",
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    source: "website_footer",
    formTime: expect.any(Number),
    jsVerified: true,
    userAgent: expect.stringContaining("Chrome"),
  });
  expect(subscriber?.data.formTime).toBeGreaterThanOrEqual(minimumWaitMs);

  // The timer has restarted; the same address gets the same response, and each signup is stored.
  await page.unroute(api);
  await email.fill("ada.lovelace@example.com");
  await button.click();
  await eventually(() => error.textContent()).toBe(`Error: ${messages[3]}`);
  await page.clock.runFor(minimumWaitMs);
  await button.click();
  await box.waitFor();
  const records = (await readSubscribers(site)).slice(before.length);
  expect(records.map(({ email }) => email)).toEqual([subscriber?.email, subscriber?.email]);
  expect(records[0]).toEqual(subscriber);
});

test("a network error is shown inline, and the email address is kept", async ({ openPage }) => {
  const page = await openPage(paths.press, {
    clock: true,
    expects: [/ERR_FAILED/, /was not saved/],
  });
  const logged = page.waitForEvent("console", (message) => message.text().includes("saved"));
  const { email, button, error } = parts(page);
  await page.route(api, (route) => route.abort("failed"));
  await page.clock.runFor(minimumWaitMs);
  await email.fill("grace@example.com");
  await button.click();
  await eventually(() => error.textContent()).toBe(`Error: ${saveFailed}`);
  // The log does not contain the address.
  expect((await logged).text()).toBe("NewsletterRegistration was not saved: unreachable");
  expect(await email.inputValue()).toBe("grace@example.com");
  await page.unroute(api);
  await button.click();
  await page.getByRole("dialog", { name: "Successfully Subscribed!", exact: true }).waitFor();
});

test("without scripts the fifth message is on the response page", async ({ openPage }) => {
  const page = await openPage(paths.press, { js: false, expects: [/response 422/, /422/] });
  await parts(page).email.fill("ada@example.com");
  await parts(page).button.click();
  await page.waitForURL(`**${paths.newsletter}`);
  expect(await parts(page).error.textContent()).toBe(`Error: ${messages[4]}`);
  expect(await parts(page).email.inputValue()).toBe("ada@example.com");
});

test("an unsubscribe link asks for confirmation, and only its button unsubscribes", async ({
  openPage,
  site,
}) => {
  const { unsubscribeLink } = await import(
    "../../src/features/newsletter/server/unsubscribe-link.ts"
  );
  const { requireSecret } = await import("../../src/platform/server/db/secrets.ts");
  const id = randomUUIDv7();
  await site.database.write((trx) =>
    trx
      .insertInto("newsletter_subscribers")
      .values({
        id,
        email: "leaver@example.com",
        data: "{}",
        created_at: 1,
        unsubscribed_at: null,
        spam_reason: null,
        address_hash: null,
      })
      .execute(),
  );
  const isUnsubscribed = async () => {
    const row = await site.database.db
      .selectFrom("newsletter_subscribers")
      .select("unsubscribed_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return row.unsubscribed_at !== null;
  };
  const secret = await requireSecret(site.database, "keys");
  const page = await openPage(unsubscribeLink("", secret, id));
  expect(await isUnsubscribed()).toBe(false);
  await page
    .getByRole("main")
    .getByRole("button", { name: /unsubscribe|stop/i })
    .click();
  await page.waitForURL(`**${paths.unsubscribed}`);
  expect(await isUnsubscribed()).toBe(true);
});
