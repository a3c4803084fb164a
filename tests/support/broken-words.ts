import type { Page } from "playwright-core";

/** Words, by default of headings and links, that break across lines without a hyphen. */
export function findBrokenWords(page: Page, where = "main :is(h1, h2, h3, a)"): Promise<string[]> {
  return page.evaluate((selector) => {
    const found: string[] = [];
    const range = document.createRange();
    for (const element of document.querySelectorAll(selector)) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\p{L}{3,}/gu)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (range.getClientRects().length > 1) found.push(word);
        }
      }
    }
    return found;
  }, where);
}
