import { describe, expect, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import {
  type Failure,
  type FakeStripe,
  fakeStripe,
  stripeKey,
} from "../../../../tests/support/fake-stripe.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import type { PaymentResponse, StripeAccountResponse } from "../contract/payments.ts";
import { paymentLinkPath } from "../contract/payments.ts";

const publicUrl = "https://www.home.example";
const accounts = "/v1/accounts";
const links = "/v1/account_links";
const paymentFailed = {
  code: "payment-failed",
  message: "Error setting up payment profile. Please try again.",
};

const settings = {
  PUBLIC_URL: publicUrl,
  STRIPE_SECRET_KEY: stripeKey,
  STRIPE_WEBHOOK_SECRET: "whsec_any",
};

const at = (stripe: FakeStripe) => ({ testSettings: { stripeApiUrl: stripe.origin } });

describeEachDialect("payment profile with Stripe", (_open, createDatabase, engine) => {
  async function open() {
    const stripe = await fakeStripe();
    const lines: string[] = [];
    const logs = { write: (line: string) => void lines.push(line) };
    const opened = await openTestApp(
      createDatabase,
      { ...settings, LOG_LEVEL: "info" },
      logs,
      at(stripe),
    );
    const ruth = await signUp(opened.app);
    const setUp = (uid = ruth.uid) => ruth.request("POST", apiPaths.createStripeAccount, { uid });
    const confirm = (accountId: string) =>
      ruth.request("POST", apiPaths.confirmStripeAccount, { accountId });
    const rows = () => opened.database.db.selectFrom("payment_accounts").selectAll().execute();
    const profile = () =>
      opened.database.db
        .selectFrom("profiles")
        .select(["stripe_account_id", "version"])
        .where("uid", "=", ruth.uid)
        .executeTakeFirstOrThrow();
    return { ...opened, stripe, ruth, setUp, confirm, rows, profile, lines };
  }

  test("creates an account and a link that returns to us", async () => {
    const { stripe, ruth, setUp, rows, profile } = await open();
    const response = await setUp();
    expect(response.statusCode).toBe(200);
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.json()).toEqual({ url: `${stripe.origin}/setup/1`, accountId: "acct_1" });

    const [account, link] = stripe.requests;
    expect(account?.line).toBe(`POST ${accounts}`);
    expect(account?.fields).toMatchObject({ type: "express", "metadata[uid]": ruth.uid });
    expect(account?.key).toBe(`account-${ruth.uid}`);
    expect(link?.line).toBe(`POST ${links}`);
    expect(link?.fields).toEqual({
      account: "acct_1",
      type: "account_onboarding",
      return_url: `${publicUrl}/success`,
      refresh_url: `${publicUrl}${paymentLinkPath}`,
    });
    expect(stripe.errors).toEqual([]);
    expect(await rows()).toMatchObject([{ uid: ruth.uid, provider: "stripe" }]);
    expect((await profile()).stripe_account_id).toBeNull();
  });

  test("confirming completes the profile once and says what is still needed", async () => {
    const { confirm, setUp, profile, ruth } = await open();
    const { accountId } = (await setUp()).json<StripeAccountResponse>();
    const before = await ruth.request("GET", apiPaths.profile);
    expect(before.json()).toMatchObject({ paymentNeeds: [], version: 1 });

    const first = await confirm(accountId);
    const again = await confirm(accountId);
    const expected: PaymentResponse = {
      stripeAccountId: "acct_1",
      version: 2,
      paymentNeeds: ["a bank account or debit card", "your date of birth"],
    };
    expect(first.json()).toEqual(expected);
    expect(again.json()).toEqual(expected);
    expect(await profile()).toEqual({ stripe_account_id: "acct_1", version: 2 });
    const { user, paymentNeeds } = (await ruth.request("GET", apiPaths.profile)).json();
    expect(user.stripeAccountId).toBe("acct_1");
    expect(paymentNeeds).toEqual(expected.paymentNeeds);
  });

  test("five concurrent clicks create one account", async () => {
    const { setUp, stripe, rows } = await open();
    const responses = await Promise.all(Array.from({ length: 5 }, () => setUp()));
    expect(new Set(responses.map((response) => response.json().accountId))).toEqual(
      new Set(["acct_1"]),
    );
    expect(stripe.accounts.size).toBe(1);
    expect(await rows()).toHaveLength(1);
    // Five clicks on one server share one request.
    expect(stripe.requests.filter(({ line }) => line === `POST ${accounts}`)).toHaveLength(1);
  });

  test("five concurrent confirmations are one change", async () => {
    const { setUp, confirm, profile } = await open();
    await setUp();
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm("acct_1")));
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect((await profile()).version).toBe(2);
  });

  test("two servers at once create one account", async () => {
    const stripe = await fakeStripe();
    const options = await createDatabase();
    const one = await openTestApp(async () => options, settings, undefined, at(stripe));
    const other = await openTestApp(async () => options, settings, undefined, at(stripe));
    const ruth = await signUp(one.app);
    const responses = await Promise.all(
      [one, other].map(({ app }) =>
        app.inject({
          method: "POST",
          url: apiPaths.createStripeAccount,
          headers: { cookie: ruth.cookie, "sec-fetch-site": "same-origin" },
          payload: { uid: ruth.uid },
        }),
      ),
    );
    expect(responses.map((response) => response.json().accountId)).toEqual(["acct_1", "acct_1"]);
    expect(stripe.accounts.size).toBe(1);
  });

  test("only the account created for a person is accepted from them", async () => {
    const { app, setUp, confirm, profile, ruth } = await open();
    const ada = await signUp(app, { email: "ada@example.com" });
    await ada.request("POST", apiPaths.createStripeAccount, { uid: ada.uid });
    for (const made of [false, true]) {
      if (made) await setUp();
      for (const accountId of ["acct_1", "acct_99", ""]) {
        const response = await confirm(accountId);
        expect([response.statusCode, response.json().code]).toEqual([404, "not-found"]);
      }
    }
    expect((await ruth.request("POST", apiPaths.confirmStripeAccount, {})).statusCode).toBe(404);
    expect((await profile()).stripe_account_id).toBeNull();
    const nobody = await app.inject({
      method: "POST",
      url: apiPaths.confirmStripeAccount,
      headers: { "sec-fetch-site": "same-origin" },
      payload: { accountId: "acct_1" },
    });
    expect(nobody.json().code).toBe("not-signed-in");
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("nothing is still needed once everything was given", async () => {
    const { confirm, setUp, stripe } = await open();
    await setUp();
    stripe.accounts.set("acct_1", []);
    expect((await confirm("acct_1")).json().paymentNeeds).toEqual([]);
  });

  test.each<[Failure, string]>([
    ["down", accounts],
    ["rejects", accounts],
    ["rejects-and-remembers", accounts],
    ["garbage", accounts],
    ["empty", accounts],
    ["odd-id", accounts],
    ["down", links],
    ["rejects", links],
    ["garbage", links],
    ["empty", links],
    ["bad-link", links],
  ])(
    "Stripe %s at %s: rejected with a message, nothing half-done, and a retry succeeds",
    async (trouble, at) => {
      const { app, setUp, stripe, rows, profile, lines } = await open();
      stripe.failures.set(at, trouble);
      const failed = await setUp();
      expect(failed.statusCode).toBe(502);
      expect(failed.json()).toEqual(paymentFailed);
      expect(await rows()).toHaveLength(at === links ? 1 : 0);
      expect((await profile()).stripe_account_id).toBeNull();

      stripe.failures.clear();
      expect((await setUp()).json().accountId).toBe("acct_1");
      expect(stripe.accounts.size).toBe(1);
      const log = lines.join("");
      expect(log).toContain("payment provider failed");
      expect(log).not.toContain(stripeKey);
      const metrics = (await app.inject("/metrics")).body;
      expect(metrics).toContain("\npayment_failures_total 1\n");
    },
  );

  test("one failure at Stripe is retried with the same key, without an error", async () => {
    const { setUp, stripe, ruth } = await open();
    stripe.failures.set(accounts, "fails-once");
    expect((await setUp()).statusCode).toBe(200);
    const keys = stripe.requests
      .filter(({ line }) => line === `POST ${accounts}`)
      .map(({ key }) => key);
    expect(keys).toEqual([`account-${ruth.uid}`, `account-${ruth.uid}`]);
  });

  test("a failed read of needs does not keep the profile from being complete", async () => {
    const { setUp, confirm, stripe, profile } = await open();
    await setUp();
    stripe.failures.set(`${accounts}/acct_1`, "down");
    const response = await confirm("acct_1");
    expect(response.statusCode).toBe(200);
    expect(response.json().paymentNeeds).toContain("your date of birth");
    expect((await profile()).stripe_account_id).toBe("acct_1");
  });

  test("nobody creates an account for somebody else, without a session, or from another site", async () => {
    const { app, setUp, stripe, ruth } = await open();
    const ada = await signUp(app, { email: "ada@example.com" });
    const forOther = await setUp(ada.uid);
    expect([forOther.statusCode, forOther.json().code]).toEqual([404, "not-found"]);
    expect((await ruth.request("POST", apiPaths.createStripeAccount, {})).statusCode).toBe(404);
    const odd = await ruth.request("POST", apiPaths.createStripeAccount, { uid: [ruth.uid] });
    expect(odd.statusCode).toBe(400);
    const send = (headers: Record<string, string>) =>
      app.inject({
        method: "POST",
        url: apiPaths.createStripeAccount,
        headers,
        payload: { uid: ruth.uid },
      });
    const own = { "sec-fetch-site": "same-origin" };
    expect((await send(own)).json().code).toBe("not-signed-in");
    expect((await send({ cookie: ruth.cookie })).json().code).toBe("cross-site");
    const elsewhere = { cookie: ruth.cookie, "sec-fetch-site": "cross-site" };
    expect((await send(elsewhere)).json().code).toBe("cross-site");
    expect(stripe.requests).toEqual([]);
  });

  test("a complete payment profile is not set up again", async () => {
    const { setUp, confirm, stripe } = await open();
    await setUp();
    await confirm("acct_1");
    const before = stripe.requests.length;
    const response = await setUp();
    expect([response.statusCode, response.json().code]).toEqual([409, "payment-complete"]);
    expect(stripe.requests).toHaveLength(before);
  });

  test("one account cannot flood Stripe, and may continue two minutes later", async () => {
    const { setUp, stripe, clock } = await open();
    for (let press = 0; press < 30; press += 1) expect((await setUp()).statusCode).toBe(200);
    const asked = stripe.requests.length;
    const rejected = await setUp();
    expect([rejected.statusCode, rejected.json().code]).toEqual([429, "too-many"]);
    expect(rejected.json().retryAfter).toBe(120);
    expect(stripe.requests).toHaveLength(asked);
    clock.now += 120_000;
    expect((await setUp()).statusCode).toBe(200);
  });

  test("an expired link redirects to a new one, for the signed-in person", async () => {
    const { app, setUp, stripe, ruth } = await open();
    const follow = (cookie = "") => app.inject({ url: paymentLinkPath, headers: { cookie } });
    const early = await follow(ruth.cookie);
    expect([early.statusCode, early.headers.location]).toEqual([303, "/portal/edit-profile"]);

    await setUp();
    const fresh = await follow(ruth.cookie);
    expect([fresh.statusCode, fresh.headers.location]).toEqual([303, `${stripe.origin}/setup/2`]);
    expect(fresh.headers["cross-origin-opener-policy"]).toBe("unsafe-none");
    expect(fresh.headers["cache-control"]).toBe("no-store");

    stripe.failures.set(links, "down");
    const failed = await follow(ruth.cookie);
    expect([failed.statusCode, failed.headers.location]).toEqual([303, "/portal/payment-problem"]);

    const nobody = await follow();
    expect([nobody.statusCode, nobody.headers.location]).toEqual([
      303,
      "/portal/login?next=%2Fportal%2Fedit-profile",
    ]);
  });

  test("links opened by URL count like clicks", async () => {
    const { app, setUp, stripe, ruth, clock } = await open();
    const follow = async () => {
      const response = await app.inject({
        url: paymentLinkPath,
        headers: { cookie: ruth.cookie },
      });
      return response.headers.location;
    };
    await setUp();
    for (let link = 2; link <= 30; link += 1) {
      expect(await follow()).toBe(`${stripe.origin}/setup/${link}`);
    }
    const asked = stripe.requests.length;
    expect(await follow()).toBe("/portal/payment-problem");
    expect((await setUp()).statusCode).toBe(429);
    expect(stripe.requests).toHaveLength(asked);
    clock.now += 120_000;
    expect(await follow()).toBe(`${stripe.origin}/setup/31`);
  });

  test("with Stripe there is no sandbox page", async () => {
    const { app, ruth } = await open();
    expect((await app.inject("/portal/payment-sandbox")).statusCode).toBe(404);
    const sent = await ruth.request("POST", "/portal/payment-sandbox");
    expect([404, 405]).toContain(sent.statusCode);
  });

  test("the needs of an account other than the confirmed one are not returned", async () => {
    const { database, ruth, setUp, confirm } = await open();
    await setUp();
    // Another account is confirmed concurrently.
    await database.write((trx) =>
      trx
        .updateTable("profiles")
        .set({ stripe_account_id: "acct_0" })
        .where("uid", "=", ruth.uid)
        .execute(),
    );
    const response = await confirm("acct_1");
    expect(response.json()).toMatchObject({ stripeAccountId: "acct_0", paymentNeeds: [] });
    expect((await ruth.request("GET", apiPaths.profile)).json().paymentNeeds).toEqual([]);
  });

  test("a sandbox account is not used with Stripe", async () => {
    const { database, ruth, setUp, confirm, rows } = await open();
    const trial = { uid: ruth.uid, provider: "sandbox", account_id: "acct_test_1" };
    await database.write((trx) =>
      trx
        .insertInto("payment_accounts")
        .values({ ...trial, created_at: 1, needs: "[]", needs_at: 1 })
        .execute(),
    );
    expect((await confirm("acct_test_1")).statusCode).toBe(404);
    expect((await setUp()).json().accountId).toBe("acct_1");
    expect(await rows()).toMatchObject([{ provider: "stripe", account_id: "acct_1" }]);
  });
});

describe("a request to Stripe", () => {
  test("times out before our own pages do, with an error", { timeout: 60_000 }, async () => {
    const { stripeProcessor } = await import("./stripe.ts");
    const stripe = await fakeStripe();
    stripe.failures.set(accounts, "hangs");
    const processor = stripeProcessor({ secretKey: stripeKey, apiUrl: stripe.origin });
    const startedAt = performance.now();
    // Pages wait for 30 seconds.
    await expect(processor.createAccount("uid")).rejects.toThrow("StripeConnectionError");
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(stripe.requests.map(({ key }) => key)).toEqual(["account-uid", "account-uid"]);
  });
});
