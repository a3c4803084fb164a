import { describe, expect, test } from "vitest";
import { listSearchable } from "../../../../scripts/build/help-articles.ts";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { pathOf } from "../../../platform/contract/define-endpoint.ts";
import { limits } from "../../../platform/server/credentials/throttles.ts";
import { helpAnswerEndpoints } from "../contract/help-answers.ts";
import { answerPath } from "../contract/help-search.ts";
import { HelpIndex } from "./search.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };

function answer({ app }: TestApp, values: Record<string, string>, headers = {}) {
  return app.inject({
    method: "POST",
    url: answerPath,
    headers: { ...form, ...headers },
    payload: new URLSearchParams(values).toString(),
  });
}

async function counts({ database: { db } }: TestApp) {
  return db.selectFrom("help_answers").select(["article", "month", "yes", "no"]).execute();
}

describe("the search", () => {
  const index = new HelpIndex(listSearchable());

  test.each([
    ["recieved no recipt", "/help/prices-and-bills"],
    ["cancle my reqest", "/help/change-or-cancel"],
    ["cancle care+", "/help/cancel-care-plus"],
    ["pasword forgoten", "/help/passwords-and-codes"],
    ["biger leters", "/help/larger-text"],
    ["delte my acount", "/help/your-data"],
    ["the driver did not come", "/help/provider-did-not-come"],
    ["gift card scam", "/help/safety"],
    ["my mother", "/help/helping-a-parent"],
    ["1099", "/help/provider-taxes"],
    ["payuot", "/help/provider-pay"],
    ["smartphone", "/platform#questions"],
    ["RIDE!!", "/help/ask-for-help"],
  ])("finds for “%s” the page %s first", (typed, path) => {
    expect(index.search(typed).hits[0]?.path).toBe(path);
  });

  test("finds nothing for words that no page has, and reads no more than 100 characters", () => {
    for (const typed of ["zelle", "the my of", "???", "x".repeat(5000), "<script>"]) {
      expect(index.search(typed)).toEqual({ query: typed.slice(0, 100), hits: [] });
    }
  });

  test("marks the words that fit, also the misspelled, in the title and in the best sentence", () => {
    expect(index.search("biger letters").hits[0]).toEqual({
      path: "/help/larger-text",
      title: ["Make", " ", "the", " ", "text", " ", { mark: "bigger" }],
      text: expect.arrayContaining([{ mark: "letters" }, { mark: "bigger" }]),
    });
  });
});

describeEachDialect("help pages", (_open, createDatabase) => {
  test("states of the pages work without scripts", async () => {
    const { app } = await openTestApp(createDatabase);
    for (const [url, words] of [
      ["/help?q=cancle", /<mark>cancel<\/mark>/],
      ["/help?q=", /Please write one or two words first/],
      ["/help?q=%3Cb%3E", /Nothing for “(?:<!-- -->)?&lt;b&gt;/],
      ["/help?q=zelle", /We looked through all (?:<!-- -->)?14/],
      ["/help/contact?answered=yes", /Good to hear/],
      ["/help/contact?answered=no", /Please ask a person/],
      ["/help/safety?answered=no", /Please ask a person/],
      ["/help/contact?answered=maybe", /Did this answer it\?/],
      ["/help/contact?q=x", /Did this answer it\?/],
    ] as const) {
      const { statusCode, body } = await app.inject(url);
      expect([url, statusCode, words.test(body)]).toEqual([url, 200, true]);
    }
  });

  test("answers are counted by article and month, without a case, and seen at the desk", async () => {
    const testApp = await openTestApp(createDatabase);
    const yes = await answer(testApp, { article: "contact", answer: "yes" });
    expect([yes.statusCode, yes.headers.location]).toEqual([
      303,
      "/help/contact?answered=yes#answer",
    ]);
    await answer(testApp, { article: "contact", answer: "no" });
    await answer(testApp, { article: "contact", answer: "no" });
    testApp.clock.now = Date.parse("2026-07-01T05:59:00Z");
    await answer(testApp, { article: "safety", answer: "no" });
    testApp.clock.now = Date.parse("2027-06-15T12:00:00Z");
    await answer(testApp, { article: "safety", answer: "yes" });
    expect(await counts(testApp)).toEqual([
      { article: "contact", month: "2026-06", yes: 1, no: 2 },
      { article: "safety", month: "2026-06", yes: 0, no: 1 },
      { article: "safety", month: "2027-06", yes: 1, no: 0 },
    ]);
    await makeAllCases(testApp);
    expect(await testApp.submissions()).toEqual([]);
    const agent = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const shown = await agent.request("GET", pathOf(helpAnswerEndpoints.read));
    expect(shown.json()).toEqual({ answers: [{ article: "safety", yes: 1, no: 0 }] });
  });

  test("what is not an answer counts nothing; nor does who presses too often", async () => {
    const testApp = await openTestApp(createDatabase);
    for (const [values, status, headers] of [
      [{ article: "nowhere", answer: "yes" }, 400],
      [{ article: "contact", answer: "maybe" }, 400],
      [{}, 400],
      [{ article: "contact", answer: "yes" }, 403, { "sec-fetch-site": "cross-site" }],
    ] as const) {
      expect((await answer(testApp, values, headers)).statusCode).toBe(status);
    }
    expect(await counts(testApp)).toEqual([]);
    const { max } = limits.helpAddress;
    for (let press = 0; press < max + 5; press += 1) {
      expect((await answer(testApp, { article: "contact", answer: "yes" })).statusCode).toBe(303);
    }
    expect(await counts(testApp)).toMatchObject([{ yes: max, no: 0 }]);
  });

  test("a worry is due after one working hour, a barrier after two working days", async () => {
    const testApp = await openTestApp(createDatabase);
    const at = (time: string) => Date.parse(`2026-11-${time}-07:00`);
    for (const [collection, page, values, sent, due] of [
      ["WorryReports", "/help/safety", { worry: "A man called." }, "20T10:30", "20T11:30"],
      ["BarrierReports", "/accessibility", { barrier: "No label." }, "20T11:00", "24T11:00"],
      ["WorryReports", "/help/safety", { worry: "At night." }, "20T20:00", "23T09:00"],
    ] as const) {
      testApp.clock.now = at(sent);
      const reference = await submitForm(testApp, values, collection);
      // The same without scripts; also without a name and an address.
      const posted = await testApp.app.inject({
        method: "POST",
        url: page,
        headers: form,
        payload: new URLSearchParams(values).toString(),
      });
      expect(posted.headers.location).toMatch(new RegExp(`^${page}\\?sent=`));
      const sentView = await testApp.app.inject(posted.headers.location ?? "");
      expect(sentView.body).toMatch(/We have your (?:report|message)/);
      await makeAllCases(testApp);
      const { db } = testApp.database;
      const row = db.selectFrom("cases").select("due_at").where("reference", "=", reference);
      expect([sent, Number((await row.executeTakeFirst())?.due_at)]).toEqual([sent, at(due)]);
    }
  });
});
