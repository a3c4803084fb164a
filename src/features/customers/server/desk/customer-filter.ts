import type { SelectQueryBuilder } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { CustomerFilter } from "../../contract/customers.ts";

/** The rows that the list is read from. */
export type Customers = SelectQueryBuilder<Database, "customer_index", object>;

/** The filter's conditions, words aside: column and value, by name. */
const conditions = {
  state: (value: string) => ["state", value] as const,
  payment: (value: string) => ["is_paid", value === "complete" ? 1 : 0] as const,
  email: (value: string) => ["is_verified", value === "confirmed" ? 1 : 0] as const,
  login: (value: string) => ["is_locked", value === "locked" ? 1 : 0] as const,
  messages: (value: string) => ["has_open", value === "open" ? 1 : 0] as const,
} as const satisfies Partial<Record<keyof CustomerFilter, unknown>>;

const conditionNames = Object.keys(conditions) as (keyof typeof conditions)[];

/** Whether the filter has conditions besides the words. */
export function isNarrowed(filter: CustomerFilter): boolean {
  return conditionNames.some((name) => filter[name] !== undefined);
}

/** Adds the filter's conditions, words aside. */
export function narrowCustomers(query: Customers, filter: CustomerFilter): Customers {
  return conditionNames.reduce((narrowed, name) => {
    const value = filter[name];
    if (value === undefined) return narrowed;
    const [column, wanted] = conditions[name](value);
    return narrowed.where(`customer_index.${column}`, "=", wanted);
  }, query);
}
