import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { newAccount, signUp } from "../../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { brand } from "../../../../brand.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { submissionPath } from "../../../../platform/contract/form-engine/submission.ts";
import { newsletter } from "../../../newsletter/contract/newsletter.ts";
import { suppressAddress } from "../../../newsletter/server/addresses/suppress-address.ts";
import { listRecipients } from "../../../newsletter/server/queries.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import type { SettingsResponse } from "../../contract/settings.ts";

describeEachDialect("settings", (_open, createDatabase, engine) => {
  test("show the person's own data, and nobody else's", async () => {
    const { app, clock } = await openTestApp(createDatabase);
    await signUp(app, { email: "other@example.com" });
    const ruth = await signUp(app);
    const response = await ruth.request("GET", apiPaths.settings);
    expect(response.headers["cache-control"]).toBe("no-store");
    const now = new Date(clock.now).toISOString();
    const { firstName, lastName, email } = newAccount;
    const { supportId } = response.json();
    expect(response.json()).toEqual({
      person: {
        firstName,
        lastName,
        emailAddress: email,
        supportId,
        phoneNumber: newAccount.phone,
      },
      supportId: expect.stringMatching(/^[2-9A-Z]{8}$/),
      loginEmail: newAccount.email,
      pendingEmail: null,
      emailVerified: false,
      contactMethod: "E-mail",
      newsletter: false,
      hasAuthenticator: false,
      recoveryCodesLeft: 0,
      passkeys: [],
      devices: [
        {
          id: expect.any(String),
          name: "Unknown browser",
          signedInAt: now,
          lastSeenAt: now,
          current: true,
        },
      ],
      apps: [],
      paymentComplete: false,
      paymentNeeds: [],
      deletionRequests: [],
      optOutSignal: false,
    } satisfies SettingsResponse);
  });

  test("show one's deletion requests and their state, once the address is confirmed", async () => {
    const { app, database, clock } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const values = {
      name: "Ruth",
      platform: brand.apps.main.name,
      phone: "",
      supportId: "AB23CD45",
    };
    const send = async (email: string) => {
      clock.now += days(1);
      const url = submissionPath(dataDeletionForm.collection);
      const sent = await app.inject({ method: "POST", url, payload: { ...values, email } });
      return sent.json().reference;
    };
    const first = await send(newAccount.email.toUpperCase());
    const firstAt = clock.now;
    const second = await send(newAccount.email);
    await send("other@example.com");
    const read = async () => (await ruth.request("GET", apiPaths.settings)).json().deletionRequests;
    expect(await read()).toEqual([]);
    await database.write(async (trx) => {
      await trx.updateTable("accounts").set({ email_verified_at: clock.now }).execute();
      const done = trx.updateTable("submissions").set({ done_at: clock.now });
      await done.where("reference", "=", first).execute();
    });
    const iso = (time: number) => new Date(time).toISOString();
    expect(await read()).toEqual([
      {
        reference: second,
        receivedAt: iso(firstAt + days(1)),
        answerBy: iso(firstAt + days(46)),
        doneAt: null,
      },
      {
        reference: first,
        receivedAt: iso(firstAt),
        answerBy: iso(firstAt + days(45)),
        doneAt: iso(clock.now),
      },
    ]);
  });

  if (engine !== "sqlite") return;

  test("include the browser's Global Privacy Control signal", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const response = await ruth.request("GET", apiPaths.settings, undefined, { "sec-gpc": "1" });
    expect(response.json().optOutSignal).toBe(true);
  });

  test("the payment profile is shown as complete, with what is still needed", async () => {
    const { app, database, clock } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    await database.write(async (trx) => {
      await trx.updateTable("profiles").set({ stripe_account_id: "acct_1" }).execute();
      await trx
        .insertInto("payment_accounts")
        .values({
          uid: ruth.uid,
          provider: "stripe",
          account_id: "acct_1",
          created_at: clock.now,
          needs: '["external_account"]',
          needs_at: clock.now,
        })
        .execute();
    });
    expect((await ruth.request("GET", apiPaths.settings)).json()).toMatchObject({
      paymentComplete: true,
      paymentNeeds: ["a bank account or debit card"],
    });
  });
});

describeEachDialect("signed-in devices", (_open, createDatabase) => {
  async function logIn(app: Awaited<ReturnType<typeof openTestApp>>["app"], userAgent: string) {
    const response = await app.inject({
      method: "POST",
      url: apiPaths.login,
      headers: { "user-agent": userAgent },
      payload: { email: newAccount.email, password: newAccount.password },
    });
    const cookie = String(response.headers["set-cookie"]).split(";")[0] ?? "";
    return async () => (await app.inject({ url: apiPaths.session, headers: { cookie } })).json();
  }

  test("are listed with the last used first, and each can be logged out", async () => {
    const { app, clock } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    clock.now += days(1);
    const phone = await logIn(app, "Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile Safari");
    clock.now += days(1);
    const tablet = await logIn(app, "a tablet");
    clock.now += days(1);
    const { devices } = (await ruth.request("GET", apiPaths.settings)).json<SettingsResponse>();
    const daysAgo = (count: number) => new Date(clock.now - days(count)).toISOString();
    expect(devices.map(({ current, signedInAt }) => [current, signedInAt])).toEqual([
      [true, daysAgo(3)],
      [false, daysAgo(1)],
      [false, daysAgo(2)],
    ]);
    const other = devices.find(({ name }) => name === "Chrome on Android");
    expect((await ruth.request("DELETE", `${apiPaths.devices}/${other?.id}`)).statusCode).toBe(200);
    expect(await phone()).toEqual({ signedIn: false });
    expect(await tablet()).toMatchObject({ signedIn: true });
    const gone = await ruth.request("DELETE", `${apiPaths.devices}/${other?.id}`);
    expect(gone.json().code).toBe("not-found");
    expect((await ruth.request("GET", apiPaths.session)).json()).toMatchObject({ signedIn: true });
  });

  test("all others can be logged out at once", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const others = [await logIn(app, "one"), await logIn(app, "two")];
    expect((await ruth.request("DELETE", apiPaths.devices)).statusCode).toBe(200);
    for (const other of others) expect(await other()).toEqual({ signedIn: false });
    expect((await ruth.request("GET", apiPaths.settings)).json().devices).toHaveLength(1);
  });

  test("another person's device or the current one cannot be logged out", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const walter = await signUp(app, { email: "walter@example.com" });
    const { devices } = (await ruth.request("GET", apiPaths.settings)).json<SettingsResponse>();
    const id = devices[0]?.id;
    for (const person of [walter, ruth]) {
      const response = await person.request("DELETE", `${apiPaths.devices}/${id}`);
      expect(response.json().code).toBe("not-found");
    }
    await walter.request("DELETE", apiPaths.devices);
    expect((await ruth.request("GET", apiPaths.session)).json()).toMatchObject({ signedIn: true });
  });
});

describeEachDialect("contact preferences", (_open, createDatabase, engine) => {
  async function confirmEmails({ database, clock }: Awaited<ReturnType<typeof openTestApp>>) {
    await database.write((trx) =>
      trx.updateTable("accounts").set({ email_verified_at: clock.now }).execute(),
    );
  }

  test("the newsletter is turned on, off and on again, with a record each time", async () => {
    const testApp = await openTestApp(createDatabase);
    const { app, database, clock } = testApp;
    const ruth = await signUp(app, { email: "Ruth@Example.com" });
    await confirmEmails(testApp);
    for (const wanted of [true, true, false, false, true]) {
      const response = await ruth.request("PATCH", apiPaths.contactPreferences, {
        newsletter: wanted,
      });
      expect(response.statusCode).toBe(200);
      expect((await ruth.request("GET", apiPaths.settings)).json().newsletter).toBe(wanted);
    }
    const all = database.db.selectFrom("newsletter_subscribers").selectAll();
    const rows = await all.orderBy("id").execute();
    expect(rows.map((row) => row.unsubscribed_at !== null)).toEqual([true, false]);
    expect(JSON.parse(rows[1]?.data ?? "")).toEqual({
      email: "ruth@example.com",
      timestamp: new Date(clock.now).toISOString(),
      source: newsletter.settingsSource,
      formTime: null,
      jsVerified: true,
      userAgent: "lightMyRequest",
    });
  });

  test("a signup marked as spam does not count; the owner turns the newsletter on", async () => {
    const testApp = await openTestApp(createDatabase);
    const { app, database } = testApp;
    const ruth = await signUp(app);
    await confirmEmails(testApp);
    const turn = (wanted: boolean) =>
      ruth.request("PATCH", apiPaths.contactPreferences, { newsletter: wanted });
    await turn(true);
    await database.write((trx) =>
      trx.updateTable("newsletter_subscribers").set({ spam_reason: "many-from-address" }).execute(),
    );
    const isOn = async () => (await ruth.request("GET", apiPaths.settings)).json().newsletter;
    expect(await isOn()).toBe(false);
    await turn(true);
    expect(await isOn()).toBe(true);
    expect(await listRecipients(database.db)).toMatchObject([{ spam: false }]);
    await turn(false);
    expect(await listRecipients(database.db)).toEqual([]);
  });

  test("the owner of an address subscribes it again after staff suppressed it", async () => {
    const testApp = await openTestApp(createDatabase);
    const { app, database, clock } = testApp;
    const walter = await signUp(app, { email: "walter@example.com" });
    await confirmEmails(testApp);
    await database.write((trx) => suppressAddress(trx, "walter@example.com", "asked", clock.now));
    const saved = await walter.request("PATCH", apiPaths.contactPreferences, { newsletter: true });
    expect(saved.statusCode).toBe(200);
    expect((await listRecipients(database.db)).map(({ email }) => email)).toEqual([
      "walter@example.com",
    ]);
    const states = await database.db.selectFrom("newsletter_addresses").select("state").execute();
    expect(states).toEqual([{ state: "reader" }]);
  });

  test("the subscription of an unconfirmed address is neither shown nor changed", async () => {
    const testApp = await openTestApp(createDatabase);
    const { app, database } = testApp;
    const walter = await signUp(app, { email: "walter@example.com" });
    await confirmEmails(testApp);
    await walter.request("PATCH", apiPaths.contactPreferences, { newsletter: true });
    await database.write((trx) =>
      trx.updateTable("accounts").set({ email_verified_at: null }).execute(),
    );
    expect((await walter.request("GET", apiPaths.settings)).json().newsletter).toBe(false);
    const response = await walter.request("PATCH", apiPaths.contactPreferences, {
      newsletter: false,
    });
    expect(response.json().code).toBe("email-not-confirmed");
    const [row] = await database.db.selectFrom("newsletter_subscribers").selectAll().execute();
    expect(row?.unsubscribed_at).toBeNull();
  });

  if (engine !== "sqlite") return;

  test("the contact method is stored", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const change = { contactMethod: "Phone Call" };
    expect((await ruth.request("PATCH", apiPaths.contactPreferences, change)).statusCode).toBe(200);
    expect((await ruth.request("GET", apiPaths.settings)).json()).toMatchObject(change);
  });

  test.each([[{ contactMethod: "Pigeon" }], [{ newsletter: "yes" }], [{ contactMethod: 5 }]])(
    "rejects %j",
    async (change) => {
      const { app } = await openTestApp(createDatabase);
      const ruth = await signUp(app);
      const before = (await ruth.request("GET", apiPaths.settings)).json();
      const response = await ruth.request("PATCH", apiPaths.contactPreferences, change);
      expect(response.json().code).toBe("malformed");
      expect((await ruth.request("GET", apiPaths.settings)).json()).toEqual(before);
    },
  );
});
