import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { eventually, test } from "../support/browser.ts";
import {
  addColleague,
  openInbox,
  rowOf,
  sendMessage,
  toggleDetails,
} from "../support/desk-inbox.ts";
import type { TestServer } from "../support/server.ts";

const keys = ["j", "k", "r", "n", "a", "e", "s", "/", "?"];

function focusedReference(page: Page) {
  return page.evaluate(() => document.activeElement?.getAttribute("data-reference"));
}

function readCase({ database }: TestServer, reference: string) {
  return database.db
    .selectFrom("cases")
    .select(["version", "status", "assignee_id", "scope"])
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
}

describe("the keys of the inbox", () => {
  test("act on the focused row; after a choice the focus is back in the list", async ({
    site,
    openPage,
  }) => {
    const nora = await addColleague(site, "Nora Keys");
    await addColleague(site, "Jonas Keys");
    const older = await sendMessage(site, "Keys Older", "The first one.");
    const newer = await sendMessage(site, "Keys Newer", "The second one.");
    const page = await openInbox(openPage, nora, `/desk/inbox/${newer}?q=keys`);
    await page.getByRole("heading", { name: "Keys Newer" }).waitFor();
    await rowOf(page, newer).focus();
    await page.keyboard.press("j");
    expect(await focusedReference(page)).toBe(older);

    // The focused row is not the open one: it opens first.
    await page.keyboard.press("a");
    await page.getByRole("heading", { name: "Keys Older" }).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe("case-assignee");
    await page.getByLabel("Assigned to", { exact: true }).selectOption("Nora K. (me)");
    await eventually(() => focusedReference(page)).toBe(older);
    await eventually(async () => (await readCase(site, older)).assignee_id).toBe(nora.id);
    await page.keyboard.press("k");
    expect(await focusedReference(page)).toBe(newer);
    expect(await readCase(site, newer)).toMatchObject({ version: 1, assignee_id: null });
    expect((await readCase(site, older)).assignee_id).toBe(nora.id);

    await page.keyboard.press("r");
    await page.getByRole("heading", { name: "Keys Newer" }).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe("case-reply");
  });

  test("change nothing in any field, list or dialog", async ({ site, openPage }) => {
    const nora = await addColleague(site, "Nora Fields");
    await addColleague(site, "Jonas Fields");
    const reference = await sendMessage(site, "Fields One", "In every field.");
    const page = await openInbox(openPage, nora, `/desk/inbox/${reference}`);
    await page.getByRole("heading", { name: "Fields One" }).waitFor();
    await page.getByRole("button", { name: "Choose", exact: true }).click();
    const url = page.url();
    const fields = page.locator(
      "main :is(input, select, textarea):visible:not([type=checkbox], [type=date])",
    );
    const tried: string[] = [];
    const tryFields = async () => {
      const count = await fields.count();
      expect(count).toBeGreaterThan(3);
      for (let index = 0; index < count; index += 1) {
        const field = fields.nth(index);
        const id = await field.evaluate(({ id: own }) => own);
        // Typed words search, and would replace the list.
        if (id === "inbox-search") continue;
        const isSelect = await field.evaluate(({ tagName }) => tagName === "SELECT");
        const before = await field.inputValue();
        await field.focus();
        for (const key of keys) await page.keyboard.press(key);
        expect([id, await page.evaluate(() => document.activeElement?.id)]).toEqual([id, id]);
        expect([id, await field.inputValue()]).toEqual([
          id,
          isSelect ? before : before + keys.join(""),
        ]);
        tried.push(id);
      }
    };
    await tryFields();
    await toggleDetails(page);
    await page.getByRole("button", { name: /^Tags/ }).click();
    await tryFields();
    await toggleDetails(page);
    expect(tried).toEqual(expect.arrayContaining(["case-status", "case-assignee", "case-reply"]));
    const boxes = page.locator("main input[type=checkbox]:visible");
    for (let index = 0; index < (await boxes.count()); index += 1) {
      await boxes.nth(index).focus();
      for (const key of keys) await page.keyboard.press(key);
      expect(await boxes.nth(index).isChecked()).toBe(false);
    }
    await page.getByRole("button", { name: "Choose", exact: true }).focus();
    await page.keyboard.press("?");
    for (const key of keys) await page.keyboard.press(key);
    await page.getByRole("button", { name: "Close" }).click();
    expect(page.url()).toBe(url);
    expect(await readCase(site, reference)).toEqual({
      version: 1,
      status: "new",
      assignee_id: null,
      scope: "open",
    });
  });
});
