import type { Page } from "playwright-core";

interface Stop {
  readonly id: string;
  readonly name: string;
  readonly hasRing: boolean;
  readonly isVisible: boolean;
}

/** Result of tabbing through a page. */
export interface FocusWalk {
  readonly stops: string[];
  readonly errors: string[];
}

/** More stops than any page has; reaching it means that the focus is in a loop. */
const maxStops = 250;

/**
 * Tabs through the page from the current focus, to the end of an element if given. At every stop a
 * focus ring must be visible, and the whole control must be in view, not under the sticky header
 * (rules D3, D4).
 */
export async function walkFocus(
  page: Page,
  key: "Tab" | "Shift+Tab",
  within = "body",
): Promise<FocusWalk> {
  const stops: string[] = [];
  const errors: string[] = [];
  const seen = new Set<string>();
  while (stops.length < maxStops) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(readFocus, within);
    if (!stop || seen.has(stop.id)) return { stops, errors };
    seen.add(stop.id);
    stops.push(stop.name);
    if (!stop.hasRing) errors.push(`no focus ring: ${stop.name}`);
    if (!stop.isVisible) errors.push(`hidden while focused: ${stop.name}`);
  }
  return { stops, errors: [...errors, "the walk does not end"] };
}

/** Runs in the page. */
async function readFocus(within: string): Promise<Stop | undefined> {
  // The browser scrolls to the focused element in the next frame.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return undefined;
  if (!element.closest(within)) return undefined;
  element.dataset.focusWalk ??= String(Math.random());
  const style = getComputedStyle(element);
  const label = (element as HTMLInputElement).labels?.[0];
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const points = [
    [0.5, 0.5],
    [0.1, 0.5],
    [0.9, 0.5],
    [0.5, 0.1],
    [0.5, 0.9],
  ] as const;
  const isVisible = points.every(([x, y], index) => {
    const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    // A tall text box may extend below a short window, but its center may not.
    if (!hit) return index > 0;
    return element.contains(hit) || hit.contains(element) || label?.contains(hit);
  });
  const words = element.getAttribute("aria-label") || label?.textContent || element.textContent;
  return {
    id: element.dataset.focusWalk,
    name: words?.trim().slice(0, 60) || element.id || element.tagName,
    hasRing: style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2,
    isVisible,
  };
}
