import { indexCustomers } from "../../src/features/customers/server/desk/index-customers.ts";
import type { TestApp } from "./test-app.ts";

/** Derives what the desk lists and finds customers by, for all changes so far. */
export async function indexAllCustomers({ context }: Pick<TestApp, "context">): Promise<void> {
  while (await indexCustomers(context));
}
