import { expect } from "vitest";
import { brand } from "../../src/brand.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, focused, test } from "../support/browser.ts";
import { createUser } from "../support/test-user.ts";

/** The specified labels of the header and paths of the footer. */
const headerLinks = [
  ["Older Adults", "/"],
  ["Families", "/families"],
  ["Caregivers", "/caregivers"],
  ["Providers & Gig Workers", "/providers"],
  ["Platform", "/platform"],
] as const;
const { slug } = brand;
const footerGroups = {
  Portals: ["/portal/login", `/${slug}Caregiver/login`, `/${slug}Provider/login`],
  About: [`/${slug}-pro`, "/care-plus", "/families", "/investors", "/press"],
  Connect: ["/contact", "/support", "/request-feature", "/feedback", "/help", "/help/safety"],
  Legal: [
    "/end-user-license-agreement",
    "/privacy",
    "/terms-conditions",
    "/cancel",
    "/your-privacy",
    "/datarequest",
    "/accessibility",
  ],
};
const socialNames = ["Facebook", "X", "Instagram", "YouTube", "LinkedIn"];

test("the header has the logo and exactly the five links", async ({ openPage }) => {
  const page = await openPage(paths.contact);
  const links = page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link");
  const found = await links.evaluateAll((all) =>
    all.map((link) => [link.textContent, link.getAttribute("href")]),
  );
  expect(found).toEqual(headerLinks);
  const logo = page.getByRole("banner").getByRole("link", { name: brand.name, exact: true });
  expect(await logo.getAttribute("href")).toBe("/");
  expect(await page.getByRole("banner").getByRole("link").count()).toBe(1 + headerLinks.length);
});

test("one line above the header leads to the phone, to help and to the account", async ({
  openPage,
}) => {
  const page = await openPage(paths.contact);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    const line = page.getByRole("navigation", { name: "Help and account" });
    const found = await line
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("href")]));
    expect(found).toEqual([
      [`Call ${brand.phone.shown}`, `tel:${brand.phone.e164}`],
      ["Help", paths.help],
      ["Log in", paths.login],
    ]);
    const header = await page.getByRole("banner").boundingBox();
    const box = await line.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(header?.y);
    expect(box?.height).toBe(48);
  }
});

test("the line above the header leads a signed-in person to the account", async ({
  openPage,
  site,
}) => {
  const { cookie } = await createUser(site);
  const page = await openPage(paths.settings, { cookie });
  const line = page.getByRole("navigation", { name: "Help and account" });
  await line.getByRole("link", { name: "My account" }).click();
  await page.waitForURL(site.origin + paths.profile);
  // Everybody gets the same public page; "Log in" redirects to the profile.
  await page.goto(paths.contact);
  await line.getByRole("link", { name: "Log in" }).click();
  await page.waitForURL(site.origin + paths.profile);
});

test("each link of the header is marked as current on its own page only", async ({ openPage }) => {
  const page = await openPage(paths.contact);
  for (const [label, address] of headerLinks) {
    await page.goto(address);
    const marked = page.getByRole("banner").locator("a[aria-current=page]:visible");
    expect(await marked.allTextContents(), address).toEqual([label]);
  }
});

test.for([
  { width: 1280, height: 720 },
  { width: 375, height: 667 },
])("the header remains in view at $width by $height", async (size, { openPage }) => {
  const page = await openPage(paths.home, size);
  await page.evaluate(() => scrollTo({ top: 2000, behavior: "instant" }));
  await eventually(() => page.evaluate(() => scrollY)).toBe(2000);
  expect((await page.getByRole("banner").boundingBox())?.y).toBe(0);
  if (size.width > 375) return;
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await eventually(async () => (await menu.boundingBox())?.y).toBeLessThan(100);
});

test.for([true, false])(
  "the menu of a narrow screen works by keyboard, scripts: %s",
  async (js, { openPage }) => {
    const page = await openPage(paths.families, { width: 375, height: 700, js });
    const button = page.getByRole("button", { name: "Menu", exact: true });
    const menu = page.getByRole("navigation", { name: "Main menu" });
    expect(await menu.isVisible()).toBe(false);

    await button.focus();
    await page.keyboard.press("Enter");
    await menu.waitFor();
    expect(await menu.getByRole("link").allTextContents()).toEqual(
      headerLinks.map(([label]) => label),
    );
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    if (js) expect(await focused(page)).toContain("Menu");

    await page.keyboard.press("Enter");
    await menu.getByRole("link", { name: "Platform" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${paths.platform}`);
    await menu.waitFor({ state: "hidden" });
  },
);

test("the footer has every link of the spec", async ({ openPage }) => {
  const page = await openPage(paths.home);
  const footer = page.getByRole("contentinfo");
  for (const [heading, addresses] of Object.entries(footerGroups)) {
    const group = footer
      .getByRole("navigation", { name: "Footer" })
      .locator(":scope > *")
      .filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
    const found = await group
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(found, heading).toEqual(addresses);
  }
  await footer.getByRole("textbox", { name: "Your email address" }).waitFor();
  const call = footer.getByRole("link", { name: `Call ${brand.phone.shown}` });
  expect(await call.getAttribute("href")).toBe(`tel:${brand.phone.e164}`);
  expect(await footer.getByText("All rights reserved").textContent()).toContain(
    String(new Date().getFullYear()),
  );
});

test("the five social links open in a new tab and say so", async ({ openPage }) => {
  const page = await openPage(paths.home);
  const links = page.getByRole("contentinfo").locator("a[target=_blank]");
  expect(await links.allTextContents()).toEqual(
    socialNames.map((name) => `${name} (opens in a new tab)`),
  );
  for (const link of await links.all()) {
    expect(await link.getAttribute("href")).toMatch(/^https:/);
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
  }
});

test("the skip link is the first tab stop and leads to the main content", async ({ openPage }) => {
  const page = await openPage(paths.press);
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("A Skip to main content");
  await page.keyboard.press("Enter");
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
});
