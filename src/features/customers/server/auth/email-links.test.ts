import type { LightMyRequestResponse } from "fastify";
import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { linkIn } from "../../../../../tests/support/emails.ts";
import { newAccount, type SignedIn, signUp } from "../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { authExtras } from "../../contract/auth.ts";

const { password } = newAccount;
const newPassword = "eight pears";

/** Every request that accepts the token of an emailed link, with the kinds of links it accepts. */
const uses: readonly {
  readonly takes: readonly string[];
  /** A second use is accepted and changes nothing: the address is already confirmed. */
  readonly repeats?: true;
  readonly use: (me: SignedIn, token: string) => Promise<LightMyRequestResponse>;
}[] = [
  {
    takes: ["reset-password"],
    use: (me, token) =>
      me.request("POST", apiPaths.resetPassword, { newPassword, [authExtras.token]: token }),
  },
  {
    takes: ["verify-email", "change-email"],
    repeats: true,
    use: (me, token) => me.request("POST", apiPaths.confirmEmail, { [authExtras.token]: token }),
  },
  {
    takes: ["verify-email", "change-email"],
    repeats: true,
    use: (me, token) =>
      me.request("POST", apiPaths.confirmByPassword, { password, [authExtras.token]: token }),
  },
  {
    takes: ["verify-email", "change-email"],
    // People who are signed in to the account cannot say that it is not theirs.
    use: (me, token) =>
      me.request("POST", apiPaths.notMyAccount, { [authExtras.token]: token }, { cookie: "" }),
  },
  {
    takes: [],
    use: (me, token) =>
      me.request("POST", apiPaths.loginCode, { code: "123456" }, { cookie: `login-code=${token}` }),
  },
];

async function readAccounts({ database }: TestApp) {
  return database.db.selectFrom("accounts").selectAll().orderBy("uid").execute();
}

describeEachDialect("emailed links", (_open, createDatabase) => {
  test.each(["reset-password", "verify-email", "change-email"])(
    "a %s link works only for its own purpose, once, and for its own account",
    async (kind) => {
      const testApp = await openTestApp(createDatabase);
      const walter = await signUp(testApp.app, { email: "walter@example.com" });
      const ruth = await signUp(testApp.app);
      const { email } = newAccount;
      await ruth.request("POST", apiPaths.changeEmail, { email: "new@example.com", password });
      await ruth.request("POST", apiPaths.forgotPassword, { email });
      const { token } = await linkIn(testApp.database, kind);
      const before = await readAccounts(testApp);

      for (const { use } of uses.filter(({ takes }) => !takes.includes(kind))) {
        const response = await use(ruth, token);
        expect(["link-expired", "login-expired"]).toContain(response.json().code);
      }
      expect(await readAccounts(testApp)).toEqual(before);

      const right = uses.filter(({ takes }) => takes.includes(kind));
      expect((await right[0]?.use(ruth, token))?.statusCode).toBe(200);
      const after = await readAccounts(testApp);
      for (const { use, repeats } of right) {
        const { code } = (await use(ruth, token)).json();
        expect(code).toBe(repeats ? undefined : "link-expired");
      }
      expect(await readAccounts(testApp)).toEqual(after);
      const others = (rows: typeof after) => rows.filter(({ uid }) => uid !== ruth.uid);
      expect(after).not.toEqual(before);
      expect(others(after)).toEqual(others(before));
      expect(others(after).map(({ uid }) => uid)).toEqual([walter.uid]);
    },
  );
});
