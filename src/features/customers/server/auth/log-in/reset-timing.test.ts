import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { apiPaths } from "../../../../../../tests/support/api-paths.ts";
import { describeOnSqlite } from "../../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../../tests/support/emails.ts";
import { newAccount, signUp } from "../../../../../../tests/support/portal.ts";
import { signInStaff } from "../../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../../platform/contract/define-endpoint.ts";
import { deskLoginEndpoints } from "../../../../../platform/contract/desk/staff.ts";

function recordStatements({ context }: TestApp): string[] {
  const seen: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { database } = context;
  const { write } = database;
  Object.assign(database, {
    write: ((job) => write((trx) => job(trx.withPlugin(plugin)))) satisfies typeof write,
  });
  return seen;
}

const stranger = "nobody.knows@example.com";

describeOnSqlite("a forgotten password", (_open, createDatabase) => {
  test.each([
    ["of a customer", apiPaths.forgotPassword, newAccount.email],
    ["of a staff member", pathOf(deskLoginEndpoints.forgotPassword), "ana.ruiz@example.com"],
  ])("%s takes the same statements for known and unknown addresses", async (_who, url, known) => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    await signUp(testApp.app);
    await signInStaff(testApp, ["agent"], "Ana Ruiz");
    const seen = recordStatements(testApp);
    const ask = async (email: string) => {
      seen.length = 0;
      const headers = { "sec-fetch-site": "same-origin" };
      const response = await testApp.app.inject({
        method: "POST",
        url,
        headers,
        payload: { email },
      });
      return { status: response.statusCode, body: response.body, statements: [...seen] };
    };
    const toKnown = await ask(known);
    expect(toKnown.status).toBe(200);
    expect(toKnown.statements.length).toBeGreaterThan(3);
    expect(await ask(stranger)).toEqual(toKnown);
    const emails = (await readEmails(testApp.database)).map(({ recipient }) => recipient);
    expect(emails).toContain(known);
    expect(emails.filter((one) => one.includes("nobody"))).toEqual([]);
    const { db } = testApp.database;
    const tokens = await db.selectFrom("one_time_tokens").select("uid").execute();
    expect(tokens.filter(({ uid }) => uid === null)).toEqual([]);
    const staffTokens = await db.selectFrom("staff_tokens").select("staff_id").execute();
    expect(staffTokens.filter(({ staff_id }) => staff_id === null)).toEqual([]);
  });
});
