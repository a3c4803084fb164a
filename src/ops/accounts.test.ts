import { expect, test } from "vitest";
import { apiPaths } from "../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../tests/support/dialects.ts";
import { readEmails } from "../../tests/support/emails.ts";
import { runOps } from "../../tests/support/ops.ts";
import { newAccount, signUpConfirmed, turnOnCodes } from "../../tests/support/portal.ts";
import { openTestApp } from "../../tests/support/test-app.ts";

const { email, password } = newAccount;

describeEachDialect("the operator and accounts", (_open, place) => {
  async function openSite() {
    const options = await place("with tables");
    const site = await openTestApp(async () => options);
    const ruth = await signUpConfirmed(site);
    const logIn = async () =>
      (
        await site.app.inject({
          method: "POST",
          url: apiPaths.login,
          payload: { email, password },
        })
      ).json();
    return { options, site, ruth, logIn };
  }

  test("second-factor off turns codes off, ends sessions and tells the owner", async () => {
    const { options, site, ruth, logIn } = await openSite();
    await turnOnCodes(ruth, site.clock.now);
    expect(await logIn()).toEqual({ state: "code-needed" });

    const off = ["second-factor", "off", "--email", email.toUpperCase()];
    const run = await runOps(options, "accounts", ...off);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(
      /^Codes are off for RUTH@.*The owner is told by email\. Sessions ended: 1\n$/,
    );
    const { db } = site.database;
    for (const table of ["recovery_codes", "sessions"] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    // A login that waits for its code has to start again.
    const tokens = db.selectFrom("one_time_tokens").select("kind").where("kind", "=", "login-code");
    expect(await tokens.execute()).toEqual([]);
    const notice = (await readEmails(site.database)).at(-1);
    expect([notice?.kind, notice?.recipient]).toEqual(["codes-off-by-staff", email]);
    expect(await logIn()).toMatchObject({ state: "signed-in" });

    const again = await runOps(options, "accounts", ...off);
    expect([again.code, again.stdout]).toEqual([1, ""]);
    expect(again.stderr).toContain("does not use codes");
  });

  test("second-factor rejects unknown accounts and missing options, and changes nothing", async () => {
    const { options, site, ruth, logIn } = await openSite();
    await turnOnCodes(ruth, site.clock.now);
    const usage = /^Name the account: accounts second-factor off --email <email>\n$/;
    for (const [args, said] of [
      [["second-factor", "off", "--email", "nobody@example.com"], /No account has the login email/],
      [["second-factor", "off"], usage],
      [["second-factor", "--email", email], usage],
      [["off", "--email", email], usage],
    ] as const) {
      const { code, stdout, stderr } = await runOps(options, "accounts", ...args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(said);
    }
    expect(await logIn()).toEqual({ state: "code-needed" });
  });
});
