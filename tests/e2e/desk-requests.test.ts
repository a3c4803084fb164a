import { describe, expect } from "vitest";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, test } from "../support/browser.ts";
import { expectAccessible, expectAccessibleOnBoth } from "../support/check-page.ts";
import { addColleague } from "../support/desk-inbox.ts";
import { createUser } from "../support/test-user.ts";

/** Each attempt of a retried test asks for something of its own. */
let tries = 0;

describe("a request", () => {
  test("is asked for without scripts, suggested at the desk, accepted, completed and judged", async ({
    openPage,
    site,
  }) => {
    tries += 1;
    const what = `Carry a table, ${tries}`;
    const ruth = await createUser(site);
    // The page is the same with scripts, which the check of accessibility needs.
    const seen = await openPage(paths.askForHelp, { cookie: ruth.cookie, expects: [/422/] });
    await seen.getByRole("heading", { name: "Ask for help" }).waitFor();
    await expectAccessibleOnBoth(seen, "questions");
    await seen.getByRole("button", { name: "Continue" }).click();
    await seen.getByText("There is a problem").waitFor();
    await expectAccessible(seen, "errors");

    const own = await openPage(paths.askForHelp, { cookie: ruth.cookie, js: false });
    await own.getByLabel("Something else").check();
    await own.getByLabel("In your own words (optional)").fill(what);
    await own.getByLabel("As soon as possible").check();
    await own.getByRole("button", { name: "Continue" }).click();
    await own.getByText(`You ask for “${what}”, as soon as possible`).waitFor();
    await own.getByRole("button", { name: "Yes, ask for this" }).click();
    await own.getByText("Thank you. We are looking for someone.").waitFor();
    await seen.goto(paths.askForHelp);
    await expectAccessible(seen, "asked");

    const { cookie } = await addColleague(site, "Imani Requests");
    const desk = await openPage(`${deskPaths.requests}?show=asked`, { width: 1440, cookie });
    await desk.getByRole("link", { name: what }).click();
    await desk.getByRole("heading", { name: what }).waitFor();
    await expectAccessible(desk, "asked at the desk");
    await desk.getByRole("button", { name: "Suggest another time…" }).click();
    await desk.getByLabel("Day", { exact: true }).last().fill(inDays(1));
    await desk.getByLabel("Time", { exact: true }).fill("09:30");
    await desk.getByRole("textbox", { name: "Price" }).fill("18");
    await expectAccessible(desk, "suggest");
    await desk.getByRole("button", { name: "Email the suggestion" }).click();
    await desk.getByText(/^We suggest /).waitFor();

    await own.goto(paths.askForHelp);
    await own.getByRole("button", { name: "Yes, book it" }).click();
    await own.getByText("It is booked.", { exact: true }).waitFor();
    // The desk follows by itself.
    await desk.getByRole("button", { name: "Edit" }).waitFor();
    await desk.getByText(/^It is booked for /).waitFor();

    await desk.getByRole("button", { name: "Edit" }).click();
    await desk.getByLabel("Day", { exact: true }).last().fill("");
    await desk.getByLabel("Time", { exact: true }).fill("");
    await desk.getByRole("button", { name: "Save changes" }).click();
    await desk.getByRole("button", { name: "Complete…" }).click();
    await expectAccessible(desk, "complete");
    await desk.getByRole("button", { name: "Complete", exact: true }).click();
    await desk.getByText("It is done. The price is $18.").waitFor();

    await own.goto(paths.askForHelp);
    await own.getByRole("button", { name: "Not good" }).click();
    await own.getByText("Thank you.", { exact: true }).waitFor();
    await desk.getByRole("heading", { name: "Messages about this request" }).waitFor();
    await desk.goto(deskPaths.requests);
    await desk.getByRole("link", { name: "Week", exact: true }).click();
    await desk.getByRole("heading", { name: /^Week of / }).waitFor();
    await desk.getByRole("link", { name: what }).waitFor();
    await expectAccessible(desk, "week");
  });

  test("is booked at the desk for a customer, and its providers are kept", async ({
    openPage,
    site,
  }) => {
    tries += 1;
    const ruth = await createUser(site);
    const count = () => site.database.db.selectFrom("stale_customers").selectAll().execute();
    await eventually(async () => (await count()).length).toBe(0);
    const { cookie } = await addColleague(site, "Imani Requests");
    const page = await openPage(`${deskPaths.requests}/providers`, { width: 1440, cookie });
    await page.getByRole("button", { name: "Add a provider" }).click();
    await page.getByLabel("Name, as customers read it").fill(`Nadia ${tries}`);
    await page.getByLabel("Ride to an appointment").check();
    await expectAccessible(page, "provider");
    await page.getByRole("button", { name: "Save provider" }).click();
    await page
      .getByRole("listitem")
      .filter({ hasText: `Nadia ${tries}` })
      .waitFor();

    await page.getByRole("link", { name: "Add request" }).click();
    await page.getByLabel("Customer: name").fill(ruth.email);
    await page.getByRole("button", { name: /Abernathy/ }).click();
    await page.getByRole("button", { name: "Save request" }).click();
    await page.getByText("Say what the customer needs.").first().waitFor();
    await expectAccessible(page, "add");
    await page.getByLabel("What", { exact: true }).fill(`Hang a lamp, ${tries}`);
    const provider = page.getByRole("combobox", { name: "Provider" }).last();
    await provider.selectOption(`Nadia ${tries}`);
    await page.getByLabel("Day", { exact: true }).last().fill(inDays(2));
    await page.getByLabel("Time", { exact: true }).fill("09:30");
    await page.getByLabel("Repeat every week").check();
    await page.getByLabel("Last day").fill(inDays(16));
    await page.getByText("3 requests. Uncheck the days to leave out.").waitFor();
    await page.locator("fieldset").getByRole("checkbox").nth(8).uncheck();
    await page.getByText("2 requests. Uncheck the days to leave out.").waitFor();
    await page.getByRole("heading", { name: "Add a request" }).scrollIntoViewIfNeeded();
    await expectAccessible(page, "repeat");
    await page.getByRole("button", { name: "Save request" }).click();
    await page.getByRole("heading", { name: `Hang a lamp, ${tries}` }).waitFor();
    await page.getByRole("button", { name: "Cancel…" }).click();
    await page.getByLabel("Reason, as the customer reads it").fill("It was entered twice");
    await page.getByLabel("Also cancel the later one of this series").check();
    await expectAccessible(page, "cancel");
    await page.getByRole("button", { name: "Cancel the request" }).click();
    await page.getByText("Canceled by you: It was entered twice").waitFor();
    expect(await page.getByRole("button", { name: "Reopen" }).count()).toBe(1);

    await page.getByRole("link", { name: "Import a CSV" }).click();
    const csv = `Customer,What,Color\n${ruth.email},"Water the plants, ${tries}",green\nnone,x,y`;
    await page
      .getByLabel("CSV file")
      .setInputFiles({ name: "requests.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByText("1 request to add. 1 line is wrong. Nothing is stored yet.").waitFor();
    await expectAccessible(page, "import");
    await page.getByRole("button", { name: "Add 1 request" }).click();
    await page.getByRole("link", { name: `Water the plants, ${tries}` }).waitFor();
  });
});

/** YYYY-MM-DD, in any time zone of the country. */
function inDays(count: number): string {
  return new Date(Date.now() + (count * 24 + 12) * 3_600_000).toISOString().slice(0, 10);
}
