import { describe, expect } from "vitest";
import { findAxeViolations } from "../support/axe.ts";
import { eventually, test } from "../support/browser.ts";
import { expectAccessible, widths } from "../support/check-page.ts";
import {
  addColleague,
  openInbox,
  rowOf,
  sendMessage,
  toggleDetails,
} from "../support/desk-inbox.ts";

describe("the inbox on a phone, its states at every width", () => {
  test("list, filters, several chosen, nothing found and record", async ({ site, openPage }) => {
    const imani = await addColleague(site, "Imani Walk");
    await sendMessage(site, "Helen Brandt", "Thank you for the ride.");
    const reference = await sendMessage(site, "Helen Brandt", "The text is too small.");
    const page = await openInbox(openPage, imani, "/desk/inbox", {
      width: 375,
      height: 1000,
    });
    await rowOf(page, reference).waitFor();
    await expectAccessible(page, "list");

    await page.getByRole("button", { name: /^Filters/ }).click();
    expect(await findAxeViolations(page), "filters").toEqual([]);
    await page.setViewportSize({ width: 768, height: 1000 });
    expect(await findAxeViolations(page), "filters at 768 px").toEqual([]);
    await page.setViewportSize({ width: 375, height: 1000 });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Choose", exact: true }).click();
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Tag", exact: true }).click();
    await expectAccessible(page, "several chosen");

    await page.goto("/desk/inbox?q=nobodyhasthisname");
    await page.getByRole("heading", { name: "Nothing found." }).waitFor();
    await expectAccessible(page, "nothing found");

    await page.goto(`/desk/inbox/${reference}`);
    await page.getByRole("heading", { name: "Helen Brandt" }).waitFor();
    await expectAccessible(page, "record");
    await toggleDetails(page);
    await page.getByRole("button", { name: /^Tags/ }).click();
    await page.getByText(/^History/).click();
    await expectAccessible(page, "details");

    await page.getByRole("link", { name: /^(?:All \d+ from|About) Helen/ }).click();
    await page.getByRole("heading", { name: "Everything Helen sent" }).waitFor();
    await expectAccessible(page, "person");
    await page.getByRole("button", { name: /^Done \d+/ }).click();
    expect(await page.getByRole("link", { name: reference }).count()).toBe(0);
    await page.getByRole("button", { name: /^All \d+/ }).click();
    await page.getByLabel("Note. Helen never sees it.").fill("Reads with difficulty.");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("listitem").filter({ hasText: "difficulty." }).first().waitFor();
    await page.getByRole("button", { name: "One is not from Helen…" }).click();
    await page.getByText("Which message is not from Helen?").waitFor();
    await expectAccessible(page, "choosing who it is");
    await page.getByRole("button", { name: `Split off the message ${reference}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Split off" }).click();
    await page.getByText("Split into its own conversation.").waitFor();
    await page.goto(`/desk/people/${reference}`);
    await page.getByRole("heading", { name: "Its own conversation" }).waitFor();
    await expectAccessible(page, "its own conversation");
    await page.getByRole("button", { name: "Put it back" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Put it back" }).click();
    await page.getByRole("button", { name: "One is not from Helen…" }).waitFor();
    await page.getByRole("link", { name: "Write to Helen" }).click();
    await page.locator("textarea:focus").waitFor();
    await page.getByRole("heading", { name: "Helen Brandt" }).waitFor();
  });

  test("nothing is wider than the window, and targets are 44 px or more", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani View");
    const word = "Pneumonoultramicroscopicsilicovolcanoconiosis".repeat(4);
    const reference = await sendMessage(site, "Priya Raman", `${word} ${word}`);
    for (const address of ["/desk/inbox", `/desk/inbox/${reference}`]) {
      const page = await openInbox(openPage, imani, address, { width: 375, height: 900 });
      const ready = address.endsWith("inbox")
        ? rowOf(page, reference)
        : page.getByRole("heading", { name: "Priya Raman" });
      await ready.waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const { wide, low } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          low: [...document.querySelectorAll("main :is(a, button, select, input, summary)")]
            .filter((element) => element.checkVisibility() && !element.closest("label"))
            .filter((element) => element.getBoundingClientRect().height < 44)
            .map((element) => element.outerHTML.slice(0, 80)),
        }));
        expect({ wide, low }, `${address} at ${width} px`).toEqual({ wide: 0, low: [] });
      }
    }
  });
});

test("on a phone list and record are separate screens, and Back returns to the same row", async ({
  site,
  openPage,
}) => {
  const imani = await addColleague(site, "Imani Phone");
  const reference = await sendMessage(site, "Dorothy Banks", "Can I name another entrance?");
  const page = await openInbox(openPage, imani, "/desk/inbox", { width: 375, height: 812 });
  await rowOf(page, reference).click();
  const heading = page.getByRole("heading", { name: "Dorothy Banks" });
  await heading.waitFor();
  expect(await rowOf(page, reference).isVisible()).toBe(false);
  const conversation = await page.getByRole("heading", { name: "Conversation" }).boundingBox();
  expect(conversation?.y, "on the first screen").toBeLessThan(812 / 2);
  await page.getByRole("link", { name: /open$/ }).click();
  await rowOf(page, reference).waitFor();
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute("data-reference") ?? "");
  await eventually(focused).toBe(reference);
});
