import type { Page } from "playwright-core";
import { expect } from "vitest";
import { brand } from "../../src/brand.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, focused, hydrate, test } from "../support/browser.ts";

/** Marks the document, to distinguish client navigation from a document load. */
async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.documentElement.dataset.sameDocument = "yes";
  });
  return () => page.evaluate(() => document.documentElement.dataset.sameDocument === "yes");
}

const headerLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name });

test("before hydration a link loads a document", async ({ openPage }) => {
  const page = await openPage(paths.contact);
  const isSame = await markDocument(page);
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: "Press" })
    .evaluate((link) => {
      (link as HTMLAnchorElement).click();
    });
  await page.waitForURL(`**${paths.press}`);
  expect(await isSame()).toBe(false);
});

test("after hydration a link keeps the document, sets the title, and moves the focus to the heading", async ({
  openPage,
}) => {
  const page = await openPage(paths.contact);
  await hydrate(page);
  const isSame = await markDocument(page);
  await headerLink(page, "Families").click();

  await page.waitForURL(`**${paths.families}`);
  await eventually(() => focused(page)).toMatch(/^H1 /);
  expect(await isSame()).toBe(true);
  expect(await page.title()).toMatch(new RegExp(` - ${brand.name}$`));
  expect(await page.title()).not.toContain("Get In Touch");
  expect(await page.getByRole("status").first().textContent()).toBe(await page.title());
  expect(await page.locator("head title").count()).toBe(1);
  expect(await page.locator("link[rel=canonical]").count()).toBe(1);
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toMatch(
    new RegExp(`${paths.families}$`),
  );
  expect(await page.locator("meta[name=description]").count()).toBe(1);
});

test("Back restores the page, its title and its scroll position", async ({ openPage }) => {
  const page = await openPage(paths.privacy, { reducedMotion: "reduce" });
  await hydrate(page);
  const title = await page.title();
  await page.evaluate(() => scrollTo({ top: 1500, behavior: "instant" }));
  await eventually(() => page.evaluate(() => scrollY)).toBe(1500);
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: "Contact us" })
    .evaluate((link) => {
      (link as HTMLAnchorElement).click();
    });
  await page.waitForURL(`**${paths.contact}`);
  await eventually(() => page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Privacy" }).waitFor();
  await eventually(() => page.evaluate(() => scrollY)).toBe(1500);
  expect(await page.title()).toBe(title);
  expect(await page.locator("head title").count()).toBe(1);
  expect(await page.locator("link[rel=canonical]").count()).toBe(1);

  await page.goForward();
  await page.getByRole("heading", { level: 1, name: "Get In Touch" }).waitFor();
  await eventually(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Privacy" }).waitFor();
  await page.reload();
  await eventually(() => page.evaluate(() => scrollY)).toBe(1500);
});

test("a page opened again in the same tab does not scroll on the first press", async ({
  openPage,
}) => {
  const page = await openPage(paths.privacy, { reducedMotion: "reduce" });
  await hydrate(page);
  await page.evaluate(() => scrollTo({ top: 1500, behavior: "instant" }));
  await page.goto(paths.contact);
  await page.goto(paths.privacy);
  await hydrate(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("a link to a section of another page moves the focus there", async ({ openPage }) => {
  const page = await openPage(paths.contact, { reducedMotion: "reduce" });
  await hydrate(page);
  await page.evaluate((address) => {
    const link = document.querySelector("footer nav a");
    link?.setAttribute("href", `${address}#learn-more`);
  }, paths.families);
  await page.getByRole("contentinfo").getByRole("navigation").getByRole("link").first().click();
  await page.waitForURL(`**${paths.families}#learn-more`);
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe("learn-more");
  const top = await page.locator("#learn-more").evaluate((it) => it.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(400);
});

test("a slow page shows a loading state", async ({ openPage }) => {
  const page = await openPage(paths.contact);
  await hydrate(page);
  const gate = Promise.withResolvers<void>();
  await page.route("**/assets/press.page-*.js", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "Press", exact: true }).click();
  await page.getByText("Loading the page...").waitFor();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Get In Touch");
  gate.resolve();
  await page.waitForURL(`**${paths.press}`);
  await page.getByText("Loading the page...").waitFor({ state: "detached" });
});

test("a page's chunk is fetched when its link is hovered, not before", async ({ openPage }) => {
  const page = await openPage(paths.contact);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await hydrate(page);
  const code = () => asked.filter((path) => /(press|platform)\.page-/.test(path));
  expect(code()).toEqual([]);
  await page.getByRole("contentinfo").getByRole("link", { name: "Press", exact: true }).hover();
  await eventually(() => code().length).toBe(1);
  await headerLink(page, "Platform").focus();
  await eventually(() => code().length).toBe(2);
  expect(page.url()).toContain(paths.contact);
});
