import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { test, untilDialogClosed } from "../support/browser.ts";
import { definitionOf, fillIn, readForm } from "../support/forms.ts";
import { type SpecForm, specForms } from "../support/spec-forms.ts";

const saveFailed = "An error occurred. Please try again.";
const contact = specForms.find(({ collection }) => collection === "ContactForm") as SpecForm;
const { path } = definitionOf(contact);
const failed = [/response 503/, /status of 503/, /was not saved: unavailable/];

// Closes the database for all following tests of this file.
test("a server error on save opens a modal and keeps all values", async ({ openPage, site }) => {
  const page = await openPage(path, { expects: failed });
  await fillIn(page, contact);
  await site.database.close();
  await page.getByRole("button", { name: contact.button, exact: true }).click();
  const alert = page.getByRole("alertdialog", { name: saveFailed, exact: true });
  await alert.waitFor();
  await page.keyboard.press("Escape");
  await untilDialogClosed(page);
  expect(await readForm(page, contact)).toEqual(contact.answers);
});

test("without scripts the page shows the error and keeps the values", async ({ openPage }) => {
  const page = await openPage(path, { js: false, expects: failed });
  await fillIn(page, contact);
  await page.getByRole("button", { name: contact.button, exact: true }).click();
  const alert = page.getByRole("alertdialog", { name: saveFailed, exact: true });
  await alert.waitFor();
  await alert.getByRole("button", { name: "OK", exact: true }).click();
  await alert.waitFor({ state: "hidden" });
  expect(await readForm(page, contact)).toEqual(contact.answers);
});

test("pages are still served", async ({ openPage }) => {
  const page = await openPage(paths.home);
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
});
