import { describe, expect } from "vitest";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { eventually, focused, test, untilDialogClosed } from "../support/browser.ts";
import {
  control,
  definitionOf,
  descriptionOf,
  fillIn,
  readForm,
  readRecords,
  untouched,
} from "../support/forms.ts";
import { specForms } from "../support/spec-forms.ts";

const saveFailed = "An error occurred. Please try again.";
const lostRequest = [
  /Failed to load resource: net::ERR_FAILED/,
  /request failed: .*ERR_FAILED/,
  /was not saved: unreachable/,
];

/** All forms share their components: their errors are tried on one short and one long form. */
const tried = specForms.filter(({ collection }) =>
  ["ContactForm", "WebInvestorSubmissions"].includes(collection),
);

describe.each(specForms)("$collection", (spec) => {
  const { form, path } = definitionOf(spec);

  test("a valid form is saved once and confirmed with its reference", async ({
    openPage,
    site,
  }) => {
    const before = await readRecords(site.database, form.collection);
    const page = await openPage(path);
    expect(await readForm(page, spec)).toEqual(untouched(spec));
    await fillIn(page, spec);
    const sentAt = Date.now();
    await page.getByRole("button", { name: spec.button, exact: true }).click();

    await page.getByRole("heading", { name: spec.successHeading, exact: true }).waitFor();
    await eventually(() => focused(page)).toBe(`H2 ${spec.successHeading}`);
    const record = (await readRecords(site.database, form.collection)).slice(before.length);
    expect(record).toHaveLength(1);
    const { timestamp, ...data } = record[0]?.data ?? {};
    expect(Object.entries(data).sort()).toEqual(Object.entries(spec.answers).sort());
    expect(new Date(timestamp ?? "").toISOString()).toBe(timestamp);
    expect(Math.abs(Date.parse(timestamp ?? "") - sentAt)).toBeLessThan(60_000);
    expect(await page.getByText("Your reference").textContent()).toBe(
      `Your reference ${record[0]?.reference}`,
    );

    await page.getByRole("button", { name: "Send another" }).click();
    await control(page, form, "email").waitFor();
    expect(await readForm(page, spec)).toEqual(spec.keepsAnswers ? spec.answers : untouched(spec));
    await fillIn(page, spec);
    await page.getByRole("button", { name: spec.button, exact: true }).click();
    await page.getByRole("heading", { name: spec.successHeading, exact: true }).waitFor();
    expect(await readRecords(site.database, form.collection)).toHaveLength(before.length + 2);
  });
});

describe.each(tried)("errors of $collection", (spec) => {
  const { form, path } = definitionOf(spec);
  const messages = Object.values(spec.required);

  test("an empty form is rejected; the summary links to each field, a valid value clears its error", async ({
    openPage,
  }) => {
    const page = await openPage(path);
    const title = await page.title();
    await page.getByRole("button", { name: spec.button, exact: true }).click();

    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await summary.waitFor();
    await eventually(() => focused(page)).toContain("There is a problem");
    expect(await page.title()).toBe(`Error: ${title}`);
    expect(await summary.getByRole("link").allTextContents()).toEqual(messages);
    for (const { name } of form.fields) {
      const box = control(page, form, name);
      const message = spec.required[name];
      if (message) expect(await descriptionOf(box)).toContain(`Error: ${message}`);
      expect(await box.getAttribute("aria-invalid")).toBe(message ? "true" : null);
    }

    for (const [name, message] of Object.entries(spec.required)) {
      const box = control(page, form, name);
      const link = page.getByRole("main").getByRole("link", { name: message, exact: true });
      await link.click();
      await eventually(() => box.evaluate((it) => it === document.activeElement)).toBe(true);
      const label = await page
        .locator(`label[for="${await box.getAttribute("id")}"]`)
        .boundingBox();
      expect(label?.y, `label of ${name} in view`).toBeGreaterThanOrEqual(0);
      await box.fill(spec.answers[name] ?? "");
      await link.waitFor({ state: "detached" });
      expect(await box.getAttribute("aria-invalid")).toBe(null);
    }
    expect(await page.getByText("There is a problem").count()).toBe(0);
    expect(await page.title()).not.toContain("Error:");
  });

  test("typing and leaving a field never adds a message", async ({ openPage }) => {
    const page = await openPage(path);
    const box = control(page, form, "email");
    await box.fill("not an address");
    await box.blur();
    expect(await page.getByText("Email is invalid.").count()).toBe(0);

    await page.getByRole("button", { name: spec.button, exact: true }).click();
    await eventually(() => descriptionOf(box)).toContain("Error: Email is invalid.");
    expect(await box.inputValue()).toBe("not an address");
  });

  test("a network error opens a modal, and the retry stores one record", async ({
    openPage,
    site,
  }) => {
    const before = await readRecords(site.database, form.collection);
    const page = await openPage(path, { expects: lostRequest });
    const logged = page.waitForEvent("console", (message) => message.text().includes("saved"));
    await fillIn(page, spec);
    // The server saves the first request, but its response is lost.
    await page.route(`**${submissionPath(form.collection)}`, async (route) => {
      await route.fetch();
      await route.abort("failed");
    });
    const send = page.getByRole("button", { name: spec.button, exact: true });
    await send.click();

    const alert = page.getByRole("alertdialog", { name: saveFailed, exact: true });
    // The log contains no typed values.
    expect((await logged).text()).toBe(`${form.collection} was not saved: unreachable`);
    await alert.waitFor();
    await alert.getByRole("button", { name: "OK", exact: true }).click();
    await untilDialogClosed(page);
    expect(await readForm(page, spec)).toEqual(spec.answers);

    await page.unroute(`**${submissionPath(form.collection)}`);
    await send.click();
    await page.getByRole("heading", { name: spec.successHeading, exact: true }).waitFor();
    const stored = (await readRecords(site.database, form.collection)).slice(before.length);
    expect(stored).toHaveLength(1);
    expect(await page.getByText("Your reference").textContent()).toContain(stored[0]?.reference);
  });
});
