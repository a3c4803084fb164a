import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { commandLine, writeAudit } from "../../src/features/staff/server/write-audit.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { makeReference } from "../../src/platform/server/values/reference.ts";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addPasskey, signInStaff } from "../support/staff.ts";

/** Rejections that the tests cause, as browsers log them. */
const rejections = [/status of 4\d\d/, /^response 4\d\d: .*\/api\/desk\//];

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
let people = 0;

/** A unique name, even when a test is retried. */
function newName(first: string): string {
  people += 1;
  return `${first} Number${people}`;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name });

describe("settings", () => {
  // The flows run on a phone; their states are checked at every width.
  const choices = { width: 375, reducedMotion: "reduce", expects: rejections } as const;

  test("staff are invited, changed and disabled", async ({ openPage, site }) => {
    const server = { ...site, clock: { now: Date.now() } };
    const { cookie } = await signInStaff(server, ["admin"], newName("Imani"));
    const paul = newName("Paul");
    await signInStaff(server, ["agent"], paul);
    const page = await openPage(deskPaths.settings, { ...choices, cookie });
    await heading(page, "Staff and roles").waitFor();
    expect(new URL(page.url()).pathname).toBe(deskPaths.staffSettings);
    await expectAccessible(page, "default");

    await button(page, "Send the invitation").click();
    await page.getByText("Error: Enter the work email.").waitFor();
    await expectAccessible(page, "empty fields");
    const ruth = newName("Ruth");
    const email = `${ruth.replace(" ", ".")}@example.com`;
    await page.getByLabel("Name").fill(ruth);
    await page.getByLabel("Work email").fill(email);
    await page.getByLabel("Recruiter").check();
    await button(page, "Send the invitation").click();
    await page.getByText(`The invitation is on its way to ${email}.`).waitFor();
    await page.getByText("is invited as Viewer, Recruiter.").waitFor();
    await page.getByText(/The link, shown once: http.*\/desk\/join#/).waitFor();
    expect(await page.getByLabel("Work email").inputValue()).toBe("");
    await expectAccessible(page, "invited");
    await page.getByRole("button", { name: `Take back the invitation of ${ruth}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Take back" }).click();
    await page.getByText(`The invitation of ${ruth} is taken back.`).waitFor();
    await page.getByRole("button", { name: `Take back the invitation of ${ruth}` }).waitFor({
      state: "detached",
    });

    await page.getByRole("button", { name: `Change ${paul}` }).click();
    const dialog = page.getByRole("dialog", { name: paul });
    await dialog.getByLabel("Agent").uncheck();
    await dialog.getByRole("button", { name: "Save the roles" }).click();
    await dialog.getByText("Choose at least one role.").waitFor();
    await expectAccessible(page, "change");
    await dialog.getByLabel("Privacy").check();
    await dialog.getByRole("button", { name: "Save the roles" }).click();
    await page.getByText(`The roles of ${paul} are changed.`).waitFor();
    const row = page.getByRole("row", { name: new RegExp(paul) });
    await row.getByText("Privacy").waitFor();

    await page.getByRole("button", { name: `Change ${paul}` }).click();
    await dialog.getByRole("button", { name: "Disable", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
    await page.getByText(`${paul} is disabled.`).waitFor();
    await row.getByText("Disabled").waitFor();
  });

  test("what is missing before the site opens is red, and done once it is there", async ({
    openPage,
    site,
  }) => {
    const server = { ...site, clock: { now: Date.now() } };
    const { id, cookie } = await signInStaff(server, ["admin"], newName("Imani"));
    const second = await signInStaff(server, ["admin"], newName("Ada"));
    // A retry finds those of the first run.
    await site.database.write((trx) => trx.deleteFrom("staff_passkeys").execute());
    const page = await openPage(deskPaths.launch, { ...choices, cookie });
    await page.getByText(/^Not ready: \d+ wrong, \d+ to do, \d+ done\./).waitFor();
    const row = page
      .getByRole("listitem")
      .filter({ has: heading(page, "Two admins with passkeys") });
    await row.getByText(/people are admins, 0 of them with a passkey\./).waitFor();
    await row.getByText("To do").waitFor();
    await expectAccessible(page, "red");
    await Promise.all([id, second.id].map((staffId) => addPasskey(site, staffId)));
    await button(page, "Check again").click();
    await page.getByText("Checked again.").waitFor();
    await row.waitFor({ state: "detached" });
    await page.getByText(/^Done, \d+$/).click();
    await row.getByText("Done").waitFor();
    await row.getByText("2 admins have a passkey.").waitFor();
    await expectAccessible(page, "opened");
  });

  test("retention is chosen with a preview count, saved and restored", async ({
    openPage,
    site,
  }) => {
    const server = { ...site, clock: { now: Date.now() } };
    const { cookie } = await signInStaff(server, ["admin"], newName("Imani"));
    const page = await openPage(deskPaths.retentionSettings, { ...choices, cookie });
    await heading(page, "Retention").waitFor();
    const select = page.getByRole("combobox", { name: "Support" });
    const before = await select.inputValue();
    await select.selectOption("36 months");
    await page.getByText("…", { exact: true }).first().waitFor({ state: "detached" });
    await expectAccessible(page, "changed");
    await button(page, "Discard changes").click();
    expect(await select.inputValue()).toBe(before);
    await select.selectOption("24 months");
    await button(page, "Save").click();
    await page.getByText("The times are saved.").waitFor();
    await page.reload();
    await heading(page, "Retention").waitFor();
    expect(await select.inputValue()).toBe("24");
  });

  test("the audit log is filtered, updates live and pages back", async ({ openPage, site }) => {
    const server = { ...site, clock: { now: Date.now() } };
    const name = newName("Noor");
    const { id, cookie } = await signInStaff(server, ["admin"], name);
    const target = makeReference();
    const add = (count: number) =>
      site.database.write(async (trx) => {
        for (let index = 0; index < count; index += 1) {
          const actor = index === 0 ? commandLine : { staffId: id, name, origin: "192.0.2.1" };
          const act = { kind: index === 1 ? "refused" : "change", what: "Status: New", target };
          await writeAudit(trx, actor, act as Parameters<typeof writeAudit>[2], Date.now());
        }
      });
    await add(60);
    const page = await openPage(`${deskPaths.audit}?q=${target}`, { ...choices, cookie });
    await heading(page, "The newest 50").waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await button(page, "Older").click();
    await heading(page, "60 entries").waitFor();
    await expectAccessible(page, "filtered, with a refused one");
    await add(1);
    await button(page, "1 new entry").click();
    await heading(page, "The newest 50").waitFor();

    const filters = page.getByRole("button", { name: /^Filters/ });
    await filters.click();
    await page.getByLabel("What", { exact: true }).selectOption("Refused only");
    await button(page, "Show").click();
    await heading(page, "1 entry").waitFor();
    expect(new URL(page.url()).searchParams.get("kind")).toBe("refused");
    await filters.click();
    await page.getByLabel("Find in the log").fill("nothing has this");
    await button(page, "Show").click();
    await heading(page, "No entries match this filter").waitFor();
    await expectAccessible(page, "nothing found");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV of this list" }).click();
    expect((await download).suggestedFilename()).toBe("audit-log.csv");
  });

  test("answer times are changed, and the newsletter's status is shown", async ({
    openPage,
    site,
  }) => {
    const server = { ...site, clock: { now: Date.now() } };
    const { cookie } = await signInStaff(server, ["admin"], newName("Imani"));
    const page = await openPage(deskPaths.answerTimeSettings, {
      ...choices,
      expects: [/status of 503/, /^response 503: /],
      cookie,
    });
    await heading(page, "Answer times").waitFor();
    await expectAccessible(page, "answer times");
    const contact = page.getByLabel("Contact", { exact: true });
    expect(await contact.locator("option").last().textContent()).toBe("One working day");
    await page.getByLabel("Feedback", { exact: true }).selectOption("Two working days");
    await page.getByRole("checkbox", { name: /^Veterans Day/ }).uncheck();
    await button(page, "Add the day").click();
    await page.getByText("Choose a day.").waitFor();
    await page.getByLabel("Another day").fill("2027-12-24");
    await page.getByLabel("Its name").fill("Christmas Eve");
    await button(page, "Add the day").click();
    await page.getByText("December 24, 2027:").waitFor();
    await expectAccessible(page, "a holiday added");
    await button(page, "Discard changes").click();
    expect(await page.getByRole("checkbox", { name: /^Veterans Day/ }).isChecked()).toBe(true);
    expect(await page.getByLabel("Feedback", { exact: true }).inputValue()).toBe("9");
    await page.getByLabel("Investors", { exact: true }).selectOption("Three working days");
    await button(page, "Save").click();
    await page.getByText("The times are saved.").waitFor();
    await expectAccessible(page, "saved");
    await page.reload();
    expect(await page.getByLabel("Investors", { exact: true }).inputValue()).toBe("27");
    await page.route("**/api/desk/answer-times", (route) => route.fulfill({ status: 503 }));
    await button(page, "Save").click();
    await page.getByRole("alert").first().waitFor();
    await expectAccessible(page, "not saved");
    await page.getByRole("link", { name: "Newsletter settings" }).click();
    await heading(page, "Confirm by email").waitFor();
    await expectAccessible(page, "newsletter");
  });
});

test("the text of a new template has room for eight lines", async ({ openPage, site }) => {
  const server = { ...site, clock: { now: Date.now() } };
  const { cookie } = await signInStaff(server, ["agent"], newName("Lena"));
  const page = await openPage(deskPaths.templateSettings, { cookie });
  await button(page, "Add a template").click();
  const lines = await page.getByRole("textbox", { name: "Text" }).evaluate((field) => {
    return field.clientHeight / Number.parseFloat(getComputedStyle(field).lineHeight);
  });
  expect(lines).toBeGreaterThanOrEqual(8);
});
