import { expect, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { formatNeeds, sandboxNeeds } from "../contract/payment-needs.ts";
import type { StripeAccountResponse } from "../contract/payments.ts";
import { paymentLinkPath } from "../contract/payments.ts";

const publicUrl = "https://www.home.example";

describeOnSqlite("payment profile without a key", (_open, createDatabase) => {
  async function open() {
    const { app, database } = await openTestApp(createDatabase, { PUBLIC_URL: publicUrl });
    const signed = await signUp(app);
    // Under https the cookie has another name, which signUp copies from the response.
    const setUp = async () =>
      (
        await signed.request("POST", apiPaths.createStripeAccount, { uid: signed.uid })
      ).json<StripeAccountResponse>();
    const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      app.inject({
        method: "POST",
        url: paths.paymentSandbox,
        headers: {
          cookie: signed.cookie,
          "sec-fetch-site": "same-origin",
          "content-type": "application/x-www-form-urlencoded",
          ...headers,
        },
        payload: new URLSearchParams(fields).toString(),
      });
    const needs = async () => (await signed.request("GET", apiPaths.profile)).json().paymentNeeds;
    return { app, database, signed, setUp, send, needs };
  }

  const everything = Object.fromEntries(sandboxNeeds.map((code) => [code, "yes"]));

  test("returns the same account every time and a link to its own page, clearly marked", async () => {
    const { app, setUp } = await open();
    const first = await setUp();
    expect(first.url).toBe(`${publicUrl}${paths.paymentSandbox}`);
    expect(first.accountId).toMatch(/^acct_test_[0-9a-f]{16}$/);
    expect(await setUp()).toEqual(first);
    const page = await app.inject(paths.paymentSandbox);
    expect(page.statusCode).toBe(200);
    expect(page.headers["cross-origin-opener-policy"]).toBe("unsafe-none");
    expect(page.body).toContain(
      "Test mode: no real payments, nothing you type here is sent to a bank",
    );
  });

  test("checking everything leaves nothing needed", async () => {
    const { signed, setUp, send, needs } = await open();
    const { accountId } = await setUp();
    const done = await send(everything);
    expect([done.statusCode, done.headers.location]).toEqual([303, "/success"]);
    expect(done.headers["cross-origin-opener-policy"]).toBe("unsafe-none");
    const confirmed = await signed.request("POST", apiPaths.confirmStripeAccount, { accountId });
    expect(confirmed.json()).toMatchObject({ stripeAccountId: accountId, paymentNeeds: [] });
    expect(await needs()).toEqual([]);
  });

  test("unchecked items, or all if the page is left, are still needed", async () => {
    const { signed, setUp, send, needs } = await open();
    const { accountId } = await setUp();
    const confirmed = await signed.request("POST", apiPaths.confirmStripeAccount, { accountId });
    expect(confirmed.json().paymentNeeds).toEqual(formatNeeds(sandboxNeeds));
    await send({ external_account: "yes" });
    expect(await needs()).toEqual(["your date of birth", "a photo of your ID"]);
    const link = await signed.request("GET", paymentLinkPath);
    expect(link.headers.location).toBe(`${publicUrl}${paths.paymentSandbox}`);
    await send(everything);
    expect(await needs()).toEqual([]);
  });

  test("accepts its form only from our own page and its own person", async () => {
    const { app, database, setUp, send } = await open();
    const early = await send(everything);
    expect([early.statusCode, early.headers.location]).toEqual([303, paths.editProfile]);
    await setUp();
    expect((await send(everything, { "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
    expect((await send({ ...everything, balance: "1" })).statusCode).toBe(400);
    const nobody = await send(everything, { cookie: "" });
    expect(nobody.headers.location).toBe("/portal/login?next=%2Fportal%2Fedit-profile");
    const ada = await signUp(app, { email: "ada@example.com" });
    expect((await send(everything, { cookie: ada.cookie })).headers.location).toBe(
      paths.editProfile,
    );
    const row = await database.db.selectFrom("payment_accounts").select("needs").executeTakeFirst();
    expect(JSON.parse(row?.needs ?? "")).toEqual(sandboxNeeds);
  });

  test("an https site logs a warning at startup that payments are in test mode", async () => {
    const lines: string[] = [];
    const logs = { write: (line: string) => void lines.push(line) };
    await openTestApp(createDatabase, { PUBLIC_URL: publicUrl, LOG_LEVEL: "warn" }, logs);
    expect(lines.join("")).toContain("STRIPE_SECRET_KEY is not set");
  });
});
