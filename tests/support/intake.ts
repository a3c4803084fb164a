import type { Page } from "playwright-core";
import type { Track } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import type { Answer } from "../../src/platform/contract/form-engine/define-form.ts";
import { shortest } from "./applications.ts";
import { eventually } from "./browser.ts";

type StepAnswers = Readonly<Record<string, Answer>>;

const maxPresses = 120;

/** The steps' shortest valid answers, in order. */
export function shortestSteps(track: Track): readonly StepAnswers[] {
  return Object.values(shortest[track]);
}

export async function answerStep(page: Page, answers: StepAnswers): Promise<void> {
  for (const [name, answer] of Object.entries(answers)) {
    for (const part of [answer].flat()) {
      const box = page.locator(`main [name="${name}"]`);
      const kind = await box.first().getAttribute("type");
      if (kind === "radio" || kind === "checkbox") {
        await page.locator(`main [name="${name}"][value="${part}"]`).check();
      } else await box.fill(part);
    }
  }
}

/** Presses Tab until a control with that name, and value if given, has the focus. */
async function tabTo(page: Page, name: string, value?: string): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(() => {
      const { name, value, type } = document.activeElement as HTMLInputElement;
      return { name, value, type };
    });
    // A radio group is one tab stop; arrow keys select.
    if (
      here.name === name &&
      (value === undefined || here.value === value || here.type === "radio")
    )
      return;
  }
  throw new Error(`Tab never reached ${name} ${value ?? ""}.`);
}

async function chooseRadio(page: Page, name: string, value: string): Promise<void> {
  const chosen = () =>
    page.evaluate((it) => {
      const { name, value, checked } = document.activeElement as HTMLInputElement;
      return name === it && checked ? value : "";
    }, name);
  await page.keyboard.press("Space");
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if ((await chosen()) === value) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`The arrows never reached ${value}.`);
}

export async function answerByKeyboard(page: Page, answers: StepAnswers): Promise<void> {
  const order = await page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll<HTMLInputElement>("main [name]")].map(
        (control) => control.name,
      ),
    ),
  ]);
  const inOrder = Object.entries(answers).sort(
    ([one], [other]) => order.indexOf(one) - order.indexOf(other),
  );
  for (const [name, answer] of inOrder) {
    for (const part of [answer].flat()) {
      const kind = await page.locator(`main [name="${name}"]`).first().getAttribute("type");
      if (kind === "radio") {
        await tabTo(page, name);
        await chooseRadio(page, name, part);
      } else if (kind === "checkbox") {
        await tabTo(page, name, part);
        await page.keyboard.press("Space");
      } else {
        await tabTo(page, name);
        await page.keyboard.type(part);
      }
    }
  }
}

/** Tabs to a button with that text and presses Enter. */
export async function pressByKeyboard(page: Page, words: string): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    const here = await page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    if (here === words) return page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached "${words}".`);
}

export async function untilHeading(page: Page, words: string | RegExp): Promise<void> {
  await eventually(() => page.locator("h1").textContent()).toMatch(words);
}
