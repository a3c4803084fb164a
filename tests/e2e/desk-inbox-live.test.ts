import { expect } from "vitest";
import { eventually, test } from "../support/browser.ts";
import { addColleague, openNote, rowOf, sendMessage } from "../support/desk-inbox.ts";

test("without a connection the inbox says since when, keeps what is typed and catches up by itself", async ({
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
