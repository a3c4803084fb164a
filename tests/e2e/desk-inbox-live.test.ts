import { expect } from "vitest";
import { eventually, test } from "../support/browser.ts";
import { checkDeskPage } from "../support/check-page.ts";
import { addColleague, openNote, rowOf, sendMessage } from "../support/desk-inbox.ts";
import { testPasswords } from "../support/passwords.ts";
import { codeOf, staffAuthenticatorSecret, staffPassword } from "../support/staff.ts";

test("offline, the inbox shows since when, keeps typed text and catches up when reconnected", async ({
  site,
  openPage,
}) => {
  const imani = await addColleague(site, "Imani Lost");
  const reference = await sendMessage(site, "Helen Brandt", "The text is too small.");
  const page = await openPage(`/desk/inbox/${reference}`, {
    width: 1440,
    cookie: imani.cookie,
    expects: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|presence|events/],
  });
  await page.getByText("Live", { exact: true }).waitFor();
  const note = await openNote(page);
  await note.fill("She has a Pixel.");
  await page.context().setOffline(true);
  await page.getByText(/^Not live since/).waitFor();
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("The desk cannot be reached.").waitFor();
  expect(await note.inputValue()).toBe("She has a Pixel.");

  await imani.request("PATCH", `/api/desk/inbox/cases/${reference}`, {
    version: (await imani.request("GET", `/api/desk/inbox/cases/${reference}`)).json().version,
    edit: { status: "waiting" },
  });
  const missed = await sendMessage(site, "Otis Greene", "I never got the code.");
  await page.context().setOffline(false);
  await page.getByText("Live", { exact: true }).waitFor();
  await eventually(() => page.getByLabel("Status", { exact: true }).inputValue()).toBe("waiting");
  await page.getByRole("button", { name: "1 new message" }).click();
  await rowOf(page, missed).waitFor();
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("Note for the team. Helen never sees it.").waitFor();
});

test("an expired session is renewed in a dialog over the page, without losing typed text", async ({
  openPage,
  site,
}) => {
  const imani = await addColleague(site, "Imani Resumed");
  const password_hash = await testPasswords.hash(staffPassword);
  await site.database.write((trx) =>
    trx.updateTable("staff").set({ password_hash }).where("id", "=", imani.id).execute(),
  );
  const reference = await sendMessage(site, "Helen Brandt", "The text is too small.");
  const choices = { width: 1440, cookie: imani.cookie, expects: [/40[13]/] };
  const page = await openPage(`/desk/inbox/${reference}?form=ContactForm`, choices);
  const text = `She has a Pixel. See ${reference}.`;
  const note = await openNote(page);
  await note.fill(text);
  await page.getByRole("button", { name: /^Filters/ }).click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByLabel("Name of the view").fill("Pixels");
  await site.database.write((trx) =>
    trx.deleteFrom("staff_sessions").where("staff_id", "=", imani.id).execute(),
  );
  // By script: another request may have found the session expired and opened the dialog before.
  await page
    .getByRole("button", { name: "Add note" })
    .evaluate((button: HTMLButtonElement) => button.click());
  const dialog = page.getByRole("dialog", { name: "Your session has expired" });
  await dialog.waitFor();
  expect(await checkDeskPage(page)).toEqual([]);
  await page.keyboard.type("not the right one");
  await page.keyboard.press("Enter");
  await dialog.getByText("That email or password is not right.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.getByLabel("Password", { exact: true }).fill(staffPassword);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Code", { exact: true }).waitFor();
  await page.keyboard.type(await codeOf(staffAuthenticatorSecret, { clock: { now: Date.now() } }));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });

  // The note whose request failed with the expired session was resent automatically.
  await page.getByText("Note for the team. Helen never sees it.").waitFor();
  await page.getByText(text).waitFor();
  expect(await page.getByLabel("Name of the view").inputValue()).toBe("Pixels");
  const notes = await site.database.db
    .selectFrom("conversation_entries")
    .select("text")
    .where("text", "=", text)
    .execute();
  expect(notes).toHaveLength(1);
});
