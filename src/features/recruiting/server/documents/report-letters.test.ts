import { expect, test } from "vitest";
import { conversationPathIn } from "../../../../../tests/support/conversations.ts";
import {
  applicationPath,
  indexAllApplications,
  openAt,
} from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { pdfFile } from "../../../../../tests/support/pdf-files.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { days, seconds } from "../../../../platform/contract/durations.ts";
import { usualHolidays } from "../../../messages/contract/holidays.ts";
import { sendDueReplies } from "../../../messages/server/replies/send-due.ts";
import {
  findReportLetter,
  type ReportLetter,
  reportLetters,
} from "../../contract/documents/report-letters.ts";
import { tracks } from "../../contract/recruiting-endpoints.ts";
import { applicantFileEndpoints, applicantReplyEndpoints } from "../../contract/replies.ts";
import { changeStatus } from "../applications/status.ts";
import { findClock } from "./report-letters.ts";

const tia = { firstName: "Tia", lastName: "Lam", email: "tia@example.com", phone: "303-555-0123" };
/** The day before Thanksgiving, 10 am at the office. */
const wednesday = Date.parse("2026-11-25T17:00:00Z");
const blanks = {
  "what counts": "a driving record",
  "report company": "Checks Inc.",
  "company address": "1 Main St, Denver, CO",
  "company phone": "800-555-0100",
};

test.each([
  ["Monday", "2026-11-02T17:00:00Z", "2026-11-09", "2026-11-10"],
  ["before Thanksgiving", "2026-11-25T17:00:00Z", "2026-12-03", "2026-12-04"],
  ["Wednesday at 11 pm at the office", "2026-11-26T06:00:00Z", "2026-12-03", "2026-12-04"],
  ["Saturday", "2026-12-05T17:00:00Z", "2026-12-11", "2026-12-14"],
  ["before New Year", "2026-12-30T17:00:00Z", "2027-01-07", "2027-01-08"],
])("the days of a letter sent on a %s", (_when, sentAt, lastDay, finalFrom) => {
  expect(findClock(Date.parse(sentAt), usualHolidays)).toEqual({ lastDay, finalFrom });
});

test("a reply is a letter by a line of its own", () => {
  const { title } = reportLetters.final;
  expect(
    [`${title}\n\nHello`, `Hello\r\n${title} \r\n`, `As “${title}” says`, ""].map(findReportLetter),
  ).toEqual(["final", "final", undefined, undefined]);
});

describeEachDialect("letters about a background report", (_open, createDatabase) => {
  test("wait for each other and for five business days, as does the decision", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const { clock, context, database } = testApp;
    clock.now = wednesday;
    const reference = await new TestBrowser(testApp.app).apply("care", tracks.care.intake, tia);
    await indexAllApplications(testApp);
    const path = await conversationPathIn(database, "application-received");
    const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const page = async () => {
      const { body } = await testApp.app.inject({ url: path, headers: { accept: "text/html" } });
      return body;
    };
    const move = async (status: string, staff = noor) => {
      const { version } = await openAt(staff, reference);
      const body = { version, status };
      const { message } = (
        await staff.request("PATCH", applicationPath("change", reference), body)
      ).json();
      return message;
    };
    const attach = async (): Promise<string> => {
      const url = `${pathOf(withId(applicantFileEndpoints.add, reference))}?name=report.pdf`;
      const asBytes = { "content-type": "application/octet-stream" };
      return (await noor.request("POST", url, pdfFile(), asBytes)).json().id;
    };
    const send = async (
      letter: ReportLetter,
      changes: object = {},
      staff: SignedInStaff = noor,
    ) => {
      const { title, body } = reportLetters[letter];
      const { version } = await openAt(staff, reference);
      const reply = { text: `${title}\n\n${body}`, blanks, statusAfter: "", templateId: letter };
      const sent = await staff.request(
        "POST",
        pathOf(withId(applicantReplyEndpoints.send, reference)),
        { ...reply, version, ...changes },
      );
      return sent.json().fields ?? sent.statusCode;
    };
    const settle = async (values: object) => {
      clock.now += seconds(10);
      await sendDueReplies(context);
      await database.write((trx) =>
        trx.updateTable("mail_outbox").set(values).where("kind", "=", "reply").execute(),
      );
      await sendDueReplies(context);
    };
    await move("background");
    expect((await openAt(noor, reference)).report.preAdverse).toBe(null);

    const files = [await attach()];
    const because = (text: string) => ({ text: expect.stringContaining(text) });
    for (const [letter, changes, why] of [
      ["final", {}, "Send the pre-adverse letter first."],
      ["pre-adverse", {}, "Attach the report and the summary of rights."],
      ["pre-adverse", { files, statusAfter: "rejected" }, "The decision comes after this letter"],
      ["pre-adverse", { files, text: "Hello" }, "Keep the first line of the letter"],
    ] as const) {
      expect(await send(letter, changes)).toEqual(because(why));
    }
    expect(await send("pre-adverse", { files })).toBe(200);
    expect(await move("rejected")).toContain("is still being sent");
    await settle({ sent_at: clock.now });
    // What a report of the receiving server does.
    await database.write((trx) =>
      trx.updateTable("conversation_replies").set({ failed_at: clock.now }).execute(),
    );
    const failed = { preAdverse: { state: "failed" }, clock: null };
    expect((await openAt(noor, reference)).report).toMatchObject(failed);
    expect(await send("final")).toEqual(because("could not be delivered"));

    expect(await send("pre-adverse", { files: [await attach()] })).toBe(200);
    await settle({ sent_at: clock.now });
    const running = { lastDay: "2026-12-03", finalFrom: "2026-12-04", isOver: false };
    expect((await openAt(noor, reference)).report).toMatchObject({ clock: running, final: null });
    expect(await page()).toContain("tell us by Thursday, December 3. We decide nothing before");
    const wait = "Decide from Friday, December 4.";
    expect(await send("final")).toEqual(because("may go from Friday, December 4."));
    const early = { statusAfter: "rejected", text: "Hello", templateId: "" };
    expect(await send("final", early)).toEqual(because(wait));
    for (const status of ["rejected", "not-eligible"]) expect(await move(status)).toContain(wait);
    await expect(changeStatus(reference, "rejected", context)).rejects.toThrow(wait);

    clock.now = wednesday + days(9);
    const mina = await signInStaff(testApp, ["recruiter"], "Mina Park");
    expect((await openAt(mina, reference)).report.clock?.isOver).toBe(true);
    expect(await page()).not.toContain("We decide nothing before");
    expect(await send("final", { statusAfter: "rejected" }, mina)).toBe(200);
    await settle({ sent_at: clock.now });
    const { status, report, history } = await openAt(mina, reference);
    expect({ status, report }).toMatchObject({
      status: "rejected",
      report: { final: { state: "sent" } },
    });
    const sent = history.map(({ what }) => what).filter((what) => what.startsWith("Sent the "));
    expect(sent).toEqual([
      "Sent the pre-adverse letter",
      "Sent the pre-adverse letter",
      "Sent the final letter",
    ]);
    expect(await page()).toContain("Our email of December 4 says which company made your");
  });
});
