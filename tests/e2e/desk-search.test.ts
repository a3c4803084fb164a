import { describe, expect } from "vitest";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addColleague, openInbox, rowOf, sendMessage } from "../support/desk-inbox.ts";

describe("the search of the inbox", () => {
  test("says what is done and spam, what only resembles, and what is elsewhere", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Search", "admin");
    const [open, done] = [
      await sendMessage(site, "Torbjørg Åkesdóttir", "The rail is loose."),
      await sendMessage(site, "Torbjørg Åkesdóttir", "The lamp is out."),
    ];
    const edit = { version: 1, edit: { status: "done" } };
    const url = pathOf(inboxEndpoints.change).replace(":id", done);
    await imani.request("PATCH", url, edit);
    const page = await openInbox(openPage, imani, "/desk/inbox?q=torbjorg+akesdottir");
    await rowOf(page, open).waitFor();
    await page.getByRole("link", { name: /^\d+ open$/ }).waitFor();
    await expectAccessible(page, "found");
    await page.getByRole("link", { name: /^\d+ in Done$/ }).click();
    await rowOf(page, open).waitFor({ state: "detached" });
    expect(page.url()).toContain("status=done");
    await page.goto(`${site.origin}/desk/inbox?q=akesdotir`);
    await page.getByText("These have a name that differs by one letter.").waitFor();
    await page.setViewportSize({ width: 375, height: 800 });
    await expectAccessible(page, "similar");
    await page.goto(`${site.origin}/desk/inbox?q=akesdottir&status=waiting`);
    await page.getByRole("heading", { name: "Nothing found here." }).waitFor();
    await expectAccessible(page, "elsewhere");
    await page.getByRole("link", { name: /^\d+ without the filters$/ }).click();
    await rowOf(page, open).waitFor();
  });
});
