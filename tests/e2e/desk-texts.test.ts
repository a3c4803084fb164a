import { describe, expect } from "vitest";
import { consentQuestion } from "../../src/features/texts/contract/consent.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addColleague } from "../support/desk-inbox.ts";
import { createUser } from "../support/test-user.ts";

const shots = process.env.SHOTS;

describe("a text", () => {
  test("is begun after a yes on the phone, and no more once the customer ends them", async ({
    openPage,
    site,
  }) => {
    // A number of its own, since consent belongs to the number.
    const number = `303-555-${String(Date.now() % 10_000).padStart(4, "0")}`;
    const ruth = await createUser(site, { phone: number });
    const { cookie } = await addColleague(site, "Imani Texts");
    const begin = `${deskPaths.newMessage}?way=text&to=customer.${ruth.uid}`;
    const desk = await openPage(begin, { width: 1440, cookie });
    await desk.getByText(consentQuestion).waitFor();
    await desk.getByRole("textbox", { name: "Message" }).fill("Sam comes at 4 today. 👍");
    await desk.getByText("24 of 70 characters, 1 text").waitFor();
    await desk.getByRole("button", { name: "Send text" }).click();
    await desk.getByText("Ask first, and check the box after a yes.").waitFor();
    await expectAccessible(desk, "a text without consent");
    if (shots) {
      await desk.screenshot({ path: `${shots}/text-new-1440.png` });
      await desk.setViewportSize({ width: 375, height: 900 });
      await desk.screenshot({ path: `${shots}/text-new-375.png`, fullPage: true });
      await desk.setViewportSize({ width: 1440, height: 900 });
    }
    await desk.getByLabel("The answer was yes").check();
    await desk.getByRole("button", { name: "Send text" }).click();
    await desk.getByRole("heading", { name: "Ruth Abernathy", level: 2 }).waitFor();
    // Until it is sent, it can be undone instead.
    await site.database.write((trx) =>
      trx.updateTable("conversation_replies").set({ send_at: 1 }).execute(),
    );
    await desk.getByRole("textbox", { name: "Message" }).fill("It’s the grey car.");
    await desk.getByText("18 of 160 characters, 1 text").waitFor();
    await expectAccessible(desk, "a conversation by text");
    if (shots) {
      await desk.screenshot({ path: `${shots}/text-1440.png` });
      await desk.setViewportSize({ width: 375, height: 900 });
      await desk.screenshot({ path: `${shots}/text-375.png`, fullPage: true });
      await desk.setViewportSize({ width: 1440, height: 900 });
    }

    const page = await openPage(`${deskPaths.customers}/${ruth.uid}`, { width: 1440, cookie });
    await page.getByText(/^Texts were allowed on the phone/).waitFor();
    await page.getByRole("button", { name: "End texts" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End texts" }).click();
    await page.getByText(/^Texts were ended on the phone/).waitFor();
    await page.getByRole("button", { name: "Ask about texts" }).waitFor();
    await expectAccessible(page, "a customer who ended texts");
    if (shots) await page.screenshot({ path: `${shots}/text-customer-1440.png`, fullPage: true });
    await page.getByRole("link", { name: "Write a text" }).click();
    await page.getByText("You cannot text Ruth").waitFor();
    await expectAccessible(page, "no text to a customer who ended them");
    if (shots) await page.screenshot({ path: `${shots}/text-off-1440.png` });
    expect(await page.getByRole("button", { name: "Send text" }).count()).toBe(0);
  });
});
