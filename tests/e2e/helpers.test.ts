import { describe, expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { hydrate, test } from "../support/browser.ts";
import { expectAccessibleOnBoth } from "../support/check-page.ts";
import { addRequests, createUser } from "../support/test-user.ts";

describe("people who help me", () => {
  test("are invited with a code, help without scripts, and are ended while signed in", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUser(site);
    const maria = await createUser(site);
    await addRequests(site, ruth, [{ id: "ride", request_title: "Ride to the eye clinic" }]);
    await site.database.write((trx) =>
      trx.updateTable("accounts").set({ email_verified_at: 1 }).execute(),
    );
    const own = await openPage(paths.helpers, { cookie: ruth.cookie });
    await own.getByLabel("Their name").fill("Maria Delgado");
    await own.getByRole("button", { name: "Get a code to read out" }).click();
    const code = await own.getByText(/^[A-Z0-9]{5}-[A-Z0-9]{5}$/).innerText();

    const page = await openPage(paths.helping, {
      cookie: maria.cookie,
      js: false,
      expects: [/403/],
    });
    await page.getByLabel("The code").fill(code.toLowerCase());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: /^Yes, I help/ }).click();
    await page.getByText("You are helping Ruth.").waitFor();
    await page.getByRole("link", { name: "Ride to the eye clinic" }).click();
    await page.getByText("You are helping Ruth.").waitFor();
    await page.getByRole("article").getByText("Ride to the eye clinic").waitFor();
    await page.getByRole("link", { name: "Back to all requests" }).click();
    const seen = await openPage(new URL(page.url()).pathname + new URL(page.url()).search, {
      cookie: maria.cookie,
      expects: [/403/],
    });
    await expectAccessibleOnBoth(seen, "the helper’s page");

    await own.goto(paths.helpers);
    await own.getByText("Opened your receipt for “Ride to the eye clinic”").waitFor();
    await expectAccessibleOnBoth(own, "the helpers");
    const asks = own.getByRole("switch", { name: "Ask for help for me" });
    expect(await asks.getAttribute("aria-checked")).toBe("false");
    await asks.click();
    await own.getByText("Maria can now do this for you").waitFor();
    expect(await asks.getAttribute("aria-checked")).toBe("true");
    await page.reload();
    await page.getByRole("link", { name: "Ask for help for Ruth" }).click();
    await page.getByRole("heading", { name: "Ask for help for Ruth" }).waitFor();

    await own.getByRole("button", { name: "End Maria’s help" }).click();
    await own.getByText("The help has ended, on all devices.").waitFor();
    await page.reload();
    await page.getByText("You cannot see this").waitFor();
    expect(await page.getByText("eye clinic").count()).toBe(0);
    // With scripts too, which would find another page at this address.
    await seen.goto(paths.askForHelp + new URL(page.url()).search);
    await hydrate(seen);
    await seen.getByText("You cannot see this").waitFor();
  });
});
