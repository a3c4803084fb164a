import { expect, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../tests/support/emails.ts";
import { signedBody, webhookSecret } from "../../../../tests/support/fake-stripe.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { remindOfRenewal } from "./renewal-reminder.ts";

const invoice = {
  customer_email: "ruth@example.com",
  amount_due: 3999,
  currency: "usd",
  // Nine in the evening of December 31 in Denver.
  next_payment_attempt: Date.UTC(2027, 0, 1, 4) / 1000,
};
const eventOf = (id: string, changed: object = {}) => ({
  id,
  type: "invoice.upcoming",
  data: { object: { ...invoice, ...changed } },
});

describeEachDialect("the letter before a plan renews", (_open, createDatabase) => {
  test("is not sent while no plans are sold here", async () => {
    const { app, database, clock } = await openTestApp(createDatabase, {
      // Endpoints of the own account and of connected ones have a secret each.
      STRIPE_WEBHOOK_SECRET: `whsec_connected, ${webhookSecret}`,
    });
    const event = signedBody(JSON.stringify(eventOf("evt_1")), clock.now / 1000);
    const { statusCode } = await app.inject({
      method: "POST",
      url: apiPaths.stripeWebhook,
      ...event,
    });
    expect([statusCode, await readEmails(database)]).toEqual([200, []]);
  });

  test.each([
    { monthly: "https://pay.example/monthly", annual: null },
    { monthly: null, annual: "https://pay.example/annual" },
  ])("says once what is charged, when, and how to end it: %j", async (checkout) => {
    const { context, database } = await openTestApp(createDatabase);
    const remind = (event: object) => remindOfRenewal(event, context, checkout);
    for (let time = 0; time < 2; time += 1) await remind(eventOf("evt_1"));
    await remind(eventOf("evt_2", { customer_email: null }));
    await remind(eventOf("evt_3", { next_payment_attempt: null }));
    await remind({ ...eventOf("evt_5"), account: "acct_ruth" });
    for (const wrong of [
      { customer_email: "ruth" },
      { amount_due: 39.99 },
      { currency: "eur" },
      { next_payment_attempt: 1e15 },
    ]) {
      await expect(remind(eventOf("evt_4", wrong)), JSON.stringify(wrong)).rejects.toThrow();
    }
    const [email, ...others] = await readEmails(database);
    expect([email?.recipient, email?.subject, others]).toEqual([
      "ruth@example.com",
      "Your Care+ plan renews on December 31, 2026",
      [],
    ]);
    for (const words of ["We then charge $39.99.", "It costs nothing", `${paths.cancel}\n`]) {
      expect(email?.text).toContain(words);
    }
  });
});
