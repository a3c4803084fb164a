import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { readHistory } from "../../src/features/staff/server/read-history.ts";
import { eventually, test } from "../support/browser.ts";
import {
  addColleague,
  openInbox,
  openNote,
  pressInMenu,
  rowOf,
  sendMessage,
  toggleDetails,
} from "../support/desk-inbox.ts";
import type { TestServer } from "../support/server.ts";

/** Two seconds, and the pause of a starved process; other requests follow only after ten. */
const within = { timeout: 8000 };

const record = (page: Page) => page.getByRole("region", { name: "Message", exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** All that an undo brings back. */
async function readCase({ database: { db } }: TestServer, reference: string) {
  const {
    version: _,
    changed_at: __,
    ...row
  } = await db
    .selectFrom("cases")
    .selectAll()
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  const { id } = row;
  return {
    row,
    tags: await db.selectFrom("case_tags").selectAll().where("case_id", "=", id).execute(),
    history: await readHistory(db, { kind: "case", id }),
  };
}

/** Undoes the change of the open message and waits for the sentence. */
async function undo(page: Page) {
  await record(page).getByRole("button", { name: /^Undo/ }).click();
  await record(page).getByText("1 message is as before.").waitFor();
}

describe("a day of two people at the desk", () => {
  test("each change is undone exactly, and the next one follows at once", async ({
    site,
    openPage,
  }) => {
    const nora = await addColleague(site, "Nora Day");
    const paul = await addColleague(site, "Paul Day");
    const reference = await sendMessage(site, "Helen Day", "The text is too small.");
    const page = await openInbox(openPage, nora, `/desk/inbox/${reference}`);
    await page.getByRole("heading", { name: "Helen Day" }).waitFor();
    // Events of the server must not be needed: on a slow connection they come after the next change.
    await page.route("**/api/desk/events", () => {});
    await page.reload();
    await page.getByRole("heading", { name: "Helen Day" }).waitFor();
    const status = page.getByLabel("Status", { exact: true });
    const assignee = page.getByLabel("Assigned to", { exact: true });
    const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ["Status: In progress.", () => status.selectOption("In progress")],
      ["Status: Waiting for reply.", () => status.selectOption("Waiting for reply")],
      ["Helen’s message is closed.", () => status.selectOption("Done")],
      ["Assigned to Nora D.", () => assignee.selectOption("Nora D. (me)")],
      ["Assigned to Paul D.", () => assignee.selectOption(paul.id)],
      ["Marked as spam.", () => pressInMenu(page, "Spam")],
      [
        "Tags changed.",
        async () => {
          await toggleDetails(page);
          await page.getByRole("button", { name: /^Tags/ }).click();
          await page.getByLabel("Add a tag").fill("glasses");
          await button(page, "Add").click();
        },
      ],
    ];
    const before = await readCase(site, reference);
    for (const [sentence, change] of changes) {
      await change();
      await record(page).getByText(sentence).waitFor();
      expect(await readCase(site, reference)).not.toEqual(before);
      await undo(page);
      expect(await readCase(site, reference)).toEqual(before);
      await eventually(() => status.inputValue()).toBe("new");
    }

    // In bulk, while one of them is open.
    await button(page, "Choose").click();
    await page.getByRole("checkbox", { name: new RegExp(reference) }).check();
    await page.getByRole("button", { name: "Status" }).click();
    const chosen = page.getByRole("region", { name: "With the chosen messages" });
    await chosen.getByRole("button", { name: "Done" }).click();
    await page.getByText("1 message is changed.").waitFor();
    await status.selectOption("In progress");
    await eventually(async () => (await readCase(site, reference)).row.status).toBe("in-progress");
    expect(await page.getByRole("heading", { name: /changed this/ }).count()).toBe(0);
  });

  test("they see each other, and nobody sends past what the other did", async ({
    site,
    openPage,
  }) => {
    const nora = await addColleague(site, "Nora Pair");
    const paul = await addColleague(site, "Paul Pair");
    const reference = await sendMessage(site, "Otis Pair", "I never got the code.");
    const one = await openInbox(openPage, nora, `/desk/inbox/${reference}`, {
      width: 1440,
      // Send asks the server, unless the page has heard of the note first.
      expects: [/\b409\b/],
    });
    const two = await openInbox(openPage, paul);
    await rowOf(two, reference)
      .getByText(/Nora.* is reading/)
      .waitFor(within);
    await one.getByRole("textbox", { name: "Message" }).fill("The code is in your email.");
    await rowOf(two, reference)
      .getByText(/Nora.* is writing/)
      .waitFor(within);
    await rowOf(two, reference).click();
    await rowOf(one, reference)
      .getByText(/Paul.* is reading/)
      .waitFor(within);
    await (await openNote(two)).fill("I called him, it works now.");
    await record(one)
      .getByText(/Paul.* is writing/)
      .waitFor(within);
    await button(two, "Add note").click();
    await two.getByText("Note for the team. Otis never sees it.").waitFor();

    await button(one, "Send").click();
    await button(one, "Send mine as well").waitFor();
    expect(await one.getByRole("textbox", { name: "Message" }).inputValue()).toBe(
      "The code is in your email.",
    );
    const replies = () =>
      site.database.db
        .selectFrom("conversation_replies")
        .select("conversation_replies.id")
        .innerJoin("cases", "cases.id", "conversation_replies.case_id")
        .where("cases.reference", "=", reference)
        .execute();
    expect(await replies()).toEqual([]);
    await button(one, "Send mine as well").click();
    await one.getByText(/^Sending in \d+ s$/).waitFor();
    expect(await replies()).toHaveLength(1);
  });

  test("an export holds as many messages as the list counts", async ({ site, openPage }) => {
    const nora = await addColleague(site, "Nora Count");
    const references = [];
    for (const name of ["Ana Count", "Ben Count", "Cal Count"]) {
      references.push(await sendMessage(site, name, "Please count me."));
    }
    const [spam = ""] = references;
    const url = `/api/desk/inbox/cases/${spam}`;
    await nora.request("PATCH", url, { version: 1, edit: { isSpam: true } });
    const filters = ["", "?status=all", "?status=spam", "?q=count", "?form=ContactForm", "?q=ana"];
    for (const filter of filters) {
      const page = await openInbox(openPage, nora, `/desk/inbox${filter}`);
      const heading = page.getByRole("heading", { level: 2, name: /^\d+ / });
      await heading.waitFor();
      const shown = Number.parseInt(await heading.innerText(), 10);
      const waits = page.waitForEvent("download");
      await button(page, "Export as NDJSON").click();
      const lines = (await readFile(await (await waits).path(), "utf8")).trim().split("\n");
      expect([filter, lines.length]).toEqual([filter, shown]);
      await page.close();
    }
  });
});
