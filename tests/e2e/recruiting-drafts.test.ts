import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { applicationForms } from "../../src/features/recruiting/contract/application-forms.ts";
import {
  adPageOf,
  type Track,
  tracks,
} from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { draftMoved } from "../../src/platform/contract/errors/application-errors.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { type AdCompany, startAdCompany } from "../support/ad-company.ts";
import { recruitingPaths } from "../support/api-paths.ts";
import { eventually, hydrate, test as plain, untilHydrated } from "../support/browser.ts";
import { linkIn } from "../support/emails.ts";
import { answerStep, shortestSteps, untilHeading } from "../support/intake.ts";
import { startServer } from "../support/server.ts";

const phone = { width: 375, height: 720 };
const sid = "0b5e5b36-8d5c-4c2e-9d0f-1f6a3b0c9d7e";
/** The ad company's pixel has another origin. */
const pixelRequest = [/request to another site: http:\/\/127\.0\.0\.1:\d+\/pixel/];

/** Emails remain in the outbox, where the tests read them. */
const noSmtpServer = { SMTP_URL: "smtp://127.0.0.1:1" };

/** The site with an ad company; applications are open in Colorado only. */
const test = plain
  .extend("company", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
    const ends: (() => void | Promise<void>)[] = [];
    const company: AdCompany = await startAdCompany(
      (end) => void ends.push(end),
      // A second source, whose pages exist because of this setting.
      (talroo) => ({ talroo, "job-board": { ...talroo, clickId: "jb", pages: true } }),
    );
    onCleanup(async () => {
      for (const end of ends) await end();
    });
    return company;
  })
  .extend("site", { scope: "file" }, async ({ company }, { onCleanup }) => {
    const site = await startServer({
      settings: { ...company.settings, ...noSmtpServer },
      openMarkets: ["80"],
    });
    onCleanup(() => site.stop());
    return site;
  });

let people = 0;

/** Sends an application of a new person: each is reported once, even when a test is retried. */
async function apply(page: Page, track: Track): Promise<void> {
  people += 1;
  const person = { email: `ad-${people}@example.com`, phone: `(303) 555-${1000 + people}` };
  for (const answers of shortestSteps(track)) {
    const before = await page.locator("h1").textContent();
    await answerStep(page, { ...answers, ...("email" in answers && person) });
    await page.getByRole("button", { name: "Continue" }).click();
    await eventually(() => page.locator("h1").textContent()).not.toBe(before);
  }
  await page.getByRole("button", { name: applicationForms[track].submitLabel }).click();
  await untilHeading(page, /^Thank you, Grace/);
}

async function isInViewport(page: Page, element: Locator): Promise<boolean> {
  const { y = -1, height = 0 } = (await element.boundingBox()) ?? {};
  return y >= 0 && y + height <= (page.viewportSize()?.height ?? 0);
}

test.for([
  { track: "care", js: true, landing: `${tracks.care.talrooIntake}?tlr_sid=${sid}` },
  { track: "pro", js: true, landing: `${tracks.pro.talrooIntake}?tlr_sid=${sid}` },
  { track: "pro", js: false, landing: `${tracks.pro.talrooIntake}?tlr_sid=${sid}` },
  { track: "care", js: true, landing: `${adPageOf(tracks.care.intake, "job-board")}?jb=7` },
] as const)(
  "an ad click is reported once: $landing, scripts: $js",
  async ({ track, js, landing }, { openPage, company }) => {
    company.requests.length = 0;
    // A host name that differs from the company's server, so that they share no cookies.
    const page = await openPage(landing, { ...phone, js, localhost: true, expects: pixelRequest });
    await apply(page, track);
    const requestsTo = (start: string) =>
      company.requests.filter(({ url }) => url.startsWith(start));
    await eventually(() => requestsTo("/pixel").length).toBe(1);
    expect(requestsTo("/pixel")[0]).toMatchObject({ referer: undefined, cookie: undefined });
    await page.reload();
    await untilHeading(page, /^Thank you, Grace/);
    await eventually(() => requestsTo("/conversion2.php").length).toBe(1);
    expect(requestsTo("/pixel")).toHaveLength(1);
  },
);

test("a half-filled first step is restored after visiting another page", async ({ openPage }) => {
  const page = await openPage(tracks.care.intake, phone);
  await hydrate(page);
  const name = page.getByLabel("First name");
  // A slow connection: the page is left before the server has received the draft.
  const gate = Promise.withResolvers<void>();
  await page.route(`**${recruitingPaths("care").draft}`, async (route) => {
    if (route.request().method() === "POST") await gate.promise;
    await route.continue();
  });
  // Leaves before the delay after which answers are saved.
  await name.fill("Grace");
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact us" }).click();
  await untilHeading(page, "Get In Touch");
  await page.goBack();
  await name.waitFor();
  gate.resolve();
  await eventually(() => name.inputValue()).toBe("Grace");
});

test.for(["a moment ago", "before scripts loaded"] as const)(
  "values typed %s survive leaving the page",
  async (when, { openPage }) => {
    const page = await openPage(tracks.care.intake, phone);
    const scripts = Promise.withResolvers<void>();
    await page.route(/\/assets\/client-.*\.js/, async (route) => {
      await scripts.promise;
      await route.continue();
    });
    if (when === "a moment ago") {
      scripts.resolve();
      await hydrate(page);
    }
    // Focus alone starts loading the scripts.
    await page.getByLabel("Last name").fill("Okafor");
    scripts.resolve();
    await untilHydrated(page);
    await page.goto(paths.contact);
    await page.goto(tracks.care.intake);
    expect(await page.getByLabel("Last name").inputValue()).toBe("Okafor");
  },
);

test("an emailed link continues in another browser", async ({ openPage, site }) => {
  const page = await openPage(tracks.pro.intake, phone);
  await hydrate(page);
  const [about = {}] = shortestSteps("pro");
  await answerStep(page, about);
  // Enter in a field continues; it must not activate Back.
  await page.locator('main [name="email"]').press("Enter");
  await untilHeading(page, applicationForms.pro.steps[1]?.heading ?? "");
  await page.getByRole("button", { name: "Email me a link" }).click();
  await page.getByText("We emailed a link to Grace.Okafor@example.com").waitFor();
  const { url } = await linkIn(site.database, "application-link");
  const other = await openPage(url.pathname + url.search, { ...phone, js: false });
  await untilHeading(other, "Welcome back");
  await other.getByRole("button", { name: "Continue" }).click();
  await untilHeading(other, applicationForms.pro.steps[1]?.heading ?? "");
  await other.getByRole("button", { name: "Back" }).click();
  expect(await other.locator('main [name="firstName"]').inputValue()).toBe("Grace");

  // The alert of an invalid link is in view before hydration.
  const late = await openPage(`${tracks.pro.intake}?resume=made-up`, phone);
  expect(await isInViewport(late, late.getByRole("alertdialog"))).toBe(true);
  expect(await late.evaluate(() => window.hydrated)).toBeUndefined();
});

test.for([true, false])(
  "the previous browser of a moved application reports it and keeps typed values, scripts: %s",
  async (js, { openPage, site }) => {
    const expects = [/response 409/, /status of 409/];
    const page = await openPage(tracks.care.intake, { ...phone, js, expects });
    const [about = {}] = shortestSteps("care");
    const secondStep = applicationForms.care.steps[1]?.heading ?? "";
    const email = `${crypto.randomUUID()}@example.com`;
    await answerStep(page, { ...about, email });
    await page.getByRole("button", { name: "Continue" }).click();
    await untilHeading(page, secondStep);
    await page.getByRole("button", { name: "Email me a link" }).click();
    await page.getByText(`We emailed a link to ${email}`).waitFor();
    const { url } = await linkIn(site.database, "application-link");
    const other = await openPage(url.pathname + url.search, { ...phone, js });
    await other.getByRole("button", { name: "Continue" }).click();
    await untilHeading(other, secondStep);

    await page.getByLabel("3 to 5 years").check();
    await page.getByRole("button", { name: "Continue" }).click();
    const box = page.getByRole("alertdialog");
    await box.getByText(draftMoved).waitFor();
    await box.getByText("What you typed here since then is not saved").waitFor();
    expect(await page.getByLabel("3 to 5 years").isChecked()).toBe(true);
    await box.getByRole("link", { name: "ask for the link again" }).click();
    await eventually(() => new URL(page.url()).pathname).toBe(tracks.care.getStarted);

    await page.goto(site.origin + tracks.care.intake);
    await untilHeading(page, "Your application moved");
    await page.getByRole("link", { name: "Ask for the link" }).click();
    await page.locator('main [name="email"]').fill(email);
    await page.getByRole("button", { name: "Email me my link" }).click();
    await page.getByText("we just emailed it a link to continue").waitFor();
    const again = await linkIn(site.database, "application-link");
    expect(again.url.search).not.toBe(url.search);
    await page.goto(site.origin + again.url.pathname + again.url.search);
    await page.getByRole("button", { name: "Continue" }).click();
    await untilHeading(page, secondStep);
    await other.reload();
    await untilHeading(other, "Your application moved");
    await other.getByRole("button", { name: "Start a new application" }).click();
    await untilHeading(other, "Apply as a caregiver");
  },
);

test.for([true, false])(
  "a closed market leads to the wait list, scripts: %s",
  async (js, { openPage, site }) => {
    const expects = [/response 422/, /status of 422/];
    const page = await openPage(tracks.care.getStarted, { ...phone, js, expects });
    await page.locator('main [name="zip"]').first().fill("10001");
    await page.getByRole("button", { name: "Start now" }).click();
    const send = page.getByRole("button", { name: "Put me on the list" });
    // The message is in the middle of a long page.
    await eventually(() => isInViewport(page, page.getByText("We are not there yet."))).toBe(true);
    await send.click();
    await page.getByText("Name is required.").first().waitFor();
    const email = `${crypto.randomUUID()}@example.com`;
    await page.locator('main [name="name"]').fill("Ada");
    await page.locator('main [name="email"]').first().fill(email);
    await page.locator('main [name="consent"]').check();
    await send.click();
    await page.getByText("You are on the list").waitFor();
    const rows = await site.database.db
      .selectFrom("submissions")
      .select("data")
      .where("collection", "=", "RecruitingWaitlist")
      .execute();
    expect(rows.filter(({ data }) => JSON.parse(data).email === email)).toHaveLength(1);
  },
);
