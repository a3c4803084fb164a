import type { Page } from "playwright-core";
import { expect } from "vitest";
import { dataDeletionForm } from "../../src/features/privacy/contract/data-deletion.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { type StaffRole, staffRoles } from "../../src/platform/contract/desk/roles.ts";
import { settingsMenu, tabs } from "../expectations/menus.ts";
import { test as base, eventually } from "../support/browser.ts";
import { submitForm } from "../support/cases.ts";
import { addColleague, sendMessage } from "../support/desk-inbox.ts";
import { validValues } from "../support/form-values.ts";
import { postSignup } from "../support/newsletter.ts";

/** One record of each kind, for all roles. */
const test = base.extend("records", { scope: "file", auto: true }, async ({ site }) => {
  const values = { ...validValues(dataDeletionForm), name: "Lea Link" };
  await submitForm(site, values, dataDeletionForm.collection);
  await postSignup(site, "lea.link@example.com");
  await sendMessage(site, "Lea Link", "Where does this lead?");
});

const denied = /^Your role does not include this/;
/** The page that each entry of the bar and of the settings' menu opens. */
const pages: Readonly<Record<string, string>> = {
  Overview: deskPaths.overview,
  Inbox: deskPaths.inbox,
  Customers: deskPaths.customers,
  Applications: deskPaths.applications,
  Privacy: deskPaths.privacy,
  Newsletter: deskPaths.newsletter,
  "Audit log": deskPaths.audit,
  "Staff and roles": deskPaths.staffSettings,
  Webhooks: deskPaths.webhookSettings,
  "API tokens": deskPaths.tokenSettings,
  Apps: deskPaths.appSettings,
  Templates: deskPaths.templateSettings,
  "Templates for applicants": deskPaths.applicantTemplates,
  "Answer times": deskPaths.answerTimeSettings,
  Retention: deskPaths.retentionSettings,
  "Newsletter settings": deskPaths.newsletterSettings,
  "Ready to open": deskPaths.launch,
};

function isOffered(role: StaffRole, entry: string): boolean {
  return [...(tabs[role] ?? []), ...(settingsMenu[role] ?? [])].includes(entry);
}

/** Waits until the page shows its content, or why it does not. */
async function settle(page: Page) {
  await page.locator("main h1").first().waitFor({ state: "attached" });
  await eventually(() => page.getByText(/^(Opening|Loading) /).count()).toBe(0);
}

/** Opens an address as the browser's Back button would: loading the desk again takes a second. */
async function goTo(page: Page, path: string) {
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Opens an address without loading the desk again, unless its page keeps the heading of the last one. */
async function follow(page: Page, path: string) {
  await page.locator("main h1").evaluateAll((all) => {
    for (const heading of all) heading.setAttribute("data-before", "");
  });
  await goTo(page, path);
  const next = page.locator("main h1:not([data-before])").first();
  await next.waitFor({ state: "attached", timeout: 500 }).catch(() => page.goto(path));
  await settle(page);
}

/** The entries of a menu, without counts. */
async function namesOf(page: Page, menu: string) {
  const nav = page.getByRole("navigation", { name: menu });
  const more = nav.getByRole("button", { name: "More" });
  if (await more.isVisible()) await more.click();
  const links = nav.getByRole("link");
  const texts = await links.allTextContents();
  return texts.map((text) => text.replace(/\s*\d.*$/, "").trim());
}

/** The desk's addresses that a page links to, without filters. */
async function linksOf(page: Page): Promise<string[]> {
  const all = await page
    .locator("a[href^='/desk']")
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
  return [...new Set(all)];
}

test.for(staffRoles)(
  "the role %s is offered its pages, no link leads where it may not, and others say why",
  async (role, { site, openPage }) => {
    const { cookie } = await addColleague(site, `Rolf ${role}`, role);
    const page = await openPage(deskPaths.start, { width: 1440, cookie, expects: [/403/] });
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await settle(page);
    expect(await namesOf(page, "Desk")).toEqual(tabs[role]);
    if (tabs[role]?.includes("Settings")) {
      await goTo(page, deskPaths.settings);
      await page.getByRole("navigation", { name: "Settings" }).waitFor();
      await settle(page);
      expect(await namesOf(page, "Settings")).toEqual(settingsMenu[role]);
    }
    const seen = new Set<string>();
    const waiting = [deskPaths.start as string];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      await follow(page, path);
      expect([path, await page.getByText(denied).count()]).toEqual([path, 0]);
      waiting.push(...(await linksOf(page)));
    }
    expect(refused).toEqual([]);
    for (const [entry, path] of Object.entries(pages)) {
      const isFound = [...seen].some((one) => one === path || one.startsWith(`${path}/`));
      expect([entry, isFound]).toEqual([entry, isOffered(role, entry)]);
      if (isOffered(role, entry)) continue;
      await goTo(page, path);
      await page.getByRole("heading", { level: 1, name: denied }).waitFor();
      await page
        .getByText(`Ask an admin of the desk if you need it: ${entry.replace(" settings", "")}.`)
        .waitFor();
    }
  },
);
