import type { Locator, Page } from "playwright-core";
import sharp from "sharp";

/** WCAG 1.4.6: large text is 24 px, or 18.66 px in bold. */
const minRatios = { small: 7, large: 4.5 };
/** Share of the background's pixels that are ignored, such as lines and rounded corners. */
const ignoredShare = 0.02;

interface Text {
  readonly color: string;
  readonly isLarge: boolean;
  /** The text's box; undefined if it is covered or hidden. */
  readonly box: { x: number; y: number; width: number; height: number } | undefined;
}

/**
 * Computes the contrast that axe cannot: hides the text and compares its color with every pixel of
 * the background. Not needed in forced colors, where the browser puts a backplate behind text.
 * @returns what is wrong, or undefined if the text is readable or covered
 */
export async function judgeByPixels(page: Page, element: Locator): Promise<string | undefined> {
  if (await page.evaluate(() => matchMedia("(forced-colors: active)").matches)) return undefined;
  await page.evaluate(layOutEverything);
  // In the middle of the window the sticky header cannot cover it.
  await element.evaluate((it) => it.scrollIntoView({ block: "center", behavior: "instant" }));
  const text = await element.evaluate(readText);
  if (!text.box) return undefined;
  const style = await page.evaluateHandle(hideLetters);
  const picture = await page.screenshot({ clip: text.box, animations: "disabled" });
  await style.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const own = luminance((text.color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
  const ratios: number[] = [];
  for (let at = 0; at < data.length; at += 3) {
    const ground = luminance([...data.subarray(at, at + 3)]);
    const [dark = 0, light = 0] = own < ground ? [own, ground] : [ground, own];
    ratios.push((light + 0.05) / (dark + 0.05));
  }
  ratios.sort((a, b) => a - b);
  const worst = ratios[Math.floor(ratios.length * ignoredShare)] ?? 0;
  const needed = text.isLarge ? minRatios.large : minRatios.small;
  return worst < needed
    ? `contrast with its background is ${worst.toFixed(2)}, needs ${needed}`
    : undefined;
}

/**
 * Runs in the page. A section that is laid out only when it is scrolled to (shell.module.css) moves
 * the page a few frames later: the picture would then show the section above.
 */
function layOutEverything(): void {
  const { dataset } = document.documentElement;
  if (dataset.laidOut) return;
  dataset.laidOut = "yes";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("section, nav { content-visibility: visible !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Runs in the page. */
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
  return {
    color: style.color,
    isLarge,
    box: isShown ? { x: left, y: top, width, height } : undefined,
  };
}

/** Runs in the page. */
function hideLetters(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    "* { color: transparent !important; -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important }",
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
}

/** Relative luminance of WCAG 2, of parts from 0 to 255. */
function luminance(parts: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
