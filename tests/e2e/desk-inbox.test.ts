import { describe, expect } from "vitest";
import { eventually, test, untilDialogClosed } from "../support/browser.ts";
import {
  addColleague,
  openInbox,
  openNote,
  pressInMenu,
  rowOf,
  sendMessage,
} from "../support/desk-inbox.ts";

describe("the inbox of the desk", () => {
  test("filter and search are in the URL, which shows other staff the same list", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Bell");
    const lena = await addColleague(site, "Lena Sato");
    const greeley = await sendMessage(site, "Ray Whitfield", "Do you cover Greeley?");
    const dog = await sendMessage(site, "Carol Dunn", "May she bring her dog?");
    const page = await openInbox(openPage, imani);
    await page.getByLabel("Find in list").fill("greel");
    await rowOf(page, dog).waitFor({ state: "detached" });
    await rowOf(page, greeley).waitFor();
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("link", { name: /^Contact/ }).click();
    await page.waitForURL(/form=ContactForm.*q=greel/);
    const { pathname, search } = new URL(page.url());

    const other = await openInbox(openPage, lena, pathname + search);
    await rowOf(other, greeley).waitFor();
    expect(await rowOf(other, dog).count()).toBe(0);
    expect(await other.getByLabel("Find in list").inputValue()).toBe("greel");
  });

  test("other staff see live who has a case open and what changed", async ({ site, openPage }) => {
    const imani = await addColleague(site, "Imani Cole");
    const paul = await addColleague(site, "Paul Eriksen");
    const reference = await sendMessage(site, "Dee Robinson", "It says Incomplete.");
    const watching = await openInbox(openPage, paul, `/desk/inbox/${reference}`);
    await watching.getByRole("heading", { name: "Dee Robinson" }).waitFor();
    const working = await openInbox(openPage, imani);
    await rowOf(working, reference).click();
    await working.getByLabel("Status", { exact: true }).selectOption("Waiting for reply");
    // Two seconds, and the pause of a starved process; other requests follow only after ten.
    const within = { timeout: 8000 };
    const row = rowOf(watching, reference);
    await row.getByText(/Imani.* is reading/).waitFor(within);
    await working.getByRole("textbox", { name: "Message" }).fill("Hello Dee,");
    await row.getByText(/Imani.* is writing/).waitFor(within);
    await watching
      .getByRole("article")
      .getByText(/Imani.* is writing/)
      .waitFor();
    // A page that opens later sees it, too.
    await watching.reload();
    await row.getByText(/Imani.* is writing/).waitFor(within);
    await row.getByText("Waiting for reply").waitFor(within);
    await eventually(() => watching.getByLabel("Status", { exact: true }).inputValue()).toBe(
      "waiting",
    );
  });

  test("new messages appear only after a button is pressed, so that the list does not move", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Dean");
    const first = await sendMessage(site, "June Park", "The bell button is a joy.");
    const page = await openInbox(openPage, imani);
    const top = (await rowOf(page, first).boundingBox())?.y;
    const second = await sendMessage(site, "Otis Greene", "I never got the code.");
    const button = page.getByRole("button", { name: /new message/ });
    await button.waitFor();
    expect(await rowOf(page, second).count()).toBe(0);
    expect((await rowOf(page, first).boundingBox())?.y).toBeCloseTo(top ?? 0, 0);
    await button.click();
    await rowOf(page, second).waitFor();
    await button.waitFor({ state: "detached" });
  });

  test("a conflict shows who changed the case first, and keeps the typed note", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Ford");
    const gil = await addColleague(site, "Gil Moreno");
    const reference = await sendMessage(site, "Ana Lucero", "Account from my late father.");
    const page = await openPage(`/desk/inbox/${reference}`, {
      width: 1440,
      cookie: imani.cookie,
      expects: [/409/],
    });
    await (await openNote(page)).fill("I called her twice.");
    const url = `/api/desk/inbox/cases/${reference}`;
    // The other change is stored while this page's request is pending.
    await page.route(`**${url}`, async (route) => {
      if (route.request().method() === "PATCH") {
        const { version } = (await gil.request("GET", url)).json();
        await gil.request("PATCH", url, { version, edit: { status: "done" } });
      }
      await route.continue();
    });
    await page.getByLabel("Assigned to").selectOption({ label: "Imani F. (me)" });
    await page.getByRole("heading", { name: /^Gil M\. changed this at/ }).waitFor();
    expect(await page.getByLabel(/^Note/).inputValue()).toBe("I called her twice.");
    await page.unroute(`**${url}`);
    await page.getByRole("button", { name: "Save mine as well" }).click();
    await eventually(async () => (await gil.request("GET", url)).json().assigneeId).toBe(imani.id);
    expect((await gil.request("GET", url)).json().status).toBe("done");
    expect(await page.getByLabel(/^Note/).inputValue()).toBe("I called her twice.");
  });

  test("a typed note survives a reload, mentions a staff member and is added", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Gray");
    const noor = await addColleague(site, "Noor Aziz");
    const reference = await sendMessage(site, "Bea Foss", "The photo will not go through.");
    const page = await openInbox(openPage, imani, `/desk/inbox/${reference}`);
    const note = await openNote(page);
    await note.fill("Please look at it ");
    await page.reload();
    await eventually(() => note.inputValue()).toBe("Please look at it ");
    await note.press("End");
    await note.pressSequentially("@noo");
    await note.press("ArrowDown");
    await page.keyboard.press("Enter");
    await eventually(() => note.inputValue()).toBe("Please look at it @Noor A. ");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("Note for the team. Bea never sees it.").waitFor();
    expect(await note.inputValue()).toBe("");
    const detail = (await imani.request("GET", `/api/desk/inbox/cases/${reference}`)).json();
    expect(detail.entries.at(-1).mentions).toEqual([noor.id]);
  });

  test("marking spam removes a case from the list, and Not spam brings it back", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Hall");
    const reference = await sendMessage(site, "Gus Halloran", "Buy these watches.");
    const page = await openInbox(openPage, imani, `/desk/inbox/${reference}`);
    await pressInMenu(page, "Spam");
    await page.getByText("Marked as spam.").waitFor();
    await page.goto("/desk/inbox");
    await page.getByRole("heading", { name: /open$/ }).waitFor();
    await eventually(() => rowOf(page, reference).count()).toBe(0);
    await page.goto("/desk/inbox?status=spam");
    await rowOf(page, reference).click();
    await pressInMenu(page, "Not spam");
    await page.getByText("Marked as not spam.").waitFor();
    await page.goto("/desk/inbox");
    await rowOf(page, reference).waitFor();
  });

  test("several selected messages are closed at once, and Undo reverts it", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Irwin");
    const one = await sendMessage(site, "Thomas Ito", "Let two people share one ride.");
    const two = await sendMessage(site, "Mark Lowe", "Could someone speak at our lunch?");
    const page = await openInbox(openPage, imani);
    await page.getByRole("button", { name: "Choose", exact: true }).click();
    await page.getByRole("checkbox", { name: new RegExp(one) }).check();
    await page.getByRole("checkbox", { name: new RegExp(two) }).check();
    await page.getByText("2 chosen").waitFor();
    await page.getByRole("button", { name: "Status" }).click();
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await page.getByText("2 messages are changed.").waitFor();
    const statusOf = async (reference: string) =>
      (await imani.request("GET", `/api/desk/inbox/cases/${reference}`)).json().status;
    expect([await statusOf(one), await statusOf(two)]).toEqual(["done", "done"]);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page.getByText("2 messages are as before.").waitFor();
    expect([await statusOf(one), await statusOf(two)]).toEqual(["new", "new"]);
  });

  test("everything can be done with the keyboard alone", async ({ site, openPage }) => {
    const imani = await addColleague(site, "Imani Jones");
    await sendMessage(site, "Wes Tanaka", "Read the message aloud.");
    const reference = await sendMessage(site, "Edie Novak", "The ride was early.");
    const page = await openInbox(openPage, imani);
    await rowOf(page, reference).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("novak");
    await eventually(() => page.locator("a[data-reference]").count()).toBe(1);
    // In a field the keys type letters instead of running shortcuts.
    expect(await page.getByLabel("Find in list").inputValue()).toBe("novak");
    await page.keyboard.press("Tab");
    await page.locator(":focus").evaluate((element) => (element as HTMLElement).blur());
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Edie Novak" }).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe("case-heading");
    await page.keyboard.press("a");
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe("case-assignee");
    await page.locator(":focus").evaluate((element) => (element as HTMLElement).blur());
    await page.keyboard.press("e");
    await eventually(() => page.getByLabel("Status", { exact: true }).inputValue()).toBe("done");
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Next message").waitFor();
    await dialog.getByLabel("Use these keys").uncheck();
    await page.keyboard.press("Escape");
    await untilDialogClosed(page);
    await page.keyboard.press("?");
    expect(await dialog.count()).toBe(0);
    await page.evaluate(() => localStorage.clear());
    await page.keyboard.press("r");
    await page.keyboard.type("Hello");
    expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Hello");
    await page.locator(":focus").evaluate((element) => (element as HTMLElement).blur());
    await page.keyboard.press("n");
    await page.keyboard.type("Called.");
    expect(await page.getByLabel(/^Note/).inputValue()).toBe("Called.");
  });

  test("a viewer can read but change nothing", async ({ site, openPage }) => {
    const vera = await addColleague(site, "Vera Ahn", "viewer");
    const reference = await sendMessage(site, "Lou Marchetti", "The same driver each Tuesday?");
    const page = await openInbox(openPage, vera, `/desk/inbox/${reference}`);
    await page.getByRole("heading", { name: "Lou Marchetti" }).waitFor();
    expect(await page.getByLabel("Assigned to", { exact: true }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /Choose|Spam|Add note/ }).count()).toBe(0);
  });
});
