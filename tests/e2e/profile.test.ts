import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { brand } from "../../src/brand.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { eventually, focused, test } from "../support/browser.ts";
import { checkPage, expectAccessibleOnBoth } from "../support/check-page.ts";
import type { TestServer } from "../support/server.ts";
import { stateSizes } from "../support/state-sizes.ts";
import { addRequests, createUser, type TestUser } from "../support/test-user.ts";

const day = (year: number, month: number, date: number) =>
  Date.UTC(year, month - 1, date, 18) / 1000;

const requests = [
  {
    request_title: "Ride to the eye clinic",
    assigned_to: "Nadia K.",
    date_completed: day(2026, 11, 17),
    price_cents: 1850,
  },
  {
    request_title: "Change the bedroom bulb",
    assigned_to: "Sam W.",
    request_completed: 0,
    date_completed: day(2026, 11, 16),
    price_cents: null,
  },
  {
    request_title: "Café visit",
    assigned_to: "Luz M.",
    date_completed: day(2025, 10, 28),
    price_cents: 1200,
  },
  { request_title: "Walk the dog", assigned_to: "", date_completed: null, price_cents: 1500 },
];

const paymentSetup = `${paths.editProfile}#payment-profile`;

async function createUserWithRequests(site: TestServer): Promise<TestUser> {
  const ruth = await createUser(site);
  await addRequests(site, ruth, requests);
  return ruth;
}

function titles(page: Page): Promise<string[]> {
  return page.getByRole("main").getByRole("listitem").getByRole("heading").allTextContents();
}

const list = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") });

describe("the profile", () => {
  test("shows personal data and requests, newest first", async ({ openPage, site }) => {
    const ruth = await createUserWithRequests(site);
    await ruth.request("PATCH", apiPaths.profile, {
      version: 1,
      changes: { addressLine1: "14 Maple Street" },
    });
    const page = await openPage(paths.profile, { cookie: ruth.cookie });
    const main = page.getByRole("main");
    await list(page).first().waitFor();
    expect(await page.title()).toBe(`Your profile - ${brand.name}`);
    await main.getByRole("heading", { level: 2, name: "Ruth Abernathy" }).waitFor();
    const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });
    await main.getByText(`Member since ${month.format()}`, { exact: true }).waitFor();
    await main.getByText("14 Maple Street, Boulder, CO 80302", { exact: true }).waitFor();
    await main.getByText("303-555-0101", { exact: true }).waitFor();
    await main.getByRole("definition").filter({ hasText: ruth.email }).waitFor();
    const chip = main.getByRole("link", { name: "Incomplete Set up" });
    expect(await chip.getAttribute("href")).toBe(paymentSetup);
    const prompt = main.getByRole("link", { name: "Set up payments" });
    expect(await prompt.getAttribute("href")).toBe(paymentSetup);
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    expect(await top(prompt)).toBeLessThan(await top(list(page).first()));
    await main.getByRole("heading", { name: `Your ${brand.name} Requests` }).waitFor();
    expect(await list(page).allInnerTexts()).toEqual([
      expect.stringMatching(/Walk the dog\s+Date pending\s+Completed\s+\$15\.00/),
      expect.stringMatching(
        /Ride to the eye clinic\s+Nadia K\.\s+November 17, 2026\s+Completed\s+\$18\.50/,
      ),
      expect.stringMatching(
        /Change the bedroom bulb\s+Sam W\.\s+November 16, 2026\s+In Progress\s+Ask, change or cancel\s+Price pending/,
      ),
      expect.stringMatching(/Café visit\s+Luz M\.\s+October 28, 2025\s+Completed\s+\$12\.00/),
    ]);
    const sizeOf = (text: string) =>
      main
        .getByText(text, { exact: true })
        .evaluate((part) => Number.parseFloat(getComputedStyle(part).fontSize));
    expect(await sizeOf("Price pending")).toBeLessThan(await sizeOf("$18.50"));
  });

  test("says Complete once a payment account exists", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    await site.database.write((trx) =>
      trx
        .updateTable("profiles")
        .set({ stripe_account_id: "acct_1" })
        .where("uid", "=", ruth.uid)
        .execute(),
    );
    const page = await openPage(paths.profile, { cookie: ruth.cookie });
    await page.getByText("Complete", { exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Set up payments" }).count()).toBe(0);
  });

  test("explains requests when there are none", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openPage(paths.profile, { cookie: ruth.cookie });
    await page.getByText("You have no requests yet.").waitFor();
    expect(await page.getByRole("link", { name: /CSV/ }).count()).toBe(0);
  });

  test("shows a picture, or an initial when it is missing", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const picture = await (await fetch(`${site.origin}/icon-192.png`)).blob();
    expect((await ruth.request("PUT", apiPaths.picture, picture)).status).toBe(200);
    const page = await openPage(paths.profile, { cookie: ruth.cookie, expects: [/404/] });
    const shown = page.locator("main img[src*='/api/pictures/']");
    await eventually(() => shown.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBe(512);
    await page.route("**/api/pictures/**", (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await page.getByText("R", { exact: true }).waitFor();
    expect(await shown.count()).toBe(0);
  });
});

describe("a person who is not signed in", () => {
  test.for([paths.profile, paths.editProfile, `${paths.request}?id=a&b=c`])(
    "is redirected from %s to the login page, which returns there",
    async (address, { openPage, site }) => {
      const page = await openPage(address, { expects: [/401/] });
      await page.waitForURL(`${site.origin}${paths.login}?next=${encodeURIComponent(address)}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      // The redirect replaced the history entry.
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    },
  );

  test("without scripts sees that the page needs them", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const page = await openPage(paths.profile, { js: false, cookie: ruth.cookie });
    const text = page.locator("main noscript");
    await eventually(() => text.innerText()).toContain("JavaScript is off in your browser");
    expect(await text.innerText()).toContain(`Call ${brand.phone.shown}`);
    expect(await page.getByText("Loading your details...").isVisible()).toBe(false);
  });

  test("gets a shell with no-store", async ({ site }) => {
    for (const address of [paths.profile, paths.editProfile, paths.request]) {
      const response = await fetch(site.origin + address);
      expect(response.headers.get("cache-control"), address).toBe("no-store");
    }
  });
});

describe("a failed load", () => {
  const lost = [/ERR_FAILED/, /did not load/];

  test("offers to load again instead of an error", async ({ openPage, site }) => {
    const ruth = await createUserWithRequests(site);
    const page = await openPage(paths.home, { cookie: ruth.cookie, expects: lost });
    await page.route(`**${apiPaths.profile}`, (route) => route.abort("failed"));
    await page.goto(paths.profile);
    const again = page.getByRole("button", { name: "Load again" });
    await again.waitFor();
    await page.getByText("Loading your details...").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.getByRole("main").innerText()).not.toMatch(/error|fail|problem|sorry/i);
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Call \d/ })
      .waitFor();

    await again.press("Enter");
    await again.and(page.locator(":not([aria-disabled])")).waitFor();
    expect(await focused(page)).toContain("Load again");
    await page.unroute(`**${apiPaths.profile}`);
    await again.press("Enter");
    await page.getByRole("heading", { name: "Ruth Abernathy" }).waitFor();
    expect(await focused(page)).not.toContain("BODY");
  });

  test("of the requests keeps the rest of the profile", async ({ openPage, site }) => {
    const ruth = await createUserWithRequests(site);
    const page = await openPage(paths.home, { cookie: ruth.cookie, expects: lost });
    await page.route(`**${apiPaths.requests}`, (route) => route.abort("failed"));
    await page.goto(paths.profile);
    await page.getByRole("heading", { name: "Ruth Abernathy" }).waitFor();
    await page.getByText("Loading your requests...").waitFor();
    await page.unroute(`**${apiPaths.requests}`);
    await page.getByRole("button", { name: "Load again" }).click();
    await list(page).first().waitFor();
  });
});

describe("search and filters", () => {
  const status = (page: Page) =>
    page
      .getByRole("status")
      .filter({ hasText: /request/ })
      .last();

  test("apply at once, show the number of matches and update the URL", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUserWithRequests(site);
    const page = await openPage(paths.profile, { cookie: ruth.cookie });
    await page.getByLabel("Search").fill("cafe");
    await eventually(() => titles(page)).toEqual(["Café visit"]);
    await eventually(() => status(page).textContent()).toBe("1 of 4 requests");
    expect(new URL(page.url()).search).toBe("?search=cafe");

    await page.getByLabel("Search").fill("");
    await page.getByLabel("Status").selectOption("In Progress");
    await eventually(() => titles(page)).toEqual(["Change the bedroom bulb"]);
    await page.getByLabel("Year").selectOption("2025");
    await eventually(() => titles(page)).toEqual([]);
    await page.getByRole("button", { name: "Show all requests" }).click();
    await eventually(async () => (await titles(page)).length).toBe(4);
    expect(page.url()).toBe(site.origin + paths.profile);
    await eventually(() =>
      page.getByLabel("Search").evaluate((it) => it === document.activeElement),
    ).toBe(true);
  });

  test("are restored on Back, with the focus on the request", async ({ openPage, site }) => {
    const ruth = await createUserWithRequests(site);
    const page = await openPage(paths.profile, { cookie: ruth.cookie });
    await page.getByLabel("Year").selectOption("2026");
    await page.getByLabel("Search").pressSequentially("eye");
    await page.getByRole("link", { name: "Ride to the eye clinic" }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Your request" }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Ride to the eye clinic" }).waitFor();
    expect(await titles(page)).toEqual(["Ride to the eye clinic"]);
    expect(await page.getByLabel("Search").inputValue()).toBe("eye");
    expect(await page.getByLabel("Year").inputValue()).toBe("2026");
    await eventually(() => focused(page)).toBe("A Ride to the eye clinic");
  });

  test("are restored by Back to all requests", async ({ openPage, site }) => {
    const ruth = await createUserWithRequests(site);
    const page = await openPage(paths.profile, { cookie: ruth.cookie, width: 375, height: 812 });
    // On a phone the newest one needs no scrolling.
    const newest = page.getByRole("region", { name: "Your newest request" });
    const box = await newest.getByRole("link").boundingBox();
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(812);
    await page.getByRole("navigation", { name: "Your account" }).getByText("Requests").click();
    await eventually(() => focused(page)).toBe(`H2 Your ${brand.name} Requests`);
    await page.getByLabel("Search").pressSequentially("dog");
    await list(page).getByRole("link", { name: "Walk the dog" }).press("Enter");
    await page.getByRole("link", { name: "Back to all requests" }).click();
    await eventually(() => focused(page)).toBe("A Walk the dog");
    expect(await titles(page)).toEqual(["Walk the dog"]);
  });

  test("the CSV file contains all requests", async ({ openPage, site }) => {
    const ruth = await createUserWithRequests(site);
    const page = await openPage(paths.profile, { cookie: ruth.cookie });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download all as a table" }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const table = Buffer.concat(chunks).toString("utf8");
    for (const { request_title } of requests) expect(table).toContain(request_title);
  });
});

describe("layout of the profile", () => {
  test("full", async ({ openPage, site }) => {
    const ruth = await createUserWithRequests(site);
    const page = await openPage(paths.profile, { cookie: ruth.cookie });
    await list(page).first().waitFor();
    await expectAccessibleOnBoth(page, "the full profile");
  });

  test.for(stateSizes)("with very long words, %o", async (size, { openPage, site }) => {
    const long = "Wolfeschlegelsteinhausenbergerdorff".repeat(3);
    const ruth = await createUser(site, {
      firstName: long,
      lastName: long,
      city: long,
      email: `${crypto.randomUUID()}-and-on-${size.width}@${"long-name.".repeat(6)}example.com`,
    });
    await addRequests(site, ruth, [
      { request_title: long, assigned_to: long, price_cents: 123_456_789 },
    ]);
    const page = await openPage(paths.profile, { ...size, cookie: ruth.cookie });
    await list(page).first().waitFor();
    expect(await checkPage(page)).toEqual([]);
  });

  test.for(stateSizes)(
    "empty, without matches and failed, %o",
    async (size, { openPage, site }) => {
      const ruth = await createUser(site);
      const page = await openPage(paths.profile, {
        ...size,
        cookie: ruth.cookie,
        expects: [/ERR_FAILED/, /did not load/],
      });
      await page.getByText("You have no requests yet.").waitFor();
      expect(await checkPage(page)).toEqual([]);
      await addRequests(site, ruth, requests);
      await page.goto(`${paths.profile}?search=nothing`);
      await page.getByRole("button", { name: "Show all requests" }).waitFor();
      expect(await checkPage(page)).toEqual([]);
      await page.route("**/api/portal/**", (route) => route.abort("failed"));
      await page.reload();
      await page.getByRole("button", { name: "Load again" }).waitFor();
      expect(await checkPage(page)).toEqual([]);
    },
  );
});
