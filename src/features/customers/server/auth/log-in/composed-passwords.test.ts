import { expect, test } from "vitest";
import { apiPaths } from "../../../../../../tests/support/api-paths.ts";
import { describeOnSqlite } from "../../../../../../tests/support/dialects.ts";
import { hashAsTyped } from "../../../../../../tests/support/passwords.ts";
import { newAccount, signUp } from "../../../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../../../tests/support/test-app.ts";

/** The same password from Windows and from a Mac. */
const windows = "Gr\u00f6\u00dfe-\u00c5sa 7";
const mac = windows.normalize("NFD");
const { email } = newAccount;

describeOnSqlite("passwords with accents", (_open, createDatabase) => {
  async function openSite(password: string) {
    const site = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const person = await signUp(site.app, { password });
    const logIn = async (typed: string) => {
      const payload = { email, password: typed };
      return (await site.app.inject({ method: "POST", url: apiPaths.login, payload })).statusCode;
    };
    const readHash = async () =>
      (await site.database.db.selectFrom("accounts").select("password_hash").executeTakeFirst())
        ?.password_hash;
    return { ...site, person, logIn, readHash };
  }

  test.each([mac, windows])("set on one computer work on another", async (password) => {
    const { logIn } = await openSite(password);
    expect([await logIn(mac), await logIn(windows)]).toEqual([200, 200]);
    expect(await logIn("Grosse-Asa 7")).toBe(401);
  });

  test("stored by an earlier version work on, and are stored anew at the next login", async () => {
    const { database, logIn, readHash } = await openSite(windows);
    const old = hashAsTyped(mac);
    await database.write((trx) =>
      trx.updateTable("accounts").set({ password_hash: old }).execute(),
    );
    expect(await logIn("Gr\u00f6\u00dfe-Asa 7")).toBe(401);
    expect(await readHash()).toBe(old);
    expect(await logIn(windows)).toBe(200);
    const renewed = await readHash();
    expect(renewed).not.toBe(old);
    expect([await logIn(mac), await logIn(windows)]).toEqual([200, 200]);
    expect(await readHash()).toBe(renewed);
  });

  test("are confirmed and changed in either form", async () => {
    const { person, logIn } = await openSite(windows);
    const change = { password: mac, newPassword: `${mac}!` };
    const changed = await person.request("POST", apiPaths.changePassword, change);
    expect(changed.statusCode).toBe(200);
    expect(await logIn(`${windows}!`)).toBe(200);
    expect(await logIn(windows)).toBe(401);
  });
});
