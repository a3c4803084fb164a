import { expect, test } from "vitest";
import { startAdCompany } from "../../../../../tests/support/ad-company.ts";
import { recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import {
  applicationPath,
  indexAllApplications,
  listAt,
  openAt,
} from "../../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { readAudit, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { tracks } from "../../contract/recruiting-endpoints.ts";

const settings = { RATE_LIMITS: "off" };
const sids = ["0b5e5b36-8d5c-4c2e-9d0f-1f6a3b0c9d7e", "1b5e5b36-8d5c-4c2e-9d0f-1f6a3b0c9d7e"];

/** One person who applied twice, the second time with a résumé; and a recruiter. */
async function applyTwice(testApp: TestApp, page: string = tracks.care.intake) {
  const first = new TestBrowser(testApp.app);
  await first.get(`${page}?tlr_sid=${sids[0]}`);
  const older = await first.apply("care", page, { languages: "English" });
  testApp.clock.now += days(5);
  const second = new TestBrowser(testApp.app);
  await second.get(`${page}?tlr_sid=${sids[1]}`);
  await second.put(
    `${recruitingPaths("care").resume}?name=cv.pdf`,
    Buffer.from("%PDF-1.7\n%%EOF\n"),
  );
  const newer = await second.apply("care", page, {
    languages: "English, Yoruba",
    hoursPerWeek: "24",
    smsConsent: "yes",
    zip: "80631",
  });
  await indexAllApplications(testApp);
  const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
  return { older, newer, noor };
}

function answerOf({ sections }: Awaited<ReturnType<typeof openAt>>, name: string) {
  const answers = sections.flatMap((section) => section.answers);
  return answers.find((answer) => answer.name === name)?.values;
}

describeEachDialect("the same person twice", (_open, createDatabase) => {
  test("is marked as seen before, in both tracks, until staff say otherwise", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const care = await new TestBrowser(testApp.app).apply("care");
    testApp.clock.now += days(200);
    const pro = await new TestBrowser(testApp.app).apply("pro", tracks.pro.intake, {
      email: "other@example.com",
    });
    await indexAllApplications(testApp);
    const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const repeats = async () =>
      (await listAt(noor, "duplicates=yes&status=all")).applications.map((row) => row.reference);
    expect(await repeats()).toEqual([pro]);
    expect((await openAt(noor, pro)).matches).toMatchObject([
      { reference: care, track: "care", sameEmail: false, samePhone: true, mergedInto: null },
    ]);
    const response = await noor.request("POST", applicationPath("separate", pro), { other: care });
    expect(response.json()).toMatchObject({ matches: [], isRepeat: false });
    expect(await repeats()).toEqual([]);
    expect((await openAt(noor, care)).matches).toEqual([]);
    // Forms of two tracks cannot be merged.
    const other = { reference: care, version: 1 };
    const merge = await noor.request("POST", applicationPath("merge", pro), { version: 1, other });
    expect([merge.statusCode, merge.json().code]).toEqual([409, "cannot-merge"]);
  });

  test("merged: the remaining one keeps its answers and gets the missing ones", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { older, newer, noor } = await applyTwice(testApp);
    const note = { text: "Has a new address.", mentions: [] };
    await noor.request("POST", applicationPath("addNote", newer), note);
    const path = applicationPath("merge", older);
    const stale = { version: 2, other: { reference: newer, version: 1 } };
    expect((await noor.request("POST", path, stale)).statusCode).toBe(409);
    const merged = await noor.request("POST", path, { ...stale, version: 1 });
    const kept = merged.json();
    expect(kept).toMatchObject({
      status: "new",
      version: 2,
      market: "805",
      isRepeat: false,
      resume: { name: "cv.pdf" },
      notes: [{ text: note.text, reference: newer }],
      matches: [{ reference: newer, status: "duplicate", mergedInto: older }],
    });
    expect(answerOf(kept, "languages")).toEqual(["English"]);
    expect(answerOf(kept, "hoursPerWeek")).toEqual(["24"]);
    // A consent applies only to the application that it was given in.
    expect(answerOf(kept, "smsConsent")).toBeUndefined();
    const other = await openAt(noor, newer);
    expect(other).toMatchObject({ status: "duplicate", mergedInto: older, resume: null });
    expect(answerOf(other, "languages")).toEqual(["English, Yoruba"]);
    expect(other.notes).toHaveLength(1);
    const download = await noor.request("GET", applicationPath("resume", older));
    expect(download.body).toBe("%PDF-1.7\n%%EOF\n");
    expect(kept.history.at(-1)).toMatchObject({ what: `Merged ${newer} into this one` });
    expect((await readAudit(testApp)).map(([, , what]) => what)).toContain(
      `Merged ${newer} into ${older}`,
    );
    const again = { version: 2, other: { reference: newer, version: 2 } };
    expect((await noor.request("POST", path, again)).json().code).toBe("cannot-merge");
    // The emailed link to combine the two is invalid now.
    const links = await testApp.database.db
      .selectFrom("one_time_tokens")
      .select("kind")
      .where("kind", "=", "join-applications")
      .execute();
    expect(links).toEqual([]);
  });

  test("merged the other way: a remaining duplicate takes over the status", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { older, newer, noor } = await applyTwice(testApp);
    await noor.request("PATCH", applicationPath("change", older), {
      version: 1,
      status: "interview",
    });
    const path = applicationPath("merge", newer);
    const unseen = { version: 1, other: { reference: older, version: 1 } };
    expect((await noor.request("POST", path, unseen)).json().code).toBe("case-changed");
    const other = { reference: older, version: 2 };
    const merged = await noor.request("POST", path, { version: 1, other });
    expect(merged.json()).toMatchObject({ status: "interview", mergedInto: null, isRepeat: false });
    expect((await listAt(noor, "q=grace")).applications.map((row) => row.reference)).toEqual([
      newer,
    ]);
    expect((await listAt(noor, "status=duplicate")).applications[0]?.reference).toBe(older);
  });

  test("merged: an ad company is told of each event once", async () => {
    const company = await startAdCompany();
    const testApp = await openTestApp(createDatabase, { ...settings, ...company.settings });
    const page = tracks.care.talrooIntake;
    const first = new TestBrowser(testApp.app);
    await first.get(`${page}?tlr_sid=${sids[0]}`);
    const one = await first.apply("care", page);
    const second = new TestBrowser(testApp.app);
    await second.get(`${page}?tlr_sid=${sids[1]}`);
    // Another address and number: only staff can say that it is the same person.
    const changes = { email: "new@example.com", phone: "303-555-0177" };
    const two = await second.apply("care", page, changes);
    await indexAllApplications(testApp);
    const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    const change = { version: 1, status: "hired" };
    await noor.request("PATCH", applicationPath("change", two), change);
    const other = { reference: two, version: 2 };
    const merged = await noor.request("POST", applicationPath("merge", one), { version: 1, other });
    expect(
      merged
        .json()
        .conversions.map((row: { event: string }) => row.event)
        .sort(),
    ).toEqual(["completed", "hired", "qualified"]);
    const left = (await openAt(noor, two)).conversions;
    expect(left.map(({ event, state, reason }) => [event, state, reason])).toEqual([
      ["completed", "skipped", "merged with another application"],
      ["qualified", "skipped", "merged with another application"],
    ]);
    const params = await testApp.database.db.selectFrom("conversions").selectAll().execute();
    const skipped = params.filter(({ state }) => state === "skipped");
    expect(skipped.every((row) => JSON.parse(row.params).tlr_sid === "")).toBe(true);
  });
});
