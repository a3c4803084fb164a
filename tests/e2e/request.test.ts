import { describe, expect } from "vitest";
import { brand } from "../../src/brand.ts";
import type { RequestResponse } from "../../src/features/customers/contract/profile.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { eventually, focused, test } from "../support/browser.ts";
import { expectAccessibleOnBoth } from "../support/check-page.ts";
import type { TestServer } from "../support/server.ts";
import { addRequests, createUser, type TestUser } from "../support/test-user.ts";

const ride = {
  request_title: "Ride to the eye clinic",
  assigned_to: "Nadia K.",
  date_completed: Date.UTC(2026, 10, 17, 18) / 1000,
  price_cents: 1850,
};
const pending = { request_completed: 0, date_completed: null, price_cents: null };

let rides = 0;

/** Adds one request. @returns its id and address */
async function addRide(site: TestServer, ruth: TestUser, changes: object = {}) {
  rides += 1;
  const id = `ride-${rides}`;
  await addRequests(site, ruth, [{ ...ride, id, ...changes }]);
  return { id, address: `${paths.request}?id=${id}` };
}

describe("a request", () => {
  test("shows provider, date, person and price", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const { id, address } = await addRide(site, ruth);
    const response = await ruth.request("GET", `${apiPaths.requests}/${id}`);
    const { reference } = (await response.json()) as RequestResponse;
    const page = await openPage(address, { cookie: ruth.cookie });
    const slip = page.getByRole("article");
    await slip.getByRole("heading", { name: ride.request_title }).waitFor();
    await slip.getByText("Ruth Abernathy").waitFor();
    expect(await slip.innerText()).toMatch(
      /Receipt\s+Completed[\s\S]+Who came[\s\S]+Nadia K\.[\s\S]+November 17, 2026[\s\S]+Boulder, CO 80302/,
    );
    await slip.getByText("$18.50", { exact: true }).waitFor();
    await slip.getByText(reference, { exact: true }).waitFor();
    await slip.getByText(brand.postalAddress.street, { exact: false }).waitFor();
    const help = page.getByRole("link", { name: "Get help with this request" });
    await help.click();
    await page.waitForURL(`**${paths.support}*`);
    const details = page.getByRole("main").getByLabel("Details", { exact: true });
    const prefilled = `About my request ${reference}:\n`;
    expect(await details.inputValue()).toBe(prefilled);
    await page.reload();
    expect(await details.inputValue()).toBe(prefilled);
  });

  test("in progress has no receipt yet", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const { address } = await addRide(site, ruth, pending);
    const page = await openPage(address, { cookie: ruth.cookie });
    const slip = page.getByRole("article");
    for (const words of ["In Progress", "Who is coming", "Date pending", "Price pending"]) {
      await slip.getByText(words, { exact: true }).waitFor();
    }
    expect(await slip.getByText("Receipt", { exact: true }).count()).toBe(0);
    const sizes = await Promise.all(
      ["Date pending", "Price pending"].map((words) =>
        slip.getByText(words, { exact: true }).evaluate((it) => getComputedStyle(it).fontSize),
      ),
    );
    expect(new Set(sizes).size).toBe(1);
  });

  test("in progress explains how to ask for its time, change it or cancel it", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUser(site);
    const { id } = await addRide(site, ruth, pending);
    const response = await ruth.request("GET", `${apiPaths.requests}/${id}`);
    const { reference } = (await response.json()) as RequestResponse;
    const page = await openPage(paths.profile, { cookie: ruth.cookie });
    await page.getByRole("link", { name: "Ask, change or cancel" }).click();
    await eventually(() => focused(page)).toBe("H2 Ask, change or cancel");
    const box = page.getByRole("region", { name: "Ask, change or cancel" });
    await box.getByText(reference, { exact: true }).waitFor();
    await box.getByRole("link", { name: `Call ${brand.phone.shown}` }).waitFor();
    await box.getByRole("link", { name: `Text ${brand.phone.shown}` }).waitFor();
    await page.getByRole("link", { name: "Write to us instead" }).click();
    await page.waitForURL(`**${paths.support}?*${reference}`);
  });

  test("prints as the receipt alone, in large type", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const { address } = await addRide(site, ruth);
    const page = await openPage(address, { cookie: ruth.cookie });
    await page.getByText("Ruth Abernathy").waitFor();
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    await page.getByRole("button", { name: "Print this receipt" }).click();
    await page.locator("html[data-printed]").waitFor();

    await page.emulateMedia({ media: "print" });
    for (const part of ["header", "footer", "h1", "main button", "main a[href^='/']"]) {
      expect(await page.locator(part).first().isVisible(), part).toBe(false);
    }
    const price = page.getByText("$18.50", { exact: true });
    const size = await price.evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize));
    expect(size).toBeGreaterThan(24);
    await page.getByText(brand.postalAddress.street, { exact: false }).waitFor();
    await page.getByRole("article").getByText(brand.name, { exact: true }).waitFor();
  });

  test("of another person, or that does not exist, is not found", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const { address } = await addRide(site, await createUser(site));
    for (const wrong of [address, `${paths.request}?id=no-such`, paths.request]) {
      // Without an id no request is sent.
      const expects = wrong === paths.request ? [] : [/404/];
      const page = await openPage(wrong, { cookie: ruth.cookie, expects });
      await page.getByText("We can’t find this request.").waitFor();
      expect(await page.getByText("Nadia").count()).toBe(0);
      await page.getByRole("link", { name: "See all requests" }).click();
      await page.waitForURL(`**${paths.profile}`);
    }
  });

  test("that fails to load can be reloaded", async ({ openPage, site }) => {
    const ruth = await createUser(site);
    const { address } = await addRide(site, ruth);
    const page = await openPage(paths.home, {
      cookie: ruth.cookie,
      expects: [/ERR_FAILED/, /did not load/],
    });
    await page.route(`**${apiPaths.requests}/**`, (route) => route.abort("failed"));
    await page.goto(address);
    const again = page.getByRole("button", { name: "Load again" });
    await again.waitFor();
    await page.unroute(`**${apiPaths.requests}/**`);
    await again.press("Enter");
    await page.getByText("$18.50", { exact: true }).waitFor();
    await eventually(() => focused(page)).not.toContain("BODY");
  });
});

test("layout of a request", async ({ openPage, site }) => {
  const ruth = await createUser(site);
  const { address } = await addRide(site, ruth);
  const page = await openPage(address, { cookie: ruth.cookie, expects: [/404/] });
  await page.getByText("Ruth Abernathy").waitFor();
  await expectAccessibleOnBoth(page, "a request");
  const long = "Wolfeschlegelsteinhausenbergerdorff".repeat(3);
  const other = await addRide(site, ruth, { ...pending, request_title: long, assigned_to: long });
  await page.goto(other.address);
  await page.getByText("Ruth Abernathy").waitFor();
  await expectAccessibleOnBoth(page, "long words");
  await page.goto(paths.request);
  await page.getByRole("link", { name: "See all requests" }).waitFor();
  await expectAccessibleOnBoth(page, "no request");
});
