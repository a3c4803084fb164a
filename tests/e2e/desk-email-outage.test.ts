import { describe, expect } from "vitest";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { composeEmail } from "../../src/platform/server/mail/compose.ts";
import { queueEmail } from "../../src/platform/server/mail/outbox.ts";
import { findCutOff } from "../support/a11y-layout.ts";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addColleague, openInbox, rowOf, sendMessage } from "../support/desk-inbox.ts";

const heading = /^Emails have not been sent since/;

describe("while emails are not sent", () => {
  test("the desk says so on every page, and stops when they are", async ({ site, openPage }) => {
    await addColleague(site, "Ada Outage", "admin");
    const imani = await addColleague(site, "Imani Outage");
    const reference = await sendMessage(site, "Helen Brandt", "The text is too small.");
    await site.database.write(async (trx) => {
      await trx.deleteFrom("mail_outbox").execute();
      const words = { kind: "test", recipient: "ruth@example.com", subject: "Hi", lines: ["Hi"] };
      await queueEmail(trx, composeEmail(words), Date.now() - 11 * 60_000);
    });
    const page = await openInbox(openPage, imani, `${deskPaths.inbox}/${reference}`);
    const band = page.getByRole("complementary", { name: "Email outage" });
    await rowOf(page, reference).waitFor();
    await band.getByText("1 email is waiting.").waitFor();
    // The heading alone is announced: the number would be repeated each minute.
    expect(await band.getByRole("alert").allInnerTexts()).toEqual([expect.stringMatching(heading)]);
    expect(await band.innerText()).toContain("Tell an admin: Ada Outage.");
    await expectAccessible(page, "an outage, in the inbox");
    for (const width of [320, 375, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findCutOff(page), `${width} px`).toEqual([]);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${width}.png` });
    }
    await page.emulateMedia({ forcedColors: "active" });
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/forced.png` });
    await page.emulateMedia({ forcedColors: "none" });
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await band.waitFor();
    await expectAccessible(page, "an outage, in the overview");
    await site.database.write((trx) =>
      trx.updateTable("mail_outbox").set({ sent_at: Date.now() }).execute(),
    );
    // The page asks again when it is seen again, besides each minute; the server keeps its answer for
    // 15 seconds.
    const ask = async () => {
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      return band.count();
    };
    await expect.poll(ask, { timeout: 20_000, interval: 500 }).toBe(0);
  });
});
