import { describe, expect } from "vitest";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { findCutOff } from "../support/a11y-layout.ts";
import { test } from "../support/browser.ts";
import {
  addColleague,
  openInbox,
  openNote,
  rowOf,
  sendMessage,
  toggleDetails,
} from "../support/desk-inbox.ts";
import { TestBrowser } from "../support/recruiting.ts";
import type { TestServer } from "../support/server.ts";

const widths = [320, 375, 768, 1024, 1440, 1920];
/** 199 letters without a place to break. */
const long = "Wolfeschlegelsteinhausenberger".repeat(7).slice(0, 199);

/** Gives stored records names that are longer than any form accepts. */
async function lengthen({ database }: TestServer, reference: string, staffId: string) {
  await database.write(async (trx) => {
    const found = await trx
      .updateTable("cases")
      .set({ name: long, assignee_id: staffId })
      .where("reference", "=", reference)
      .returning(["id as case_id", "scope", "active_at", "number"])
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("case_tags")
      .values({ ...found, tag: long })
      .execute();
  });
}

describe("names, tags and file names of 199 letters at the desk", () => {
  test("break no layout from 320 to 1920 px", async ({ site, openPage }) => {
    const admin = await addColleague(site, "Ada Long", "admin");
    const other = await addColleague(site, long);
    const reference = await sendMessage(site, "Long Name", "Nothing special.");
    await lengthen(site, reference, other.id);
    const applicant = new TestBrowser(site.app);
    await applicant.apply("care", tracks.care.intake, { firstName: "Long", lastName: "Applicant" });
    const view = { name: long.slice(0, 60), query: `tag=${long}`, isShared: true };
    await admin.request("POST", pathOf(inboxEndpoints.saveView), view);
    const page = await openInbox(openPage, admin, `/desk/inbox/${reference}`);
    await rowOf(page, reference).waitFor();
    await toggleDetails(page);
    await page.getByRole("button", { name: /^Tags/ }).click();
    await toggleDetails(page);
    await (await openNote(page)).fill(`@${long} please`);
    await page.getByRole("button", { name: "Add note" }).click();
    for (const path of [
      undefined,
      `${deskPaths.inbox}?tag=${long}`,
      `${deskPaths.people}/${reference}`,
      deskPaths.overview,
      deskPaths.staffSettings,
      deskPaths.audit,
    ]) {
      if (path) await page.goto(path);
      await page.getByText(long.slice(0, 40)).first().waitFor({ state: "attached" });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await findCutOff(page), `${path ?? "the record"} at ${width} px`).toEqual([]);
      }
    }
  });

  test("in forced colors the current tab, row and filter have an outline", async ({
    site,
    openPage,
  }) => {
    const nora = await addColleague(site, "Nora Colors", "admin");
    const reference = await sendMessage(site, "Colors One", "In forced colors.");
    const page = await openInbox(openPage, nora, `/desk/inbox/${reference}`, {
      width: 1440,
      forcedColors: "active",
    });
    await rowOf(page, reference).waitFor();
    for (const current of [
      page.getByRole("navigation", { name: "Desk" }).getByRole("link", { name: /^Inbox/ }),
      rowOf(page, reference),
      page.getByRole("link", { name: /^All open/ }),
      page.getByRole("button", { name: /^Write to/ }),
    ]) {
      expect(await current.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe(
        "solid",
      );
    }
  });
});
