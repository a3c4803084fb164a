import { expect, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { signedBody, signedEvent, webhookSecret } from "../../../../tests/support/fake-stripe.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { days } from "../../../platform/contract/durations.ts";

const account = "acct_ruth";

describeEachDialect("Stripe's events", (_open, createDatabase, engine) => {
  async function open(settings = { STRIPE_WEBHOOK_SECRET: webhookSecret }) {
    const lines: string[] = [];
    const logs = { write: (line: string) => void lines.push(line) };
    const opened = await openTestApp(createDatabase, { ...settings, LOG_LEVEL: "info" }, logs);
    const { app, database, clock } = opened;
    const ruth = await signUp(app);
    const madeAt = clock.now;
    await database.write(async (trx) => {
      await trx.updateTable("profiles").set({ stripe_account_id: account }).execute();
      await trx
        .insertInto("payment_accounts")
        .values({
          uid: ruth.uid,
          provider: "stripe",
          account_id: account,
          created_at: madeAt,
          needs: '["external_account"]',
          needs_at: madeAt,
        })
        .execute();
    });
    /** Seconds after the account was created, by Stripe's clock. */
    const at = (seconds: number) => madeAt / 1000 + seconds;
    const post = ({ payload, headers }: ReturnType<typeof signedEvent>) =>
      app.inject({ method: "POST", url: apiPaths.stripeWebhook, headers, payload });
    const needs = async () => (await ruth.request("GET", apiPaths.profile)).json().paymentNeeds;
    const events = () => database.db.selectFrom("webhook_events").selectAll().execute();
    return { app, clock, database, post, at, needs, events, lines };
  }

  test("a repeated event counts once", async () => {
    const { post, at, needs, events } = await open();
    const first = signedEvent({ id: "evt_1", account, needs: ["individual.dob"], created: at(5) });
    await post(first);
    await post(signedEvent({ id: "evt_2", account, needs: [], created: at(5) }));
    expect((await post(first)).statusCode).toBe(200);
    expect(await needs()).toEqual([]);
    expect(await events()).toHaveLength(2);
  });

  test("an event repeated three days later, after others, counts once", async () => {
    const { post, at, needs, clock } = await open();
    const event = (id: string, codes: string[]) =>
      signedEvent(
        { id, account, needs: codes, created: at(5) },
        { signedAt: clock.now / 1000, secret: webhookSecret },
      );
    await post(event("evt_1", ["individual.dob"]));
    clock.now += days(1);
    await post(event("evt_2", []));
    clock.now += days(2);
    await post(event("evt_3", []));
    expect((await post(event("evt_1", ["individual.dob"]))).statusCode).toBe(200);
    expect(await needs()).toEqual([]);
  });

  test("five concurrent copies count once", async () => {
    const { post, at, needs, events } = await open();
    const event = signedEvent({ id: "evt_1", account, needs: [], created: at(5) });
    const responses = await Promise.all(Array.from({ length: 5 }, () => post(event)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(await needs()).toEqual([]);
    expect(await events()).toHaveLength(1);
  });

  test("an older event that arrives late changes nothing", async () => {
    const { post, at, needs } = await open();
    await post(signedEvent({ id: "evt_2", account, needs: [], created: at(60) }));
    const late = { id: "evt_1", account, needs: ["individual.dob"], created: at(30) };
    expect((await post(signedEvent(late, { signedAt: at(61) }))).statusCode).toBe(200);
    expect(await needs()).toEqual([]);
  });

  test("a large account is read, events of last month are deleted", async () => {
    const { post, at, database, clock, events, needs } = await open();
    await database.write((trx) =>
      trx
        .insertInto("webhook_events")
        .values({ id: "evt_0", received_at: clock.now - days(31) })
        .execute(),
    );
    const many = Array.from({ length: 4000 }, () => "individual.verification.document");
    const large = signedEvent({ id: "evt_1", account, needs: many, created: at(1) });
    expect(large.payload.length).toBeGreaterThan(100_000);
    expect((await post(large)).statusCode).toBe(200);
    expect(await needs()).toEqual(["a photo of your ID"]);
    expect((await events()).map(({ id }) => id)).toEqual(["evt_1"]);
  });

  if (engine !== "sqlite") return;

  test("events that Stripe did not sign just now are rejected", async () => {
    const { app, clock, post, at, needs, events } = await open();
    const event = { id: "evt_1", account, needs: [], created: at(1) };
    const good = signedEvent(event);
    const { "stripe-signature": _signature, ...unsigned } = good.headers;
    const responses = [
      await post(signedEvent(event, { secret: "whsec_other" })),
      await post({ ...good, payload: good.payload.replace("evt_1", "evt_2") }),
      await post({ ...good, headers: { ...good.headers, "stripe-signature": "t=1,v1=zz" } }),
      await app.inject({
        method: "POST",
        url: apiPaths.stripeWebhook,
        headers: unsigned,
        payload: good.payload,
      }),
      await app.inject({ method: "POST", url: apiPaths.stripeWebhook }),
    ];
    clock.now += 302_000;
    responses.push(await post(good));
    expect(responses.map((response) => response.statusCode)).toEqual([
      400, 400, 400, 400, 400, 400,
    ]);
    expect(await needs()).toEqual(["a bank account or debit card"]);
    expect(await events()).toEqual([]);
  });

  test("a signed body of unexpected shape is rejected, never a server error", async () => {
    const { post, at, needs, events } = await open();
    const event = { id: "evt_1", type: "account.updated", created: at(1) };
    const object = { id: account, requirements: {} };
    const bodies = [
      "null",
      "7",
      '"text"',
      "not json",
      JSON.stringify({ ...event }),
      JSON.stringify({ ...event, data: null }),
      JSON.stringify({ ...event, data: { object: null } }),
      JSON.stringify({ ...event, data: { object: { ...object, id: 5 } } }),
      JSON.stringify({ ...event, data: { object: { ...object, id: "acct\0" } } }),
      JSON.stringify({ ...event, id: undefined, data: { object } }),
      JSON.stringify({ ...event, id: { a: 1 }, data: { object } }),
      JSON.stringify({ ...event, id: "evt\0", data: { object } }),
      JSON.stringify({ ...event, id: "e".repeat(256), data: { object } }),
      JSON.stringify({ ...event, created: "soon", data: { object } }),
      JSON.stringify({ ...event, created: -1, data: { object } }),
      JSON.stringify({ ...event, created: at(1) + 0.5, data: { object } }),
    ];
    for (const body of bodies) {
      expect((await post(signedBody(body, at(1)))).statusCode, body).toBe(400);
    }
    expect(await needs()).toEqual(["a bank account or debit card"]);
    expect(await events()).toEqual([]);
    const odd = { ...object, requirements: { past_due: "all", currently_due: [7, null, {}] } };
    const read = await post(signedBody(JSON.stringify({ ...event, data: { object: odd } }), at(1)));
    expect(read.statusCode).toBe(200);
  });

  test("a signature or an event more than five minutes ahead is rejected", async () => {
    const { post, at, needs, events } = await open();
    const event = (created: number) => ({ id: `evt_${created}`, account, needs: [], created });
    const rejected = [
      await post(signedEvent(event(at(1)), { signedAt: at(301) })),
      await post(signedEvent(event(at(301)), { signedAt: at(0) })),
    ];
    expect(rejected.map(({ statusCode }) => statusCode)).toEqual([400, 400]);
    expect(await needs()).toEqual(["a bank account or debit card"]);
    expect(await events()).toEqual([]);
    // Clocks always differ a little.
    expect((await post(signedEvent(event(at(300))))).statusCode).toBe(200);
    expect(await needs()).toEqual([]);
  });

  test("events of other accounts and types are accepted and change nothing", async () => {
    const { post, at, needs } = await open();
    const other = signedEvent({ id: "evt_1", account: "acct_other", needs: [], created: at(1) });
    const kind = { id: "evt_2", account, needs: [], created: at(1), type: "account.closed" };
    expect((await post(other)).statusCode).toBe(200);
    expect((await post(signedEvent(kind))).statusCode).toBe(200);
    expect(await needs()).toEqual(["a bank account or debit card"]);
  });

  test("without a secret the endpoint does not exist", async () => {
    const { post, at } = await open({ STRIPE_WEBHOOK_SECRET: "" });
    const event = signedEvent({ id: "evt_1", account, needs: [], created: at(1) });
    const response = await post(event);
    expect([response.statusCode, response.json().code]).toEqual([404, "not-found"]);
  });

  test("an updated account says what is still needed", async () => {
    const { post, at, needs, lines } = await open();
    const needed = ["individual.dob.day", "individual.dob.year", "individual.shoe_size"];
    const event = signedEvent({ id: "evt_1", account, needs: needed, created: at(1) });
    const response = await post(event);
    expect([response.statusCode, response.json()]).toEqual([200, { received: true }]);
    expect(await needs()).toEqual(["your date of birth", "shoe size"]);

    await post(signedEvent({ id: "evt_2", account, needs: [], created: at(2) }));
    expect(await needs()).toEqual([]);
    expect(lines.join("")).not.toContain(account);
  });
});
