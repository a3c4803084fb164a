import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { eventually, focused, hydrate, test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { control, definitionOf, descriptionOf, fillIn, readRecords } from "../support/forms.ts";
import { answerStep, shortestSteps } from "../support/intake.ts";
import { specForms } from "../support/spec-forms.ts";

const rejections = [/response 422/, /status of 422/];
/** All forms share the field; native-post.test.ts presses the button on each. */
const contact = specForms.filter(({ collection }) => collection === "ContactForm");
const useButton = (page: Page) =>
  page.getByRole("button", { name: "Use 719-555-0163", exact: true });

describe.each(contact)("a phone number in another form on $collection", (spec) => {
  const { form, path } = definitionOf(spec);

  test("is used with one press, and the form is sent with it", async ({ openPage, site }) => {
    const page = await openPage(path, { width: 375, height: 800, reducedMotion: "reduce" });
    await hydrate(page);
    await fillIn(page, spec);
    const box = control(page, form, "phone");
    await box.fill("719.555.0163 x204");
    expect(await useButton(page).count()).toBe(0);
    await page.getByRole("button", { name: spec.button, exact: true }).click();
    await eventually(() => focused(page)).toContain("There is a problem");
    const description = await descriptionOf(box);
    expect(description).toContain("Error: Phone number is invalid.");
    expect(description).toContain("Use 719-555-0163");
    expect(description).toContain("Extension 204 doesn’t fit here.");
    await expectAccessible(page, "a suggested number", "site");

    await box.focus();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("BUTTON Use 719-555-0163");
    await page.keyboard.press("Enter");
    await page.getByText("There is a problem").waitFor({ state: "detached" });
    expect(await box.inputValue()).toBe("719-555-0163");
    expect(await box.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: spec.button, exact: true }).click();
    await page.getByRole("heading", { name: spec.successHeading, exact: true }).waitFor();
    const stored = await readRecords(site.database, form.collection);
    expect(stored.at(-1)?.data).toMatchObject({ phone: "719-555-0163" });
  });

  test("is used with one press without scripts", async ({ openPage, site }) => {
    const choices = { width: 375, height: 800, js: false, expects: rejections };
    const page = await openPage(path, choices);
    await fillIn(page, spec);
    await control(page, form, "phone").fill("+1 (719) 555-0163");
    await page.getByRole("button", { name: spec.button, exact: true }).click();
    await page.getByText("There is a problem").waitFor();
    expect(await descriptionOf(control(page, form, "phone"))).toContain("Use 719-555-0163");
    await useButton(page).click();
    await page.getByRole("heading", { name: spec.successHeading, exact: true }).waitFor();
    const stored = await readRecords(site.database, form.collection);
    expect(stored.at(-1)?.data).toMatchObject({ phone: "719-555-0163" });
  });
});

test("Enter in another field never changes the number", async ({ openPage, site }) => {
  const spec = contact[0];
  if (!spec) throw new Error("No contact form.");
  const { form, path } = definitionOf(spec);
  const before = await readRecords(site.database, form.collection);
  const page = await openPage(path, { js: false, expects: rejections });
  await fillIn(page, spec);
  await control(page, form, "phone").fill("719.555.0163");
  await page.getByRole("button", { name: spec.button, exact: true }).click();
  await useButton(page).waitFor();
  await control(page, form, "phone").fill("719.555.0164");
  await control(page, form, "email").press("Enter");
  await page.getByRole("button", { name: "Use 719-555-0164", exact: true }).waitFor();
  expect(await control(page, form, "phone").inputValue()).toBe("719.555.0164");
  expect(await readRecords(site.database, form.collection)).toHaveLength(before.length);
});

test("the suggestion follows what is typed, and none is made up", async ({ openPage }) => {
  const [spec] = contact;
  if (!spec) throw new Error("No contact form.");
  const { form, path } = definitionOf(spec);
  const page = await openPage(path);
  await hydrate(page);
  const box = control(page, form, "phone");
  await box.fill("555-0163");
  await page.getByRole("button", { name: spec.button, exact: true }).click();
  await eventually(() => descriptionOf(box)).toContain("Phone number is invalid.");
  expect(await page.getByRole("button", { name: /^Use/ }).count()).toBe(0);
  await box.fill("719.555.0163");
  await useButton(page).waitFor();
  await box.fill("719.555.016");
  await useButton(page).waitFor({ state: "detached" });
});

describe.each([true, false])("an application (scripts: %s)", (js) => {
  test("continues with the suggested number", async ({ openPage, site }) => {
    const page = await openPage(tracks.care.intake, { js, width: 375, expects: rejections });
    if (js) await hydrate(page);
    const [first] = shortestSteps("care");
    if (!first) throw new Error("No step.");
    await answerStep(page, first);
    const box = page.getByLabel("Phone", { exact: true });
    await box.fill("719-555-0163 ext 7");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await useButton(page).click();
    if (js) {
      expect(await box.inputValue()).toBe("719-555-0163");
      await page.getByRole("button", { name: "Continue", exact: true }).click();
    }
    await page.waitForURL("**step=experience");
    const stored = await site.database.db
      .selectFrom("applications")
      .select("phone_key")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(stored.phone_key).toBe("7195550163");
  });
});
