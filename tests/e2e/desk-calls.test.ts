import { describe, expect } from "vitest";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addColleague } from "../support/desk-inbox.ts";
import { createUser } from "../support/test-user.ts";

const shots = process.env.SHOTS;

/** Each attempt of a retried test asks for a call of its own. */
let tries = 0;

describe("a call", () => {
  test("is asked for without scripts, tried, and logged at the desk", async ({
    openPage,
    site,
  }) => {
    tries += 1;
    const about = `The code by text never comes, ${tries}.`;
    const ruth = await createUser(site);
    const own = await openPage(paths.callMe, { cookie: ruth.cookie, js: false });
    expect(await own.getByLabel("Phone").inputValue()).toBe("303-555-0101");
    await own.getByLabel("Best time").selectOption({ index: 2 });
    await own.getByLabel(/^What is it about/).fill(about);
    await own.getByRole("button", { name: "Call Me" }).click();
    await own.getByRole("heading", { name: "We Will Call You" }).waitFor();

    const { cookie } = await addColleague(site, "Imani Calls");
    const desk = await openPage(deskPaths.callBacks, { width: 1440, cookie });
    const row = desk.getByRole("link", { name: about });
    await row.click();
    await desk.getByRole("heading", { name: "How did the call go?" }).waitFor();
    expect(
      await desk.getByRole("link", { name: "303-555-0101", exact: true }).getAttribute("href"),
    ).toBe("tel:3035550101");
    await expectAccessible(desk, "call back");
    if (shots) {
      await desk.screenshot({ path: `${shots}/call-backs-1440.png` });
      await desk.setViewportSize({ width: 375, height: 900 });
      await desk.screenshot({ path: `${shots}/call-backs-375-record.png`, fullPage: true });
      await desk.getByRole("link", { name: /to call back$/ }).click();
      await desk.screenshot({ path: `${shots}/call-backs-375.png`, fullPage: true });
      await desk.setViewportSize({ width: 1440, height: 900 });
      await row.click();
    }
    for (const count of [1, 2, 3]) {
      await desk.getByRole("button", { name: "No answer" }).click();
      await desk.getByRole("heading", { name: `Calls so far, ${count}` }).waitFor();
    }
    await desk.getByRole("heading", { name: "No answer, 3 times" }).waitFor();
    await expectAccessible(desk, "after the last try");
    await desk.getByRole("button", { name: "Try once more" }).click();
    await desk.getByRole("button", { name: "Another time…" }).click();
    await expectAccessible(desk, "another time");
    await desk.getByLabel("What was said").fill("Settings, Display, text size.");
    await desk.getByRole("button", { name: "We talked, close it" }).click();
    await desk.getByText("No call is owed. The message is done.").waitFor();
    await expect.poll(() => row.count()).toBe(0);
  });

  test("and an email are begun at the desk, with a customer or someone new", async ({
    openPage,
    site,
  }) => {
    const ruth = await createUser(site);
    const { cookie } = await addColleague(site, "Imani Begins");
    const desk = await openPage(`${deskPaths.inbox}`, { width: 1440, cookie });
    await desk.getByRole("link", { name: "New", exact: true }).click();
    await desk.getByRole("heading", { name: "New message" }).waitFor();
    await desk.getByLabel("With whom: name, phone, email or reference").fill(ruth.email);
    await expectAccessible(desk, "with whom");
    await desk
      .getByRole("link", { name: /Customer$/ })
      .first()
      .click();
    await desk.getByLabel("Subject").fill("Your ride today");
    await desk
      .getByLabel("Message", { exact: true })
      .fill("Hello {{first name}}, Nadia {{comes when}}.");
    await desk.getByRole("button", { name: "Send email" }).click();
    await expectAccessible(desk, "a blank");
    if (shots) {
      await desk.screenshot({ path: `${shots}/new-message-1440.png` });
      await desk.setViewportSize({ width: 375, height: 900 });
      await desk.screenshot({ path: `${shots}/new-message-375.png`, fullPage: true });
      await desk.setViewportSize({ width: 1440, height: 900 });
    }
    await desk.getByLabel("Comes when").fill("at 1:50");
    await desk.getByRole("button", { name: "Send email" }).click();
    await desk.getByText(/^Sending in \d+ s$/).waitFor();
    if (shots) await desk.screenshot({ path: `${shots}/begun-1440.png` });

    await desk.goto(`${deskPaths.newMessage}?way=call`);
    await desk.getByRole("button", { name: "Someone new" }).click();
    await desk.getByLabel("Name", { exact: true }).fill("Ed Novak");
    await desk.getByLabel("Phone", { exact: true }).fill("303-555-0177");
    await desk.getByRole("button", { name: "Save call" }).click();
    await desk.getByText("Write at least one sentence.").first().waitFor();
    await desk.getByLabel("What was said").fill("What a ride to Longmont costs.");
    await desk.getByLabel("Call back").check();
    await expectAccessible(desk, "a call to log");
    if (shots) await desk.screenshot({ path: `${shots}/log-call-1440.png` });
    await desk.getByLabel("Something is left to do").check();
    await desk.getByRole("button", { name: "Save call" }).click();
    await desk.getByRole("heading", { name: "Ed Novak" }).waitFor();
    await desk.getByRole("button", { name: "Log a call" }).click();
    await desk.getByLabel("What was said").fill("Told him: 18 dollars.");
    await desk.getByRole("button", { name: "Log the call" }).click();
    await desk.getByText("Told him: 18 dollars.").waitFor();
    await expectAccessible(desk, "a call in a message");
    if (shots) await desk.screenshot({ path: `${shots}/case-call-1440.png` });
  });
});
