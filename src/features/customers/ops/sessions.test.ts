import { expect, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { newAccount, type SignedIn, signUp } from "../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";

describeEachDialect("the operator and sessions", (_open, createDatabase) => {
  async function openSite() {
    const options = await createDatabase("with tables");
    const { app } = await openTestApp(async () => options);
    const ruth = await signUp(app);
    const sam = await signUp(app, { email: "sam@example.com" });
    const { email, password } = newAccount;
    await app.inject({ method: "POST", url: apiPaths.login, payload: { email, password } });
    return { options, ruth, sam };
  }

  const isIn = async ({ request }: SignedIn) =>
    (await request("GET", apiPaths.session)).json().signedIn;

  test("ends every session of one person and of nobody else", async () => {
    const { options, ruth, sam } = await openSite();
    const run = await runOps(options, "sessions", "end", "--email", newAccount.email.toUpperCase());
    expect(run).toEqual({ code: 0, stdout: "Sessions ended: 2\n", stderr: "" });
    expect([await isIn(ruth), await isIn(sam)]).toEqual([false, true]);
    const again = await runOps(options, "sessions", "end", "--email", newAccount.email);
    expect(again).toEqual({ code: 0, stdout: "Sessions ended: 0\n", stderr: "" });
  });

  test("ends everybody's", async () => {
    const { options, ruth, sam } = await openSite();
    const run = await runOps(options, "sessions", "end", "--all");
    expect(run).toEqual({ code: 0, stdout: "Sessions ended: 3\n", stderr: "" });
    expect([await isIn(ruth), await isIn(sam)]).toEqual([false, false]);
  });

  test("rejects unknown accounts and too many options, and ends nothing", async () => {
    const { options, ruth } = await openSite();
    const usage = /^Name the account: sessions end --email <email> \| sessions end --all\n$/;
    for (const [args, said] of [
      [["end", "--email", "nobody@example.com"], /No account has the login email nobody@/],
      [["end"], usage],
      [["end", "--all", "--email", newAccount.email], usage],
      [["list", "--all"], usage],
    ] as const) {
      const { code, stdout, stderr } = await runOps(options, "sessions", ...args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(said);
    }
    expect(await isIn(ruth)).toBe(true);
  });
});
