import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { conversationStatus } from "../../src/features/messages/contract/conversations.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { templateEndpoints } from "../../src/features/messages/contract/reply-endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { eventually, hydrate, test } from "../support/browser.ts";
import { checkDeskPage, expectAccessible } from "../support/check-page.ts";
import { conversationPathIn } from "../support/conversations.ts";
import {
  addColleague,
  holdSending,
  openInbox,
  rowOf,
  sendMessage,
  sendNow,
} from "../support/desk-inbox.ts";
import type { TestServer } from "../support/server.ts";
import type { SignedInStaff } from "../support/staff.ts";

const rejections = [/status of 4\d\d/, /^response 4\d\d: /];
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page) => page.getByRole("textbox", { name: "Message" });
const status = (page: Page) => page.getByLabel("Status", { exact: true });

const template = {
  name: "Make text bigger",
  text: "Hello {{first name}},\n\npress the gear on the {{phone model}}.\n\n{{my name}}",
  isShared: true,
};

async function writeFromTemplate(page: Page) {
  await button(page, "Template").click();
  await page.getByRole("listitem").getByRole("button", { name: template.name }).first().click();
}

/** Stores the delivery result of a reply, as the email worker would. */
function settle({ database }: TestServer, values: object) {
  return database.write((trx) =>
    trx.updateTable("mail_outbox").set(values).where("kind", "=", "reply").execute(),
  );
}

async function openCase(site: TestServer, colleague: SignedInStaff, person: string) {
  const reference = await sendMessage(site, person, "The text is too small.");
  await colleague.request("POST", pathOf(templateEndpoints.add), template);
  return { reference, path: await conversationPathIn(site.database) };
}

describe("a reply", () => {
  test("starts a conversation that the person answers and marks as solved", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Reed");
    const { reference, path } = await openCase(site, imani, "Helen Brandt");
    const page = await openInbox(openPage, imani, `/desk/inbox/${reference}`);
    await page.keyboard.press("r");
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe("case-reply");
    await writeFromTemplate(page);
    expect(await field(page).inputValue()).toBe(
      "Hello Helen,\n\npress the gear on the {{phone model}}.\n\nImani Reed",
    );
    await button(page, "Send").click();
    const blank = page.getByLabel("Phone model");
    await eventually(() => blank.evaluate((one) => one === document.activeElement)).toBe(true);
    await blank.fill("Pixel");
    await page.getByText(/^Draft saved/).waitFor();
    await page.reload();
    await eventually(() => blank.inputValue()).toBe("Pixel");

    await button(page, "Send").click();
    await page.getByText(/^Sending in \d+ s$/).waitFor();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await eventually(() => field(page).inputValue()).toContain("Hello Helen,");
    await button(page, "Send").click();
    await sendNow(page, site);
    await page.getByText("press the gear on the Pixel.").waitFor();
    await eventually(() => status(page).inputValue()).toBe("waiting");
    await settle(site, { sent_at: Date.now() });
    await page.getByText(/^Delivered/).waitFor();
    const about = new URL(page.url()).pathname.replace(deskPaths.inbox, deskPaths.people);
    const person = await openPage(about, { width: 375, cookie: imani.cookie });
    await person.getByRole("listitem").filter({ hasText: "Delivered" }).waitFor();
    expect(await checkDeskPage(person), "replies to a person").toEqual([]);

    const visitor = await openPage(path, { js: false });
    await visitor.getByRole("heading", { name: conversationStatus.waiting }).waitFor();
    await visitor.getByText("press the gear on the Pixel.").waitFor();
    await visitor.getByLabel("Your message").fill("Where is the gear?");
    await button(visitor, "Send message").click();
    await visitor.getByText("Thank you. We have your message.").waitFor();
    // A reload does not send again.
    await visitor.reload();
    await page.getByText("Where is the gear?").first().waitFor();
    await page.getByText("Answered on the message page").first().waitFor();
    await eventually(() => status(page).inputValue()).toBe("in-progress");
    await button(visitor, "Solved, thank you").click();
    await visitor.getByRole("heading", { name: conversationStatus.done }).waitFor();
    await eventually(() => status(page).inputValue()).toBe("done");
    const article = page.getByRole("article");
    expect(await article.getByText("Where is the gear?").count()).toBe(1);
    // The list of open messages keeps the row in its place, and says that it is closed.
    await rowOf(page, reference).getByText("No longer here").waitFor();
  });

  test("that conflicts shows who changed the case first; a failed one can be retried", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Stone");
    const paul = await addColleague(site, "Paul Erling");
    const { reference } = await openCase(site, imani, "Ray Whitfield");
    const page = await openInbox(openPage, imani, `/desk/inbox/${reference}`, {
      width: 1440,
      expects: [...rejections, /ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, /ERR_ABORTED/],
    });
    await field(page).fill("We come on Monday.");
    // Meanwhile the page receives no events.
    await page.route("**/api/desk/events", (route) => route.abort());
    await page.context().setOffline(true);
    const url = pathOf(inboxEndpoints.change).replace(":id", reference);
    await paul.request("PATCH", url, { version: 1, edit: { status: "done" } });
    await page.context().setOffline(false);
    await button(page, "Send").click();
    await page.getByRole("heading", { name: /^Paul E\. changed this/ }).waitFor();
    await page.getByText("Your message is kept, and nothing was sent.").waitFor();
    expect(await field(page).inputValue()).toBe("We come on Monday.");
    await button(page, "Send mine as well").click();
    await page.unroute("**/api/desk/events");
    await sendNow(page, site);
    await settle(site, { failed_at: Date.now(), failure: "5.2.2" });
    await page.getByText("Not delivered: the mailbox is full").waitFor();
    await button(page, "Try again").click();
    await page.getByText("On its way").waitFor();
  });
});

describe("at every width every state is accessible:", () => {
  const choices = { width: 375, reducedMotion: "reduce", expects: rejections } as const;

  test("composer, sending, outcome; the person's page", async ({ site, openPage }) => {
    const imani = await addColleague(site, "Imani Small");
    const { reference, path } = await openCase(site, imani, "Person Small");
    const page = await openPage(`/desk/inbox/${reference}`, { ...choices, cookie: imani.cookie });
    await field(page).focus();
    await button(page, "Send").click();
    await page.getByText("Write a message first.").waitFor();
    await expectAccessible(page, "no text");
    await writeFromTemplate(page);
    await button(page, "Send").click();
    await page.getByText(/Fill in the phone model/).waitFor();
    await expectAccessible(page, "blank");
    await page.getByLabel("Phone model").fill("Pixel");
    await button(page, "Send").click();
    await holdSending(page, site);
    await expectAccessible(page, "sending");
    await sendNow(page, site);
    await settle(site, { failed_at: Date.now(), failure: "5.2.2" });
    await page.getByText(/^Not delivered: /).waitFor();
    await expectAccessible(page, "not delivered");

    await field(page).focus();
    await button(page, "Template").click();
    await page.getByRole("link", { name: "Change templates" }).click();
    await page.getByRole("heading", { level: 1, name: "Templates" }).waitFor();
    await button(page, "Add a template").click();
    await button(page, "Save the template").click();
    await page.getByText("Error: Enter a name.").waitFor();
    await expectAccessible(page, "empty template");
    const name = "Short thanks";
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Text", { exact: true }).fill("Thank you, {{first name}}.");
    await button(page, "Save the template").click();
    await page.getByText(`“${name}” is saved.`).waitFor();
    await expectAccessible(page, "templates");
    await button(page, `Remove ${name}`).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText(`“${name}” is removed.`).waitFor();
    await page.close();

    const visitor = await openPage(path, choices);
    await expectAccessible(visitor, "conversation", "site");
    await hydrate(visitor);
    await visitor.getByRole("link", { name: "Take my message back" }).click();
    await visitor.getByRole("link", { name: "Keep it" }).click();
    await button(visitor, "Send message").click();
    await visitor.getByText("There is a problem").waitFor();
    await expectAccessible(visitor, "no message", "site");
    await visitor.getByRole("link", { name: "Take my message back" }).click();
    await visitor.getByRole("heading", { name: "Take your message back?" }).waitFor();
    await expectAccessible(visitor, "question", "site");
    await button(visitor, "Take it back").click();
    await visitor.getByRole("heading", { name: conversationStatus["taken-back"] }).waitFor();
    await expectAccessible(visitor, "taken back", "site");
    await visitor.goto(`/messages/${"a".repeat(64)}`);
    await visitor.getByRole("heading", { name: /^This link does not open/ }).waitFor();
    await expectAccessible(visitor, "wrong link", "site");
  });
});
