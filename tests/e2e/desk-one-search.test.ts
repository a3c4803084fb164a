import { describe, expect } from "vitest";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { eventually, test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addColleague, sendMessage } from "../support/desk-inbox.ts";
import { signUp } from "../support/portal.ts";

/** Each attempt of a retried test uses its own customer. */
let tries = 0;

describe("the one search of the desk", () => {
  test("opens a customer by a misspelled name with the keyboard alone; every state is accessible", async ({
    openPage,
    site,
  }) => {
    tries += 1;
    const last = `Whitfield${"abcdef"[tries]}`;
    const email = `ray.${last}@example.com`.toLowerCase();
    const { uid } = await signUp(site.app, { firstName: "Ray", lastName: last, email });
    const reference = await sendMessage(site, `Adele ${last}`, "Do you cover Greeley?");
    const stale = () => site.database.db.selectFrom("stale_customers").selectAll().execute();
    await eventually(async () => (await stale()).length).toBe(0);
    const { cookie } = await addColleague(site, "Imani Search");
    const page = await openPage(deskPaths.customers, { width: 1440, cookie });
    await page.getByRole("heading", { level: 1, name: "Customers" }).waitFor();

    await page.keyboard.press("/");
    await page.keyboard.type(`ray ${last}`);
    await page.getByText("Customers 1").waitFor();
    await expectAccessible(page, "the field with hits");
    // The narrow windows had no field, so the focus is lost; what was typed is not.
    await page.keyboard.press("/");
    await page.getByText("Customers 1").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: `Ray ${last}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${deskPaths.customers}/${uid}`);

    // One letter is missing; the second hit is the message.
    await page.keyboard.press("/");
    await page.keyboard.type(last.replace("itf", "if"));
    await page.getByText("These names are similar.").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await eventually(() => new URL(page.url()).pathname).toBe(`${deskPaths.inbox}/${reference}`);

    await page.goto(`${deskPaths.search}?q=${reference.toLowerCase()}`);
    await page.getByText("Exact match").waitFor();
    await expectAccessible(page, "the page with an exact match");
    await page.getByLabel("Find a name, number or words").fill("qqxz");
    await page.getByText("Nothing found for “qqxz”.").waitFor();
    await page.getByText("messages, done and spam too").waitFor();
    await expectAccessible(page, "nothing found");
  });
});
