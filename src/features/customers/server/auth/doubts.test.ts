import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { newAccount } from "../../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { withoutScripts } from "../../contract/portal-pages.ts";

/** A native post, as browsers without scripts send it. */
function native(url: string, fields: Readonly<Record<string, string>>) {
  return {
    method: "POST" as const,
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  };
}

describeOnSqlite("creating an account without scripts", (_open, createDatabase) => {
  test("details that cannot work are saved after one question", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const form = { ...newAccount, phone: "5550101", password: "iloveyou" };
    const asked = await app.inject(native(paths.createAccount, form));
    expect([asked.statusCode, asked.headers["cache-control"]]).toEqual([200, "no-store"]);
    for (const words of ["Save anyway?", "This number has 7 digits.", "Many people use this"]) {
      expect(asked.body).toContain(words);
    }
    expect(asked.body).not.toContain("iloveyou");
    expect(await database.db.selectFrom("accounts").selectAll().execute()).toEqual([]);
    const [name = "", value = ""] = /name="(_\w+)" value="(\w+)"/.exec(asked.body)?.slice(1) ?? [];
    const saved = await app.inject(native(paths.createAccount, { ...form, [name]: value }));
    expect([saved.statusCode, saved.headers.location]).toEqual([
      303,
      withoutScripts(paths.profile),
    ]);
    expect(await database.db.selectFrom("accounts").selectAll().execute()).toHaveLength(1);
  });
});
