import type { FastifyInstance, InjectOptions } from "fastify";
import { expect, test } from "vitest";
import { authExtras, authQuery } from "../../src/features/customers/contract/auth.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { describeOnSqlite } from "../support/dialects.ts";
import { linkIn } from "../support/emails.ts";
import { listRoutes, type Route } from "../support/list-routes.ts";
import { createPersonWithData, passkeySite } from "../support/person-with-data.ts";
import { newAccount, signUp } from "../support/portal.ts";
import { openTestApp } from "../support/test-app.ts";

/** Routes that sign in with a password alone, for accounts without a second factor (docs/security.md). */
const documented = [
  `POST ${apiPaths.createAccount}`,
  `POST ${apiPaths.login}`,
  `POST ${paths.createAccount}`,
  `POST ${paths.login}`,
  `POST ${paths.caregiverLogin}`,
  `POST ${paths.providerLogin}`,
];

type Values = Readonly<Record<string, string>>;

/** API routes take JSON, pages take forms, and GET routes take a query. */
function requestWith({ method, url: pattern }: Route, values: Values): InjectOptions {
  const url = pattern.replace("*", "x");
  const payload = new URLSearchParams(values).toString();
  if (method === "GET") {
    // Emailed links use another parameter name for the token than forms.
    const { [authExtras.token]: token } = values;
    return { url: token ? `${url}?${authQuery.token}=${token}` : `${url}?${payload}` };
  }
  if (url.startsWith("/api/")) return { method, url, payload: values };
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { method, url, headers, payload };
}

/** Routes that set a session cookie for one of these bodies. */
async function listSigningIn(
  app: FastifyInstance,
  bodies: () => readonly Values[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const route of await listRoutes(app)) {
    for (const values of bodies()) {
      const { cookies } = await app.inject(requestWith(route, values));
      const isSignedIn = cookies.some(
        ({ name, value }) => name === "__Host-session" && value !== "",
      );
      if (isSignedIn) found.add(`${route.method} ${route.url}`);
    }
  }
  return [...found].sort();
}

const settings = { PUBLIC_URL: passkeySite, RATE_LIMITS: "off" };

describeOnSqlite("ways to sign in", (_open, createDatabase) => {
  test("only the documented routes sign in with a password", async () => {
    const { app, database } = await openTestApp(createDatabase, settings);
    await signUp(app);
    const { email, password } = newAccount;
    await app.inject({ method: "POST", url: apiPaths.forgotPassword, payload: { email } });
    const { token } = await linkIn(database, "reset-password");
    let strangers = 0;
    const signingIn = await listSigningIn(app, () => {
      strangers += 1;
      return [
        { email, password },
        { ...newAccount, email: `new-${strangers}@example.com` },
        { email },
        { [authExtras.token]: token },
        { newPassword: password, [authExtras.token]: token },
      ];
    });
    expect(signingIn).toEqual([...documented].sort());
  });

  test("no route skips the second factor with a password or emailed link alone", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { app, database } = testApp;
    const ruth = await createPersonWithData(testApp, "ruth");
    const { email, password } = ruth;
    await app.inject({ method: "POST", url: apiPaths.forgotPassword, payload: { email } });
    const links = ["reset-password", "verify-email"];
    const tokens = await Promise.all(
      links.map(async (kind) => (await linkIn(database, kind)).token),
    );
    await database.write((trx) => trx.deleteFrom("sessions").execute());
    const bodies = tokens.flatMap((token) => [
      { newPassword: password, [authExtras.token]: token },
      { [authExtras.token]: token },
      { code: token },
    ]);
    const withPassword = [
      { email, password },
      { ...newAccount, email },
    ];
    expect(await listSigningIn(app, () => [...withPassword, ...bodies])).toEqual([]);
    const sessions = await database.db.selectFrom("sessions").select("uid").execute();
    expect(sessions).toEqual([]);
  });
});
