import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { templateEndpoints } from "../../src/features/messages/contract/reply-endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { test } from "../support/browser.ts";
import { conversationPathIn } from "../support/conversations.ts";
import { addColleague, openInbox, sendMessage } from "../support/desk-inbox.ts";

const name = "فاطمة حسن";
const message = [
  "مرحبا، الباب لا يفتح منذ أمس!",
  "The code on the door is 4711.",
  "שלום, אפשר לעזור לי?",
].join("\n");
const note = "اتصلت بها اليوم.";

/**
 * Texts that begin with a right-to-left letter but whose element is laid out left to right. In a
 * text of several lines each line counts: its element must take the direction of each line.
 */
function findWrongTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const strong = /\p{L}/u;
    const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
    const wrong: string[] = [];
    const check = (element: Element, text: string) => {
      const style = getComputedStyle(element);
      const lines = text.split("\n").filter((line) => rightToLeft.test(line));
      for (const line of lines) {
        const first = strong.exec(line)?.[0] ?? "";
        // Addresses, and names in our sentences, are isolated.
        const isolated = line.includes("\u2068") || line.includes("@");
        if (isolated || !rightToLeft.test(first)) continue;
        const isRight =
          lines.length === 1 ? style.direction === "rtl" : style.unicodeBidi === "plaintext";
        if (!isRight) wrong.push(`${style.direction}: ${element.outerHTML.slice(0, 200)}`);
      }
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent) check(parent, walker.currentNode.textContent ?? "");
    }
    for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea")) {
      check(field, field.value);
    }
    return wrong;
  });
}

describe("Arabic and Hebrew", () => {
  test("are laid out right to left on her page and at the desk", async ({ site, openPage }) => {
    const colleague = await addColleague(site, "נועה לוי");
    const reference = await sendMessage(site, name, message);
    const path = await conversationPathIn(site.database);
    await colleague.request("POST", pathOf(templateEndpoints.add), {
      name: "ברכה",
      text: "שלום, תודה שכתבת.",
      isShared: true,
    });
    const notes = pathOf(inboxEndpoints.addNote).replace(":id", reference);
    await colleague.request("POST", notes, { text: note, mentions: [] });
    const view = { name: "دعم", query: "form=ContactForm", isShared: false };
    await colleague.request("POST", pathOf(inboxEndpoints.views), view);

    for (const width of [375, 1440]) {
      const visitor = await openPage(path, { width, js: false });
      await visitor.getByText("4711").first().waitFor();
      await visitor.getByLabel("Your message").fill("شكرا جزيلا.");
      if (process.env.SHOTS)
        await visitor.screenshot({ path: `/tmp/shot-her-${width}.png`, fullPage: true });
      expect(await findWrongTexts(visitor), `her page at ${width}`).toEqual([]);

      const page = await openInbox(openPage, colleague, `/desk/inbox/${reference}`, { width });
      await page.getByText(note).first().waitFor();
      await page.getByRole("textbox", { name: "Message" }).fill(message);
      if (process.env.SHOTS)
        await page.screenshot({ path: `/tmp/shot-case-${width}.png`, fullPage: true });
      expect(await findWrongTexts(page), `the case at ${width}`).toEqual([]);

      const list = await openInbox(openPage, colleague, "/desk/inbox", { width });
      await list.getByText(name).first().waitFor();
      if (process.env.SHOTS)
        await list.screenshot({ path: `/tmp/shot-list-${width}.png`, fullPage: true });
      expect(await findWrongTexts(list), `the list at ${width}`).toEqual([]);

      const person = await openPage(`/desk/people/${reference}`, {
        width,
        cookie: colleague.cookie,
      });
      await person.getByText(name).first().waitFor();
      expect(await findWrongTexts(person), `the person at ${width}`).toEqual([]);

      const templates = await openPage("/desk/settings/templates", {
        width,
        cookie: colleague.cookie,
      });
      await templates.getByText("ברכה").first().waitFor();
      expect(await findWrongTexts(templates), `templates at ${width}`).toEqual([]);
    }
  });
});
