import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { hashAsTyped } from "../../../../../tests/support/passwords.ts";
import { deskBrowser, inviteStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { deskLoginEndpoints as auth } from "../../../../platform/contract/desk/staff.ts";

const windows = "n\u00e4gel \u00f6ffnen dr\u00fcben f\u00fcnfmal";
const mac = windows.normalize("NFD");
const email = "imani@b\u00fccher.example";

describeOnSqlite("staff passwords with accents", (_open, createDatabase) => {
  test("work from every computer, also those of an earlier version", async () => {
    const desk = await openTestApp(createDatabase, { STAFF_SECOND_FACTOR: "optional" });
    const { database } = desk;
    const token = await inviteStaff(desk, { email, name: "Imani Bell", roles: ["agent"] });
    const browser = deskBrowser(desk);
    expect((await browser.call(auth.acceptInvitation, { token, password: mac })).json()).toEqual({
      state: "signed-in",
    });
    const logIn = async (password: string, address = "Imani\u200b@xn--bcher-kva.example") =>
      (await deskBrowser(desk).call(auth.login, { email: address, password })).json();
    expect(await logIn(windows)).toEqual({ state: "signed-in" });

    const old = hashAsTyped(mac);
    await database.write((trx) => trx.updateTable("staff").set({ password_hash: old }).execute());
    expect(await logIn(windows, email)).toEqual({ state: "signed-in" });
    const { password_hash: renewed } = await database.db
      .selectFrom("staff")
      .select("password_hash")
      .executeTakeFirstOrThrow();
    expect(renewed).not.toBe(old);
    expect(await logIn(windows)).toEqual({ state: "signed-in" });
    expect((await logIn("nagel offnen druben funfmal")).code).toBe("staff-login-refused");
  });
});
