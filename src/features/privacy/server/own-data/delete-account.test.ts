import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { makePasskey } from "../../../../../tests/support/passkey.ts";
import {
  addPasskey,
  newAccount,
  type SignedIn,
  signUp,
  signUpConfirmed,
  turnOnCodes,
} from "../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { submissionPath } from "../../../../platform/contract/form-engine/submission.ts";
import { listTables } from "../../../../platform/server/db/list-tables.ts";
import { contactForm } from "../../../messages/contract/forms/contact.ts";
import { newsletter } from "../../../newsletter/contract/newsletter.ts";
import { dataDeletionForm } from "../../contract/data-deletion.ts";

const site = "https://house.example";
const { email, password } = newAccount;

/** Signs up a person with a row in every table and a picture. */
async function settleIn(testApp: TestApp): Promise<SignedIn> {
  const { app, database, clock } = testApp;
  const ruth = await signUpConfirmed(testApp);
  await addPasskey(ruth, makePasskey(site));
  await turnOnCodes(ruth, clock.now);
  await ruth.request("POST", apiPaths.changeEmail, { email: "ruth.new@example.com", password });
  const body = await sharp({
    create: { width: 300, height: 300, channels: 3, background: "#f5b335" },
  })
    .png()
    .toBuffer();
  await app.inject({
    method: "PUT",
    url: apiPaths.picture,
    headers: {
      cookie: ruth.cookie,
      "sec-fetch-site": "same-origin",
      "content-type": "image/png",
    },
    payload: body,
  });
  await app.inject({
    method: "POST",
    url: submissionPath(contactForm.collection),
    payload: { name: "Ruth Abernathy", phone: "", email, message: "It is me, Ruth." },
  });
  await app.inject({
    method: "POST",
    url: submissionPath(newsletter.collection),
    payload: {
      [newsletter.names.email]: email,
      [newsletter.names.formTime]: 5000,
      [newsletter.names.token]: "12345678",
    },
  });
  await database.write(async (trx) => {
    await trx
      .insertInto("completed_requests")
      .values({
        id: "r1",
        uid: ruth.uid,
        request_title: "A ride for Ruth",
        assigned_to: "Nadia",
        assigned_to_uid: "p1",
        request_completed: 0,
        date_completed: null,
        price_cents: null,
        created_at: clock.now,
        reference: "RTXY2345",
      })
      .execute();
    await trx
      .insertInto("payment_accounts")
      .values({
        uid: ruth.uid,
        provider: "sandbox",
        account_id: "acct_ruth",
        created_at: clock.now,
        needs: "[]",
        needs_at: clock.now,
      })
      .execute();
    await trx
      .updateTable("accounts")
      .set({ email_verified_at: clock.now })
      .where("uid", "=", ruth.uid)
      .execute();
  });
  return ruth;
}

/** Every row of every table as text, except the deletion's own emails. */
async function everything({ database }: TestApp): Promise<string[]> {
  const tables = await listTables(database.db);
  const rows = await Promise.all(
    tables.map(async ({ name: table }) => {
      const found = await database.db.selectFrom(table).selectAll().execute();
      return found.map((row) => `${table}: ${JSON.stringify(row)}`);
    }),
  );
  return rows.flat().filter((row) => !row.includes('"account-deleted"'));
}

async function open(createDatabase: CreateDatabase) {
  const { dataDir, ...rest } = await createDatabase();
  const testApp = await openTestApp(async () => ({ dataDir, ...rest }), { PUBLIC_URL: site });
  const files = async () => {
    const names = await readdir(path.join(dataDir, "files"), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    return names.filter((name) => name.isFile()).map(({ name }) => name);
  };
  return { testApp, files };
}

describeEachDialect("deleting an account", (_open, createDatabase) => {
  test("leaves nothing of the person in any table or file, and everybody else unchanged", async () => {
    const { testApp, files } = await open(createDatabase);
    const walter = await signUp(testApp.app, {
      email: "walter@example.com",
      firstName: "Walter",
      lastName: "Olsen",
      phone: "303-555-0199",
    });
    const before = (await walter.request("GET", apiPaths.settings)).json();
    const ruth = await settleIn(testApp);
    const { supportId } = (await ruth.request("GET", apiPaths.settings)).json();
    expect(await files()).toHaveLength(1);

    const response = await ruth.request("POST", apiPaths.deleteAccount, { password });
    expect(response.statusCode).toBe(200);
    expect((await ruth.request("GET", apiPaths.session)).json()).toEqual({ signedIn: false });

    const traces = (await everything(testApp)).filter((row) =>
      /ruth|abernathy|acct_ruth|303-555-0101/i.test(row),
    );
    expect(traces).toEqual([]);
    // Other programs are told, so that they delete it too.
    const named = (await everything(testApp)).filter((row) => row.includes(ruth.uid));
    expect(named.filter((row) => !/^(?:event_counters|webhook_messages): /.test(row))).toEqual([]);
    expect(await files()).toEqual([]);
    const { db } = testApp.database;
    expect(await db.selectFrom("deleted_accounts").selectAll().execute()).toEqual([
      { support_id: supportId, deleted_at: testApp.clock.now },
    ]);
    const emails = await db
      .selectFrom("mail_outbox")
      .select(["kind", "recipient", "uid"])
      .where("recipient", "=", email)
      .execute();
    expect(emails).toEqual([{ kind: "account-deleted", recipient: email, uid: null }]);
    expect((await walter.request("GET", apiPaths.settings)).json()).toEqual(before);
  });

  test("the address is available again at once", async () => {
    const { testApp } = await open(createDatabase);
    const ruth = await settleIn(testApp);
    await ruth.request("POST", apiPaths.deleteAccount, { password });
    const again = await signUp(testApp.app);
    expect(again.uid).not.toBe(ruth.uid);
    expect((await again.request("GET", apiPaths.settings)).json()).toMatchObject({
      newsletter: false,
      passkeys: [],
    });
  });

  test("a passkey can replace the password", async () => {
    const { testApp } = await open(createDatabase);
    const ruth = await signUpConfirmed(testApp);
    const passkey = makePasskey(site);
    await addPasskey(ruth, passkey);
    const options = (await ruth.request("POST", `${apiPaths.confirmIdentity}/options`)).json();
    const reauth = { passkey: passkey.get(options) };
    expect((await ruth.request("POST", apiPaths.deleteAccount, reauth)).statusCode).toBe(200);
    expect(await testApp.database.db.selectFrom("accounts").selectAll().execute()).toEqual([]);
  });

  test("a wrong password, another person's passkey and no reauthentication delete nothing", async () => {
    const { testApp } = await open(createDatabase);
    const ruth = await signUpConfirmed(testApp);
    const walter = await signUpConfirmed(testApp, { email: "walter@example.com" });
    const strange = makePasskey(site);
    await addPasskey(walter, strange);
    await addPasskey(ruth, makePasskey(site));
    const options = (await ruth.request("POST", `${apiPaths.confirmIdentity}/options`)).json();
    for (const [reauth, status] of [
      [{ password: "not it" }, 422],
      [{ passkey: strange.get(options) }, 401],
      [{}, 400],
    ] as const) {
      const response = await ruth.request("POST", apiPaths.deleteAccount, reauth);
      expect(response.statusCode).toBe(status);
    }
    expect((await ruth.request("GET", apiPaths.session)).json()).toMatchObject({ signedIn: true });
  });

  test("of two concurrent deletions one succeeds, and one email is sent", async () => {
    const { testApp } = await open(createDatabase);
    const ruth = await signUp(testApp.app);
    const responses = await Promise.all(
      [1, 2].map(() => ruth.request("POST", apiPaths.deleteAccount, { password })),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { db } = testApp.database;
    const emails = await db.selectFrom("mail_outbox").select("kind").execute();
    expect(emails.filter(({ kind }) => kind === "account-deleted")).toHaveLength(1);
    expect(await db.selectFrom("deleted_accounts").selectAll().execute()).toHaveLength(1);
  });

  test("a deletion request is kept as evidence; an unconfirmed address keeps its messages", async () => {
    const { testApp } = await open(createDatabase);
    const send = (collection: string, payload: object) =>
      testApp.app.inject({ method: "POST", url: submissionPath(collection), payload });
    const ruth = await signUp(testApp.app);
    await send(dataDeletionForm.collection, { name: "Ruth", email, supportId: "X", phone: "" });
    await send(contactForm.collection, { name: "Ruth", email, message: "Hello", phone: "" });
    const left = async () =>
      (await testApp.submissions()).map(({ collection }) => collection).sort();

    await ruth.request("POST", apiPaths.deleteAccount, { password });
    expect(await left()).toEqual([contactForm.collection, dataDeletionForm.collection].sort());

    const again = await signUp(testApp.app);
    await testApp.database.write((trx) =>
      trx.updateTable("accounts").set({ email_verified_at: 1 }).execute(),
    );
    await again.request("POST", apiPaths.deleteAccount, { password });
    expect(await left()).toEqual([dataDeletionForm.collection]);
  });

  test("many wrong passwords are limited, together with other requests", async () => {
    const { testApp } = await open(createDatabase);
    const ruth = await signUp(testApp.app);
    for (let tries = 0; tries < 10; tries += 1) {
      await ruth.request("POST", apiPaths.deleteAccount, { password: "not it" });
    }
    for (const url of [apiPaths.deleteAccount, apiPaths.confirmIdentity]) {
      const response = await ruth.request("POST", url, { password });
      expect(response.json()).toMatchObject({ code: "too-many", retryAfter: 90 });
    }
    testApp.clock.now += 90_000;
    expect((await ruth.request("POST", apiPaths.deleteAccount, { password })).statusCode).toBe(200);
  });
});
