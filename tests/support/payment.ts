import type { Page } from "playwright-core";
import { pendingAccountKey } from "../../src/features/payments/contract/payments.ts";
import type { TestServer } from "./server.ts";

/** The pending payment account in the tab. */
export function pendingOf(page: Page): Promise<string | null> {
  return page.evaluate((key) => sessionStorage.getItem(key), pendingAccountKey);
}

/** The payment account in a person's profile. */
export async function storedAccount({ database }: TestServer, uid: string): Promise<string | null> {
  const row = await database.db
    .selectFrom("profiles")
    .select("stripe_account_id")
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  return row.stripe_account_id;
}
