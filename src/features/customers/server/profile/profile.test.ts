import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { newAccount, type SignedIn, signUp } from "../../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { editProfileForm } from "../../contract/edit-profile.ts";
import type { ProfileResponse } from "../../contract/profile.ts";

async function read(person: SignedIn): Promise<ProfileResponse> {
  return (await person.request("GET", apiPaths.profile)).json();
}

function change(person: SignedIn, version: number, changes: object) {
  return person.request("PATCH", apiPaths.profile, { version, changes });
}

describeEachDialect("profile", (_open, createDatabase, engine) => {
  test("a person reads their own profile", async () => {
    const { app, clock } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const response = await ruth.request("GET", apiPaths.profile);
    expect(response.statusCode).toBe(200);
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.json()).toEqual({
      user: {
        uid: ruth.uid,
        firstName: "Ruth",
        lastName: "Abernathy",
        emailAddress: "ruth@example.com",
        phoneNumber: "303-555-0101",
        addressLine1: "",
        city: "Boulder",
        state: "CO",
        zip: "80302",
      },
      version: 1,
      memberSince: new Date(clock.now).toISOString(),
      picture: null,
      loginEmail: "ruth@example.com",
      emailVerified: false,
      supportId: expect.stringMatching(/^[2-9A-Z]{8}$/),
      paymentNeeds: [],
    });
  });

  test("includes the account with the payment provider, and what it still needs", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    await database.write(async (trx) => {
      await trx.updateTable("profiles").set({ stripe_account_id: "acct_1" }).execute();
      const row = {
        uid: ruth.uid,
        account_id: "acct_1",
        provider: "sandbox",
        created_at: 1,
        needs_at: 1,
      };
      await trx
        .insertInto("payment_accounts")
        .values({ ...row, needs: '["external_account"]' })
        .execute();
    });
    const profile = await read(ruth);
    expect(profile.user.stripeAccountId).toBe("acct_1");
    expect(profile.paymentNeeds).toEqual(["a bank account or debit card"]);
  });

  test("saving stores the changed fields, trimmed, the state in capitals", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const before = await read(ruth);
    const saved = await change(ruth, 1, {
      addressLine1: " 12 Pearl Street ",
      state: "wy",
      phoneNumber: "any number at all",
      firstName: "",
    });
    expect(saved.statusCode).toBe(200);
    const after = await read(ruth);
    expect(saved.json()).toEqual({ ...after, confirmationSentTo: null });
    expect(after).toEqual({
      ...before,
      version: 2,
      user: {
        ...before.user,
        addressLine1: "12 Pearl Street",
        state: "WY",
        phoneNumber: "any number at all",
        firstName: "",
      },
    });
    const { updated_at } = await database.db
      .selectFrom("profiles")
      .select("updated_at")
      .executeTakeFirstOrThrow();
    expect(updated_at).toBe(Date.UTC(2026, 5, 27, 12));
  });

  test("nothing changed changes nothing, whatever the version", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    await change(ruth, 1, { city: "Denver" });
    const before = await read(ruth);
    for (const changes of [{}, { city: "Denver" }, { city: " Denver " }, { state: "co" }]) {
      expect((await change(ruth, 1, changes)).statusCode).toBe(200);
    }
    expect(await read(ruth)).toEqual(before);
  });

  test("a second tab gets a conflict with the values that the first stored", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    await change(ruth, 1, { city: "Denver" });
    const late = await change(ruth, 1, { city: "Aspen", zip: "80000" });
    expect(late.statusCode).toBe(409);
    const current = await read(ruth);
    expect(late.json()).toMatchObject({ code: "conflict", current });
    expect(current.user).toMatchObject({ city: "Denver", zip: "80302" });
    expect((await change(ruth, current.version, { zip: "80000" })).statusCode).toBe(200);
  });

  test("exactly one of many concurrent changes to one version is saved", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const cities = Array.from({ length: 8 }, (_, index) => `City ${index}`);
    const responses = await Promise.all(cities.map((city) => change(ruth, 1, { city })));
    expect(responses.map((response) => response.statusCode).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    const winner = cities[responses.findIndex((response) => response.statusCode === 200)];
    const { user, version } = await read(ruth);
    expect({ city: user.city, version }).toEqual({ city: winner, version: 2 });
  });

  test("the same concurrent change is saved once, and both requests succeed", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const save = () => change(ruth, 1, { city: "Denver" });
    const responses = await Promise.all([save(), save()]);
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200]);
    expect((await read(ruth)).version).toBe(2);
  });

  test("every field but the state takes 1000 characters of any script, all in one request", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const names = editProfileForm.fields.map(({ name }) => name).filter((name) => name !== "state");
    const changes = Object.fromEntries(names.map((name) => [name, "\u{1F3E0}".repeat(500)]));
    expect((await change(ruth, 1, changes)).statusCode).toBe(200);
    expect((await read(ruth)).user).toMatchObject(changes);
  });

  test("every field can be changed, with an address of maximum length", async () => {
    const { app } = await openTestApp(createDatabase);
    const long = `${"a".repeat(64)}@${"b".repeat(180)}.example`;
    const ruth = await signUp(app, { email: long });
    for (const [index, { name }] of editProfileForm.fields.entries()) {
      expect((await change(ruth, index + 1, { [name]: "AB" })).statusCode, name).toBe(200);
    }
    const { uid, ...user } = (await read(ruth)).user;
    expect(new Set(Object.values(user))).toEqual(new Set(["AB"]));
  });

  test("two people see and change only their own profiles", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const sam = await signUp(app, { email: "sam@example.com", firstName: "Sam" });
    await change(sam, 1, { city: "Denver" });
    expect((await read(ruth)).user).toMatchObject({ firstName: "Ruth", city: newAccount.city });
    expect((await read(sam)).user).toMatchObject({ firstName: "Sam", city: "Denver" });
  });

  if (engine !== "sqlite") return;

  test("invalid fields are reported and nothing is saved", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const before = await read(ruth);
    const response = await change(ruth, 1, {
      state: "Colorado",
      city: "Bould\0er",
      lastName: "x".repeat(1001),
      zip: "80303",
    });
    expect(response.statusCode).toBe(422);
    expect(response.json().fields).toEqual({
      state: "State must be 2 characters or fewer.",
      city: "City has a character that we cannot save.",
      lastName: "Last name must be 1,000 characters or fewer.",
    });
    expect(await read(ruth)).toEqual(before);
  });

  test.each([
    ["no body", undefined],
    ["a list", []],
    ["no version", { changes: { city: "x" } }],
    ["a version that is no number", { version: "1", changes: { city: "x" } }],
    ["no changes", { version: 1 }],
    ["changes that are a list", { version: 1, changes: ["city"] }],
    ["another name", { version: 1, changes: { stripeAccountId: "acct_2" } }],
    ["the uid", { version: 1, changes: { uid: "x" } }],
    ["a number", { version: 1, changes: { zip: 80_302 } }],
    ["null", { version: 1, changes: { city: null } }],
    ["more beside them", { version: 1, changes: {}, uid: "x" }],
  ])("a change with %s is malformed", async (_name, body) => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const before = await read(ruth);
    const response = await ruth.request("PATCH", apiPaths.profile, body);
    expect(response.json().code).toBe("malformed");
    expect(await read(ruth)).toEqual(before);
  });

  test("requests without a session, from another site or of a deleted account get nothing", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const body = { version: 1, changes: { city: "Denver" } };
    for (const method of ["GET", "PATCH"] as const) {
      const headers = { "sec-fetch-site": "same-origin" };
      const response = await app.inject({ method, url: apiPaths.profile, headers, payload: body });
      expect(response.json()).toEqual({ code: "not-signed-in", message: "Log in to see this." });
    }
    for (const headers of [{}, { "sec-fetch-site": "cross-site" }]) {
      const response = await app.inject({
        method: "PATCH",
        url: apiPaths.profile,
        headers: { ...headers, cookie: ruth.cookie },
        payload: body,
      });
      expect(response.json().code).toBe("cross-site");
    }
    expect((await read(ruth)).version).toBe(1);
    await database.write((trx) => trx.deleteFrom("accounts").execute());
    expect((await ruth.request("GET", apiPaths.profile)).statusCode).toBe(401);
  });

  test("the OpenAPI document describes the responses", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const { paths } = (await app.inject("/api/openapi.json")).json();
    const { properties } =
      paths[apiPaths.profile].get.responses["200"].content["application/json"].schema;
    const { stripeAccountId: _optional, ...user } = properties.user.properties;
    const profile = await read(ruth);
    expect(Object.keys(properties)).toEqual(Object.keys(profile));
    expect(Object.keys(user).sort()).toEqual(Object.keys(profile.user).sort());
    expect(Object.keys(paths[apiPaths.profile].patch.responses)).toEqual(
      expect.arrayContaining(["200", "400", "401", "403", "409", "422"]),
    );
    expect(Object.keys(paths[apiPaths.picture])).toEqual(["put", "delete"]);
  });
});
