import { describe, expect } from "vitest";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { addColleague, openInbox, sendMessage } from "../support/desk-inbox.ts";
import { pdfFile } from "../support/pdf-files.ts";

const long = `Ride plan of a person with a long name ${"and more ".repeat(10)}.pdf`;
const plan = (name: string) => ({ name, mimeType: "application/pdf", buffer: pdfFile() });
const page = {
  name: "page.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("<html></html>"),
};

describe("files that staff attach", () => {
  test("are added, refused with a reason, removed, and kept over a reload", async ({
    site,
    openPage,
  }) => {
    const imani = await addColleague(site, "Imani Files");
    const reference = await sendMessage(site, "Helen Files", "Please send me the plan.");
    const desk = await openInbox(openPage, imani, `/desk/inbox/${reference}`, {
      width: 1440,
      expects: [/status of 415/, /^response 415: /],
    });
    const form = desk.getByRole("form", { name: "Reply" });
    await form
      .locator("input[type=file]")
      .setInputFiles([plan(long), page, plan("Second plan.pdf")]);
    await form.getByText("page.pdf: This is a web page.").waitFor();
    await form.getByRole("button", { name: "Remove Second plan.pdf" }).waitFor();
    await expectAccessible(desk, "attached files");
    await form.getByRole("button", { name: "Remove Second plan.pdf" }).click();
    await form.getByRole("button", { name: /^Second plan/ }).waitFor({ state: "detached" });
    // Dropped as from a folder.
    const dropped = await desk.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "Dropped.pdf", { type: "application/pdf" }));
      return data;
    }, pdfFile().toString("latin1"));
    await form.dispatchEvent("drop", { dataTransfer: dropped });
    await form.getByRole("button", { name: /^Dropped\.pdf/ }).waitFor();
    await desk.reload();
    await form.getByRole("button", { name: /^Ride plan/ }).waitFor();
    expect(
      await form.getByRole("list", { name: "Attachments" }).getByRole("listitem").count(),
    ).toBe(2);

    await desk.goto(new URL(deskPaths.myWork, desk.url()).href);
    await desk.getByRole("link", { name: /^Helen Files Attached files/ }).waitFor();
    await expectAccessible(desk, "my work");
  });

  test("of a new email stay with its draft, which a second tab continues", async ({
    site,
    openPage,
  }) => {
    const { cookie } = await addColleague(site, "Imani Drafts");
    const desk = await openPage(deskPaths.newMessage, { width: 1440, cookie });
    await desk.getByRole("searchbox", { name: /^With whom/ }).fill("rosa.drafts@example.com");
    await desk.getByRole("button", { name: /^Someone new: “rosa/ }).click();
    await desk.getByLabel("Subject").fill("Your plan");
    await desk.locator("input[type=file]").setInputFiles([plan("Plan.pdf")]);
    await desk.getByRole("button", { name: "Remove Plan.pdf" }).waitFor();
    await desk.getByText(/^Draft saved/).waitFor();
    await expectAccessible(desk, "a new email with a file");

    const second = await openPage(deskPaths.newMessage, { width: 1440, cookie });
    await second.getByRole("link", { name: /^rosa\.drafts@example\.com Your plan/ }).click();
    await second.getByRole("button", { name: "Remove Plan.pdf" }).waitFor();
    expect(await second.getByLabel("Subject").inputValue()).toBe("Your plan");
    await second.getByLabel("Message").fill("Here it is.");
    await second.getByRole("button", { name: "Send email" }).click();
    await second.waitForURL(/\/desk\/inbox\/\w{8}/);
    await desk.goto(new URL(deskPaths.newMessage, desk.url()).href);
    await desk.getByRole("searchbox", { name: /^With whom/ }).waitFor();
    await expect.poll(() => desk.getByRole("heading", { name: "Your drafts" }).count()).toBe(0);
  });
});
