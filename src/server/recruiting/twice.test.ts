import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { Phone, stateOf } from "../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { facts } from "../../contract/facts.ts";
import { intakeNames, recruitingCalls, type Track, tracks } from "../../contract/recruiting.ts";
import { findApplication } from "./applications.ts";
import { privacyReason } from "./conversions.ts";
import { deleteApplication } from "./discard.ts";

const day = 24 * 60 * 60 * 1000;
const { step, token: tokenName } = intakeNames;

function rowsOf({ database }: TestApp) {
  return database.db
    .selectFrom("applications")
    .select(["id", "reference", "status", "duplicate_of", "answers", "joined_at"])
    .orderBy("submitted_at")
    .execute();
}

async function joinLink({ database }: TestApp): Promise<string> {
  const mails = await database.db
    .selectFrom("mail_outbox")
    .select(["text", "recipient"])
    .where("kind", "=", "application-twice")
    .execute();
  return /resume=([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";
}

describeEachDialect("applying twice", (_open, place) => {
  test.each<[string, Record<string, string>]>([
    ["the same address in capitals", { email: "GRACE.OKAFOR@EXAMPLE.COM", phone: "303-555-0199" }],
    [
      "the same number, written otherwise",
      { email: "other@example.com", phone: "+1 970.555.0188" },
    ],
  ])("%s: stored apart, joined by the mailed link only", async (_how, changes) => {
    const server = await openTestApp(place);
    const { app, clock, database } = server;
    const first = await new Phone(app).apply("care");
    clock.now += 30 * day;
    const phone = new Phone(app);
    const second = await phone.apply("care", tracks.care.intake, {
      ...changes,
      languages: "Yoruba",
    });
    expect(second).not.toBe(first);
    const [one, two] = await rowsOf(server);
    expect(one).toMatchObject({ reference: first, status: "new", duplicate_of: null });
    expect(two).toMatchObject({ reference: second, status: "duplicate", duplicate_of: one?.id });
    const mails = await database.db
      .selectFrom("mail_outbox")
      .select(["kind", "recipient"])
      .where("kind", "=", "application-twice")
      .execute();
    // Only whoever reads the first application's mail can join the two.
    expect(mails).toEqual([{ kind: "application-twice", recipient: "Grace.Okafor@example.com" }]);
    const token = await joinLink(server);
    const reader = new Phone(app);
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
  });

  test.each<[string, Track, number, Record<string, string>]>([
    ["another person", "care", 1, { email: "other@example.com", phone: "303-555-0199" }],
    ["the other track", "pro", 1, {}],
    ["much later", "care", facts.sameApplicantDays, {}],
  ])("%s is no second application", async (_who, track, days, changes) => {
    const server = await openTestApp(place);
    await new Phone(server.app).apply("care");
    server.clock.now += days * day;
    await new Phone(server.app).apply(track, tracks[track].intake, changes);
    expect((await rowsOf(server)).map(({ status }) => status)).toEqual(["new", "new"]);
  });

  test("the newer résumé goes to the first application, and stays when the second is deleted", async () => {
    const server = await openTestApp(place);
    const { resume } = recruitingCalls("care");
    const send = async (name: string) => {
      const phone = new Phone(server.app);
      await phone.put(`${resume}?name=${name}`, Buffer.from(`%PDF-1.7\n${name}\n%%EOF\n`));
      await phone.apply("care");
      server.clock.now += day;
    };
    await send("old.pdf");
    await send("new.pdf");
    const token = await joinLink(server);
    await new Phone(server.app).post(tracks.care.intake, { [tokenName]: token }, "resume");
    const [one, two] = await rowsOf(server);
    await deleteApplication(two?.id ?? "", server.context);
    const first = await findApplication(server.database.db, one?.id);
    expect(first?.resume?.name).toBe("new.pdf");
    const file = path.join(server.dataDir, "files", first?.resume?.file ?? "");
    expect(await readFile(file, "utf8")).toContain("new.pdf");
    await deleteApplication(one?.id ?? "", server.context);
    expect(existsSync(file)).toBe(false);
    expect(await rowsOf(server)).toEqual([]);
  });

  test("a consent to text messages that is not given again ends with the join", async () => {
    const server = await openTestApp(place);
    const consents = async () => {
      const [first] = await server.database.db
        .selectFrom("applications")
        .select("consents")
        .orderBy("submitted_at")
        .execute();
      return Object.keys(JSON.parse(first?.consents ?? ""));
    };
    await new Phone(server.app).apply("care", tracks.care.intake, { smsConsent: "yes" });
    expect(await consents()).toEqual(["terms", "sms"]);
    server.clock.now += day;
    await new Phone(server.app).apply("care");
    const token = await joinLink(server);
    await new Phone(server.app).post(tracks.care.intake, { [tokenName]: token }, "resume");
    expect(await consents()).toEqual(["terms"]);
  });

  test.each([
    ["the first, not asked again later", { declinesAdNotes: "yes" }, {}, {}],
    ["the second", {}, { declinesAdNotes: "yes" }, {}],
    ["the second's browser by its signal", {}, {}, { "sec-gpc": "1" }],
  ])("who declined by %s is not told of after the join", async (_how, one, two, headers) => {
    const server = await openTestApp(place);
    await new Phone(server.app).apply("care", tracks.care.intake, one);
    server.clock.now += day;
    await new Phone(server.app, headers).apply("care", tracks.care.intake, two);
    const token = await joinLink(server);
    await new Phone(server.app).post(tracks.care.intake, { [tokenName]: token }, "resume");
    const [row] = await rowsOf(server);
    const first = await findApplication(server.database.db, row?.id);
    expect(first && privacyReason(first)).toEqual(expect.any(String));
    expect(Object.hasOwn(first?.consents ?? {}, "adNotes")).toBe(!("sec-gpc" in headers));
  });

  test("joining keeps what only the first one answered, and looks at the answers again", async () => {
    const server = await openTestApp(place);
    await new Phone(server.app).apply("care", tracks.care.intake, {
      city: "Loveland",
      languages: "Igbo",
      workAuthorized: "No",
    });
    server.clock.now += day;
    await new Phone(server.app).apply("care", tracks.care.intake, { languages: "Yoruba" });
    expect((await rowsOf(server))[0]?.status).toBe("not-eligible");
    const token = await joinLink(server);
    await new Phone(server.app).post(tracks.care.intake, { [tokenName]: token }, "resume");
    const [joined] = await rowsOf(server);
    expect(joined?.status).toBe("new");
    expect(JSON.parse(joined?.answers ?? "")).toMatchObject({
      city: "Loveland",
      languages: "Yoruba",
      workAuthorized: "Yes",
    });
  });

  test("a third one belongs to the first", async () => {
    const server = await openTestApp(place);
    for (let times = 0; times < 3; times += 1) {
      await new Phone(server.app).apply("care");
      server.clock.now += day;
    }
    const [one, two, three] = await rowsOf(server);
    expect([two?.duplicate_of, three?.duplicate_of]).toEqual([one?.id, one?.id]);
  });
});

describeEachDialect("markets and the waiting list", (_open, place) => {
  const { getStarted, intake } = tracks.care;
  const openMarkets = ["802"];
  const closed = {
    name: "Grace Okafor",
    email: "grace@example.com",
    phone: "",
    zip: "10001",
    consent: "yes",
  };

  test("an open market leads to the form with the ZIP in it", async () => {
    const { app } = await openTestApp(place, {}, undefined, openMarkets);
    const phone = new Phone(app);
    const answer = await phone.post(getStarted, { zip: "80202", [step]: "zip" });
    expect(answer.headers.location).toBe(intake);
    expect((await phone.state(intake))?.recruiting).toMatchObject({
      answers: { zip: "80202" },
      done: [],
    });
  });

  test("a closed market leads to the list; its record is stored once", async () => {
    const server = await openTestApp(place, {}, undefined, openMarkets);
    const phone = new Phone(server.app);
    const shown = await phone.post(getStarted, { zip: "10001", [step]: "zip" });
    expect(stateOf(shown)?.recruiting).toMatchObject({
      view: "waitlist",
      answers: { zip: "10001" },
    });
    for (const _ of [1, 2]) {
      const listed = await phone.post(getStarted, { ...closed, [step]: "waitlist" });
      expect(listed.statusCode).toBe(200);
      expect(stateOf(listed)?.recruiting).toMatchObject({ view: "listed" });
    }
    expect(await server.submissions()).toMatchObject([
      {
        collection: "RecruitingWaitlist",
        data: { name: "Grace Okafor", zip: "10001", track: "care", consentVersion: "2026-11-21" },
      },
    ]);
    expect(await rowsOf(server)).toEqual([]);
  });

  test.each([
    [{ ...closed, consent: "" }, "consent"],
    [{ ...closed, email: "", phone: "" }, "email"],
    [{ ...closed, email: "grace" }, "email"],
    [{ ...closed, phone: "12" }, "phone"],
    [{ ...closed, name: "" }, "name"],
    [{ ...closed, zip: "1" }, "zip"],
  ])("the list refuses %j", async (answers, field) => {
    const server = await openTestApp(place, {}, undefined, openMarkets);
    const refused = await new Phone(server.app).post(getStarted, {
      ...answers,
      [step]: "waitlist",
    });
    expect(refused.statusCode).toBe(422);
    const state = stateOf(refused);
    expect(Object.keys(state?.errors ?? {})).toEqual([field]);
    expect(state?.recruiting).toMatchObject({ view: "waitlist", answers });
    expect(await server.submissions()).toEqual([]);
  });

  test("a phone number alone is enough for the list", async () => {
    const server = await openTestApp(place, {}, undefined, openMarkets);
    const answers = { ...closed, email: "", phone: "303-555-0142", [step]: "waitlist" };
    expect(
      stateOf(await new Phone(server.app).post(getStarted, answers))?.recruiting,
    ).toMatchObject({ view: "listed" });
  });

  test("a closed ZIP typed in the form itself is refused there, and at sending", async () => {
    const server = await openTestApp(place, {}, undefined, openMarkets);
    const phone = new Phone(server.app);
    await expect(phone.fillIn("care")).rejects.toThrow("about: 422");
    const sent = await phone.post(intake, { [step]: "check" });
    expect(sent.statusCode).toBe(422);
    expect(await rowsOf(server)).toMatchObject([{ status: "draft" }]);
  });

  test("a wrong ZIP stays to be mended", async () => {
    const { app } = await openTestApp(place);
    const refused = await new Phone(app).post(getStarted, { zip: "8020", [step]: "zip" });
    expect(refused.statusCode).toBe(422);
    expect(stateOf(refused)).toMatchObject({
      errors: { zip: "ZIP code is invalid." },
      recruiting: { view: "zip", answers: { zip: "8020" } },
    });
  });

  test("who began before gets a link; who did not gets the same words", async () => {
    const server = await openTestApp(place);
    await new Phone(server.app).fillIn("care");
    const ask = (email: string) =>
      new Phone(server.app).post(getStarted, { email, [step]: "link" });
    for (const email of ["grace.okafor@example.com", "nobody@example.com"]) {
      expect(stateOf(await ask(email))?.recruiting).toMatchObject({ view: "mailed" });
    }
    const mails = await server.database.db
      .selectFrom("mail_outbox")
      .select(["kind", "recipient"])
      .execute();
    expect(mails).toEqual([{ kind: "application-link", recipient: "Grace.Okafor@example.com" }]);
    expect((await ask("nobody")).statusCode).toBe(422);
  });
});
