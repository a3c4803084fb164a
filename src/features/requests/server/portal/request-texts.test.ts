import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { sendDueTexts } from "../../../../../tests/support/fake-twilio.ts";
import { type SignedIn, signUp } from "../../../../../tests/support/portal.ts";
import { add, change, later, openDesk, ride } from "../../../../../tests/support/requests.ts";
import type { TestApp } from "../../../../../tests/support/test-app.ts";
import { brand } from "../../../../brand.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { undoLifetimeMs } from "../../../../platform/contract/desk/undo.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { consentQuestion } from "../../../texts/contract/consent.ts";
import { measureText } from "../../../texts/contract/segments.ts";
import { receiveText } from "../../../texts/server/receive-text.ts";
import { requestEndpoints } from "../../contract/desk.ts";
import type { RequestNotice } from "../../contract/request-emails.ts";
import { composeRequestText } from "../texts.ts";

const number = "303-555-0101";

async function choose(person: SignedIn, act: "texts-on" | "texts-off", shown = number) {
  const body = new URLSearchParams({ _act: act, _number: shown }).toString() as unknown as object;
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const { statusCode, body: page } = await person.request("POST", paths.askForHelp, body, type);
  return { statusCode, page };
}

async function readState(person: SignedIn) {
  const { body } = await person.request("GET", paths.askForHelp);
  const labels = ["Stop texting me", "Yes, text me too", "You texted STOP", "needs a phone number"];
  return labels.find((label) => body.includes(label));
}

/** Words of the texts to a customer, oldest first, with whether they wait. */
async function listTexts({ database }: TestApp, uid: string) {
  const rows = await database.db
    .selectFrom("texts")
    .select(["body", "sent_at", "failed_at"])
    .where("uid", "=", uid)
    .where("direction", "=", "out")
    .orderBy("id")
    .execute();
  return rows.map(({ body, sent_at: sent, failed_at: failed }) => {
    const [words = ""] = body.split(". Questions?");
    return failed !== null ? `not sent: ${words}` : sent === null ? `waits: ${words}` : words;
  });
}

function textStop(site: TestApp, body: string) {
  const { now } = site.clock;
  const text = { providerId: `${body}${now}`, from: `+1${number}`, mediaCount: 0, optOut: "" };
  return receiveText({ ...text, body }, site.context);
}

describeEachDialect("texts about requests", (_, createDatabase, engine) => {
  test("are sent besides the emails, once she agreed, until STOP or the switch", async () => {
    const { site, rosa, imani, nadia } = await openDesk(createDatabase);
    await add(imani, rosa.uid);
    expect(await listTexts(site, rosa.uid)).toEqual([]);
    expect(await readState(rosa)).toBe("Yes, text me too");
    expect((await choose(rosa, "texts-on")).statusCode).toBe(303);
    await choose(rosa, "texts-on");
    expect(await readState(rosa)).toBe("Stop texting me");
    const consents = () =>
      site.database.db
        .selectFrom("text_consents")
        .select(["state", "words", "source", "uid", "number_key"])
        .orderBy("id")
        .execute();
    const said = { uid: rosa.uid, source: "settings", number_key: "3035550101" };
    expect(await consents()).toEqual([{ ...said, state: "allowed", words: consentQuestion }]);
    await sendDueTexts(site);

    let one = await add(imani, rosa.uid, { providerId: nadia });
    const reason = { by: "customer", reason: "She is away" };
    expect(await sendDueTexts(site)).toBe(0);
    site.clock.now += undoLifetimeMs;
    await sendDueTexts(site);
    const canceled = (await change(imani, one, "cancel", reason)).json();
    expect(await sendDueTexts(site)).toBe(0);
    await imani.request("POST", pathOf(requestEndpoints.undo), { undo: canceled.undo });
    expect((await listTexts(site, rosa.uid)).join()).not.toContain("canceled");
    one = { ...one, version: one.version + 2 };
    await change(imani, one, "cancel", reason);
    site.clock.now += undoLifetimeMs;
    await sendDueTexts(site);
    expect(await listTexts(site, rosa.uid)).toEqual([
      expect.stringContaining("texts are on"),
      `${brand.name}: booked for Fri, Nov 20, 2:00 pm: Ride to the eye clinic`,
      `${brand.name}: canceled, Fri, Nov 20, 2:00 pm: Ride to the eye clinic`,
    ]);

    await choose(rosa, "texts-off");
    expect(await readState(rosa)).toBe("Yes, text me too");
    await add(imani, rosa.uid);
    await choose(rosa, "texts-on");
    await textStop(site, "STOP");
    expect(await readState(rosa)).toBe("You texted STOP");
    site.clock.now += minutes(20);
    const { statusCode, page } = await choose(rosa, "texts-on");
    expect([statusCode, page]).toEqual([
      422,
      expect.stringContaining("text START to 303-555-0142"),
    ]);
    await add(imani, rosa.uid);
    const texts = await listTexts(site, rosa.uid);
    expect(texts.filter((text) => text.includes("booked"))).toHaveLength(1);
    site.clock.now += 1000;
    await textStop(site, "START");
    expect(await readState(rosa)).toBe("Stop texting me");
    await add(imani, rosa.uid);
    expect((await listTexts(site, rosa.uid)).at(-1)).toContain(`waits: ${brand.name}: booked`);
  });

  test("wait for the morning where she lives, and only the newest of a request is sent", async () => {
    const { site, rosa } = await openDesk(createDatabase);
    await choose(rosa, "texts-on");
    await sendDueTexts(site);
    // Nine in the evening in Denver.
    const night = Date.parse("2026-11-21T04:00:00Z");
    const imani = await later(site, night);
    const one = await add(imani, rosa.uid, {
      time: { day: "2026-11-21", clock: "14:00", until: "" },
    });
    await change(imani, one, "cancel", { by: "us", reason: "Nobody is free" });
    site.clock.now = night + hours(10.9);
    expect(await sendDueTexts(site)).toBe(0);
    site.clock.now = night + hours(11);
    expect(await sendDueTexts(site)).toBe(2);
    expect((await listTexts(site, rosa.uid)).slice(1)).toEqual([
      `${brand.name}: canceled, Sat, Nov 21, 2:00 pm: Ride to the eye clinic`,
    ]);
  });

  test("about a series wait besides a change of its first, and none go to a former number", async () => {
    const { site, rosa } = await openDesk(createDatabase);
    await choose(rosa, "texts-on");
    await sendDueTexts(site);
    const night = Date.parse("2026-11-21T04:00:00Z");
    let imani = await later(site, night);
    const repeat = { weekDays: [2], until: "2026-12-01", without: [] };
    const time = { day: "2026-11-24", clock: "14:00", until: "" };
    let first = await add(imani, rosa.uid, { time, repeat });
    for (const price of [1900, 2000]) {
      first = (await change(imani, first, "edit", { ...ride, time, price })).json();
    }
    site.clock.now = night + hours(11);
    await sendDueTexts(site);
    expect((await listTexts(site, rosa.uid)).slice(1)).toEqual([
      `${brand.name}: booked for Tue, Nov 24, 2:00 pm: Ride to the eye clinic (and 1 more)`,
      `${brand.name}: changed, now Tue, Nov 24, 2:00 pm, $20.00: Ride to the eye clinic`,
    ]);

    imani = await later(site, night + hours(24));
    await change(imani, first, "edit", { ...ride, time, price: 2100 });
    const phone = { phone_number: "303-555-0102", phone_key: "3035550102" };
    const { database } = site;
    await database.write((trx) =>
      trx.updateTable("profiles").set(phone).where("uid", "=", rosa.uid).execute(),
    );
    site.clock.now = night + hours(35);
    await sendDueTexts(site);
    expect((await listTexts(site, rosa.uid)).at(-1)).toMatch(/^not sent: .*\$21\.00/);
  });

  test("are only for the account that agreed, and for the number that its owner saw", async () => {
    const { site, rosa, imani } = await openDesk(createDatabase);
    const walter = await signUp(site.app, { email: "walter@example.com" });
    const paul = await signUp(site.app, { email: "paul@example.com", phone: "+44 20 7946 0958" });
    await choose(rosa, "texts-on");
    expect([await readState(rosa), await readState(walter), await readState(paul)]).toEqual([
      "Stop texting me",
      "Yes, text me too",
      "needs a phone number",
    ]);
    await add(imani, walter.uid);
    expect(await listTexts(site, walter.uid)).toEqual([]);
    expect((await choose(walter, "texts-on", "303-555-0199")).statusCode).toBe(422);
    expect((await choose(paul, "texts-on", "+44 20 7946 0958")).statusCode).toBe(422);
    const statuses = [];
    for (const act of ["texts-off", "texts-on", "texts-off", "texts-on"] as const) {
      statuses.push((await choose(rosa, act)).statusCode);
    }
    expect(statuses).toEqual([303, 303, 303, 303]);
    expect((await choose(rosa, "texts-on")).statusCode).toBe(429);
  });

  if (engine !== "sqlite") return;

  test("say what and when in one part", () => {
    const row: Parameters<typeof composeRequestText>[0] = {
      title: "Ride to the eye clinic",
      starts_at: Date.parse("2026-11-20T21:00:00Z"),
      ends_at: null,
      time_zone: "",
      provider_name: "Nadia Kowalski",
      price_cents: null,
    };
    const origin = "https://www.example.com";
    const compose = (kind: RequestNotice, more: Partial<typeof row> = {}, count = 0) =>
      composeRequestText({ ...row, ...more }, kind, origin, count);
    const tail = "Questions? Call 303-555-0142. STOP ends texts.";
    expect([
      compose("booked", {}, 3),
      compose("assigned"),
      compose("changed"),
      compose("changed", { price_cents: 1850 }),
      compose("changed", { price_cents: 6500, starts_at: null }),
      compose("proposed"),
      compose("canceled", { ends_at: Number(row.starts_at) + hours(2) }),
      compose("receipt"),
      compose("booked", { title: "“Mamá’s” ride 🚗" }),
    ]).toEqual([
      `${brand.name}: booked for Fri, Nov 20, 2:00 pm: Ride to the eye clinic (and 3 more). ${tail}`,
      `${brand.name}: Nadia is coming on Fri, Nov 20, 2:00 pm: Ride to the eye clinic. ${tail}`,
      `${brand.name}: changed, now Fri, Nov 20, 2:00 pm: Ride to the eye clinic. ${tail}`,
      `${brand.name}: changed, now Fri, Nov 20, 2:00 pm, $18.50: Ride to the eye clinic. ${tail}`,
      `${brand.name}: changed, $65.00: Ride to the eye clinic. ${tail}`,
      `${brand.name}: we suggest Fri, Nov 20, 2:00 pm: Ride to the eye clinic. Please answer: ${origin}/portal/ask-for-help STOP ends texts.`,
      `${brand.name}: canceled, Fri, Nov 20, 2:00 pm to 4:00 pm: Ride to the eye clinic. ${tail}`,
      `${brand.name}: done, the receipt is in your profile: Ride to the eye clinic. ${tail}`,
      `${brand.name}: booked for Fri, Nov 20, 2:00 pm: "Mama's" ride. ${tail}`,
    ]);
    const long = compose("assigned", { title: "Move the guest bed ".repeat(6) });
    expect(long).toContain("Move the guest bed Mo... Questions?");
    expect(measureText(long).parts).toBe(1);
    expect(compose("booked", { title: "去医院" })).toContain("去医院");
  });
});
