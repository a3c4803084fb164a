import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { conversationNames } from "../../src/features/messages/contract/conversations.ts";
import { tracks } from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import {
  applicantReplyEndpoints,
  applicantTemplateEndpoints,
} from "../../src/features/recruiting/contract/replies.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import { deskPaths } from "../../src/platform/contract/desk/paths.ts";
import { recruitingPaths } from "../support/api-paths.ts";
import { eventually, test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";
import { conversationPathIn, postTo } from "../support/conversations.ts";
import { applicationPath } from "../support/desk-applications.ts";
import { addColleague, holdSending, rowOf } from "../support/desk-inbox.ts";
import { TestBrowser } from "../support/recruiting.ts";
import type { TestServer } from "../support/server.ts";
import { readAudit, type SignedInStaff } from "../support/staff.ts";

const { applications } = deskPaths;
/** Rejections that the tests cause, as browsers log them. */
const rejections = [/status of [45]\d\d/, /^response [45]\d\d: .*\/api\/desk\//];
const choices = {
  width: 1440,
  height: 1000,
  reducedMotion: "reduce",
  expects: rejections,
} as const;

let sent = 0;

/** Submits an application of a new person and waits until the desk shows it. */
async function apply(
  site: TestServer,
  name: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<string> {
  sent += 1;
  const browser = new TestBrowser(site.app);
  await browser.get(tracks.care.intake);
  await browser.put(
    `${recruitingPaths("care").resume}?name=cv.pdf`,
    Buffer.from("%PDF-1.7\n%%EOF\n"),
  );
  const [firstName = "", lastName = ""] = name.split(" ");
  const reference = await browser.apply("care", tracks.care.intake, {
    firstName,
    lastName,
    email: `person${sent}.${Date.now()}@example.com`,
    phone: `303-555-${String(1000 + sent)}`,
    ...changes,
  });
  const isNumbered = async () => {
    const row = await site.database.db
      .selectFrom("applications")
      .select("number")
      .where("reference", "=", reference)
      .executeTakeFirst();
    return row?.number !== null;
  };
  await eventually(isNumbered).toBe(true);
  return reference;
}

/** Sends a reply to the person, who answers it. */
async function writeAndAnswer(
  site: TestServer,
  reference: string,
  request: SignedInStaff["request"],
): Promise<void> {
  const { version } = (await request("GET", applicationPath("read", reference))).json();
  const reply = { version, text: "Is ten good?", blanks: {}, statusAfter: "", templateId: "" };
  const send = pathOf(applicantReplyEndpoints.send).replace(":id", reference);
  const { sending } = (await request("POST", send, reply)).json();
  await site.database.write((trx) =>
    trx
      .updateTable("conversation_replies")
      .set({ send_at: 1 })
      .where("id", "=", sending.id)
      .execute(),
  );
  const read = async () => (await request("GET", applicationPath("read", reference))).json();
  await eventually(async () => (await read()).sending).toBe(null);
  const path = await conversationPathIn(site.database, "reply");
  await postTo(site, path, { [conversationNames.act]: "message", message: "Ten is fine." });
}

const stage = (page: Page, name: string) =>
  page.getByRole("region", { name: new RegExp(`^${name} `) });
const record = (page: Page) => page.getByRole("region", { name: "Application", exact: true });

describe("applications at the desk", () => {
  test("a recruiter lands on the board, and moves people by dragging and by keyboard", async ({
    openPage,
    site,
  }) => {
    const reference = await apply(site, "Denise Carver");
    const { cookie } = await addColleague(site, "Noor Aziz", "recruiter");
    const page = await openPage("/desk", { ...choices, cookie });
    await page.waitForURL(`**${applications}`);
    await rowOf(page, reference).dragTo(stage(page, "Screening"));
    await stage(page, "Screening").locator(`[data-reference="${reference}"]`).waitFor();
    await page.getByText("Denise Carver is now in Screening.").waitFor({ state: "attached" });

    await rowOf(page, reference).focus();
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { name: "Denise Carver" });
    await heading.waitFor();
    await eventually(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
    const summary = record(page).locator("summary", { hasText: "Move to…" });
    await summary.focus();
    await page.keyboard.press("Enter");
    const item = record(page).getByRole("button", { name: "Interview", exact: true });
    await item.focus();
    await page.keyboard.press("Enter");
    await stage(page, "Interview").locator(`[data-reference="${reference}"]`).waitFor();
    // The focus remains on the control that was used.
    await eventually(() => summary.evaluate((node) => node === document.activeElement)).toBe(true);
    expect((await readAudit(site)).map(([, , what]) => what)).toEqual(
      expect.arrayContaining(["Status: New to Screening", "Status: Screening to Interview"]),
    );

    const download = page.waitForEvent("download");
    await record(page).getByRole("button", { name: "Download the résumé" }).click();
    expect((await download).suggestedFilename()).toBe("cv.pdf");
  });

  test("other staff's changes appear live; a stale change is rejected without losing typed text", async ({
    openPage,
    site,
  }) => {
    const reference = await apply(site, "Grace Okafor");
    const { cookie } = await addColleague(site, "Noor Aziz", "recruiter");
    const lena = await addColleague(site, "Lena Sato", "recruiter");
    const page = await openPage(`${applications}/${reference}`, { ...choices, cookie });
    const change = { version: 1, status: "screening" };
    // Keeps the page from learning of the change.
    const held = Promise.withResolvers<void>();
    await page.route("**/api/desk/events", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByRole("heading", { name: "Grace Okafor" }).waitFor();
    await page.getByLabel(/^Note\./).fill("She is at work until two.");
    await lena.request("PATCH", applicationPath("change", reference), change);
    await record(page).locator("summary", { hasText: "Move to…" }).click();
    await record(page).getByRole("button", { name: "Withdrawn" }).click();
    await page.getByRole("heading", { name: /Lena S\. changed this/ }).waitFor();
    await page.getByText("Status: New to Screening.").first().waitFor();
    await page.getByRole("button", { name: "Look at it now" }).click();
    expect(await page.getByLabel(/^Note\./).inputValue()).toBe("She is at work until two.");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("heading", { name: "Notes for the team" }).waitFor();

    // Nothing tells the page of this change but that it connects so late.
    const next = { version: 2, status: "interview" };
    await lena.request("PATCH", applicationPath("change", reference), next);
    held.resolve();
    await page.unrouteAll({ behavior: "wait" });
    await stage(page, "Interview").locator(`[data-reference="${reference}"]`).waitFor();
    await record(page).getByText("Interview", { exact: true }).first().waitFor();
    const last = { version: 3, status: "screening" };
    await lena.request("PATCH", applicationPath("change", reference), last);
    await stage(page, "Screening").locator(`[data-reference="${reference}"]`).waitFor();
  });

  test("a move that was undone can be made again at once", async ({ openPage, site }) => {
    const reference = await apply(site, "Wade Undone");
    const { cookie } = await addColleague(site, "Noor Aziz", "recruiter");
    const page = await openPage(`${applications}/${reference}`, { ...choices, cookie });
    // Board and events tell of neither: on a slow connection they come after the next move.
    await page.route("**/api/desk/events", () => {});
    await page.reload();
    await page.getByRole("heading", { name: "Wade Undone" }).waitFor();
    await page.route("**/api/desk/applications/board*", () => {});
    const move = async (name: string) => {
      await record(page).locator("summary", { hasText: "Move to…" }).click();
      await record(page).getByRole("button", { name, exact: true }).click();
    };
    await move("Rejected");
    await record(page).getByRole("button", { name: /^Undo/ }).click();
    await record(page).getByText("1 application is as before.").waitFor();
    await eventually(() => record(page).locator("summary").first().innerText()).toBe("Move to…");
    await move("Interview");
    const status = async () =>
      site.database.db
        .selectFrom("applications")
        .select("status")
        .where("reference", "=", reference)
        .executeTakeFirst();
    await eventually(status).toEqual({ status: "interview" });
    expect(await page.getByRole("heading", { name: /changed this/ }).count()).toBe(0);
  });

  test("filters are in the URL; a search finds people in any status", async ({
    openPage,
    site,
  }) => {
    const found = await apply(site, "Rowan Quillfeather", { city: "Greeley" });
    const other = await apply(site, "Sofia Quillfeather");
    const noor = await addColleague(site, "Noor Aziz", "recruiter");
    const change = { version: 1, status: "rejected" };
    await noor.request("PATCH", applicationPath("change", other), change);
    const page = await openPage(`${applications}?track=pro`, { ...choices, cookie: noor.cookie });
    await page.getByLabel("Find in list").fill("quillf");
    await page.getByText("No results.").waitFor();
    await page.getByRole("button", { name: /^Filters/ }).click();
    await page.getByLabel("Track").selectOption("Care and Pro");
    await rowOf(page, found).waitFor();
    await rowOf(page, other).waitFor();
    await page.getByLabel("Status").selectOption("Rejected");
    await eventually(() => rowOf(page, found).count()).toBe(0);
    expect(new URL(page.url()).search).toBe("?as=list&status=rejected&q=quillf");
    await page.reload();
    await rowOf(page, other).waitFor();
    await page.goBack();
    await rowOf(page, found).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as CSV" }).first().click();
    expect((await download).suggestedFilename()).toBe("applications.csv");
  });

  test("a recruiter writes, the person answers on their page, and the desk shows it as waiting", async ({
    openPage,
    site,
  }) => {
    const reference = await apply(site, "Jo Castell");
    const noor = await addColleague(site, "Noor Aziz", "recruiter");
    const template = { name: "A talk", text: "Hello {{first name}},\n\ncan we talk at {{time}}?" };
    const templates = pathOf(applicantTemplateEndpoints.add);
    await noor.request("POST", templates, { ...template, isShared: true });
    const path = `${applications}/${reference}`;
    const page = await openPage(path, { ...choices, cookie: noor.cookie });
    const button = (name: string) => record(page).getByRole("button", { name, exact: true });
    const field = record(page).getByRole("textbox", { name: "Message" });
    await button("Write to Jo").click();
    await eventually(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await button("Close").click();
    await eventually(() =>
      button("Write to Jo").evaluate((one) => one === document.activeElement),
    ).toBe(true);
    await button("Write to Jo").click();
    await field.press("/");
    await page.keyboard.press("Enter");
    await page.getByText(/^Draft saved/).waitFor();
    await page.reload();
    await eventually(() => field.inputValue()).toBe("Hello Jo,\n\ncan we talk at {{time}}?");
    await record(page).getByRole("textbox", { name: "Time" }).fill("ten");
    await page.getByLabel("Then move to").selectOption("Then: Screening");
    await button("Send").click();
    await page.getByText(/^Sending in \d+ s$/).waitFor();
    await button("Undo sending").click();
    await eventually(() => field.inputValue()).toContain("can we talk");
    await button("Send").click();
    await page.getByText(/^Sending in \d+ s$/).waitFor();
    const { database } = site;
    const due = { send_at: 1 };
    await database.write((trx) => trx.updateTable("conversation_replies").set(due).execute());
    await page.getByText("can we talk at ten?").waitFor();
    await stage(page, "Screening").locator(`[data-reference="${reference}"]`).waitFor();

    const conversation = await conversationPathIn(database, "reply");
    const person = await openPage(conversation, { width: 375, js: false });
    expect(await person.locator("h1").textContent()).toBe(
      "We wrote to you. Please read our message.",
    );
    await person.getByLabel("Your message").fill("Ten is fine.");
    await person.getByRole("button", { name: "Send message" }).click();
    await person.getByText("Thank you. We have your message.").waitFor();
    expect(await person.getByRole("button", { name: "Solved, thank you" }).count()).toBe(0);

    await page.getByText("Jo wrote back.").waitFor();
    await record(page).getByText("Ten is fine.").waitFor();
    await page.getByRole("button", { name: /^Filters/ }).click();
    await page.getByLabel("Messages", { exact: true }).selectOption("Waiting for us");
    await page.keyboard.press("Escape");
    await rowOf(page, reference).waitFor();
    expect(new URL(page.url()).search).toBe("?waiting=yes");
    await button("No answer needed").click();
    await eventually(() => rowOf(page, reference).count()).toBe(0);
  });

  test("two applications of one person are compared, and merged after confirmation", async ({
    openPage,
    site,
  }) => {
    const email = `twice.${Date.now()}@example.com`;
    const first = await apply(site, "Nell Haverty", { email });
    const second = await apply(site, "Nell Haverty", { email, hoursPerWeek: "24" });
    const { cookie } = await addColleague(site, "Noor Aziz", "recruiter");
    const page = await openPage(`${applications}/${second}`, { ...choices, cookie });
    await page.getByText("Same person as Nell Haverty").waitFor();
    await page.getByRole("link", { name: "Side by side" }).click();
    await page.getByRole("heading", { name: "Side by side" }).waitFor();
    await page.getByRole("button", { name: `Keep this one ${first}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep this one" }).click();
    await page.waitForURL(`**${applications}/${first}`);
    await page.getByText("Merged into this one:").waitFor();
    await record(page).getByText("24", { exact: true }).waitFor();
    await page.getByRole("link", { name: second }).click();
    await page.getByText("Merged into another application.").waitFor();
    expect(await record(page).locator("summary", { hasText: "Move to…" }).count()).toBe(0);
  });
});

describe("at every width every state is accessible:", () => {
  test("board, record, list, side by side, waiting list", async ({ openPage, site }) => {
    const email = `states.${Date.now()}@example.com`;
    const first = await apply(site, "Pam Whitlow", { email });
    const second = await apply(site, "Pam Whitlow", { email });
    const { cookie, request } = await addColleague(site, "Noor Aziz", "recruiter");
    await request("POST", applicationPath("addNote", second), { text: "Called.", mentions: [] });
    const page = await openPage(applications, { ...choices, cookie });
    await rowOf(page, first).waitFor();
    await page.getByText("Show as table").click();
    await expectAccessible(page, "board");
    // Board and record scroll separately; otherwise the page would have empty space below them.
    const hasOwnScroll = "document.documentElement.scrollHeight <= innerHeight";
    await page.setViewportSize({ width: choices.width, height: 900 });
    expect(await page.evaluate(hasOwnScroll)).toBe(true);
    // The rest is tested on a phone.
    await page.setViewportSize({ width: 375, height: 900 });
    await page.goto(`${applications}/${second}`);
    await page.getByText("Same person as").waitFor();
    await record(page).locator("summary", { hasText: "Move to…" }).click();
    await expectAccessible(page, "record");
    await writeAndAnswer(site, first, request);
    await page.goto(`${applications}/${first}`);
    await page.getByText("Pam wrote back.").waitFor();
    await record(page).getByRole("button", { name: "Write to Pam" }).click();
    await record(page).getByRole("button", { name: "Send" }).click();
    await expectAccessible(page, "conversation, nothing written");
    await record(page).getByRole("textbox", { name: "Message" }).fill("Until ten.");
    await record(page).getByRole("button", { name: "Send" }).click();
    await holdSending(page, site);
    await expectAccessible(page, "sending");
    const path = await conversationPathIn(site.database, "reply");
    const person = await openPage(path, { width: 375, reducedMotion: "reduce" });
    await expectAccessible(person, "page of the applicant", "site");
    await person.getByRole("link", { name: "Take my application back" }).click();
    await person.getByRole("heading", { name: "Take your application back?" }).waitFor();
    await expectAccessible(person, "taking it back", "site");
    await page.goto(deskPaths.applicantTemplates);
    await page.getByRole("heading", { name: "Templates for applicants" }).waitFor();
    await expectAccessible(page, "templates");
    await page.goto(`${applications}/NONE2345`);
    await page.getByText("There is no application with this reference.").waitFor();
    await expectAccessible(page, "no record");
    await page.goto(`${applications}?as=list&status=all&q=pam`);
    await rowOf(page, second).waitFor();
    await expectAccessible(page, "list");
    await page.goto(`${applications}/${first}/compare?with=WRONG`);
    await page.getByText("A reference has eight").waitFor();
    await expectAccessible(page, "wrong reference");
    await page.goto(`${applications}/${first}/compare?with=${second}`);
    await page.getByRole("button", { name: `Keep this one ${second}` }).click();
    await expectAccessible(page, "asking");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expectAccessible(page, "side by side");
    await page.route("**/api/desk/applications/board*", (route) => route.fulfill({ status: 503 }));
    await page.goto(applications);
    await page.getByText("The desk cannot be reached.").first().waitFor();
    await expectAccessible(page, "no answer");
    await page.goto(`${applications}/waiting-list`);
    await page.getByRole("heading", { level: 1, name: "Waiting list" }).waitFor();
    await expectAccessible(page, "waiting list");
  });
});
