import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { accountOpener } from "./open-account.ts";
import type { PaymentProcessor } from "./port.ts";

/** A provider that creates a new account for each request and responds after `times` requests. */
function createForgetfulProvider(times: number): PaymentProcessor {
  const waiting: (() => void)[] = [];
  const reject = () => Promise.reject(new Error("It is asked for accounts only."));
  return {
    name: "stripe",
    async createAccount() {
      const accountId = `acct_${waiting.length + 1}`;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === times) for (const answer of waiting) answer();
      });
      return { accountId, needs: [accountId] };
    },
    createOnboardingLink: reject,
    readNeeds: reject,
  };
}

describeEachDialect("opening a payment account", (_open, createDatabase) => {
  test("two servers that create two accounts at once both keep the one stored first", async () => {
    const { app, context, database } = await openTestApp(createDatabase);
    const { uid } = await signUp(app);
    const provider = createForgetfulProvider(2);
    const servers = [accountOpener(provider, context), accountOpener(provider, context)];
    const [first, second] = await Promise.all(servers.map((open) => open(uid)));
    expect(second).toBe(first);
    const rows = await database.db
      .selectFrom("payment_accounts")
      .select(["account_id", "needs"])
      .execute();
    expect(rows).toEqual([{ account_id: first, needs: JSON.stringify([first]) }]);
  });
});
