import { describe, expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, focused, hydrate, test } from "../support/browser.ts";
import {
  control,
  definitionOf,
  descriptionOf,
  fillIn,
  readForm,
  readRecords,
} from "../support/forms.ts";
import { type SpecForm, specForms } from "../support/spec-forms.ts";

const rejections = [/response 422/, /status of 422/];

/** One with and one without choices; native-post.test.ts sends every form. */
const tried = specForms.filter(({ collection }) =>
  ["ContactForm", "WebSupportRequests"].includes(collection),
);

describe.each(tried)("$collection without scripts", (spec) => {
  const { form, path } = definitionOf(spec);

  test("is saved once, even when the thank-you page is reloaded", async ({ openPage, site }) => {
    const before = await readRecords(site.database, form.collection);
    const page = await openPage(path, { js: false });
    await fillIn(page, spec);
    await page.getByRole("button", { name: spec.button, exact: true }).click();
    await page.waitForURL(`**${path}?sent=*`);
    await page.getByRole("heading", { name: spec.successHeading, exact: true }).waitFor();
    await page.reload();
    const stored = (await readRecords(site.database, form.collection)).slice(before.length);
    expect(stored).toHaveLength(1);
    const { timestamp: _, ...data } = stored[0]?.data ?? {};
    // Browsers send line breaks in forms as CR LF.
    const sent = Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]),
    );
    expect(sent).toEqual(spec.answers);
    expect(await page.getByText("Your reference").textContent()).toContain(stored[0]?.reference);
  });

  test("an invalid form returns with its errors and values", async ({ openPage, site }) => {
    const before = await readRecords(site.database, form.collection);
    const page = await openPage(path, { js: false, expects: rejections });
    const title = await page.title();
    await fillIn(page, spec);
    await control(page, form, "email").fill("ada at example");
    await page.getByRole("button", { name: spec.button, exact: true }).click();

    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    await summary.waitFor();
    expect(await page.title()).toBe(`Error: ${title}`);
    expect(await summary.getByRole("link").allTextContents()).toEqual(["Email is invalid."]);
    expect(await descriptionOf(control(page, form, "email"))).toContain("Error: Email is invalid.");
    expect(await readForm(page, spec)).toEqual({ ...spec.answers, email: "ada at example" });
    expect(await readRecords(site.database, form.collection)).toHaveLength(before.length);
    await summary.getByRole("link").click();
    expect(new URL(page.url()).hash).not.toBe("");
  });
});

test("React hydrates a returned form, and sends it", async ({ openPage, site }) => {
  const contact = specForms.find(({ collection }) => collection === "ContactForm") as SpecForm;
  const { form } = definitionOf(contact);
  const before = await readRecords(site.database, form.collection);
  const page = await openPage(paths.contact, { expects: [...rejections, /ERR_FAILED/] });
  const client = /\/assets\/client-.*\.js/;
  await page.route(client, (route) => route.abort("failed"));
  await fillIn(page, contact);
  await page.getByRole("alert").filter({ hasText: "Loading chunk failed" }).waitFor();
  await control(page, form, "email").fill("ada at example");
  await page.getByRole("button", { name: contact.button, exact: true }).click();
  await page.getByText("There is a problem").waitFor();

  await page.unroute(client);
  await page.reload();
  await page.getByText("There is a problem").waitFor();
  await hydrate(page);
  expect(await readForm(page, contact)).toEqual({ ...contact.answers, email: "ada at example" });
  await control(page, form, "email").fill(contact.answers.email ?? "");
  await page.getByText("There is a problem").waitFor({ state: "detached" });
  await page.getByRole("button", { name: contact.button, exact: true }).click();
  await eventually(() => focused(page)).toBe(`H2 ${contact.successHeading}`);
  expect(await readRecords(site.database, form.collection)).toHaveLength(before.length + 1);
});

test("accordions open and anchors lead to their section", async ({ openPage }) => {
  const page = await openPage(paths.home, { js: false });
  const items = page.locator("main details");
  const states = () =>
    items.evaluateAll((all) => all.map((item) => (item as HTMLDetailsElement).open));
  const before = await states();
  expect(before.length).toBeGreaterThan(1);
  for (const item of await items.all()) await item.locator("summary").click();
  expect(await states()).toEqual(before.map((open) => !open));

  await page.getByRole("link", { name: "Learn More", exact: true }).click();
  const { hash } = new URL(page.url());
  await eventually(async () => (await page.locator(hash).boundingBox())?.y ?? -1).toBeLessThan(450);
});

test("every page keeps its text", async ({ openPage }) => {
  const page = await openPage(paths.families, { js: false });
  const words = (await page.getByRole("main").innerText()).split(/\s+/).length;
  expect(words).toBeGreaterThan(200);
});
