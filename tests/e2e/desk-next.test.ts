import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { templateEndpoints } from "../../src/features/messages/contract/reply-endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { eventually, test, untilDialogClosed } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addColleague, openInbox, rowOf, sendMessage, sendNow } from "../support/desk-inbox.ts";

import type { TestServer } from "../support/server.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });

function statusOf({ database }: TestServer, reference: string) {
  return database.db
    .selectFrom("cases")
    .select("status")
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
}

/** Sets when the answer to a message is due. */
function setDue({ database }: TestServer, reference: string, at: number) {
  return database.write((trx) =>
    trx.updateTable("cases").set({ due_at: at }).where("reference", "=", reference).execute(),
  );
}

describe("the inbox, one message after the other", () => {
  test("what is due first is first, and the next one follows a closed one", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Next");
    await imani.request("POST", pathOf(templateEndpoints.add), {
      name: "Thanks for the ride",
      text: "Thank you, {{first name}}.",
      isShared: false,
    });
    const soon = await sendMessage(site, "Soon Person", "Due in an hour.");
    const late = await sendMessage(site, "Late Person", "Due before all others.");
    await setDue(site, late, 1000);
    await setDue(site, soon, 2000);

    const page = await openInbox(openPage, imani, "/desk/inbox", { width: 1440, height: 900 });
    const references = () =>
      page
        .locator("a[data-reference]")
        .evaluateAll((rows) => rows.slice(0, 2).map((row) => row.getAttribute("data-reference")));
    await eventually(references).toEqual([late, soon]);
    await expect(rowOf(page, late).innerText()).resolves.toMatch(/days late/);

    // Nothing is open yet: the first one is offered.
    await page.getByRole("link", { name: "Open next" }).click();
    await heading(page, "Late Person").waitFor();
    await page.keyboard.press("e");
    await page.getByText("Late’s message is closed.").waitFor();
    await page.getByText("Next: Soon Person").waitFor();
    await expectAccessible(page, "closed");
    await page.getByRole("button", { name: "Undo the change" }).click();
    await page.getByText("1 message is as before.").waitFor();
    expect(await statusOf(site, late)).toEqual({ status: "new" });
    await page.keyboard.press("e");
    await page.getByText("Next: Soon Person").waitFor();
    await page.keyboard.press("Enter");
    await heading(page, "Soon Person").waitFor();

    // "/", one letter and Enter insert a template; within a line "/" is text.
    await page.keyboard.press("r");
    const field = page.getByRole("textbox", { name: "Message" });
    await page.keyboard.press("/");
    await page.getByLabel("Find a template").waitFor();
    await page.keyboard.press("Escape");
    expect(await field.inputValue()).toBe("/");
    await field.fill("");
    for (const key of ["/", "t", "Enter"]) await page.keyboard.press(key);
    expect(await field.inputValue()).toBe("Thank you, Soon.");
    await page.keyboard.type(" Yes/no");
    expect(await field.inputValue()).toBe("Thank you, Soon. Yes/no");

    await page.keyboard.press("Control+Shift+Enter");
    await sendNow(page, site);
    await eventually(() => statusOf(site, soon)).toEqual({ status: "done" });
  });

  test("a message is snoozed until a day with the keyboard, and can be undone", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Snooze");
    const reference = await sendMessage(site, "Snooze Person", "The plumber comes next week.");
    const page = await openInbox(openPage, imani, `${deskPaths.inbox}/${reference}`, {
      width: 375,
    });
    await heading(page, "Snooze Person").waitFor();
    await page.getByRole("button", { name: "More actions" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Snooze…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Snooze until").waitFor();
    await page.getByLabel("What we wait for").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Error: Say what you wait for.").waitFor();
    await expectAccessible(page, "snooze form");
    await page.keyboard.type("The plumber");
    await page.keyboard.press("Enter");
    await page.getByText(/^Snoozed until .*: The plumber$/).waitFor();
    await expectAccessible(page, "snoozed");
    await page.getByRole("button", { name: "Undo the change" }).click();
    await page.getByText("1 message is as before.").waitFor();
    await eventually(() => page.getByRole("button", { name: "End snooze" }).count()).toBe(0);
  });

  test("a setting opens the next one at once", async ({ site, openPage }) => {
    const imani = await addColleague(site, "Imani Setting");
    const first = await sendMessage(site, "First Person", "One.");
    const second = await sendMessage(site, "Second Person", "Two.");
    await setDue(site, first, 3);
    await setDue(site, second, 4);
    const page = await openInbox(openPage, imani, `${deskPaths.inbox}/${first}`);
    await heading(page, "First Person").waitFor();
    await page.keyboard.press("?");
    await page.getByLabel("When I close a message, open the one after it").check();
    await page.getByRole("button", { name: "Close" }).click();
    await untilDialogClosed(page);
    await page.keyboard.press("e");
    await heading(page, "Second Person").waitFor();
    await page.getByText("First’s message is closed.").waitFor();
    await page.getByRole("button", { name: "Undo the change" }).click();
    await eventually(() => statusOf(site, first)).toEqual({ status: "new" });
  });

  test("fourteen rows fit 1440 by 900 pixels, nine 1280 by 720, below a bar of 60", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Rows");
    const reference = await sendMessage(site, "Row Person", "How high is it?");
    const page = await openInbox(openPage, imani, "/desk/inbox");
    for (const [width, height, rows] of [
      [1440, 900, 14],
      [1280, 720, 9],
    ] as const) {
      await page.setViewportSize({ width, height });
      const row = rowOf(page, reference);
      await row.waitFor();
      const fitting = await row.evaluate((one) => {
        const list = one.closest("ul")?.parentElement?.getBoundingClientRect();
        const first = one.closest("ul")?.getBoundingClientRect();
        const { height } = one.getBoundingClientRect();
        return list && first ? Math.floor((list.bottom - first.top) / (height + 2)) : 0;
      });
      expect([width, fitting >= rows]).toEqual([width, true]);
      expect((await page.getByRole("banner").boundingBox())?.height).toBe(60);
    }
  });
});
