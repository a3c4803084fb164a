import { describe, expect } from "vitest";
import { readFullConfig } from "../../src/app/server/read-config.ts";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { changeStatus } from "../../src/features/recruiting/server/applications/status.ts";
import { test } from "../support/browser.ts";
import { expectAccessibleOnBoth } from "../support/check-page.ts";
import { conversationPathIn } from "../support/conversations.ts";
import { TestBrowser } from "../support/recruiting.ts";

describe("an applicant, without scripts", () => {
  test("sees where the application stands, and reads the decision", async ({ site, openPage }) => {
    const applicant = { firstName: "Tia", lastName: "Lam", email: `tia${Date.now()}@example.com` };
    const reference = await new TestBrowser(site.app).apply("care", tracks.care.intake, applicant);
    const path = await conversationPathIn(site.database, "application-received");
    const page = await openPage(path, { js: false });
    const steps = page.getByRole("list").filter({ hasText: "Application received" });
    await steps.waitFor();
    expect(await steps.getByRole("listitem").count()).toBe(5);
    await steps.locator("[aria-current=step]").getByText("Read by a person").waitFor();
    await page
      .getByText(/A person reads it and gets in touch by /)
      .first()
      .waitFor();
    const checked = await openPage(path);
    await expectAccessibleOnBoth(checked, "sent");

    const { database } = site;
    const config = readFullConfig({});
    const context = { database, config, openMarkets: null, now: () => Date.now() };
    await changeStatus(reference, "rejected", context);
    await page.reload();
    await page.getByRole("heading", { name: "We did not choose your application." }).waitFor();
    await page.getByText(/You may apply again from /).waitFor();
    expect(await page.getByText("Where it stands").count()).toBe(0);
    await checked.reload();
    await expectAccessibleOnBoth(checked, "rejected");
  });
});
