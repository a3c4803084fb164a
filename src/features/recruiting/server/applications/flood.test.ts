import { expect, test } from "vitest";
import { recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { limits } from "../../../../platform/server/credentials/throttles.ts";
import { intakeNames, tracks } from "../../contract/recruiting-endpoints.ts";

const stranger = "victim@example.com";
const { emailLink, draft } = recruitingPaths("care");

describeEachDialect("floods of applications", (_open, createDatabase) => {
  test("one mailbox gets three links in half an hour, however many applications ask", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const answers: number[] = [];
    for (let drafts = 0; drafts < 5; drafts += 1) {
      const browser = new TestBrowser(app);
      await browser.postJson(draft, { step: "about", answers: { email: stranger }, typing: true });
      answers.push((await browser.postJson(emailLink)).statusCode);
    }
    expect(answers).toEqual([200, 200, 200, 429, 429]);
    const ask = await new TestBrowser(app).post(tracks.care.getStarted, {
      [intakeNames.step]: "link",
      email: stranger,
    });
    expect(ask.statusCode).toBe(429);
    expect(await readEmails(database)).toHaveLength(3);
  });

  test("one mailbox gets emails about three applications a day; all are stored", async () => {
    const { app, clock, database } = await openTestApp(createDatabase);
    for (let times = 0; times < 6; times += 1) await new TestBrowser(app).apply("care");
    const kinds = (await readEmails(database)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "application-received")).toHaveLength(3);
    expect(kinds.filter((kind) => kind === "application-twice")).toHaveLength(3);
    const rows = await database.db.selectFrom("applications").select("reference").execute();
    expect(rows.filter(({ reference }) => reference !== null)).toHaveLength(6);
    clock.now += days(1);
    await new TestBrowser(app).apply("care");
    expect(await readEmails(database)).toHaveLength(8);
  });

  test("of concurrent posts one creates the draft", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    await browser.get(tracks.care.intake);
    const changes = [{ city: "Boulder" }, { city: "Boulder" }, { firstName: "Grace" }];
    const saved = await Promise.all(
      changes.map((answers) => browser.postJson(draft, { step: "about", answers, typing: true })),
    );
    expect(saved.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const rows = await database.db.selectFrom("applications").select("answers").execute();
    expect(rows.map(({ answers }) => JSON.parse(answers))).toEqual([
      expect.objectContaining({ city: "Boulder", firstName: "Grace" }),
    ]);
  });

  test("of two concurrent applications of one person one is the first", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const phones = [new TestBrowser(app), new TestBrowser(app), new TestBrowser(app)];
    for (const browser of phones) await browser.fillIn("care");
    await Promise.all(phones.map((browser) => browser.submit("care")));
    const rows = await database.db.selectFrom("applications").select("status").execute();
    expect(rows.map(({ status }) => status).sort()).toEqual(["duplicate", "duplicate", "new"]);
  });

  test("repeated visits from one address fill no table, and still get the page", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const first = await new TestBrowser(app).get(tracks.care.getStarted);
    expect(first.headers["set-cookie"]).toBeDefined();
    await database.write((trx) =>
      trx
        .updateTable("throttles")
        .set({ count: limits.visitAddress.max })
        .where("key", "like", "visitAddress:%")
        .execute(),
    );
    for (const page of [tracks.care.getStarted, tracks.care.intake]) {
      const response = await new TestBrowser(app).get(page);
      expect([response.statusCode, response.headers["set-cookie"]]).toEqual([200, undefined]);
    }
    expect(await database.db.selectFrom("apply_visitors").selectAll().execute()).toHaveLength(1);
    expect(await database.db.selectFrom("funnel_events").selectAll().execute()).toHaveLength(1);
  });
});
