import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import {
  type NewsletterDesk,
  newsletterDesk,
  postSignup,
  readAddresses,
} from "../../../../tests/support/newsletter.ts";
import { days, minutes } from "../../../platform/contract/durations.ts";
import { newsletterConfirm } from "../contract/newsletter-confirm.ts";
import { newsletterEndpoints } from "../contract/newsletter-desk.ts";
import { countSubscribers } from "./addresses/days.ts";
import { suppressAddress } from "./addresses/suppress-address.ts";
import { sweepConfirmations } from "./confirmations.ts";
import { listRecipients } from "./queries.ts";

const email = "ada@example.com";
const on = { NEWSLETTER_DOUBLE_OPT_IN: "on", PUBLIC_URL: "http://www.example.com" };

async function readLinks({ database }: NewsletterDesk): Promise<string[]> {
  const rows = await database.db
    .selectFrom("mail_outbox")
    .select("text")
    .where("kind", "=", "newsletter-confirm")
    .orderBy("id")
    .execute();
  return rows.map(({ text }) => /http:\/\/www\.example\.com(\S+)/.exec(text)?.[1] ?? "");
}

const press = ({ app }: NewsletterDesk, url: string) =>
  app.inject({
    method: "POST",
    url,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    },
  });

const stateOf = async (desk: NewsletterDesk) =>
  (await readAddresses(desk)).map(({ state }) => state);

describeEachDialect("double opt-in", (_open, createDatabase) => {
  test("is off by default: a signup counts at once, and nobody gets a link", async () => {
    const desk = await newsletterDesk(createDatabase, { PUBLIC_URL: on.PUBLIC_URL });
    await postSignup(desk, email);
    await desk.list();
    expect(await stateOf(desk)).toEqual(["reader"]);
    expect(await readLinks(desk)).toEqual([]);
  });

  test("on: the response is the same, opening the link changes nothing, its button confirms", async () => {
    const desk = await newsletterDesk(createDatabase, on);
    const response = await postSignup(desk, email);
    expect([response.statusCode, response.json()]).toEqual([201, { email }]);
    expect(await listRecipients(desk.database.db)).toEqual([]);
    await desk.list();
    expect(await stateOf(desk)).toEqual(["to-confirm"]);
    expect(await listRecipients(desk.database.db)).toEqual([]);
    const [link = ""] = await readLinks(desk);

    const shown = await desk.app.inject(link);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers["cache-control"]).toContain("no-store");
    expect(shown.body).toContain("Yes, send me the newsletter");
    expect(await stateOf(desk)).toEqual(["to-confirm"]);

    desk.clock.now += minutes(30);
    const pressed = await press(desk, link);
    expect([pressed.statusCode, pressed.headers.location]).toEqual([303, "/newsletter?confirmed"]);
    expect((await desk.app.inject("/newsletter?confirmed")).body).toContain("You are on the list");
    expect(await stateOf(desk)).toEqual(["reader"]);
    expect(await listRecipients(desk.database.db)).toHaveLength(1);
    // Scanners and people may press it twice.
    expect((await press(desk, link)).statusCode).toBe(303);
    expect(await countSubscribers(desk.database.db)).toBe(1);
    const { subscribers } = await desk.get(newsletterEndpoints.list);
    const subscriber = await desk.get(newsletterEndpoints.read, subscribers[0]?.id);
    expect(subscriber.consents[0]?.confirmedAt).toBe(new Date(desk.clock.now).toISOString());
    expect(subscriber.emails).toHaveLength(1);
    expect((await desk.get(newsletterEndpoints.counts)).confirms).toBe(true);
  });

  test("an address that staff suppressed cannot come back with an earlier link", async () => {
    const desk = await newsletterDesk(createDatabase, on);
    await postSignup(desk, email);
    await desk.list();
    const [link = ""] = await readLinks(desk);
    await desk.database.write((trx) => suppressAddress(trx, email, "asked", desk.clock.now));
    expect(await stateOf(desk)).toEqual(["suppressed"]);
    expect((await desk.app.inject(link)).body).toContain(newsletterConfirm.brokenLink);
    expect((await press(desk, link)).statusCode).toBe(410);
    expect(await stateOf(desk)).toEqual(["suppressed"]);
  });

  test("stores only the link's hash; a wrong, old or used-up link shows one page", async () => {
    const desk = await newsletterDesk(createDatabase, on);
    await postSignup(desk, email);
    await desk.list();
    const [link = ""] = await readLinks(desk);
    const stored = await desk.database.db
      .selectFrom("newsletter_confirmations")
      .selectAll()
      .execute();
    expect(JSON.stringify(stored)).not.toContain(link.split("=")[1]);
    const wrong = `/newsletter?${newsletterConfirm.query}=wrong`;
    expect((await desk.app.inject(wrong)).body).toContain(newsletterConfirm.brokenLink);
    expect((await press(desk, wrong)).statusCode).toBe(410);
    desk.clock.now += days(7);
    expect((await desk.app.inject(link)).body).toContain(newsletterConfirm.brokenLink);
    expect((await press(desk, link)).statusCode).toBe(410);
    expect(await stateOf(desk)).toEqual(["to-confirm"]);
  });

  test("signing up again sends another link, within limits; a subscriber gets none", async () => {
    const desk = await newsletterDesk(createDatabase, on);
    const signUp = async (waitMs: number) => {
      desk.clock.now += waitMs;
      await postSignup(desk, email);
      await desk.list();
      return (await readLinks(desk)).length;
    };
    expect(await signUp(0)).toBe(1);
    expect(await signUp(minutes(1))).toBe(1);
    expect(await signUp(minutes(11))).toBe(2);
    expect(await signUp(minutes(11))).toBe(3);
    expect(await signUp(minutes(11))).toBe(3);
    expect(await signUp(days(1))).toBe(4);
    const [first = ""] = await readLinks(desk);
    await press(desk, first);
    expect(await signUp(days(2))).toBe(4);
    expect(await stateOf(desk)).toEqual(["reader"]);
  });

  test("a signup that nobody confirms is deleted with everything about it", async () => {
    const desk = await newsletterDesk(createDatabase, on);
    await postSignup(desk, email);
    await desk.list();
    desk.clock.now += days(7) - 1000;
    await sweepConfirmations(desk.database, desk.clock.now);
    expect(await stateOf(desk)).toEqual(["to-confirm"]);
    desk.clock.now += 1000;
    await sweepConfirmations(desk.database, desk.clock.now);
    for (const table of [
      "newsletter_subscribers",
      "newsletter_addresses",
      "newsletter_confirmations",
    ] as const) {
      expect(await desk.database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await countSubscribers(desk.database.db)).toBe(0);
  });

  test("a person who left before pressing an old link stays unsubscribed", async () => {
    const desk = await newsletterDesk(createDatabase, on);
    await postSignup(desk, email);
    await desk.list();
    const [link = ""] = await readLinks(desk);
    const { subscribers } = await desk.get(newsletterEndpoints.list);
    await desk.post(newsletterEndpoints.remove, undefined, subscribers[0]?.id);
    expect((await press(desk, link)).statusCode).toBe(410);
    expect(await stateOf(desk)).toEqual(["left"]);
    // The record that they left stays, so that no import brings them back.
    desk.clock.now += days(8);
    await sweepConfirmations(desk.database, desk.clock.now);
    expect(await stateOf(desk)).toEqual(["left"]);
  });

  test("a suppressed address is restored by its owner's press, also with the setting off", async () => {
    const desk = await newsletterDesk(createDatabase, { PUBLIC_URL: on.PUBLIC_URL });
    await postSignup(desk, email);
    await desk.list();
    const { subscribers } = await desk.get(newsletterEndpoints.list);
    await desk.post(newsletterEndpoints.suppress, { reason: "Came back" }, subscribers[0]?.id);
    await postSignup(desk, email);
    await desk.list();
    expect(await stateOf(desk)).toEqual(["suppressed"]);
    expect(await listRecipients(desk.database.db)).toEqual([]);
    const [link = ""] = await readLinks(desk);
    await press(desk, link);
    expect(await stateOf(desk)).toEqual(["reader"]);
    expect(await countSubscribers(desk.database.db)).toBe(1);
  });
});
