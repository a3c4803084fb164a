import { expect } from "vitest";
import { dataDeletionForm } from "../../src/features/privacy/contract/data-deletion.ts";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { eventually, test } from "../support/browser.ts";
import { submitForm } from "../support/cases.ts";
import { checkDeskPage } from "../support/check-page.ts";
import { addColleague } from "../support/desk-inbox.ts";
import { validValues } from "../support/form-values.ts";
import { TestBrowser } from "../support/recruiting.ts";

const choices = { width: 1440, height: 1000, reducedMotion: "reduce" } as const;

test("a list of applications shows who reads and writes as soon as it opens", async ({
  openPage,
  site,
}) => {
  const browser = new TestBrowser(site.app);
  await browser.get(tracks.care.intake);
  const email = `ines.${Date.now()}@example.com`;
  const reference = await browser.apply("care", tracks.care.intake, { firstName: "Ines", email });
  const noor = await addColleague(site, "Noor Present", "recruiter");
  const lena = await addColleague(site, "Lena Present", "recruiter");
  const path = `${deskPaths.applications}/${reference}`;
  const one = await openPage(path, { ...choices, cookie: noor.cookie, expects: [/404/] });
  // The list has it once a job has numbered it.
  await eventually(() => one.locator(`[data-reference="${reference}"]`).count()).toBe(1);
  await one.reload();
  await one.getByLabel(/^Note\./).waitFor();
  const two = await openPage(deskPaths.applications, { ...choices, cookie: lena.cookie });
  const card = two.locator(`[data-reference="${reference}"]`);
  await card.getByText(/Noor.* is reading/).waitFor();
  await one.getByLabel(/^Note\./).fill("She is at work until two.");
  await card.getByText(/Noor.* is writing/).waitFor();
  expect(await checkDeskPage(two)).toEqual([]);
  await two.goto(path);
  await two
    .getByRole("region", { name: "Application", exact: true })
    .getByText(/Noor.* is writing/)
    .waitFor();
  await one
    .getByText(/Lena.* is reading/)
    .first()
    .waitFor();
});

test("a list of privacy requests shows who reads and writes as soon as it opens", async ({
  openPage,
  site,
}) => {
  const name = "Ruth Present";
  const values = {
    ...validValues(dataDeletionForm),
    name,
    email: `ruth.${Date.now()}@example.com`,
  };
  const reference = await submitForm(site, values, dataDeletionForm.collection);
  const gil = await addColleague(site, "Gil Present", "privacy");
  const imani = await addColleague(site, "Imani Present", "privacy");
  const two = await openPage(deskPaths.privacy, { ...choices, cookie: imani.cookie });
  const row = two.getByRole("link", { name: new RegExp(name) });
  await row.waitFor();
  const path = `${deskPaths.privacy}/${reference}`;
  const one = await openPage(path, { ...choices, cookie: gil.cookie });
  await row.getByText(/Gil.* is reading/).waitFor();
  await one.getByRole("button", { name: "Open the letter" }).click();
  await one.getByLabel("Letter", { exact: true }).fill("Hello Ruth");
  await two.reload();
  await row.getByText(/Gil.* is writing/).waitFor();
  expect(await checkDeskPage(two)).toEqual([]);
  await row.click();
  await one
    .getByText(/Imani.* is reading/)
    .first()
    .waitFor();
});
