import type { Page } from "playwright-core";
import { pendingAccountKey } from "../../src/features/payments/contract/payments.ts";
import type { TestServer } from "./server.ts";

export function pendingOf(page: Page): Promise<string | null> {
  return page.evaluate((key) => sessionStorage.getItem(key), pendingAccountKey);
}

export async function storedAccount({ database }: TestServer, uid: string): Promise<string | null> {
  const row = await database.db
    .selectFrom("profiles")
    .select("stripe_account_id")
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  return row.stripe_account_id;
}
