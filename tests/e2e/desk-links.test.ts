import { describe, expect } from "vitest";
import { eventually, test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addColleague, openInbox, sendMessage, toggleDetails } from "../support/desk-inbox.ts";

describe("links between messages at the desk", () => {
  test("one is merged into another, undone, merged again and separated; one is related", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Merge");
    const first = await sendMessage(site, "Twice Person", "The text is too small.");
    const second = await sendMessage(site, "Twice Person", "The text is still too small.");
    const page = await openInbox(openPage, imani, `/desk/inbox/${first}`);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const more = async (name: string) => {
      await button("More actions").click();
      await button(name).click();
    };
    const merge = async () => {
      await more("Merge into…");
      await page.getByLabel("Reference, name or words").fill(second);
      await button(`Merge into ${second}`).click();
      await page.getByText(`Merged into ${second}.`).waitFor();
      await page.waitForURL(`**/desk/inbox/${second}`);
    };
    const thread = page.getByRole("region", { name: "Messages, newest last" });

    await more("Merge into…");
    await button(`Merge into ${second}`).waitFor();
    await expectAccessible(page, "choosing");
    await page.keyboard.press("Escape");
    await merge();
    await thread.getByText(`From ${first}`).waitFor();
    await expect(thread.getByText("The text is too small.").count()).resolves.toBe(1);
    await expectAccessible(page, "kept");
    await page.getByRole("button", { name: "Undo the change" }).click();
    await page.getByText("2 messages are as before.").waitFor();
    await eventually(() => thread.getByText(`From ${first}`).count()).toBe(0);

    await page.goto(`/desk/inbox/${first}`);
    await merge();
    await page.getByRole("link", { name: first, exact: true }).first().click();
    await page.getByText("where its conversation goes on").waitFor();
    await expectAccessible(page, "merged");
    await button("Separate").click();
    await page.getByText("each has its own conversation again").waitFor();

    await more("Relate to…");
    await button(`Relate to ${second}`).click();
    await toggleDetails(page);
    const links = page.getByRole("list", { name: "Linked messages" });
    await links.getByRole("link", { name: `Contact ${second}` }).waitFor();
    await expectAccessible(page, "related");
    await button(`Remove the relation to ${second}`).click();
    await eventually(() => links.count()).toBe(0);
  });
});
