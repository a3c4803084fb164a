import { afterAll, beforeAll, describe, expect } from "vitest";
import { test as base } from "../support/browser.ts";
import { conversationPathIn } from "../support/conversations.ts";
import { addColleague, openInbox, sendMessage } from "../support/desk-inbox.ts";
import { composeRaw, composeWithFiles, handIn, inboundSettings } from "../support/inbound-mail.ts";
import { startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ settings: inboundSettings });
});
afterAll(() => server.stop());

const test = base.extend("origin", () => server.origin);

const shots = process.env.EMAIL_SHOTS;
const from = { From: "Helen Brandt <helen.brandt@example.com>" };
const quoted =
  "It is a Pixel.\n\nOn Mon, Nov 23, 2026 at 9:12 AM Help <help@example.com> wrote:\n> Which phone is it?\n> Please tell us.\n";

async function sendAll(reference: string) {
  const subject = { ...from, Subject: `Re: ${reference}` };
  await handIn(server, composeRaw(subject, quoted));
  await handIn(server, composeRaw(subject, "All of it. ".repeat(600)));
  await handIn(server, composeWithFiles(subject, [["kitchen.jpg", "image/jpeg"]]));
  const forged = { "Authentication-Results": "mx.example.com; dmarc=fail" };
  await handIn(server, composeRaw({ ...subject, ...forged }, "Pay to my new account."));
  const away = { Subject: `Automatic reply: ${reference}`, "Auto-Submitted": "auto-replied" };
  await handIn(server, composeRaw({ ...from, ...away }, "I am out of the office until Monday."));
  const [sent] = await server.database.db
    .selectFrom("conversation_sent_emails")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .execute();
  const other = { From: "Maria Lopez <maria@example.net>", Subject: "Friday" };
  const answered = { "In-Reply-To": `<${sent?.id}@example.com>` };
  await handIn(server, composeRaw({ ...other, ...answered }, "Please cancel Friday."));
}

describe("an email in a conversation", () => {
  test("opens its quotes and counts as a message at a press, at the desk", async ({ openPage }) => {
    const imani = await addColleague(server, "Imani Reed");
    const reference = await sendMessage(server, "Helen Brandt", "The text is too small.");
    await sendAll(reference);
    // What is attached is named like a picture and is none.
    const choices = { width: 1440, expects: [/415/] };
    const page = await openInbox(openPage, imani, `/desk/inbox/${reference}`, choices);
    const quote = page.getByText("Which phone is it?");
    await page.getByText("It is a Pixel.").waitFor();
    expect(await quote.isVisible()).toBe(false);
    await page.getByText("Show quoted text").click();
    await quote.waitFor();
    await page.getByText("not the address of this conversation").waitFor();
    await page.getByText("Sender not confirmed").waitFor();
    if (shots) await page.screenshot({ path: `${shots}/desk-1440.png`, fullPage: true });
    if (shots) {
      await page.setViewportSize({ width: 375, height: 800 });
      await page.screenshot({ path: `${shots}/desk-375.png`, fullPage: true });
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await page.getByRole("button", { name: "Treat as a message" }).click();
    const shown = page.getByRole("region", { name: "Message", exact: true });
    await shown.getByText("I am out of the office until Monday.").waitFor();
    expect(await page.getByText("Automatic reply", { exact: true }).count()).toBe(0);
  });

  test.for([true, false])(
    "opens its quotes on the page (scripts: %s)",
    async (js, { openPage }) => {
      const reference = await sendMessage(server, "Helen Brandt", "The text is too small.");
      await sendAll(reference);
      const path = await conversationPathIn(server.database);
      const page = await openPage(path, { js, width: 375 });
      const quote = page.getByText("Which phone is it?");
      expect(await quote.isVisible()).toBe(false);
      await page.getByText("Show quoted text").click();
      await quote.waitFor();
      await page.getByText("maria@example.net, not your address").waitFor();
      await page.getByText("1 picture was attached: kitchen.jpg").waitFor();
      if (shots) await page.screenshot({ path: `${shots}/page-375-${js}.png`, fullPage: true });
      if (shots) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.screenshot({ path: `${shots}/page-1440-${js}.png`, fullPage: true });
      }
    },
  );
});
