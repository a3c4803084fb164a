import type { Page } from "playwright-core";
import sharp from "sharp";

/** WCAG 1.4.6: large text is 24 px, or 18.66 px in bold. */
const minRatios = { small: 7, large: 4.5 };
/** Share of the background's pixels that are ignored, such as lines and rounded corners. */
const ignoredShare = 0.02;
/** Maximum further pictures of a page whose layout changes meanwhile. */
const maxRepeats = 10;

/** In CSS pixels, from the window's corner. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Text {
  readonly color: string;
  readonly isLarge: boolean;
  /** The text's box in the window; undefined if it is covered or hidden. */
  readonly box: Box | undefined;
  /** Whether the whole box is in the window with nothing above its corners and middle. */
  readonly isWhole: boolean;
}

interface Picture {
  readonly part: Box;
  /** Red, green and blue of each pixel, row by row. */
  readonly data: Buffer;
}

/**
 * Computes the contrast that axe cannot: hides the text and compares its color with every pixel of
 * the background. Not needed in forced colors, where the browser puts a backplate behind text.
 * @param selectors each matches one element
 * @returns the error of each element, or undefined if its text is readable or covered
 */
export async function judgeByPixels(
  page: Page,
  selectors: readonly string[],
): Promise<(string | undefined)[]> {
  const verdicts = new Map<string, string | undefined>();
  if (selectors.length === 0) return [];
  if (await page.evaluate(() => matchMedia("(forced-colors: active)").matches)) return [];
  await page.evaluate(layOutEverything);
  let left = [...new Set(selectors)];
  let repeats = 0;
  while (left.length > 0) {
    const texts = await page.evaluate(readTexts, left);
    // Screenshots take most of the time: one serves all texts that are entirely in the window. Each
    // other text is scrolled to the middle of the window in turn.
    const shown = texts.flatMap(({ box, isWhole, ...text }, turn) =>
      box && (turn === 0 || isWhole) ? [{ ...text, box, selector: left[turn] ?? "" }] : [],
    );
    if (shown.length > 0) {
      const picture = await takePicture(page, unite(shown.map(({ box }) => box)));
      const after = await page.evaluate(readTexts, left);
      if (JSON.stringify(after) !== JSON.stringify(texts) && repeats < maxRepeats) {
        repeats += 1;
        continue;
      }
      for (const { selector, ...text } of shown) verdicts.set(selector, judge(text, picture));
    }
    left = left.slice(1).filter((selector) => !verdicts.has(selector));
  }
  return selectors.map((selector) => verdicts.get(selector));
}

/** Takes a screenshot of a part of the window, with the text hidden. */
async function takePicture(page: Page, part: Box): Promise<Picture> {
  const style = await page.evaluateHandle(hideLetters);
  const png = await page.screenshot({ clip: part, animations: "disabled" });
  await style.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });
  return { part, data: await sharp(png).removeAlpha().raw().toBuffer() };
}

/** The smallest box of whole pixels around all boxes. */
function unite(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => Math.floor(box.x)));
  const y = Math.min(...boxes.map((box) => Math.floor(box.y)));
  const right = Math.max(...boxes.map((box) => Math.ceil(box.x + box.width)));
  const bottom = Math.max(...boxes.map((box) => Math.ceil(box.y + box.height)));
  return { x, y, width: right - x, height: bottom - y };
}

function judge(
  { color, isLarge, box }: { color: string; isLarge: boolean; box: Box },
  { part, data }: Picture,
): string | undefined {
  const own = luminance((color.match(/[\d.]+/g) ?? []).map(Number), 0);
  const ratios: number[] = [];
  // Only pixels that are entirely inside: the others may show the border of a control.
  for (let y = Math.ceil(box.y); y < Math.floor(box.y + box.height); y += 1) {
    for (let x = Math.ceil(box.x); x < Math.floor(box.x + box.width); x += 1) {
      const ground = luminance(data, 3 * ((y - part.y) * part.width + x - part.x));
      const [dark, light] = own < ground ? [own, ground] : [ground, own];
      ratios.push((light + 0.05) / (dark + 0.05));
    }
  }
  ratios.sort((a, b) => a - b);
  const worst = ratios[Math.floor(ratios.length * ignoredShare)];
  const needed = isLarge ? minRatios.large : minRatios.small;
  return worst !== undefined && worst < needed
    ? `contrast with its background is ${worst.toFixed(2)}, needs ${needed}`
    : undefined;
}

/**
 * Runs in the page. A section that is laid out only when scrolled to (shell.module.css) shifts the
 * page a few frames later: the screenshot would then show the section above.
 */
function layOutEverything(): void {
  const { dataset } = document.documentElement;
  if (dataset.laidOut) return;
  dataset.laidOut = "yes";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("section, nav { content-visibility: visible !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/**
 * Runs in the page. Scrolls the first element to the middle of the window, where the sticky header
 * cannot cover it, and reads all elements.
 */
function readTexts(selectors: readonly string[]): Text[] {
  const elements = selectors.map((selector) => {
    const element = document.querySelector(selector);
    if (!element) throw new Error(`${selector} no longer exists.`);
    return element;
  });
  elements[0]?.scrollIntoView({ block: "center", behavior: "instant" });
  return elements.map(readText);

  function readText(element: Element): Text {
    const style = getComputedStyle(element);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const range = document.createRange();
    range.selectNodeContents(element);
    let box = range.getBoundingClientRect();
    if (element instanceof HTMLSelectElement || element instanceof HTMLInputElement) {
      const frame = element.getBoundingClientRect();
      const start = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth);
      const end = Number.parseFloat(style.paddingRight) + Number.parseFloat(style.borderRightWidth);
      box = new DOMRect(frame.x + start, frame.y + 4, frame.width - start - end, frame.height - 8);
    }
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const isOnTop = hit && (element.contains(hit) || hit.contains(element));
    const left = Math.max(0, box.left);
    const top = Math.max(0, box.top);
    const width = Math.min(box.right, document.documentElement.clientWidth) - left;
    const height = Math.min(box.bottom, innerHeight) - top;
    const isShown = isOnTop && width >= 1 && height >= 1;
    // Only hits of the element itself count: where a container clips it, its ancestors are hit.
    const points = [
      [box.left + 1, box.top + 1],
      [box.right - 1, box.top + 1],
      [box.left + 1, box.bottom - 1],
      [box.right - 1, box.bottom - 1],
      [box.x + box.width / 2, box.y + box.height / 2],
    ] as const;
    const isUncovered = points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
    return {
      color: style.color,
      isLarge,
      box: isShown ? { x: left, y: top, width, height } : undefined,
      isWhole: isUncovered && width === box.width && height === box.height,
    };
  }
}

/** Runs in the page. */
function hideLetters(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    "* { color: transparent !important; text-shadow: none !important; caret-color: transparent !important }",
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}

/** Relative luminance of WCAG 2, of red, green and blue from 0 to 255 at an index. */
function luminance(parts: ArrayLike<number>, at: number): number {
  return (
    0.2126 * toLinear(parts[at] ?? 0) +
    0.7152 * toLinear(parts[at + 1] ?? 0) +
    0.0722 * toLinear(parts[at + 2] ?? 0)
  );
}

function toLinear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
