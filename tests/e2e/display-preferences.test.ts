import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { displayPreferencesPath } from "../../src/platform/contract/display-preferences.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { findCutOff, findSmallTargets, scaleText } from "../support/a11y-layout.ts";
import { findAxeViolations } from "../support/axe.ts";
import { findBrokenWords } from "../support/broken-words.ts";
import { eventually, hydrate, test, untilHydrated } from "../support/browser.ts";
import { pagesWithEveryPart, unknownAddress } from "../support/site-pages.ts";
import { stateWidths } from "../support/state-sizes.ts";

const panel = (page: Page) => page.getByRole("region", { name: "Reading settings" });
const opener = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Reading" });
const choice = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true });
const classes = (page: Page) => page.evaluate(() => document.documentElement.className);
const textSize = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));

function pressedChoices(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#reading [aria-pressed="true"]')].map(
      (button) => button.textContent ?? "",
    ),
  );
}

/** Pages with a long word in large type, or an address in a narrow column. */
const narrow = [
  paths.caregivers,
  paths.providers,
  paths.families,
  paths.carePlus,
  paths.press,
  paths.feedback,
  unknownAddress,
];

describe("display preferences", () => {
  test("with large text on a phone no word breaks, and nothing is cut off", async ({
    openPage,
  }) => {
    const page = await openPage("/robots.txt", { width: 375, expects: [/404/] });
    for (const address of narrow) {
      await page.goto(address, { waitUntil: "load" });
      await scaleText(page, 200);
      expect(await findBrokenWords(page), address).toEqual([]);
      expect(await findCutOff(page), address).toEqual([]);
    }
  });

  test("a page from the back-forward cache gets the current preferences", async ({ openPage }) => {
    const page = await openPage(paths.press, {
      reducedMotion: "reduce",
      hasBackForwardCache: true,
    });
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.goto(paths.contact);
    await hydrate(page);
    await opener(page).click();
    await choice(page, "150%").click();
    const chosen = await classes(page);
    expect(chosen).not.toBe("");
    await page.goBack();
    await page.waitForURL(`**${paths.press}`, { waitUntil: "commit" });
    expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
    await eventually(() => classes(page)).toBe(chosen);
    expect(await pressedChoices(page)).toContain("150%");
  });

  test("without scripts they are on their own page, and typed values are kept", async ({
    openPage,
  }) => {
    const page = await openPage("/contact", { js: false });
    await page.getByLabel("Message").fill("Half a message");
    await opener(page).click();
    expect(await choice(page, "150%").isVisible()).toBe(false);
    const opened = page.context().waitForEvent("page");
    await panel(page).getByRole("link", { name: "Text size, contrast and motion" }).click();
    const own = await opened;
    const press = (name: string) =>
      own.getByRole("main").getByRole("button", { name, exact: true }).click();
    // Each press loads the page again.
    await press("150%");
    await eventually(() => classes(own)).toBe("t150");
    expect(new URL(own.url()).pathname).toBe(paths.reading);
    expect(await textSize(own)).toBe(30);
    await press("More");
    await eventually(() => classes(own)).toBe("t150 more");
    expect(await page.getByLabel("Message").inputValue()).toBe("Half a message");
    await page.goto("/families");
    expect(await pressedChoices(page)).toEqual(["150%", "More", "Same as my device"]);
    await press("100%");
    await eventually(() => classes(own)).toBe("more");
    await press("Normal");
    await eventually(() => classes(own)).toBe("");
    expect(await page.context().cookies()).toEqual([]);
  });

  test("several changes at once apply to the next page, even before the responses", async ({
    openPage,
  }) => {
    const page = await openPage("/contact");
    const gate = Promise.withResolvers<void>();
    const bodies: string[] = [];
    await page.route(`**${displayPreferencesPath}`, async (route) => {
      bodies.push(route.request().postData() ?? "");
      await gate.promise;
      await route.continue();
    });
    await opener(page).click();
    await choice(page, "125%").click();
    await choice(page, "More").click();
    await eventually(() => bodies).toEqual(["size=t125", "contrast=more"]);
    await page.goto("/families");
    expect(await pressedChoices(page)).toEqual(["125%", "More", "Same as my device"]);
    await page.goto("/contact");
    await opener(page).click();
    await choice(page, "150%").click();
    await choice(page, "Off").click();
    await eventually(() => bodies.length).toBe(4);
    gate.resolve();
    // The cookie may hold an earlier response's value until the last of the four arrives.
    await eventually(async () => {
      const [cookie] = await page.context().cookies();
      return cookie && cookie.expires > 0 && cookie.value;
    }).toBe("t150.more.still");
    await page.goto("/families");
    expect(await pressedChoices(page)).toEqual(["150%", "More", "Off"]);
  });

  test("with scripts they apply at once, are announced, and persist", async ({
    openPage,
    site,
  }) => {
    const page = await openPage("/contact");
    await hydrate(page);
    await page.getByLabel("Message").fill("Half a message");
    await opener(page).click();
    await choice(page, "175%").click();
    expect(await textSize(page)).toBe(35);
    await page.getByRole("status").getByText("Text size: 175%").waitFor({ state: "attached" });
    await choice(page, "Off").click();
    expect(await pressedChoices(page)).toEqual(["175%", "Normal", "Off"]);
    await eventually(async () => (await page.context().cookies())[0]?.value).toBe("t175.still");
    expect(await choice(page, "Off").evaluate((button) => button === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press("Escape");
    expect(await panel(page).isVisible()).toBe(false);
    expect(await page.getByLabel("Message").inputValue()).toBe("Half a message");

    // After client navigation, then after a reload.
    await page.getByRole("contentinfo").getByRole("link", { name: "Press" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await classes(page)).toBe("t175 still");
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: false, sameSite: "Lax", path: "/" });
    expect((cookie?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(364 * 86_400_000);
    await page.reload();
    expect(await pressedChoices(page)).toEqual(["175%", "Normal", "Off"]);
    const served = await fetch(`${site.origin}/press`, {
      headers: { cookie: `reading=${cookie?.value}` },
    });
    // In the document, so that the first paint is correct.
    expect(await served.text()).toMatch(/<html class="t175 still" /);
  });

  test("a click before hydration counts", async ({ openPage }) => {
    const page = await openPage("/");
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('#reading [value="t125"]')?.click();
    });
    expect(await classes(page)).toBe("t125");
    await hydrate(page);
    expect(await pressedChoices(page)).toEqual(["125%", "Normal", "Same as my device"]);
  });

  test("motion off shows still pictures and stops all animation", async ({ openPage }) => {
    const page = await openPage("/", { reducedMotion: "no-preference" });
    const shown = () =>
      page
        .getByRole("main")
        .locator("picture img")
        .first()
        .evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : ""));
    expect(await shown()).not.toContain("still");
    await hydrate(page);
    await opener(page).click();
    await choice(page, "Off").click();
    await eventually(shown).toContain("still");
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior),
    ).toBe("auto");
    await choice(page, "Same as my device").click();
    await eventually(shown).not.toContain("still");
    await choice(page, "Off").click();
    await page.reload();
    await eventually(shown).toContain("still");
    // After client navigation.
    await hydrate(page);
    await page.goto("/families");
    await hydrate(page);
    await page.getByRole("banner").getByRole("link").first().click();
    await eventually(() => new URL(page.url()).pathname).toBe("/");
    await eventually(shown).toMatch(/house-day.*still|still.*house-day/);
  });

  test("the panel works by keyboard, and closes when the focus leaves", async ({ openPage }) => {
    const page = await openPage("/contact");
    await opener(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    expect(await classes(page)).toBe("t125");
    // React closes the panel when the focus leaves it.
    await untilHydrated(page);
    for (let presses = 0; presses < 7; presses += 1) await page.keyboard.press("Tab");
    await eventually(() => panel(page).isVisible()).toBe(false);
  });

  test.for(stateWidths)(
    "the open panel fits at %i px and in forced colors",
    async (width, { openPage }) => {
      const page = await openPage("/contact", { width, reducedMotion: "reduce" });
      await opener(page).click();
      for (const forcedColors of ["none", "active"] as const) {
        await page.emulateMedia({ forcedColors });
        expect([
          ...(await findCutOff(page)),
          ...(await findSmallTargets(page, 48)),
          ...(await findAxeViolations(page)),
        ]).toEqual([]);
      }
    },
  );
});

const sizes = ["", "t125", "t150", "t175"];
const contrasts = ["", "more"];
const motions = ["", "still"];
const combinations = sizes.flatMap((size) =>
  contrasts.flatMap((contrast) =>
    motions.map((motion) => [size, contrast, motion].filter(Boolean).join(".")),
  ),
);

/** Each size, contrast and motion at least once; `npm run test:full` tests every combination. */
const tested = inject("fullMatrix")
  ? combinations.filter(Boolean)
  : ["t125.still", "t150.more", "t175.more.still"];

const withAxe: readonly string[] = [paths.home, paths.contact];

test("no display preferences lose anything at 320 px", async ({ openPage }) => {
  const page = await openPage("/robots.txt", { width: 320, reducedMotion: "reduce" });
  for (const address of pagesWithEveryPart) {
    await page.goto(address);
    for (const reading of tested) {
      // As the server does for the cookie.
      await page.evaluate(
        (names) => {
          document.documentElement.className = names;
        },
        reading.replaceAll(".", " "),
      );
      const errors = await findCutOff(page);
      if (withAxe.includes(address)) errors.push(...(await findAxeViolations(page)));
      expect(errors, `${address} with ${reading}`).toEqual([]);
    }
  }
});
