import { expect, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { newAccount, signUp } from "../../../tests/support/portal.ts";
import { openTestApp } from "../../../tests/support/test-app.ts";
import { calls } from "../../contract/api.ts";

describeEachDialect("accounts", (_open, place) => {
  test("a new account is signed in, and again after logging out", async () => {
    const { app } = await openTestApp(place);
    const ruth = await signUp(app);
    expect((await ruth.call("POST", calls.logout)).statusCode).toBe(200);
    expect((await ruth.call("GET", calls.session)).json()).toEqual({ signedIn: false });

    const { email, password } = newAccount;
    const answer = await app.inject({
      method: "POST",
      url: calls.login,
      payload: { email: email.toUpperCase(), password },
    });
    expect(answer.json()).toEqual({ state: "signed-in", next: "/portal/profile" });
    expect(answer.headers["set-cookie"]).toMatch(/^session=.{43}; Path=\/; HttpOnly; SameSite=Lax/);
  });

  test("of five people with one address one wins and four hear that it is in use", async () => {
    const { app, database } = await openTestApp(place);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        app.inject({ method: "POST", url: calls.createAccount, payload: newAccount }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409, 409, 409]);
    for (const table of ["accounts", "profiles", "sessions"] as const) {
      expect(await database.db.selectFrom(table).selectAll().execute()).toHaveLength(1);
    }
  });
});
