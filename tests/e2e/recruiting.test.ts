import type { Locator, Page, Route } from "playwright-core";
import { expect } from "vitest";
import { applicationForms } from "../../src/features/recruiting/contract/application-forms.ts";
import { type Track, tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { checkStep } from "../../src/platform/contract/form-engine/define-steps.ts";
import { recruitingPaths } from "../support/api-paths.ts";
import { eventually, hydrate, test } from "../support/browser.ts";
import {
  answerByKeyboard,
  answerStep,
  pressByKeyboard,
  shortestSteps,
  untilHeading,
} from "../support/intake.ts";

const phone = { width: 375, height: 720 };

const pdf = {
  name: "résumé.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF"),
};

const own = (track: Track) => {
  return { track, page: tracks[track].intake, next: tracks[track].complete };
};
const fromAd = (track: Track) => {
  return { track, page: tracks[track].talrooIntake, next: tracks[track].talrooComplete };
};

function headings(track: Track): string[] {
  return [...applicationForms[track].steps.map(({ heading }) => heading), checkStep.heading].slice(
    1,
  );
}

test.for([own("care"), fromAd("pro")])(
  "$page can be completed by keyboard alone",
  async ({ track, page: address, next }, { openPage }) => {
    const page = await openPage(address, phone);
    await hydrate(page);
    const steps = shortestSteps(track);
    for (const [index, answers] of steps.entries()) {
      await answerByKeyboard(page, answers);
      await pressByKeyboard(page, "Continue");
      await untilHeading(page, headings(track)[index] ?? "");
      await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    }
    await pressByKeyboard(page, applicationForms[track].submitLabel);
    await untilHeading(page, /^Thank you, Grace/);
    expect(new URL(page.url()).pathname).toBe(next);
    await page.getByText(/^Your reference/).waitFor();
    const friend = page.getByRole("link", { name: "Tell a friend by email", exact: true });
    expect(await friend.getAttribute("href")).toContain(
      new URL(tracks[track].getStarted, page.url()).href,
    );

    // Back restores the last step, which redirects to the confirmation.
    await page.goBack();
    await untilHeading(page, /^Thank you, Grace/);

    // The confirmation is not shown in another browser.
    const other = await openPage(next, phone);
    await untilHeading(other, /application/);
  },
);

test.for([own("pro"), fromAd("care")])(
  "$page can be completed without scripts",
  async ({ track, page: address, next }, { openPage }) => {
    const page = await openPage(address, { ...phone, js: false });
    for (const [index, answers] of shortestSteps(track).entries()) {
      await answerStep(page, answers);
      await page.getByRole("button", { name: "Continue" }).click();
      await untilHeading(page, headings(track)[index] ?? "");
    }
    await page.getByRole("button", { name: applicationForms[track].submitLabel }).click();
    await untilHeading(page, /^Thank you, Grace/);
    expect(new URL(page.url()).pathname).toBe(next);
  },
);

test("values survive a reload, Back, and the previous step", async ({ openPage }) => {
  const page = await openPage(tracks.care.intake, {
    ...phone,
    expects: [/draft net::ERR_FAILED/, /Failed to load/],
  });
  const [about = {}, experience = {}] = shortestSteps("care");
  await hydrate(page);
  const saved = page.waitForResponse(
    (response) => response.url().includes("/draft") && response.request().method() === "POST",
  );
  await page.getByLabel("First name").fill("Grace");
  await saved;
  await page.reload();
  expect(await page.getByLabel("First name").inputValue()).toBe("Grace");

  // Reloads before the draft is saved: its request may arrive after the page's.
  await hydrate(page);
  await page.route("**/draft", (route) => route.abort());
  await page.getByLabel("Last name").fill("Okafor");
  await page.getByLabel("Text Message").check();
  await page.reload();
  await eventually(() => page.getByLabel("Last name").inputValue()).toBe("Okafor");
  expect(await page.getByLabel("Text Message").isChecked()).toBe(true);
  await page.unroute("**/draft");

  await hydrate(page);
  await answerStep(page, about);
  await page.getByRole("button", { name: "Continue" }).click();
  await untilHeading(page, headings("care")[0] ?? "");
  await answerStep(page, experience);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await untilHeading(page, "Apply as a caregiver");
  expect(await page.getByLabel("Phone", { exact: true }).inputValue()).toBe(about.phone);
  await page.goBack();
  await untilHeading(page, headings("care")[0] ?? "");
  await eventually(() => page.getByLabel("Monday morning").isChecked()).toBe(true);
});

/** Waits until the phone field has the focus, and checks that its label is below the header. */
async function untilPhoneFocused(page: Page): Promise<void> {
  await eventually(() => page.evaluate(() => document.activeElement?.id ?? "")).toMatch(/-phone$/);
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0;
  // Waits until the page has scrolled to the field.
  await eventually(() => topOf(page.locator('main [name="phone"]'))).toBeLessThan(phone.height / 2);
  const label = await topOf(page.locator("main label", { hasText: /^Phone$/ }));
  const header = await page.getByRole("banner").boundingBox();
  expect(label).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
}

test("a rejected step keeps its answers, lists what is missing and links to it", async ({
  openPage,
}) => {
  for (const js of [true, false]) {
    const choices = { ...phone, js, reducedMotion: "reduce", expects: [/422/] } as const;
    const page = await openPage(tracks.care.intake, choices);
    if (js) await hydrate(page);
    await page.getByLabel("First name").fill("Grace");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("link", { name: "Last name is required." }).waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Grace");
    expect(await page.title()).toMatch(/^Error: /);
    await page.getByRole("link", { name: "Phone is required." }).click();
    await eventually(() => page.evaluate(() => document.activeElement?.id ?? "")).toMatch(
      /-phone$/,
    );
    await untilPhoneFocused(page);
  }
});

test("a conditional question appears and disappears with its answer", async ({ openPage }) => {
  const page = await openPage(tracks.care.intake, phone);
  await hydrate(page);
  await answerStep(page, shortestSteps("care")[0] ?? {});
  await page.getByRole("button", { name: "Continue" }).click();
  await untilHeading(page, headings("care")[0] ?? "");
  const question = page.getByRole("radiogroup", { name: /valid driver’s license/ });
  expect(await question.count()).toBe(0);
  await page.locator('[name="hasCar"][value="Yes"]').check();
  await question.waitFor();
  await page.locator('[name="hasCar"][value="No"]').check();
  await eventually(() => question.count()).toBe(0);
});

test("an answer can be changed on the summary, even after the cookie was lost", async ({
  openPage,
}) => {
  const page = await openPage(tracks.pro.intake, {
    ...phone,
    reducedMotion: "reduce",
    expects: [/409/],
  });
  await hydrate(page);
  const steps = shortestSteps("pro");
  for (const [index, answers] of steps.slice(0, -1).entries()) {
    await answerStep(page, answers);
    if (index === 1) {
      await page.context().clearCookies();
      await page.getByRole("button", { name: "Email me a link" }).click();
      await page.getByText("We emailed a link to Grace.Okafor@example.com").waitFor();
      await page.context().clearCookies();
    }
    await page.getByRole("button", { name: "Continue" }).click();
    await untilHeading(page, headings("pro")[index] ?? "");
  }
  // The file is lost with the draft and must be chosen again, now and before submitting.
  const choose = async () => {
    await page.getByLabel("Résumé (optional)").setInputFiles(pdf);
    await page.getByText("résumé.pdf, 1 KB, is saved.").waitFor();
  };
  const lost = page.getByRole("link", {
    name: /^We couldn’t find your saved answers and your file/,
  });
  await choose();
  await answerStep(page, steps.at(-1) ?? {});
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Continue" }).click();
  await lost.waitFor();
  expect(await page.getByText("is saved.").count()).toBe(0);
  await choose();
  await eventually(() => lost.count()).toBe(0);
  await page.getByRole("button", { name: "Continue" }).click();
  await untilHeading(page, checkStep.heading);
  await page.context().clearCookies();
  await page.getByRole("button", { name: applicationForms.pro.submitLabel }).click();
  await untilHeading(page, headings("pro")[2] ?? "");
  await lost.waitFor();
  // It is optional, and the summary says that there is none.
  await page.getByRole("button", { name: "Continue" }).click();
  await untilHeading(page, checkStep.heading);
  await page.getByText("No file chosen").waitFor();
  await page.getByRole("link", { name: "Change Phone" }).click();
  await untilHeading(page, "Apply as a provider");
  await untilPhoneFocused(page);
  await page.getByLabel("First name").fill("Amara");
  await page.getByRole("button", { name: "Continue" }).click();
  // Returns to the summary, not through every step.
  await untilHeading(page, checkStep.heading);
  await page.getByText("Amara").waitFor();
});

test("a network error is shown, and every answer is kept", async ({ openPage }) => {
  const page = await openPage(tracks.care.intake, {
    ...phone,
    expects: [/draft net::ERR_FAILED/, /Failed to load/],
  });
  await hydrate(page);
  await page.route("**/draft", (route) => route.abort());
  await answerStep(page, shortestSteps("care")[0] ?? {});
  await page.getByRole("button", { name: "Continue" }).click();
  const box = page.getByRole("alertdialog");
  await box.getByText("An error occurred. Please try again.").waitFor();
  await box.getByRole("button", { name: "OK" }).click();
  expect(await page.getByLabel("First name").inputValue()).toBe("Grace");
  await page.unroute("**/draft");
  await page.getByRole("button", { name: "Continue" }).click();
  await untilHeading(page, headings("care")[0] ?? "");
});

test("questions that fail to load: an error is shown, nothing is lost, and one can continue without them", async ({
  openPage,
}) => {
  const lost = [/ERR_FAILED/, /Failed to fetch dynamically imported module/];
  const page = await openPage(tracks.care.intake, { ...phone, expects: lost });
  const [about = {}, experience = {}] = shortestSteps("care");
  const later = /\/assets\/later-steps-.*\.js/;
  const state = (url: URL) => url.pathname === recruitingPaths("care").draft;
  const failReads = (route: Route) =>
    route.request().method() === "GET" ? route.abort("failed") : route.continue();
  await page.route(later, (route) => route.abort("failed"));
  await page.route(state, failReads);
  await hydrate(page);
  await answerStep(page, about);
  await page.getByRole("button", { name: "Continue" }).click();
  const box = page.getByRole("alertdialog", { name: "Loading chunk failed" });
  await box.getByText("Your answers are saved.").waitFor();
  await box.getByRole("button", { name: "OK" }).click();
  expect(await page.getByLabel("Phone", { exact: true }).inputValue()).toBe(about.phone);

  // Online, but the chunk is missing, as after a new build: the step's document loads instead.
  await page.unroute(state);
  await page.getByRole("button", { name: "Continue" }).click();
  await untilHeading(page, headings("care")[0] ?? "");
  await answerStep(page, experience);
  const alert = page.getByRole("alert").filter({ hasText: "Loading chunk failed" });
  await alert.waitFor();
  expect(await page.getByLabel("Monday morning").isChecked()).toBe(true);

  // A page served at a later step loads that step's code before hydration, which the mouse on the
  // button starts at once.
  await page.unroute(later);
  await page.getByRole("button", { name: "Continue" }).click();
  await untilHeading(page, headings("care")[1] ?? "");
  await hydrate(page);
  expect(await alert.count()).toBe(0);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await untilHeading(page, headings("care")[0] ?? "");
  expect(await page.getByLabel("Monday morning").isChecked()).toBe(true);
});

test("the first page asks for the ZIP code and keeps the plan", async ({ openPage }) => {
  for (const js of [true, false]) {
    const page = await openPage(`${tracks.pro.getStarted}?plan=annual`, {
      ...phone,
      js,
      expects: [/422/],
    });
    await page.getByLabel("ZIP code").fill("802");
    await page.getByRole("button", { name: "Start now" }).click();
    await page.getByText("ZIP code is invalid.").first().waitFor();
    // Loads the URL instead of resending the form: it still contains the plan.
    await page.goto(page.url());
    await page.getByLabel("ZIP code").fill("80202");
    await page.getByRole("button", { name: "Start now" }).click();
    await untilHeading(page, "Apply as a provider");
    expect(await page.getByLabel("ZIP code").inputValue()).toBe("80202");
    for (const [index, answers] of shortestSteps("pro").slice(0, 3).entries()) {
      await answerStep(page, answers);
      await page.getByRole("button", { name: "Continue" }).click();
      await untilHeading(page, headings("pro")[index] ?? "");
    }
    expect(await page.locator('[name="planInterest"][value="Annual"]').isChecked()).toBe(true);
  }
});

test("buttons check all weekdays at once, and the checks are kept", async ({ openPage }) => {
  const page = await openPage(tracks.pro.intake, phone);
  await hydrate(page);
  const steps = shortestSteps("pro");
  for (const [index, answers] of steps.slice(0, 2).entries()) {
    await answerStep(page, answers);
    await page.getByRole("button", { name: "Continue" }).click();
    await untilHeading(page, headings("pro")[index] ?? "");
  }
  const ticked = page.locator('main [name="availability"]:checked');
  await page.getByRole("button", { name: "All weekdays, 8 to 5" }).click();
  await page.getByText("10 times are chosen.").waitFor();
  expect(await ticked.count()).toBe(10);
  await page.getByRole("button", { name: "Weekends, 8 to 5" }).press("Enter");
  await page.getByText("14 times are chosen.").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await untilHeading(page, headings("pro")[2] ?? "");
  await page.goBack();
  await untilHeading(page, headings("pro")[1] ?? "");
  expect(await ticked.count()).toBe(14);
  await page.getByRole("button", { name: "Clear all" }).click();
  await page.getByText("0 times are chosen.").waitFor();
});
