import type { Page } from "playwright-core";
import { expect } from "vitest";
import { applicationForms } from "../../src/features/recruiting/contract/application-forms.ts";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";

import { findCutOff } from "../support/a11y-layout.ts";
import { eventually, hydrate, test } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { answerStep, shortestSteps, untilHeading } from "../support/intake.ts";
import { stateWidths } from "../support/state-sizes.ts";

const phone = { width: 375, height: 720 };
const { intake } = tracks.care;
const form = applicationForms.care;
const lastHeading = form.steps.at(-1)?.heading ?? "";

const pdf = {
  name: "Grace’s résumé.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF"),
};
const noPdf = { name: "photo.pdf", mimeType: "application/pdf", buffer: Buffer.from("hello") };

async function reachLastStep(page: Page): Promise<void> {
  const [about = {}, experience = {}] = shortestSteps("care");
  await answerStep(page, about);
  await page.getByRole("button", { name: "Continue" }).click();
  await untilHeading(page, form.steps[1]?.heading ?? "");
  await answerStep(page, experience);
  await page.getByRole("button", { name: "Continue" }).click();
  await untilHeading(page, lastHeading);
}

test("a résumé is uploaded when chosen, can be removed, and other file types are rejected", async ({
  openPage,
}) => {
  const page = await openPage(intake, { ...phone, expects: [/415/] });
  await hydrate(page);
  await reachLastStep(page);
  const field = page.getByLabel("Résumé (optional)");
  await field.setInputFiles(noPdf);
  await page.getByRole("alert").getByText("This is a text file.").waitFor();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.setInputFiles(pdf);
  await page.getByText("Grace’s résumé.pdf, 1 KB, is saved.").waitFor();
  expect(await page.getByText("This is a text file.").count()).toBe(0);
  await page.reload();
  await page.getByText("Grace’s résumé.pdf, 1 KB, is saved.").waitFor();
  await hydrate(page);
  await page.getByRole("button", { name: "Remove the file" }).click();
  await eventually(() => page.getByText("is saved.").count()).toBe(0);
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("a file name of 199 letters breaks no layout from 320 to 1920 px", async ({ openPage }) => {
  const page = await openPage(intake, phone);
  await hydrate(page);
  await reachLastStep(page);
  const name = `${"Wolfeschlegelsteinhausenberger".repeat(7).slice(0, 195)}.pdf`;
  await page.getByLabel("Résumé (optional)").setInputFiles({ ...pdf, name });
  await page.getByText(/, 1 KB, is saved\.$/).waitFor();
  for (const width of [320, 375, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findCutOff(page), `${width} px`).toEqual([]);
  }
});

test("without scripts a résumé is posted with its step", async ({ openPage }) => {
  const page = await openPage(intake, { ...phone, js: false, expects: [/422/] });
  await reachLastStep(page);
  await answerStep(page, shortestSteps("care")[2] ?? {});
  await page.getByLabel("Résumé (optional)").setInputFiles(noPdf);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("This is a text file.").first().waitFor();
  expect(await page.locator('[name="termsConsent"]').isChecked()).toBe(true);
  await page.getByLabel("Résumé (optional)").setInputFiles(pdf);
  await page.getByRole("button", { name: "Continue" }).click();
  await untilHeading(page, "Check your answers");
  await page.getByText("Grace’s résumé.pdf").waitFor();
});

test("every step, its errors and the thank-you page are accessible", async ({ openPage }) => {
  for (const width of stateWidths) {
    const page = await openPage(intake, { width, reducedMotion: "reduce" });
    await hydrate(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("link", { name: "Phone is required." }).waitFor();
    expect(await checkPage(page)).toEqual([]);
    await reachLastStep(page);
    expect(await checkPage(page)).toEqual([]);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("link", { name: "Agree to the terms to apply." }).waitFor();
    expect(await checkPage(page)).toEqual([]);
    await answerStep(page, shortestSteps("care")[2] ?? {});
    await page.getByRole("button", { name: "Continue" }).click();
    await untilHeading(page, "Check your answers");
    expect(await checkPage(page)).toEqual([]);
    await page.getByRole("button", { name: form.submitLabel }).click();
    await untilHeading(page, /^Thank you/);
    expect(await checkPage(page)).toEqual([]);
  }
});
