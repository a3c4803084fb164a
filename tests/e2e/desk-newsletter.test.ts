import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { listNewSignups } from "../../src/features/newsletter/server/list-new-signups.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { storeSignup } from "../support/newsletter.ts";
import type { TestServer } from "../support/server.ts";
import { signInStaff } from "../support/staff.ts";

/** Rejections that the tests cause, as browsers log them. */
const rejections = [/status of 4\d\d/, /^response 4\d\d: .*\/api\/desk\//];
const dayMs = 24 * 60 * 60 * 1000;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Number of attempts: each attempt of a retried test uses its own subscribers. */
let tries = 0;

/** Adds subscribers for this attempt only, one in each state, and a staff member. */
async function fill(site: TestServer, name: string) {
  const now = Date.now();
  const at = (index: number) => now - (index + 1) * 1000;
  for (let index = 0; index < 30; index += 1) {
    await storeSignup(site, `${name}.${String(index).padStart(2, "0")}@example.com`, {
      at: at(index),
      page: "/families",
      ...(index === 3 && { leftAt: now }),
      ...(index === 4 && { spam: true }),
    });
  }
  await storeSignup(
    site,
    `${name}.long.address.of.somebody.with.many.names@a-rather-long-name.example.com`,
    {
      at: now - 40 * dayMs,
    },
  );
  const context = { database: site.database, origin: () => "", now: () => now };
  while (await listNewSignups(context));
  const server = { ...site, clock: { now } };
  return signInStaff(server, ["newsletter"], `Lena ${name}`);
}

describe("the newsletter desk", () => {
  // The flow runs on a phone; its states are checked at every width.
  const choices = { width: 375, reducedMotion: "reduce", expects: rejections } as const;

  test("shows, finds, adds, imports, suppresses and removes subscribers; every state is accessible", async ({
    openPage,
    site,
  }) => {
    tries += 1;
    const name = `t${tries}`;
    const { cookie } = await fill(site, name);
    const page = await openPage(deskPaths.newsletter, { ...choices, cookie });
    await page.getByRole("heading", { level: 1, name: "Newsletter" }).waitFor();
    await expectAccessible(page, "list");

    await page.getByText("Show as table").click();
    await page.getByRole("columnheader", { name: "Subscribers" }).waitFor();
    await expectAccessible(page, "growth as a table");
    await page.getByLabel("Range").selectOption("7");
    await page.waitForURL(/days=7/);

    await page.getByLabel("Find an address").fill(`${name}.0`);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "10 found" }).waitFor();
    await page.getByRole("button", { name: /^Filters/ }).click();
    await page.getByLabel("State").selectOption("left");
    await page.getByRole("heading", { name: "1 found" }).waitFor();
    expect(page.url()).toMatch(/days=7.*q=.*state=left|q=.*state=left|state=left.*q=/);
    await page.reload();
    await page.getByRole("heading", { name: "1 found" }).waitFor();
    await page.getByLabel("Find an address").fill("nobody.has.this");
    await page.keyboard.press("Enter");
    await page.getByText("No addresses match this filter.").waitFor();
    await expectAccessible(page, "nothing found");

    await page.goto(`${deskPaths.newsletter}?q=${name}.`);
    await page.getByRole("link", { name: "Next 25" }).click();
    await page.getByText("26 to 31").waitFor();
    await page.getByRole("link", { name: "First page" }).click();
    await page.getByText("1 to 25 of 31").waitFor();

    await button(page, "Add one").click();
    await button(page, "Add the subscriber").click();
    await page.getByText("Error: Say where and how they agreed.").waitFor();
    await expectAccessible(page, "empty fields");
    await page.getByLabel("Email address").fill(`${name}.03@example.com`);
    await page.getByLabel("Where and how did they agree?").fill("At the fair");
    await button(page, "Add the subscriber").click();
    await page.getByText("Only its owner can subscribe it again").waitFor();
    await page.getByLabel("Email address").fill(`${name}.new@example.com`);
    await button(page, "Add the subscriber").click();
    await page.getByText(`${name}.new@example.com is now subscribed.`).first().waitFor();

    const csv = `email\n${name}.a@fair.example\n${name}.b@fair.example\n${name}.00@example.com\nnone\n`;
    const choose = (text: string) =>
      page
        .locator("input[type=file]")
        .setInputFiles({ name: "fair.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await choose("name\nAnn\n");
    await page.getByText("No column of this file holds email addresses.").waitFor();
    await expectAccessible(page, "a file without addresses");
    await button(page, "Cancel").click();
    await choose(
      `Name,Work email,Home email,Status\nAnn,ann@work.example,${name}.h@fair.example,subscribed\nBo,bo@work.example,${name}.i@fair.example,unsubscribed\n"Cy,cy@work.example,${name}.j@fair.example,subscribed\n`,
    );
    await page.getByText("Choose the column with the email addresses.").waitFor();
    await expectAccessible(page, "columns to choose from");
    await page.getByLabel("Column with the email addresses").selectOption({ label: "Home email" });
    await page.getByText("3 lines were read. Nothing is stored yet.").waitFor();
    await page.getByText("Column “Status” of the file: unsubscribed (1) not added").waitFor();
    await page.getByText("Line 4, a quote is never closed").waitFor();
    await expectAccessible(page, "a chosen column");
    await button(page, "Cancel").click();
    await choose(csv);
    await page.getByText("4 lines were read. Nothing is stored yet.").waitFor();
    await page.getByText("Line 5, not an address: “none”.").waitFor();
    await expectAccessible(page, "preview of an import");
    await page.getByLabel("Where and how did they agree?").fill("On paper at the fair");
    await button(page, "Add 2 subscribers").click();
    await page.getByText("2 subscribers added.").first().waitFor();

    await page.goto(`${deskPaths.newsletter}?q=${name}.05`);
    await page.getByRole("link", { name: `${name}.05@example.com` }).click();
    const heading = page.getByRole("heading", { level: 2, name: `${name}.05@` });
    await heading.waitFor();
    await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByText("/families, form in the footer").waitFor();
    await expectAccessible(page, "an address");
    await button(page, "Remove").click();
    await expectAccessible(page, "question");
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("This address is unsubscribed. Only its owner").waitFor();
    await button(page, "Suppress").click();
    await button(page, "Suppress for good").click();
    await page.getByText("Say why.").waitFor();
    await expectAccessible(page, "reason missing");
    await page.getByLabel("Why suppress it?").fill("Asked by phone");
    await button(page, "Suppress for good").click();
    await page.getByText("We never email this address.").waitFor();
    await expectAccessible(page, "a suppressed address");

    await page.getByRole("link", { name: /subscribers?$/ }).click();
    const link = page.getByRole("link", { name: `${name}.05@example.com` });
    await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.goto(`${deskPaths.newsletter}?q=${name}.long`);
    await page.getByRole("link", { name: /long\.address/ }).click();
    await page.getByText("Not on record").first().waitFor();
    await expectAccessible(page, "a long address");
  });
});
