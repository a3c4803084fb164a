import { describe, expect } from "vitest";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { eventually, test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addColleague, sendMessage } from "../support/desk-inbox.ts";
import { signUp } from "../support/portal.ts";
import { makeRequest } from "../support/rows.ts";
import type { TestServer } from "../support/server.ts";

/** Each attempt of a retried test uses its own customers. */
let tries = 0;

/** Adds customers of this attempt: with requests, locked, and with a very long name. */
async function fill(site: TestServer) {
  tries += 1;
  const last = `Delgado${"abcdef"[tries]}`;
  const add = (firstName: string, phone: string, more: object = {}) =>
    signUp(site.app, {
      firstName,
      lastName: last,
      email: `${firstName.split(" ")[0]}.${last}@example.com`.toLowerCase(),
      phone,
      ...more,
    });
  const rosa = await add("Rosa", "303-555-0161", { city: "Fort Collins" });
  const walter = await add("Walter", "303-555-0162");
  await add("Maximiliana Konstantinidou", "303-555-0184");
  await site.database.write(async (trx) => {
    const open = { request_completed: 0, date_completed: null, price_cents: null } as const;
    const requests = [
      makeRequest(rosa.uid, { request_title: "Ride to the eye clinic", ...open }),
      makeRequest(rosa.uid, { request_title: "Hang two shelves" }),
    ];
    await trx.insertInto("completed_requests").values(requests).execute();
    const locked = { disabled_at: Date.now() };
    await trx.updateTable("accounts").set(locked).where("uid", "=", walter.uid).execute();
  });
  await sendMessage(site, `Rosa ${last}`, "Can Nadia help me to the door?");
  const count = () => site.database.db.selectFrom("stale_customers").selectAll().execute();
  await eventually(async () => (await count()).length).toBe(0);
  return { last, rosa };
}

describe("the customers at the desk", () => {
  test("are found by a misspelled name with the keyboard, filtered, and opened; every state is accessible", async ({
    openPage,
    site,
  }) => {
    const { last, rosa } = await fill(site);
    const { cookie } = await addColleague(site, "Imani Customers");
    const page = await openPage(deskPaths.customers, { width: 1440, cookie });
    await page.getByRole("heading", { level: 1, name: "Customers" }).waitFor();
    await page.getByRole("link", { name: `Rosa ${last}` }).waitFor();
    await expectAccessible(page, "list");

    await page.getByLabel("Name, phone, email or place").fill(`${last}x`);
    await page.getByText(`No one is called “${last}x”.`).waitFor();
    await page.getByRole("heading", { name: "3 found" }).waitFor();
    await expectAccessible(page, "similar names");
    await page.getByRole("link", { name: /^Locked/ }).click();
    await page.getByRole("heading", { name: "1 found" }).waitFor();
    await page.getByRole("link", { name: `Walter ${last}` }).waitFor();
    await page.getByLabel("Name, phone, email or place").fill("nobody at all");
    await page.getByText("No customer matches “nobody at all”.").waitFor();
    await expectAccessible(page, "nothing found");

    // On a slow network, what is typed next does not bring the filter back.
    const slow = Promise.withResolvers<void>();
    await page.route(/\/customers\?$/, (route) => slow.promise.then(() => route.continue()));
    await page.getByRole("link", { name: "Show all customers" }).click();
    const search = page.waitForRequest(/q=rosa/);
    await page.getByLabel("Name, phone, email or place").fill(`rosa ${last}`);
    expect((await search).url()).not.toContain("login");
    slow.resolve();
    await page.getByRole("heading", { name: "1 found" }).waitFor();
    await page.getByRole("link", { name: `Rosa ${last}` }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: `Rosa ${last}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${deskPaths.customers}/${rosa.uid}`);
    await expect(
      page.getByRole("link", { name: "303-555-0161" }).getAttribute("href"),
    ).resolves.toBe("tel:3035550161");
    await page.getByText("Ride to the eye clinic", { exact: true }).first().waitFor();
    await page.getByText("Can Nadia help me to the door?").first().waitFor();
    await page.getByLabel(/^Note\. /).fill("Hears badly on the left.");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("Hears badly on the left.").waitFor();
    await page.getByText("Added a note about the customer").waitFor();
    await page.getByText("1 completed").click();
    await page.getByText("Hang two shelves", { exact: true }).waitFor();
    await expectAccessible(page, "customer");

    // The page, then the list, follow what the customer changes.
    await rosa.request("PATCH", apiPaths.profile, {
      version: 1,
      changes: { phoneNumber: "303-555-0199", city: "Pueblo" },
    });
    await page.getByRole("link", { name: "303-555-0199" }).waitFor();
    await page.getByRole("link", { name: "All customers" }).click();
    await page.getByText("Pueblo, CO").waitFor();
    await rosa.request("PATCH", apiPaths.profile, { version: 2, changes: { city: "Lyons" } });
    await page.getByText("Lyons, CO").waitFor();
    await page.getByRole("button", { name: "Add a customer" }).click();
    await page.getByRole("button", { name: "Add the customer" }).click();
    await page.getByText("First name is required.").last().waitFor();
    await expectAccessible(page, "a new customer without answers");
    const answers = {
      "First name": "Helen",
      "Last name": last,
      City: "Boulder",
      State: "CO",
      "ZIP code": "80301",
      Email: `helen.${last}@example.com`,
      Phone: "303-555-0142",
    };
    for (const [label, answer] of Object.entries(answers)) {
      await page.getByLabel(label, { exact: true }).fill(answer);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: `Helen ${last}` }).waitFor();
  });

  test("a caller is checked with the keyboard, and the account changed, merged and locked", async ({
    openPage,
    site,
  }) => {
    const { last, rosa } = await fill(site);
    const home = { address_line1: "1204 Pine Street", zip: "80521" };
    await site.database.write((trx) =>
      trx.updateTable("profiles").set(home).where("uid", "=", rosa.uid).execute(),
    );
    const { cookie } = await addColleague(site, "Imani Checks");
    const path = `${deskPaths.customers}/${rosa.uid}`;
    const page = await openPage(path, { width: 1440, cookie });
    await page.getByText("1204 Pine Street").waitFor();
    await page.getByRole("button", { name: "Check the caller" }).focus();
    await page.keyboard.press("Enter");
    const email = page.getByLabel("“Which email address do you use with us?”");
    await email.waitFor();
    await eventually(() => page.getByText("1204 Pine Street").count()).toBe(0);
    await page.getByRole("button", { name: "Show Email" }).waitFor();
    await page.getByRole("button", { name: "Change… the email, after a check" }).click();
    await page.keyboard.type("1204 Pine Street 80521");
    await page.keyboard.press("Enter");
    await page.getByText("Matches", { exact: true }).waitFor();
    await page.keyboard.type("rosa@example.com");
    await page.keyboard.press("Enter");
    await page.getByText("Does not match. Ask once more, 2 tries left.").waitFor();
    await expectAccessible(page, "a check, an answer does not match");
    await page.getByRole("button", { name: "Show Street and ZIP code" }).click();
    await page.getByText("1204 Pine Street").waitFor();
    await email.fill(`rosa.${last}@example.com`);
    await email.press("Enter");
    const request = page.getByLabel("“What did we last do for you?”");
    await request.fill("you hung two shelves");
    await request.press("Enter");
    await page.getByText("Does not match. Ask once more, 1 try left.").waitFor();
    await request.fill("the two shelves");
    await request.press("Enter");
    await page.getByRole("heading", { name: "It is Rosa" }).waitFor();
    await page.getByText("Caller check passed: all three answers matched").waitFor();
    await expectAccessible(page, "a passed check");
    await page.getByRole("button", { name: "Merge… with another account" }).click();
    await page.getByLabel("Name, phone, email or support ID").fill(`maximiliana ${last}`);
    await page.getByRole("button", { name: /^Choose Maximiliana/ }).click();
    await page.getByRole("heading", { name: "This account ends" }).waitFor();
    await expectAccessible(page, "a dry run of a merge");
    await page.getByRole("button", { name: "Merge the accounts" }).click();
    await page.getByRole("button", { name: /^Undo the merge… with/ }).click();
    await page.getByRole("button", { name: "Undo the merge", exact: true }).click();
    await page.getByText(/^Undid the merge with the account/).waitFor();
    await page.getByRole("button", { name: "Change… the email" }).click();
    await page.getByLabel("New email").fill("rosa");
    await page.keyboard.press("Enter");
    await page.getByText("Enter the new email.").waitFor();
    await expectAccessible(page, "an email that is none");
    await page.getByLabel("New email").fill(`rosa.new.${last}@example.com`);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: `rosa.new.${last}@example.com` }).waitFor();
    await page.getByText("Changed the email").waitFor();
    await page.getByRole("button", { name: "Lock… the account" }).click();
    await page.getByLabel("Reason").fill("Two people called");
    await page.getByRole("button", { name: "Lock the account" }).click();
    await page.getByText("“Two people called.”").waitFor();
    await expectAccessible(page, "locked");
    await page.getByRole("button", { name: "Unlock… the account" }).click();
    await page.getByRole("button", { name: "Unlock the account" }).click();
    await page.getByText("Active", { exact: true }).waitFor();
    await page.getByRole("button", { name: "End the call" }).click();
    await page.getByRole("heading", { name: "Is it Rosa on the phone?" }).waitFor();
  });

  test("a filter is saved as a view of this list", async ({ openPage, site }) => {
    await fill(site);
    const { cookie } = await addColleague(site, "Imani Views");
    const page = await openPage(`${deskPaths.customers}?login=locked`, { width: 375, cookie });
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("button", { name: "Save this view" }).click();
    const name = `Not open ${tries}`;
    await page.getByLabel("Name of the view").fill(name);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: new RegExp(`^${name}`) }).waitFor();
    await expectAccessible(page, "filters on a phone");
    await page.getByRole("button", { name: `Remove the view ${name}` }).click();
    await eventually(() => page.getByRole("link", { name: new RegExp(`^${name}`) }).count()).toBe(
      0,
    );
  });
});
