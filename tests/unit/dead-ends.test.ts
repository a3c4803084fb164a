import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { brand } from "../../src/brand.ts";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { carePlusPath } from "../../src/features/messages/contract/forms/request-help.ts";
import { supportForm } from "../../src/features/messages/contract/forms/support.ts";
import { isInAStore } from "../../src/platform/contract/app-stores.ts";
import { paths } from "../../src/platform/contract/paths.ts";

/** The main part of a built page, as markup. */
function mainOf(page: string): string {
  const name = page === paths.home ? "index" : page.slice(1).replaceAll("/", "_");
  const html = readFileSync(path.resolve("dist/pages", `${name}.html`), "utf8");
  return /<main\b.*<\/main>/s.exec(html)?.[0].replaceAll("<!-- -->", "") ?? "";
}

const { main, caregiver, provider } = brand.apps;

test.each([
  [paths.caregivers, paths.careGetStarted, paths.caregiverLogin],
  [paths.providers, paths.proGetStarted, paths.providerLogin],
])("%s links to the application's first question and to the login", (page, apply, login) => {
  const html = mainOf(page);
  // From the first screen, so that the question is three presses from the home page on a phone.
  expect(html.slice(0, html.indexOf("On this page"))).toContain(`href="${apply}#apply"`);
  expect(html).toContain(`href="${login}"`);
  const jumpedTo = html.slice(html.indexOf('id="get-started"'));
  expect(/href="([^"]+)"/.exec(jumpedTo)?.[1]).toBe(`${apply}#apply`);
});

test
  .skipIf(isInAStore(caregiver) || isInAStore(provider))
  .each([
    paths.caregivers,
    paths.providers,
    paths.pro,
    paths.careGetStarted,
    paths.proGetStarted,
    paths.caregiverLogin,
    paths.providerLogin,
  ])("%s offers the application, not help, while no store has the app", (page) => {
  expect(mainOf(page)).not.toContain("get help today");
  expect(mainOf(page)).toContain("Apply to work");
});

test.skipIf(isInAStore(main))(
  "without a store link, Care+ links to the phone number and to contact",
  () => {
    const html = mainOf(paths.carePlus);
    expect(html).not.toContain("add Care+ in Settings");
    const join = html.slice(html.indexOf('id="join"'));
    expect(html).toContain('href="#join"');
    expect(join).toContain(`href="tel:${brand.phone.e164}"`);
    for (const plan of ["monthly", "annual"] as const) {
      expect(join).toContain(`href="${carePlusPath(plan)}"`);
    }
  },
);

test("Care+ says how members reach us at night, or nothing about the night", () => {
  const html = mainOf(paths.carePlus);
  expect(html).not.toContain("3 am");
  if (brand.memberLine) expect(html).toContain(brand.memberLine.shown);
  else expect(html).not.toContain("ten past three on");
});

test.each([
  [paths.support, supportForm],
  [paths.contact, contactForm],
])("%s and its confirmation say when an answer comes", (page, form) => {
  expect(mainOf(page)).toContain(`within ${brand.answerTime}`);
  expect(form.success.text).toContain(`within ${brand.answerTime}`);
});

test("/support leads people without a support ID to the contact form", () => {
  expect(mainOf(paths.support)).toMatch(
    new RegExp(`No support ID\\?[^]*?<a [^>]*href="${paths.contact}"[^>]*>Write to us here</a>`),
  );
});
