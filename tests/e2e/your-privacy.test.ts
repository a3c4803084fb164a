import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { test } from "../support/browser.ts";
import { checkDeskPage, checkPage } from "../support/check-page.ts";
import { addColleague } from "../support/desk-inbox.ts";
import { linkIn } from "../support/emails.ts";
import { pdfFile } from "../support/pdf-files.ts";
import { newAccount } from "../support/portal.ts";
import { privacyPathIn } from "../support/privacy.ts";

/** Rejections that the tests cause, as browsers log them. */
const rejections = [/status of 4\d\d/, /^response 4\d\d: /];
// The checks of a page need scripts: they look at another window.
const visitor = { js: false, width: 375, expects: rejections } as const;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const link = (place: Page | Locator, name: string | RegExp) => place.getByRole("link", { name });
/** A retry must not find the request of the first run. */
const fresh = (name: string) => `${name} ${Date.now()}`;
const emailOf = (name: string) => `${name}.${Date.now()}@example.com`;
const saidOn = async (page: Page, words: string) => page.getByText(words).first().waitFor();

describe("the page Your privacy", () => {
  test("takes a deletion from an agent, whom its person and staff have to accept", async ({
    openPage,
    site,
  }) => {
    const ruth = fresh("Ruth");
    const page = await openPage(paths.yourPrivacy, visitor);
    await link(page, "Ask for another person").click();
    await link(page, "Delete their data").click();
    await page.getByLabel("Your own name").fill("Priya Shah");
    await page.getByLabel("Your own email").fill(emailOf("priya"));
    await page.getByLabel("Their name").fill(ruth);
    await page.getByLabel("Their email").fill(emailOf("ruth"));
    await button(page, "Send my request").click();
    await saidOn(page, "We have your request");
    const own = await privacyPathIn(site, "agent");
    const theirs = await privacyPathIn(site, "identity");

    const { cookie } = await addColleague(site, "Imani Bell", "privacy");
    const desk = await openPage(deskPaths.privacy, { width: 1440, height: 1000, cookie });
    await link(desk, new RegExp(ruth)).click();
    await saidOn(desk, "No proof yet.");
    await page.goto(own);
    const file = { name: "permission.pdf", mimeType: "application/pdf", buffer: pdfFile() };
    await page.getByLabel(/^File/).setInputFiles(file);
    await button(page, "Send the file").click();
    await saidOn(page, "permission.pdf");
    await page.goto(theirs);
    await saidOn(page, "Priya Shah asked us to delete your data for you");
    await button(page, "Yes, I agree").click();
    await saidOn(page, "Where it is: confirmed");

    await desk.reload();
    await saidOn(desk, "Delete comes after the identity check and the agent’s proof.");
    await link(desk, "permission.pdf").waitFor();
    expect(await button(desk, /^Delete \d/).count()).toBe(0);
    await button(desk, "Accept the proof").click();
    await button(desk, /^Delete \d/).waitFor();
    expect(await checkDeskPage(desk)).toEqual([]);
    const checked = await openPage(own, { width: 375 });
    await saidOn(checked, "We accepted it.");
    expect(await checkPage(checked)).toEqual([]);
  });

  test("says what became of each field of a correction", async ({ openPage, site }) => {
    const theo = fresh("Theo");
    const page = await openPage(paths.yourPrivacy, visitor);
    await link(page, "Correct it").click();
    await button(page, "Send my request").click();
    await saidOn(page, "Email is required.");
    await page.getByLabel("Name", { exact: true }).fill(theo);
    await page.getByLabel("Email", { exact: true }).fill(emailOf("theo"));
    await page.getByLabel("Phone should be").fill("303-555-0199");
    await button(page, "Send my request").click();
    await saidOn(page, "We have your request");
    const path = await privacyPathIn(site, "identity");
    await page.goto(path);
    await button(page, "Yes, it was me").click();
    await saidOn(page, "We have not looked at it yet");

    const { cookie } = await addColleague(site, "Gil Moss", "privacy");
    const desk = await openPage(deskPaths.privacy, { width: 1440, height: 1000, cookie });
    await link(desk, new RegExp(theo)).click();
    await desk.getByLabel("Phone", { exact: true }).selectOption("kept");
    await button(desk, "Close and send the letter").click();
    await saidOn(desk, "Write why a field was not changed.");
    expect(await checkDeskPage(desk)).toEqual([]);
    await desk.getByLabel("Phone: why it was not changed").fill("It is not in service.");
    await button(desk, "Close and send the letter").click();
    await saidOn(desk, "The letter is sent.");
    await page.goto(path);
    await saidOn(page, "Not changed");
    await saidOn(page, "It is not in service.");
  });

  test("honors the browser's signal, and tells everything that a browser holds, and how long", async ({
    openPage,
  }) => {
    const page = await openPage(paths.yourPrivacy);
    await page.getByRole("switch").click();
    await saidOn(page, "You told us not to sell or share, and we honor it.");
    const context = page.context();
    const { origin } = new URL(page.url());
    const data = { ...newAccount, email: emailOf("gpc") };
    await context.request.post(origin + apiPaths.createAccount, { data, headers: { origin } });
    await page.setExtraHTTPHeaders({ "sec-gpc": "1" });
    await page.goto(paths.careGetStarted);
    await page.goto(paths.reading);
    await button(page, "125%").first().click();
    await page.goto(paths.yourPrivacy);
    await saidOn(page, "Your browser asks us not to sell or share. We honor it.");
    await saidOn(page, "We keep it on your account since");

    const told = await page.locator("#cookies dl > div").evaluateAll((rows) =>
      rows.map((row) => ({
        name: row.querySelector("dt")?.textContent ?? "",
        time: row.lastElementChild?.textContent ?? "",
      })),
    );
    const held = (await context.cookies()).map(({ name, expires }) => {
      const time = told.find((one) => one.name === name.replace("__Host-", ""))?.time ?? "";
      const minutesLeft = (expires * 1000 - Date.now()) / 60_000;
      return [name, Math.abs(minutesLeft - minutesIn(time)) < 10];
    });
    expect(held.toSorted()).toEqual(
      ["apply", "known-browser", "no-sale", "reading", "session"].map((name) => [name, true]),
    );
    const stored = await page.evaluate(async () => [
      ...Object.keys(sessionStorage),
      ...Object.keys(localStorage),
      ...(await indexedDB.databases()).map(({ name }) => name),
      ...(await caches.keys()),
    ]);
    const names = told.map(({ name }) => name);
    expect(stored.filter((name) => !names.includes(name ?? ""))).toEqual([]);

    await page.setExtraHTTPHeaders({});
    await page.reload();
    await saidOn(page, "Your browser sends no signal.");
    await saidOn(page, "Your account keeps the one that we got on");
  });
});

/** "You log in. 30 days." */
function minutesIn(time: string): number {
  const [, count, unit] = /(\d+) (day|hour|minute)s?\.$/.exec(time) ?? [];
  return Number(count) * (unit === "day" ? 24 * 60 : unit === "hour" ? 60 : 1);
}

describe("the page Cancel a plan", () => {
  test("cancels with two presses, and keeps the plan with the link of the email", async ({
    openPage,
    site,
  }) => {
    const page = await openPage(paths.carePlus, visitor);
    await link(page.getByRole("main"), "Cancel a plan").click();
    await page.getByLabel("Name", { exact: true }).fill("Rosa Cancelson");
    await page.getByLabel("Email", { exact: true }).fill(emailOf("rosa"));
    await button(page, "Cancel my plan").click();
    await page.getByRole("heading", { name: "Your plan is canceled" }).waitFor();
    const checked = await openPage(page.url(), { width: 375 });
    await saidOn(checked, "Your plan is canceled");
    expect(await checkPage(checked)).toEqual([]);
    await page.getByLabel("Why did you cancel?").selectOption("It costs too much");
    await button(page, "Send").click();
    await saidOn(page, "Thank you for telling us.");
    await page.goto((await linkIn(site.database, "acknowledgement")).url.pathname);
    await link(page, "Keep my plan").click();
    await button(page, "Yes, keep my plan").click();
    await saidOn(page, "You keep your plan.");
  });
});
