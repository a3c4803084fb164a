import { expect, test } from "vitest";
import { apiPaths, recruitingPaths } from "../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { listRoutes } from "../../../../tests/support/list-routes.ts";
import { newAccount, signUp } from "../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { paymentLinkPath } from "../../../features/payments/contract/payments.ts";
import { submissionPath } from "../../contract/form-engine/submission.ts";
import { paths } from "../../contract/paths.ts";

const nasty = "a\0b\ud800";
/** NUL, and bytes that are not UTF-8. */
const escapes = ["%00", "a%00b", "%ED%A0%80", "%C3%28"];

describeEachDialect("text that no database can store", (_open, createDatabase) => {
  test("is a 404 in any path", async () => {
    const { app } = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const ruth = await signUp(app);
    const named = (await listRoutes(app)).filter(
      ({ url }) => url.includes(":") || (url.includes("*") && url !== "/*"),
    );
    expect(named.length).toBeGreaterThan(4);
    for (const { method, url } of named) {
      for (const text of escapes) {
        const address = url.replace(/:\w+/g, text).replace("*", text);
        const response = await ruth.request(method, address, method === "GET" ? undefined : {});
        // Programs need a token first.
        const wanted = address.startsWith("/api/v1/") ? [400, 401, 404] : [400, 404];
        expect(wanted, `${method} ${address}`).toContain(response.statusCode);
      }
    }
    for (const text of escapes) {
      expect([400, 404], text).toContain((await app.inject(`/${text}`)).statusCode);
    }
  });

  test("causes no server error in any query", async () => {
    const { app } = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const ruth = await signUp(app);
    const pages = [...Object.values(paths), apiPaths.requests, paymentLinkPath];
    for (const page of pages) {
      for (const name of ["token", "sent", "resume", "step", "about", "next", "id", "utm_source"]) {
        const response = await ruth.request("GET", `${page}?${name}=%00&zone=%00&timeZone=%00`);
        expect(response.statusCode, `${page}?${name}`).toBeLessThan(500);
      }
    }
  });

  test("causes no server error in any body", async () => {
    const { app, database } = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    const ruth = await signUp(app);
    const recruiting = recruitingPaths("care");
    const bodies: [string, object][] = [
      [apiPaths.login, { email: `${nasty}@example.com`, password: "seven apples" }],
      [apiPaths.login, { email: newAccount.email, password: nasty.repeat(3) }],
      [apiPaths.createAccount, { ...newAccount, email: "b@example.com", city: nasty }],
      [apiPaths.createAccount, { ...newAccount, email: `${nasty}@example.com` }],
      [apiPaths.forgotPassword, { email: `${nasty}@example.com` }],
      [apiPaths.resetPassword, { newPassword: "eight pears", _token: nasty }],
      [apiPaths.confirmEmail, { _token: nasty }],
      [apiPaths.loginCode, { code: nasty }],
      [apiPaths.passkeyLogin, { id: nasty, rawId: nasty, type: "public-key", response: {} }],
      [apiPaths.passkeys, { name: nasty, response: { id: nasty } }],
      [apiPaths.createStripeAccount, { uid: nasty }],
      [apiPaths.confirmStripeAccount, { accountId: nasty }],
      [submissionPath("ContactForm"), { name: nasty, [nasty]: nasty }],
      [submissionPath("ContactForm"), { name: "Ada", message: "Hi", _key: nasty, _q7: nasty }],
      [recruiting.draft, { step: "about", answers: { email: nasty, firstName: nasty } }],
      [recruiting.draft, { step: "about", answers: { [nasty]: nasty } }],
      [recruiting.emailLink, { page: nasty }],
    ];
    for (const [url, body] of bodies) {
      const response = await ruth.request("POST", url, body);
      expect(response.statusCode, `${url} ${JSON.stringify(body)}`).toBeLessThan(500);
    }
    const native = { "content-type": "application/x-www-form-urlencoded" };
    for (const url of Object.values(paths)) {
      const payload = "email=%00%40b.co&name=%00&zip=%00&step=%00&_token=%00&%00=%00&code=%00";
      const response = await app.inject({ method: "POST", url, headers: native, payload });
      expect(response.statusCode, url).toBeLessThan(500);
    }
    const rows = await database.db.selectFrom("accounts").select("email").execute();
    expect(rows).toEqual([{ email: newAccount.email }]);
  });
});
