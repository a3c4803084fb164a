import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { recruitingPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { days, minutes } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { issueToken } from "../../../../platform/server/credentials/one-time-tokens.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { removeFiles } from "../../../../platform/server/files/removals.ts";
import { intakeNames, type Track, tracks } from "../../contract/recruiting-endpoints.ts";
import { listApplications } from "../applicants/applications.ts";
import { privacyReason } from "../attribution/conversions.ts";
import { deleteApplication } from "../resumes/discard.ts";
import { findApplication } from "./applications.ts";

const { token: tokenName } = intakeNames;

function rowsOf({ database }: TestApp) {
  return database.db
    .selectFrom("applications")
    .select(["id", "reference", "status", "duplicate_of", "answers", "joined_at"])
    .orderBy("submitted_at")
    .execute();
}

async function removeApplication({ context, database, clock }: TestApp, id: string) {
  const files = await database.write((trx) => deleteApplication(trx, id, clock.now));
  await removeFiles(fileStoreOf(context), files);
}

async function joinLink({ database }: TestApp): Promise<string> {
  const emails = await database.db
    .selectFrom("mail_outbox")
    .select(["text", "recipient"])
    .where("kind", "=", "application-twice")
    .execute();
  return /resume=([\w-]+)/.exec(emails.at(-1)?.text ?? "")?.[1] ?? "";
}

describeEachDialect("applying twice", (_open, createDatabase, engine) => {
  test("from the same address in another case: stored separately, joined by the emailed link only", async () => {
    const server = await openTestApp(createDatabase);
    const { app, clock, database } = server;
    const first = await new TestBrowser(app).apply("care");
    clock.now += days(30);
    const browser = new TestBrowser(app);
    const second = await browser.apply("care", tracks.care.intake, {
      email: "GRACE.OKAFOR@EXAMPLE.COM",
      phone: "303-555-0199",
      languages: "Yoruba",
    });
    expect(second).not.toBe(first);
    const [one, two] = await rowsOf(server);
    expect(one).toMatchObject({ reference: first, status: "new", duplicate_of: null });
    expect(two).toMatchObject({ reference: second, status: "duplicate", duplicate_of: one?.id });
    const emails = await database.db
      .selectFrom("mail_outbox")
      .select(["kind", "recipient"])
      .where("kind", "=", "application-twice")
      .execute();
    // Only readers of the first application's mailbox can join the two.
    expect(emails).toEqual([{ kind: "application-twice", recipient: "Grace.Okafor@example.com" }]);
    const token = await joinLink(server);
    const reader = new TestBrowser(app);
    for (const _ of [1, 2]) {
      const state = await reader.state(`${tracks.care.intake}?resume=${token}`);
      expect(state?.recruiting).toMatchObject({ step: "resume", joins: true, answers: {} });
    }
    expect((await rowsOf(server))[0]?.answers).not.toContain("Yoruba");
    const used = await reader.post(tracks.care.intake, { [tokenName]: token }, "resume");
    expect((await reader.state(String(used.headers.location)))?.recruiting).toMatchObject({
      reference: first,
    });
    const [joined, gone] = await rowsOf(server);
    expect(JSON.parse(joined?.answers ?? "")).toMatchObject({ languages: "Yoruba" });
    expect(gone?.joined_at).toBe(clock.now);
    const again = await reader.post(tracks.care.intake, { [tokenName]: token }, "resume");
    expect(again.statusCode).toBe(410);
    await removeApplication(server, joined?.id ?? "");
    expect(await rowsOf(server)).toMatchObject([{ duplicate_of: null, joined_at: null }]);
  });

  test("from the same address is a duplicate within 120 days, and later a new one", async () => {
    const server = await openTestApp(createDatabase);
    const { app, clock } = server;
    await new TestBrowser(app).apply("care");
    const statusAfter = async (passed: number) => {
      clock.now += days(passed);
      await new TestBrowser(app).apply("care");
      return (await rowsOf(server)).at(-1)?.status;
    };
    expect([await statusAfter(119), await statusAfter(2)]).toEqual(["duplicate", "new"]);
  });

  test("with the same phone number and another address they stay separate, marked for staff", async () => {
    const server = await openTestApp(createDatabase);
    const { app, database, clock } = server;
    const victim = new TestBrowser(app);
    const first = await victim.apply("care", tracks.care.intake, { firstName: "Grace" });
    clock.now += days(1);
    const second = await new TestBrowser(app).apply("care", tracks.care.intake, {
      email: "attacker@example.com",
      // The same number, formatted differently.
      phone: "+1 970.555.0188",
    });
    const [one, two] = await rowsOf(server);
    expect(one).toMatchObject({ reference: first, status: "new", duplicate_of: null });
    expect(two).toMatchObject({ reference: second, status: "new", duplicate_of: null });
    const records = await listApplications(database.db, "care", "", 10);
    expect(records.map(({ data }) => data)).toMatchObject([
      { email: "Grace.Okafor@example.com", possibleDuplicateOf: null },
      { email: "attacker@example.com", duplicateOf: null, possibleDuplicateOf: first },
    ]);
    const emails = await database.db
      .selectFrom("mail_outbox")
      .select(["kind", "recipient"])
      .orderBy("recipient")
      .execute();
    // Nobody is told about the other one, and there is no link to join them.
    expect(emails).toEqual([
      { kind: "application-received", recipient: "Grace.Okafor@example.com" },
      { kind: "application-received", recipient: "attacker@example.com" },
    ]);
    await removeApplication(server, one?.id ?? "");
    const [left] = await listApplications(database.db, "care", "", 10);
    expect(left?.data.possibleDuplicateOf).toBe(null);
  });

  test("an old join link for one phone number and two addresses joins nothing", async () => {
    const server = await openTestApp(createDatabase);
    const { app, database, clock } = server;
    await new TestBrowser(app).apply("care");
    clock.now += days(1);
    await new TestBrowser(app).apply("care", tracks.care.intake, { email: "attacker@example.com" });
    const [one, two] = await rowsOf(server);
    const token = await database.write((trx) =>
      issueToken(
        trx,
        {
          kind: "join-applications",
          uid: null,
          data: `${one?.id} ${two?.id}`,
          lifetimeMs: days(1),
        },
        clock.now,
      ),
    );
    const used = await new TestBrowser(app).post(
      tracks.care.intake,
      { [tokenName]: token },
      "resume",
    );
    expect(used.statusCode).toBe(410);
    expect((await rowsOf(server))[0]?.answers).toBe(one?.answers);
  });

  if (engine !== "sqlite") return;

  test("the email that offers to join shows the end of another phone number", async () => {
    const server = await openTestApp(createDatabase);
    const words = async () => {
      const emails = await server.database.db
        .selectFrom("mail_outbox")
        .select("text")
        .where("kind", "=", "application-twice")
        .orderBy("created_at")
        .execute();
      return emails.at(-1)?.text;
    };
    await new TestBrowser(server.app).apply("care");
    server.clock.now += days(1);
    await new TestBrowser(server.app).apply("care");
    expect(await words()).not.toContain("phone number");
    server.clock.now += days(2);
    await new TestBrowser(server.app).apply("care", tracks.care.intake, { phone: "303-555-0147" });
    expect(await words()).toContain("It ends in 47.");
    expect(await words()).not.toContain("0147");
  });

  test("somebody who typed another's address into an application sees nothing that the owner joins to it", async () => {
    const server = await openTestApp(createDatabase);
    const { app, clock } = server;
    const attacker = new TestBrowser(app);
    await attacker.apply("care", tracks.care.intake, { firstName: "Mallory" });
    clock.now += minutes(1);
    await new TestBrowser(app).apply("care", tracks.care.intake, { firstName: "Grace" });
    const token = await joinLink(server);
    await new TestBrowser(app).post(tracks.care.intake, { [tokenName]: token }, "resume");
    // Within half an hour, sending again would show the first name and the reference.
    const again = await attacker.postJson(recruitingPaths("care").submit);
    expect([again.statusCode, again.json().code]).toEqual([409, "application-sent"]);
    expect((await attacker.get(tracks.care.complete)).body).not.toContain("Grace");
    expect((await attacker.get(tracks.care.intake)).body).not.toContain("Grace");
  });

  test.each<[string, Track, number, Record<string, string>]>([
    ["another person", "care", 1, { email: "other@example.com", phone: "303-555-0199" }],
    ["the other track", "pro", 1, {}],
    ["much later", "care", facts.sameApplicantDays, {}],
  ])("%s is no duplicate", async (_who, track, daysLater, changes) => {
    const server = await openTestApp(createDatabase);
    await new TestBrowser(server.app).apply("care");
    server.clock.now += days(daysLater);
    await new TestBrowser(server.app).apply(track, tracks[track].intake, changes);
    expect((await rowsOf(server)).map(({ status }) => status)).toEqual(["new", "new"]);
  });

  test("the newer résumé moves to the first application, and stays when the second is deleted", async () => {
    const server = await openTestApp(createDatabase);
    const { resume } = recruitingPaths("care");
    const send = async (name: string) => {
      const browser = new TestBrowser(server.app);
      await browser.put(`${resume}?name=${name}`, Buffer.from(`%PDF-1.7\n${name}\n%%EOF\n`));
      await browser.apply("care");
      server.clock.now += days(1);
    };
    await send("old.pdf");
    await send("new.pdf");
    const token = await joinLink(server);
    await new TestBrowser(server.app).post(tracks.care.intake, { [tokenName]: token }, "resume");
    const [one, two] = await rowsOf(server);
    await removeApplication(server, two?.id ?? "");
    const first = await findApplication(server.database.db, one?.id);
    expect(first?.resume?.name).toBe("new.pdf");
    const file = path.join(server.dataDir, "files", first?.resume?.file ?? "");
    expect(await readFile(file, "utf8")).toContain("new.pdf");
    await removeApplication(server, one?.id ?? "");
    expect(existsSync(file)).toBe(false);
    expect(await rowsOf(server)).toEqual([]);
  });

  test("a consent to text messages that is not given again ends with the join", async () => {
    const server = await openTestApp(createDatabase);
    const consents = async () => {
      const [first] = await server.database.db
        .selectFrom("applications")
        .select("consents")
        .orderBy("submitted_at")
        .execute();
      return Object.keys(JSON.parse(first?.consents ?? ""));
    };
    await new TestBrowser(server.app).apply("care", tracks.care.intake, { smsConsent: "yes" });
    expect(await consents()).toEqual(["terms", "sms"]);
    server.clock.now += days(1);
    await new TestBrowser(server.app).apply("care");
    const token = await joinLink(server);
    await new TestBrowser(server.app).post(tracks.care.intake, { [tokenName]: token }, "resume");
    expect(await consents()).toEqual(["terms"]);
  });

  test.each([
    ["the first, not asked again later", { declinesAdNotes: "yes" }, {}, {}],
    ["the second", {}, { declinesAdNotes: "yes" }, {}],
    ["the second's browser by its signal", {}, {}, { "sec-gpc": "1" }],
  ])("an opt-out by %s prevents reporting after the join", async (_how, one, two, headers) => {
    const server = await openTestApp(createDatabase);
    await new TestBrowser(server.app).apply("care", tracks.care.intake, one);
    server.clock.now += days(1);
    await new TestBrowser(server.app, headers).apply("care", tracks.care.intake, two);
    const token = await joinLink(server);
    await new TestBrowser(server.app).post(tracks.care.intake, { [tokenName]: token }, "resume");
    const [row] = await rowsOf(server);
    const first = await findApplication(server.database.db, row?.id);
    expect(first && privacyReason(first)).toEqual(expect.any(String));
    expect(Object.hasOwn(first?.consents ?? {}, "adNotes")).toBe(!("sec-gpc" in headers));
  });

  test("joining keeps what only the first one answered, and checks the answers again", async () => {
    const server = await openTestApp(createDatabase);
    await new TestBrowser(server.app).apply("care", tracks.care.intake, {
      city: "Loveland",
      languages: "Igbo",
      workAuthorized: "No",
    });
    server.clock.now += days(1);
    await new TestBrowser(server.app).apply("care", tracks.care.intake, { languages: "Yoruba" });
    expect((await rowsOf(server))[0]?.status).toBe("not-eligible");
    const token = await joinLink(server);
    await new TestBrowser(server.app).post(tracks.care.intake, { [tokenName]: token }, "resume");
    const [joined] = await rowsOf(server);
    expect(joined?.status).toBe("new");
    expect(JSON.parse(joined?.answers ?? "")).toMatchObject({
      city: "Loveland",
      languages: "Yoruba",
      workAuthorized: "Yes",
    });
  });

  test("a third one is a duplicate of the first", async () => {
    const server = await openTestApp(createDatabase);
    for (let times = 0; times < 3; times += 1) {
      await new TestBrowser(server.app).apply("care");
      server.clock.now += days(1);
    }
    const [one, two, three] = await rowsOf(server);
    expect([two?.duplicate_of, three?.duplicate_of]).toEqual([one?.id, one?.id]);
  });
});
