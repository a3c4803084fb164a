import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { newAccount, signUp } from "../../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { days, minutes } from "../../../../platform/contract/durations.ts";

describeEachDialect("accounts", (_open, createDatabase, engine) => {
  test("a new account is signed in, and again after logging out", async () => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const { cookie } = ruth;
    expect((await ruth.request("POST", apiPaths.logout)).statusCode).toBe(200);
    expect((await ruth.request("GET", apiPaths.session)).json()).toEqual({ signedIn: false });
    // A browser that keeps the cookie anyway cannot use it.
    const kept = await app.inject({ url: apiPaths.profile, headers: { cookie } });
    expect(kept.json().code).toBe("not-signed-in");

    const { email, password } = newAccount;
    const response = await app.inject({
      method: "POST",
      url: apiPaths.login,
      payload: { email: email.toUpperCase(), password },
    });
    expect(response.json()).toEqual({ state: "signed-in", next: "/portal/profile" });
    expect(String(response.headers["set-cookie"])).toMatch(
      /^session=.{43}; Path=\/; HttpOnly; SameSite=Lax/,
    );
  });

  test("the last use of a session is stored once an hour", async () => {
    const { app, database, clock } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const signedInAt = clock.now;
    for (const [minutesLater, lastSeen] of [
      [60, 0],
      [1, 61],
      [60, 61],
      [1, 122],
    ] as const) {
      clock.now += minutes(minutesLater);
      expect((await ruth.request("GET", apiPaths.profile)).statusCode).toBe(200);
      const sessions = await database.db.selectFrom("sessions").select("last_seen_at").execute();
      expect(sessions).toEqual([{ last_seen_at: signedInAt + minutes(lastSeen) }]);
    }
  });

  test("of five people with one address one gets an account and four are told that it is in use", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.inject({ method: "POST", url: apiPaths.createAccount, payload: newAccount }),
      ),
    );
    expect(responses.map((response) => response.statusCode).sort()).toEqual([
      201, 409, 409, 409, 409,
    ]);
    for (const table of ["accounts", "profiles", "sessions"] as const) {
      expect(await database.db.selectFrom(table).selectAll().execute()).toHaveLength(1);
    }
  });

  if (engine !== "sqlite") return;

  test("a session lives 30 days from its last use, and its cookie with it", async () => {
    const { app, database, clock } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const use = () => ruth.request("GET", apiPaths.profile);
    clock.now += minutes(1);
    expect((await use()).headers["set-cookie"]).toBe(undefined);
    for (let uses = 0; uses < 3; uses += 1) {
      clock.now += days(29);
      const response = await use();
      expect(response.statusCode).toBe(200);
      const [session, browser] = response.headers["set-cookie"] as string[];
      expect(session).toMatch(/^session=.{43}; .*Max-Age=2592000/);
      // A browser that stays signed in all year keeps its device cookie after logging out.
      expect(browser).toMatch(/^known-browser=.{68}; .*Max-Age=31536000/);
    }
    const { expires_at } = await database.db
      .selectFrom("sessions")
      .select("expires_at")
      .executeTakeFirstOrThrow();
    expect(expires_at).toBe(clock.now + days(30));
    clock.now += days(30);
    expect((await use()).json().code).toBe("not-signed-in");
  });
});
