import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, test } from "../support/browser.ts";
import { expectAccessibleOnBoth } from "../support/check-page.ts";
import { readRecords } from "../support/forms.ts";

test("an article is found with a typing error, answers, and reports a worry, without scripts", async ({
  openPage,
  site,
}) => {
  const page = await openPage(paths.home, { js: false });
  await page
    .getByRole("navigation", { name: "Footer" })
    .getByRole("link", { name: "Help" })
    .click();
  await page.getByRole("searchbox", { name: "What do you need help with?" }).fill("biger leters");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("heading", { name: /for “biger leters”/ }).waitFor();
  await page.getByRole("link", { name: "Make the text bigger" }).first().click();
  await page.getByRole("button", { name: "No", exact: true }).click();
  await page.getByRole("heading", { name: "Please ask a person" }).waitFor();
  expect(await readRecords(site.database, "WorryReports")).toEqual([]);

  await page.goto(new URL(paths.safety, page.url()).href);
  await page.getByRole("link", { name: "Report a worry" }).click();
  await page.getByRole("textbox", { name: "What worries you?" }).fill("Someone asks for my code.");
  await page.getByRole("button", { name: "Report a worry" }).click();
  await page.getByRole("heading", { name: "We have your report" }).waitFor();
  await eventually(async () =>
    (await readRecords(site.database, "WorryReports")).map(({ data }) => data.worry),
  ).toEqual(["Someone asks for my code."]);
});

test("with scripts, help is loaded as documents and its forms work", async ({ openPage, site }) => {
  const page = await openPage(paths.accessibility);
  await page.getByRole("textbox", { name: "What stops you?" }).fill("The month is not read.");
  await page.getByRole("textbox", { name: "Email (optional)" }).fill("rosa at example");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("link", { name: "Email is invalid." }).waitFor();
  await page.getByRole("textbox", { name: "Email (optional)" }).fill("rosa@example.com");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  expect((await readRecords(site.database, "BarrierReports")).length).toBeGreaterThan(0);
  await page.goto(new URL(paths.contact, page.url()).href);
  await page.getByRole("textbox", { name: "Message" }).fill("I forgot my pass");
  await page.getByRole("textbox", { name: "Message" }).pressSequentially("word and cannot log in");
  await page.getByRole("link", { name: /^Passwords and codes/ }).waitFor();
  await expectAccessibleOnBoth(page, "suggested");
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await page
    .getByRole("navigation", { name: "Footer" })
    .getByRole("link", { name: "Help" })
    .click();
  await page.getByRole("searchbox").fill("zelle");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("heading", { name: "Nothing for “zelle”" }).waitFor();
  await expectAccessibleOnBoth(page, "nothing found");
  await page.goto(new URL("/help?q=biger+leters", page.url()).href);
  await expectAccessibleOnBoth(page, "found");
  await page.goto(new URL("/help/larger-text?answered=no", page.url()).href);
  await expectAccessibleOnBoth(page, "not answered");
  expect(await page.evaluate(() => "isFirst" in window)).toBe(false);
});
