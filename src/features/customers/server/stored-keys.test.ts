import type { Transaction } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../tests/support/dialects.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { hashAsTyped } from "../../../../tests/support/passwords.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { submissionPath } from "../../../platform/contract/form-engine/submission.ts";
import { openDatabase } from "../../../platform/server/db/open-database.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { phoneKey } from "../../../platform/server/values/phone.ts";
import { erasePerson } from "../../privacy/server/deletion/erase-person.ts";
import { findByPhone, findRecords } from "../../privacy/server/deletion/find.ts";
import { findHeldData } from "../../privacy/server/deletion/held-data.ts";
import { sweepAccounts } from "./auth/sweep.ts";
import { fillPhoneKeys } from "./stored-keys.ts";

/** One address in two spellings that once had separate keys, the oldest first. */
const spellings = ["j\u00fcrgen@b\u00fcro.example", "j\u00fcrgen\u200b@b\u00fcro.example"] as const;
const key = "j\u00fcrgen@xn--bro-hoa.example";
const passwords = ["two red boats", "four blue cups"] as const;

/** Two accounts with one address: the older has its key, the newer keeps its own and notes it. */
async function fillSpellings(trx: Transaction<Database>): Promise<void> {
  for (const [index, email] of spellings.entries()) {
    const uid = `person-${index}`;
    await trx
      .insertInto("accounts")
      .values({
        uid,
        email,
        email_key: index === 0 ? key : email,
        shared_email_key: index === 0 ? null : key,
        password_hash: hashAsTyped(passwords[index] ?? ""),
        support_id: `2345678${index + 2}`,
        created_at: index,
        email_verified_at: 1,
      })
      .execute();
    await trx
      .insertInto("profiles")
      .values({
        uid,
        first_name: "J\u00fcrgen",
        last_name: "Vogt",
        email_address: email,
        phone_number: "719.555.0163 ext. 4",
        address_line1: "",
        city: "Pueblo",
        state: "CO",
        zip: "81001",
        stripe_account_id: null,
        version: 1,
        updated_at: 1,
        contact_method: "E-mail",
      })
      .execute();
    await trx
      .insertInto("email_spellings")
      .values({ spelling: email, email: key, was_separate: 1 })
      .execute();
  }
  for (const [index, email] of [...spellings, key].entries()) {
    await trx
      .insertInto("submissions")
      .values({
        id: `message-${index}`,
        collection: "ContactForm",
        reference: `REFERNC${index}`,
        data: JSON.stringify({
          name: "J\u00fcrgen",
          email,
          phone: "719/5550163",
          message: "Hello",
        }),
        email: key,
        created_at: index,
      })
      .execute();
  }
}

describeEachDialect("addresses that once had separate keys", (_open, createDatabase) => {
  async function openOld() {
    const options = await createDatabase("with tables");
    const filling = await openDatabase(options);
    await filling.write(fillSpellings);
    await filling.close();
    const keep: CreateDatabase = async () => options;
    const site = await openTestApp(keep, { RATE_LIMITS: "off" });
    const logIn = async (email: string, password: string) => {
      const url = apiPaths.login;
      return (await site.app.inject({ method: "POST", url, payload: { email, password } }))
        .statusCode;
    };
    return { ...site, options, logIn };
  }

  test("are listed", async () => {
    const { options } = await openOld();
    const { stdout } = await runOps(options, "same-addresses");
    expect(JSON.parse(stdout)).toEqual([
      {
        email: key,
        spellings: [...spellings].sort(),
        accounts: [
          { email: spellings[0], supportId: "23456782" },
          { email: spellings[1], supportId: "23456783" },
        ],
        staff: [],
      },
    ]);
  });

  test("leave both people their log-in, and commands tell them apart", async () => {
    const { database, options, logIn } = await openOld();
    for (const typed of [...spellings, key, "J\u00dcRGEN@B\u00fcro.example"]) {
      for (const password of passwords) expect(await logIn(typed, password)).toBe(200);
      expect(await logIn(typed, "six green hats")).toBe(401);
    }
    const both = await runOps(options, "sessions", "end", "--email", key);
    expect(both.code).toBe(1);
    expect(both.stderr).toContain("2 accounts have the login email");
    const one = await runOps(options, "sessions", "end", "--email", "23456783");
    expect(one).toMatchObject({ code: 0 });
    const left = await database.db.selectFrom("sessions").select("uid").execute();
    expect(new Set(left.map(({ uid }) => uid))).toEqual(new Set(["person-0"]));
  });

  test("find a person by every form of the address", async () => {
    const { app, database } = await openOld();
    const payload = { name: "J\u00fcrgen", email: `${key.toUpperCase()}\u2060`, message: "Again" };
    const url = submissionPath("ContactForm");
    expect((await app.inject({ method: "POST", url, payload })).statusCode).toBe(201);
    for (const typed of [...spellings, key, `\u202a${spellings[0].toUpperCase()}\u202c`]) {
      const found = await findRecords(database.db, typed);
      expect(found.filter(({ collection }) => collection === "ContactForm")).toHaveLength(4);
      expect(found.filter(({ collection }) => collection === "Users")).toHaveLength(2);
      const held = await findHeldData(database.db, typed);
      expect(held.email).toBe(key);
      expect(held.rows).toMatchObject({ accounts: 2, submissions: 4, email_spellings: 2 });
    }
    await database.write((trx) => erasePerson(trx, { email: key, references: [] }, 1));
    expect((await findHeldData(database.db, key)).rows).toEqual({});
  });

  test("of phones are completed, and found in every writing", async () => {
    const { context, database } = await openOld();
    // Found by the number before the job fills the keys, and after it.
    expect(await findByPhone(database.db, "7195550163")).toHaveLength(5);
    await fillPhoneKeys(database);
    const submitted = await database.db.selectFrom("submissions").select("phone_key").execute();
    expect(submitted.map((row) => row.phone_key)).toEqual(Array(3).fill("7195550163"));
    const keys = await database.db.selectFrom("profiles").select("phone_key").execute();
    expect(keys).toEqual([{ phone_key: "7195550163" }, { phone_key: "7195550163" }]);
    for (const typed of ["+1 719 555 0163", "(719) 555\u20130163", "719-555-0163 x9"]) {
      expect(await findByPhone(database.db, phoneKey(typed))).toHaveLength(5);
    }
    // Nothing is left of an address that is stored nowhere else.
    for (const table of ["accounts", "submissions", "newsletter_addresses"] as const) {
      await database.write((trx) => trx.deleteFrom(table).execute());
    }
    await sweepAccounts(context);
    expect(await database.db.selectFrom("email_spellings").selectAll().execute()).toEqual([]);
  });
});

describeEachDialect("an address with an invisible character", (_open, createDatabase) => {
  test("makes no second account, newsletter reader or counter", async () => {
    const site = await openTestApp(createDatabase);
    onTestFinished(() => undefined);
    const { app, database, context } = site;
    const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });
    const account = {
      firstName: "Ute",
      lastName: "O\u2018Neil",
      city: "Pueblo",
      state: "CO",
      zip: "81001",
      email: "Ute@B\u00fccher.example",
      phone: "719\u2011555\u20110163",
      password: "Cr\u00e8me br\u00fbl\u00e9e",
    };
    expect((await post(apiPaths.createAccount, account)).statusCode).toBe(201);
    const again = { ...account, email: "ute\u200d@xn--bcher-kva.example" };
    const refused = await post(apiPaths.createAccount, again);
    expect([refused.statusCode, refused.json().code]).toEqual([409, "email-already-in-use"]);
    const mac = account.password.normalize("NFD");
    const login = { email: "\ufeffute@BU\u0308CHER.example", password: mac };
    expect((await post(apiPaths.login, login)).statusCode).toBe(200);
    const profile = await database.db.selectFrom("profiles").selectAll().executeTakeFirstOrThrow();
    expect(profile).toMatchObject({
      last_name: "O'Neil",
      phone_number: "719-555-0163",
      phone_key: "7195550163",
      email_address: "Ute@B\u00fccher.example",
    });
    const { hashAccount } = context.clientKeys;
    expect(hashAccount(again.email)).toBe(hashAccount(account.email));
    const odd = await post(apiPaths.createAccount, { ...account, email: "\u201cute\u201d@x.org" });
    expect(odd.json().fields).toEqual({ email: "Email is invalid." });
  });
});
