import { expect, test } from "vitest";
import { conversationPathIn, postTo } from "../../../../../tests/support/conversations.ts";
import {
  applicationPath,
  indexAllApplications,
  openAt,
} from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { conversationNames } from "../../../messages/contract/conversations.ts";
import { retentionEndpoints } from "../../../retention/contract/retention.ts";
import { intakeNames, tracks } from "../../contract/recruiting-endpoints.ts";

const tia = { firstName: "Tia", lastName: "Lam", email: "tia@example.com", phone: "303-555-0123" };
/** A Monday, 10 am at the office. */
const monday = Date.parse("2026-11-16T17:00:00Z");

/** What each status shows, a day after the application. */
const shown: readonly (readonly [status: string, heading: string, ...others: string[]])[] = [
  [
    "screening",
    "We have your application.",
    "2. Read by a person, done",
    "We call you for a short talk first.",
    "You hear from us by November 24.",
  ],
  ["interview", "We have your application.", "We agree on a time with you."],
  ["background", "We have your application.", "3. Interview, done", "It runs now."],
  ["approved", "We have your application.", "5. Decision, done", "We tell you how to begin by"],
  ["hired", "We have your application.", "You work with us."],
  ["waitlist", "You are on our waiting list.", "while you are on this list. You can ask us"],
  ["not-eligible", "We cannot take this application.", "does not meet what the work requires"],
  [
    "rejected",
    "We did not choose your application.",
    "We decided on November 17. The decision is final",
    "You may apply again from March 16, 2027.",
    "until November 17, 2027. You can ask us to delete them before.",
  ],
];

describeEachDialect("the applicant's page", (_open, createDatabase) => {
  async function apply(changes: Readonly<Record<string, string>> = {}) {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    testApp.clock.now = monday;
    const browser = new TestBrowser(testApp.app);
    const reference = await browser.apply("care", tracks.care.intake, { ...tia, ...changes });
    const path = await conversationPathIn(testApp.database, "application-received");
    const open = async (at = path) => {
      const answer = await testApp.app.inject({ url: at, headers: { accept: "text/html" } });
      const main = answer.body.slice(answer.body.indexOf("<main"), answer.body.indexOf("</main>"));
      const text = main.replace(/<!-- -->|<script.*?<\/script>/gs, "").replace(/<[^>]+>/g, "|");
      return { status: answer.statusCode, text: text.replace(/\|+/g, " ").replaceAll(" ,", ",") };
    };
    return { testApp, browser, reference, path, open };
  }

  test("opens from the first email, and says where it stands, what is next and by when", async () => {
    const { testApp, reference, open } = await apply();
    const { text } = await open();
    expect(text).toContain("We have your application. Hello");
    expect(text).toContain("A person reads it and gets in touch by November 18.");
    const labels = ["Application received", "Read by a person", "Interview", "Background check"];
    const places = [...labels, "Decision", "What happens next"].map((word) => text.indexOf(word));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    expect(text).not.toContain("wrote to you");
    testApp.clock.now = monday + days(3);
    expect((await open()).text).toContain("We are late.");
    testApp.clock.now = monday + days(91);
    expect((await open()).status).toBe(404);
    expect(reference).not.toBe("");
  });

  test("follows each status, also back, and ends with a kind and final sentence", async () => {
    const { testApp, reference, open } = await apply();
    await indexAllApplications(testApp);
    testApp.clock.now = monday + days(1);
    const noor = await signInStaff(testApp, ["recruiter", "admin"], "Noor Aziz");
    await noor.request("PUT", pathOf(retentionEndpoints.save), { rules: { applications: 12 } });
    const move = async (status: string) => {
      const { version } = await openAt(noor, reference);
      const body = { version, status };
      const { statusCode } = await noor.request(
        "PATCH",
        applicationPath("change", reference),
        body,
      );
      expect(statusCode).toBe(200);
      return (await open()).text;
    };
    for (const [status, ...words] of shown) {
      const text = await move(status);
      for (const word of words) expect(text, status).toContain(word);
      const isOver = ["rejected", "not-eligible", "waitlist"].includes(status);
      expect(text.includes("Where it stands"), status).toBe(!isOver);
    }
    const back = await move("screening");
    expect(back).toContain("2. Read by a person, done");
    expect(back).not.toContain("3. Interview, done");
    const skipped = await move("approved");
    expect(skipped).toContain("3. Interview We did not need this step.");
    expect(skipped).toContain("4. Background check We did not need this step.");
    expect(skipped).toContain("5. Decision, done We said yes.");
  });

  test("says that one may not work in the United States only to who told us so", async () => {
    const { open } = await apply({ workAuthorized: "No" });
    const { text } = await open();
    expect(text).toContain("You told us that you may not work in the United States");
    expect(text).toContain("Thank you for the time you gave us.");
  });

  test("is sent again to who asks for it, who applied twice and by staff", async () => {
    const { testApp, browser, reference, path, open } = await apply();
    await browser.post(tracks.care.getStarted, {
      [intakeNames.step]: "link",
      email: "TIA@example.com",
    });
    expect(await conversationPathIn(testApp.database, "application-sent-before")).toBe(path);
    await new TestBrowser(testApp.app).apply("care", tracks.care.intake, tia);
    expect(await conversationPathIn(testApp.database, "application-twice")).toBe(path);
    await indexAllApplications(testApp);
    const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const send = async () => {
      const answer = await noor.request("POST", applicationPath("sendLink", reference));
      return answer.json().code ?? answer.json().history.at(-1).what;
    };
    const sent = "Sent the link to the applicant's page";
    expect([await send(), await send(), await send(), await send()]).toEqual([
      sent,
      sent,
      sent,
      "too-many",
    ]);
    expect(await conversationPathIn(testApp.database, "application-page")).toBe(path);
    await postTo(testApp, path, { [conversationNames.act]: "take-back" });
    const { text } = await open();
    expect(text).toContain("You took your application back. Hello");
    expect(text).toContain("That was on November 16.");
    expect(text).toContain("You can ask us to delete them at any time.");
    expect(text).not.toContain("Where it stands");
  });
});
