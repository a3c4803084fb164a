import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { expect, test } from "vitest";
import { calls, personHeader, picturesPath, profilePicturePath } from "../../src/contract/api.ts";
import { paths } from "../../src/contract/paths.ts";
import type { DatabaseClient } from "../../src/server/db/client.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { listRoutes, type Route } from "../support/list-routes.ts";
import { newAccount, type SignedIn, signUp } from "../support/portal.ts";
import { openTestApp } from "../support/test-app.ts";

/** Calls that need nobody signed in; every other one below these addresses does. */
const open: ReadonlySet<string> = new Set([
  calls.createAccount,
  calls.login,
  calls.loginCode,
  calls.passkeyLogin,
  `${calls.passkeyLogin}/options`,
  calls.session,
  calls.forgotPassword,
  calls.resetPassword,
  calls.confirmEmail,
]);

async function listGuarded(app: FastifyInstance): Promise<Route[]> {
  return (await listRoutes(app)).filter(
    ({ url }) =>
      (url.startsWith("/api/portal/") ||
        url.startsWith(picturesPath) ||
        url === calls.createStripeAccount) &&
      !open.has(url),
  );
}

/** Tables with rows of a person, by the column that says whose they are. */
const personal = [
  "accounts",
  "profiles",
  "sessions",
  "passkeys",
  "recovery_codes",
  "completed_requests",
  "payment_accounts",
] as const;

async function everythingOf({ db }: DatabaseClient, { uid }: SignedIn) {
  const rows = await Promise.all(
    personal.map((table) => db.selectFrom(table).selectAll().where("uid", "=", uid).execute()),
  );
  const picture = await db
    .selectFrom("pictures")
    .selectAll()
    .where("path", "=", profilePicturePath(uid))
    .execute();
  return { rows, picture };
}

/** A person with something of every kind, each of it unmistakable. */
async function settle(app: FastifyInstance, database: DatabaseClient): Promise<SignedIn> {
  const ruth = await signUp(app, { city: "Marker-City", phone: "303-555-7777" });
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const saved = await ruth.call("PUT", calls.picture, image, { "content-type": "image/png" });
  expect(saved.statusCode).toBe(200);
  const made = await ruth.call("POST", calls.createStripeAccount, { uid: ruth.uid });
  expect(made.json().accountId).toBeTruthy();
  await database.write(async (trx) => {
    await trx
      .insertInto("completed_requests")
      .values({
        id: "marker-request",
        uid: ruth.uid,
        request_title: "Marker-Title",
        assigned_to: "Marker-Provider",
        assigned_to_uid: "marker-provider",
        request_completed: 1,
        date_completed: 1_780_000_000,
        price_cents: 4500,
        created_at: 1,
      })
      .execute();
    await trx
      .insertInto("passkeys")
      .values({
        id: "marker-passkey",
        uid: ruth.uid,
        public_key: "",
        counter: 0,
        transports: "[]",
        name: "Marker-Key",
        created_at: 1,
        last_used_at: null,
      })
      .execute();
  });
  return ruth;
}

describeEachDialect("who may do what", (_open, place) => {
  test("nobody gets through a call that is not meant for everybody", async () => {
    const { app } = await openTestApp(place);
    const guarded = await listGuarded(app);
    expect(guarded.length).toBeGreaterThan(20);
    // Routes of scopes of their own count too.
    const urls = guarded.map(({ url }) => url);
    expect(urls).toEqual(expect.arrayContaining([calls.picture, `${picturesPath}/*`]));
    for (const { method, url } of guarded) {
      for (const cookie of ["", "session=made-up", `session=${"A".repeat(43)}`]) {
        const answer = await app.inject({
          method,
          url: url.replace(":id", "marker-request").replace("*", profilePicturePath("somebody")),
          headers: { cookie, "sec-fetch-site": "same-origin" },
        });
        expect([method, url, answer.statusCode]).toEqual([method, url, 401]);
      }
    }
  });

  test("a page of another site gets through no call that changes something", async () => {
    const { app, database } = await openTestApp(place);
    const ruth = await signUp(app);
    const before = await everythingOf(database, ruth);
    const changing = (await listGuarded(app)).filter(({ method }) => method !== "GET");
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
      {},
    ]) {
      for (const { method, url } of changing) {
        const answer = await app.inject({
          method,
          url: url.replace(":id", "any"),
          headers: { cookie: ruth.cookie, ...headers },
        });
        expect([method, url, answer.statusCode]).toEqual([method, url, 403]);
      }
    }
    expect(await everythingOf(database, ruth)).toEqual(before);
  });

  test("what is changed on a page left open lands with nobody who logged in since", async () => {
    const { app, database } = await openTestApp(place);
    const ruth = await signUp(app);
    const marcus = await signUp(app, { email: "marcus@example.com" });
    expect((await ruth.call("GET", calls.settings)).headers[personHeader]).toBe(ruth.uid);
    const shown = (await ruth.call("GET", calls.profile)).headers[personHeader];
    expect(shown).toBe(ruth.uid);
    const before = await everythingOf(database, marcus);
    const leavesOnly = new Set<string>([calls.logout]);
    for (const { method, url } of await listGuarded(app)) {
      if (method === "GET" || leavesOnly.has(url)) continue;
      const body = { version: 1, changes: { city: "Denver" }, password: newAccount.password };
      const headers = { [personHeader]: String(shown) };
      const answer = await marcus.call(method, url.replace(":id", "any"), body, headers);
      expect([method, url, answer.statusCode]).toEqual([method, url, 401]);
    }
    expect(await everythingOf(database, marcus)).toEqual(before);
    const left = await marcus.call("POST", calls.logout, undefined, { [personHeader]: ruth.uid });
    expect(left.statusCode).toBe(200);
    expect((await marcus.call("GET", calls.profile)).statusCode).toBe(401);
  });

  test("another person sees and changes nothing, whatever they name", async () => {
    const { app, database } = await openTestApp(place);
    const ruth = await settle(app, database);
    const marcus = await signUp(app, { email: "marcus@example.com", firstName: "Marcus" });
    const before = await everythingOf(database, ruth);
    const { accountId } = await database.db
      .selectFrom("payment_accounts")
      .select("account_id as accountId")
      .executeTakeFirstOrThrow();
    const sessions = await database.db.selectFrom("sessions").select("id").execute();
    const names = ["marker-request", "marker-passkey", ruth.uid, ...sessions.map(({ id }) => id)];
    // Signing out and deleting come last: after them nobody is there to try.
    const last = new Set<string>([calls.deleteAccount, calls.logout]);
    const routes = (await listGuarded(app)).sort(
      (a, b) => Number(last.has(a.url)) - Number(last.has(b.url)),
    );
    for (const { method, url } of routes) {
      const addresses = url.includes(":id")
        ? names.map((name) => url.replace(":id", name))
        : [url.replace("*", profilePicturePath(ruth.uid))];
      for (const address of addresses) {
        const body = { uid: ruth.uid, accountId, id: ruth.uid, password: newAccount.password };
        const answer = await marcus.call(method, address, method === "GET" ? undefined : body);
        expect(answer.body).not.toMatch(/marker/i);
        expect(answer.body).not.toContain(newAccount.email);
        expect(answer.body).not.toContain("303-555-7777");
        expect(answer.statusCode).toBeLessThan(500);
      }
    }
    expect(await everythingOf(database, ruth)).toEqual(before);
    expect((await ruth.call("GET", calls.profile)).json().user.city).toBe("Marker-City");
  });

  test("the pages of the portal are the same for everybody, and never kept", async () => {
    const { app, database } = await openTestApp(place);
    const ruth = await settle(app, database);
    for (const url of [paths.profile, paths.editProfile, paths.settings, paths.request]) {
      const own = await app.inject({ url, headers: { cookie: ruth.cookie } });
      const strange = await app.inject({ url });
      expect(own.body).toBe(strange.body);
      expect(own.headers["cache-control"]).toBe("no-store");
    }
  });
});
