import { expect, test } from "vitest";
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
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { days } from "../../../../platform/contract/durations.ts";
import {
  type ApplicationCounts,
  type ApplicationPage,
  applicationEndpoints,
  type BoardStage,
} from "../../contract/applications.ts";
import { tracks } from "../../contract/recruiting-endpoints.ts";
import { changeStatus } from "../applications/status.ts";

const settings = { RATE_LIMITS: "off" };
const tia = { firstName: "Tia", lastName: "Lam", email: "tia@example.com", phone: "303-555-0123" };

const names = ({ applications }: ApplicationPage) => applications.map(({ name }) => name);

async function openDesk(testApp: TestApp) {
  const grace = await new TestBrowser(testApp.app).apply("care", tracks.care.intake, {
    city: "Loveland",
  });
  testApp.clock.now += days(3);
  const browser = new TestBrowser(testApp.app);
  await browser.get(`${tracks.pro.getStarted}?utm_source=friend`);
  const other = await browser.apply("pro", tracks.pro.intake, { ...tia, zip: "80202" });
  await indexAllApplications(testApp);
  const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
  return { grace, tia: other, noor };
}

describeEachDialect("applications at the desk", (_open, createDatabase, engine) => {
  test("list, search, filters, counts and board show sent applications, never drafts", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { grace, noor } = await openDesk(testApp);
    await new TestBrowser(testApp.app).fillIn("care", tracks.care.intake, tia);
    await indexAllApplications(testApp);
    const page = await listAt(noor);
    expect(page).toMatchObject({ next: null, count: 2, isCountExact: true });
    expect(page.applications[1]).toMatchObject({
      reference: grace,
      name: "Grace O'Hara-Núñez",
      track: "care",
      status: "new",
      city: "Loveland",
      market: "805",
      source: "direct",
      isRepeat: false,
      version: 1,
    });
    for (const [query, found] of [
      ["", ["Tia Lam", "Grace O'Hara-Núñez"]],
      ["sort=oldest", ["Grace O'Hara-Núñez", "Tia Lam"]],
      ["track=pro", ["Tia Lam"]],
      ["market=805", ["Grace O'Hara-Núñez"]],
      ["source=friend", ["Tia Lam"]],
      ["age=2", ["Grace O'Hara-Núñez"]],
      ["age=7", []],
      ["status=hired", []],
      ["status=all&market=802&track=pro&source=friend", ["Tia Lam"]],
      ["duplicates=yes", []],
      ["q=nunez", ["Grace O'Hara-Núñez"]],
      ["q=970-555", ["Grace O'Hara-Núñez"]],
      ["q=(303) 555-0123", ["Tia Lam"]],
      ["q=3035550123", ["Tia Lam"]],
      ["q=tia@exam", ["Tia Lam"]],
      [`q=${grace.toLowerCase()}`, ["Grace O'Hara-Núñez"]],
      ["q=grace&track=pro", []],
      ["q=loveland", []],
    ] as const) {
      const url = query.replace("q=", "q=").replaceAll(" ", "+");
      expect([query, names(await listAt(noor, url))]).toEqual([query, found]);
    }
    for (const wrong of ["status=draft", "track=all", "age=3", "sort=name", "duplicates=no"]) {
      const url = `${pathOf(applicationEndpoints.list)}?${wrong}`;
      expect([wrong, (await noor.request("GET", url)).statusCode]).toEqual([wrong, 400]);
    }
    const counts = await noor.request("GET", pathOf(applicationEndpoints.counts));
    expect(counts.json<ApplicationCounts>()).toEqual({
      open: 2,
      sources: ["direct", "friend"],
      markets: ["802", "805"],
    });
    const board = await noor.request("GET", `${pathOf(applicationEndpoints.board)}?track=care`);
    const stages: BoardStage[] = board.json().stages;
    expect(stages.map(({ status, count }) => [status, count])).toEqual([
      ["new", 1],
      ["screening", 0],
      ["interview", 0],
      ["background", 0],
      ["approved", 0],
      ["hired", 0],
    ]);
  });

  test("uses keyset pagination: each application once, in the list and in search", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    for (let sent = 0; sent < 3; sent += 1) {
      await new TestBrowser(testApp.app).apply("care", tracks.care.intake, {
        email: `p${sent}@example.com`,
        phone: `303-555-010${sent}`,
      });
    }
    // Copies fill the pages; they look sent to the indexes, too.
    const [row] = await testApp.database.db.selectFrom("applications").selectAll().execute();
    if (!row) throw new Error("nothing was sent");
    const copies = Array.from({ length: 60 }, (_, index) => ({
      ...row,
      id: `${row.id.slice(0, -4)}${String(1000 + index)}`,
      reference: `TEST${String(2000 + index)}`,
      completion_hash: null,
      number: null,
    }));
    await testApp.database.write((trx) => trx.insertInto("applications").values(copies).execute());
    await indexAllApplications(testApp);
    const noor = await signInStaff(testApp, ["recruiter"]);
    for (const query of ["", "sort=oldest", "q=grace", "status=all"]) {
      const seen: string[] = [];
      let after = "";
      do {
        const page = await listAt(noor, `${query}&after=${after}`);
        seen.push(...page.applications.map(({ reference }) => reference));
        after = page.next ?? "";
      } while (after !== "");
      expect([query, seen.length, new Set(seen).size]).toEqual([query, 63, 63]);
    }
  });

  test("a change of status is audited; an old version is rejected with what changed", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { grace, noor } = await openDesk(testApp);
    const path = applicationPath("change", grace);
    const changed = await noor.request("PATCH", path, { version: 1, status: "screening" });
    expect(changed.json()).toMatchObject({ status: "screening", version: 2 });
    const late = await noor.request("PATCH", path, { version: 1, status: "interview" });
    expect([late.statusCode, late.json()]).toEqual([
      409,
      { code: "case-changed", message: "Noor Aziz changed this. Status: New to Screening." },
    ]);
    const same = await noor.request("PATCH", path, { version: 2, status: "screening" });
    expect(same.json()).toMatchObject({ version: 2 });
    // The operator's command calls the same function.
    await changeStatus(grace, "hired", testApp.context);
    const detail = await openAt(noor, grace);
    expect(detail).toMatchObject({ status: "hired", version: 3 });
    expect(detail.history.map(({ staffId, what }) => [staffId, what])).toEqual([
      [noor.id, "Status: New to Screening"],
      [null, "Status: Screening to Hired"],
    ]);
    // That it was opened since is no change.
    const again = await noor.request("PATCH", path, { version: 1, status: "interview" });
    expect(again.json().message).toBe("Someone changed this. Status: Screening to Hired.");
    expect((await readAudit(testApp))[0]).toEqual([
      "change",
      "Noor Aziz",
      "Status: New to Screening",
      grace,
    ]);
    for (const status of ["draft", "duplicate", "promoted"]) {
      const response = await noor.request("PATCH", path, { version: 3, status });
      expect([status, response.statusCode]).toEqual([status, 400]);
    }
    const board = await noor.request("GET", pathOf(applicationEndpoints.board));
    expect(board.json().stages.at(-1)).toMatchObject({ status: "hired", count: 1 });
    testApp.clock.now += days(31);
    const later = await signInStaff(testApp, ["recruiter"], "Later");
    const emptied = await later.request("GET", pathOf(applicationEndpoints.board));
    expect(emptied.json().stages.at(-1)).toMatchObject({ status: "hired", count: 0 });
  });

  test("notes mention staff, who get an email with a link but not the note", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { grace, noor } = await openDesk(testApp);
    const lena = await signInStaff(testApp, ["recruiter"], "Lena Sato");
    const agent = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const path = applicationPath("addNote", grace);
    const note = { text: "Called, no answer.", mentions: [lena.id] };
    const added = await noor.request("POST", path, note);
    expect(added.json().notes).toMatchObject([{ ...note, staffId: noor.id, reference: grace }]);
    const emails = await testApp.database.db
      .selectFrom("mail_outbox")
      .select(["recipient", "text"])
      .where("kind", "=", "mention")
      .execute();
    expect(emails).toMatchObject([
      {
        recipient: "lena.sato@example.com",
        text: expect.stringContaining(`/desk/applications/${grace}`),
      },
    ]);
    expect(emails[0]?.text).not.toContain("no answer");
    const outsider = { text: "Look", mentions: [agent.id] };
    expect((await noor.request("POST", path, outsider)).statusCode).toBe(422);
    expect((await readAudit(testApp)).map(([, , what]) => what)).toEqual([
      "Mentioned Lena Sato in a note",
    ]);
  });

  test("exports the filtered list as CSV and NDJSON, safe against formulas, and audits it", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { noor } = await openDesk(testApp);
    const path = pathOf(applicationEndpoints.export);
    const csv = await noor.request("GET", `${path}?format=csv&track=care`);
    expect(csv.headers["content-disposition"]).toBe('attachment; filename="applications.csv"');
    const [head, line, rest] = csv.body.split("\r\n");
    expect(head).toMatch(
      /^\uFEFFreference,track,status,sent \(America\/Denver\),status since \(America\/Denver\),market,source,seen before,firstName/,
    );
    expect(line).toContain("Fort Collins");
    expect(line).toContain(",\u200B970-555-0188,");
    expect(rest).toBe("");
    const lines = (await noor.request("GET", `${path}?format=ndjson`)).body.trim().split("\n");
    expect(lines.map((text) => JSON.parse(text).source)).toEqual(["A friend", "Typed in"]);
    expect((await readAudit(testApp)).map(([kind, , what]) => [kind, what])).toEqual([
      ["export", "Exported applications as CSV"],
      ["export", "Exported applications as NDJSON"],
    ]);
  });

  if (engine !== "sqlite") return;

  test("a record shows the answers in the form's order, with the person's source", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { tia: reference, noor } = await openDesk(testApp);
    const detail = await openAt(noor, reference);
    expect(detail).toMatchObject({
      firstName: "Tia",
      email: "tia@example.com",
      phone: "303-555-0123",
      resume: null,
      firstTouch: { source: "friend", path: tracks.pro.getStarted },
      isPrivate: false,
      matches: [],
      notes: [],
      mergedInto: null,
    });
    expect(detail.sections.map(({ heading }) => heading)).toEqual([
      "About you",
      "Your work",
      "Your week",
      "Last questions",
      "Before you send",
    ]);
    expect(detail.sections.flatMap(({ answers }) => answers.map(({ name }) => name))).toEqual([
      "email",
      "phone",
      "zip",
      "providerType",
      "services",
      "availability",
      "smartphone",
      "workAuthorized",
      "ageConfirmed",
      "termsConsent",
    ]);
    const week = detail.sections[2]?.answers[0];
    expect(week?.grid).toMatchObject({
      chosen: ["Saturday morning"],
      columns: ["morning", "afternoon", "evening", "night"],
    });
    expect(detail.sections[4]?.answers.at(-1)?.values).toEqual([
      "Agreed, words of November 21, 2026",
    ]);
    await openAt(noor, reference);
    expect(await readAudit(testApp)).toEqual([
      ["opened", "Noor Aziz", "Opened a record", reference],
    ]);
    expect((await openAt(noor, reference)).history).toMatchObject([
      { staffId: noor.id, what: "Opened a record" },
    ]);
    expect((await noor.request("GET", applicationPath("read", "NONE2345"))).statusCode).toBe(404);
  });

  test("a résumé is sent as a download that no browser displays, and is audited", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const browser = new TestBrowser(testApp.app);
    await browser.get(tracks.care.intake);
    const pdf = Buffer.from("%PDF-1.7\n%%EOF\n");
    await browser.put(`${recruitingPaths("care").resume}?name=r%C3%A9sum%C3%A9%20(2).pdf`, pdf);
    const reference = await browser.apply("care");
    await indexAllApplications(testApp);
    const noor = await signInStaff(testApp, ["recruiter"], "Noor Aziz");
    expect((await openAt(noor, reference)).resume).toMatchObject({ name: "résumé (2).pdf" });
    const path = applicationPath("resume", reference);
    const response = await noor.request("GET", path);
    expect(response.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="resume-${reference}.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%282%29.pdf`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(response.rawPayload.equals(pdf)).toBe(true);
    expect((await readAudit(testApp)).at(-1)).toEqual([
      "export",
      "Noor Aziz",
      "Downloaded the résumé",
      reference,
    ]);
    const viewer = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    expect((await viewer.request("GET", path)).statusCode).toBe(403);
  });
});
