import type { Page } from "playwright-core";
import { markupErrors } from "./a11y-markup.ts";

/*
 * Checks of size and position that axe lacks. Each returns its findings; none if it passed.
 * Functions that run in the page cannot use variables from outside.
 * Drawings that are hidden from assistive technology or labeled as one image may contain smaller
 * text.
 */

/** Removes the added styles. */
type Restore = () => Promise<void>;

function smallText(min: number): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim();
    if (!text || !element?.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("[aria-hidden=true], [role=img], script, style")) continue;
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (size < min) found.push(`${size}px text: "${text.slice(0, 40)}"`);
  }
  return found;
}

/** Real text below `min` CSS pixels. */
export function findSmallText(page: Page, min: number): Promise<string[]> {
  return page.evaluate(smallText, min);
}

function longLines(max: number): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll("p, li, dd, td")) {
    if (!element.checkVisibility() || element.querySelector("p, li, h2, h3")) continue;
    if (element.closest("[aria-hidden=true], [role=img]")) continue;
    // A row of columns is no running text.
    if (element.querySelector(":scope > a[data-reference]")) continue;
    if ((element.textContent?.length ?? 0) <= max) continue;
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const lines = new Map<number, number>();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getClientRects()[0];
        if (!box?.width) continue;
        const line = Math.round(box.top / 4);
        lines.set(line, (lines.get(line) ?? 0) + 1);
      }
    }
    const maxLength = Math.max(0, ...lines.values());
    if (maxLength > max) {
      found.push(`line of ${maxLength}: "${element.textContent?.trim().slice(0, 40)}"`);
    }
  }
  return found;
}

/** Lines of running text longer than `max` characters. */
export function findLongLines(page: Page, max: number): Promise<string[]> {
  return page.evaluate(longLines, max);
}

function smallTargets(min: number): string[] {
  const found: string[] = [];
  const targets =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=checkbox]";
  for (const element of document.querySelectorAll<HTMLElement>(targets)) {
    if (element.closest("[aria-hidden=true], [inert]")) continue;
    const box = element.getBoundingClientRect();
    if (!box.width || box.right < 0 || box.bottom + scrollY < 0) continue;
    const sentence = element.closest("p, li, dd, td");
    const inSentence =
      getComputedStyle(element).display === "inline" &&
      sentence &&
      sentence.textContent?.trim() !== element.textContent?.trim();
    if (inSentence) continue;
    const choice = element instanceof HTMLInputElement && /checkbox|radio/.test(element.type);
    const label = (choice && element.labels?.[0]?.getBoundingClientRect()) || box;
    const width = Math.max(box.width, label.width);
    const height = Math.max(box.height, label.height);
    if (width < min - 0.5 || height < min - 0.5) {
      const name = element.textContent?.trim() || element.getAttribute("aria-label") || element.id;
      found.push(`${Math.round(width)}x${Math.round(height)} ${element.tagName} "${name}"`);
    }
  }
  return found;
}

/** Controls smaller than `min` by `min` CSS pixels; links inside a sentence may be lower. */
export function findSmallTargets(page: Page, min: number): Promise<string[]> {
  return page.evaluate(smallTargets, min);
}

function cutOff(): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth + 1) {
    found.push(`the page scrolls sideways: ${scrollWidth} > ${clientWidth}`);
  }
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim();
    if (!text || !element?.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("[aria-hidden=true], [role=img], script, style")) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const cutBy = findCut(element, box);
    if (cutBy) found.push(`${cutBy} cuts off "${text.slice(0, 40)}"`);
  }
  return found;

  function findCut(start: Element, box: DOMRect): string | undefined {
    for (let outer: Element | null = start; outer; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      const frame = outer.getBoundingClientRect();
      // For screen readers only, or scrollable.
      if (frame.width <= 1 || /auto|scroll/.test(`${style.overflowX}`)) return undefined;
      // The first words of a text that the row's link opens.
      if (style.textOverflow === "ellipsis" && outer.closest("a[data-reference]")) return undefined;
      // A fixed element or open popover is not clipped by its ancestors.
      if (style.position === "fixed" || outer.matches(":popover-open")) return undefined;
      const cutsX = /hidden|clip/.test(style.overflowX);
      const cutsY = /hidden|clip/.test(style.overflowY);
      const beyondX = box.right > frame.right + 1 || box.left < frame.left - 1;
      const beyondY = box.bottom > frame.bottom + 2 || box.top < frame.top - 2;
      if ((cutsX && beyondX) || (cutsY && beyondY)) {
        return `${outer.tagName.toLowerCase()}.${outer.className}`;
      }
    }
    const skipLink = box.bottom + scrollY < 0;
    return !skipLink && box.right > document.documentElement.clientWidth + 1
      ? "the window"
      : undefined;
  }
}

/** Horizontal page scrolling, and text clipped by its box or by the window. */
export function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(cutOff);
}

/** Adds user styles as a constructed style sheet, because the CSP blocks inline styles. */
async function adoptStyles(page: Page, css: string): Promise<Restore> {
  const sheet = await page.evaluateHandle(async (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return sheet;
  }, css);
  return () =>
    sheet.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    });
}

/**
 * Lays out the sections of a long page that a phone would lay out only when scrolled to. Until then
 * their sizes are estimates: text seems to overlap the next section, and axe cannot decide.
 */
export function layOutSections(page: Page): Promise<Restore> {
  return adoptStyles(page, "main section, footer nav { content-visibility: visible !important }");
}

/** Sets the root's font size in percent, as phones do for large text. */
export function scaleText(page: Page, percent: number): Promise<Restore> {
  return adoptStyles(page, `html { font-size: ${percent}% !important }`);
}

/** Sets one of the site's own text sizes, such as `t150`, as the server does for a stored choice. */
export function setTextSize(page: Page, size: string): Promise<void> {
  return page.evaluate((size) => {
    document.documentElement.className = size;
  }, size);
}

/** Text that does not grow to twice its size when a 1280 px window is zoomed to 400 %. */
export async function findTextThatResistsZoom(page: Page): Promise<string[]> {
  const zoom = 4;
  const measure = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("h1, h2, h3, p, label, a, button")].map((element) => ({
        text: element.textContent?.trim().slice(0, 40),
        size: Number.parseFloat(getComputedStyle(element).fontSize),
      })),
    );
  await page.setViewportSize({ width: 1280, height: 1024 });
  const before = await measure();
  await page.setViewportSize({ width: 1280 / zoom, height: 1024 / zoom });
  const after = await measure();
  return before.flatMap(({ text, size }, index) => {
    const growth = ((after[index]?.size ?? size) * zoom) / size;
    return growth < 1.99 ? [`grows only ${growth.toFixed(2)} times: "${text}"`] : [];
  });
}

/** Runs in the page. Animations that run despite reduced motion. */
async function motion(): Promise<string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return document
    .getAnimations()
    .filter((animation) => animation.playState === "running")
    .map((animation) => {
      const { target } = animation.effect as KeyframeEffect;
      return `moves: ${target?.tagName}.${target?.className}`;
    });
}

/** Text spacing of WCAG 1.4.12. */
const spacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

/** Runs in the page. */
async function cutOffWhenSpaced(css: string, check: () => string[]): Promise<string[]> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const before = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...before, sheet];
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const found = check();
  document.adoptedStyleSheets = before;
  return found.map((error) => `with wide text spacing: ${error}`);
}

/** Limits of a page, in CSS pixels and characters. */
interface Limits {
  readonly text: number;
  readonly target: number;
  readonly line: number;
}

/**
 * All checks of markup and layout in one call, since a call costs more than most of its checks.
 * @returns the errors, and the visible texts of main and of dialogs
 */
export function checkMarkupAndLayout(
  page: Page,
  { text, target, line }: Limits,
): Promise<{ readonly errors: string[]; readonly texts: string[] }> {
  return page.evaluate(`(async () => {
    const cutOff = ${cutOff};
    const errors = [
      ...(${markupErrors})(),
      ...(${smallText})(${text}),
      ...(${smallTargets})(${target}),
      ...(${longLines})(${line}),
      ...cutOff(),
      ...(await (${motion})()),
    ];
    const texts = [...document.querySelectorAll("main, dialog[open]")].map((one) => one.innerText);
    errors.push(...(await (${cutOffWhenSpaced})(${JSON.stringify(spacing)}, cutOff)));
    return { errors, texts };
  })()`);
}
