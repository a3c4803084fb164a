import type { SelectQueryBuilder } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { readFilterTexts } from "../../../staff/server/access/read-filter.ts";
import {
  type CustomerFilter,
  customerFilterNames,
  customerFilters,
  customerLimits,
  customerSorts,
} from "../../contract/desk/customers.ts";

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

/**
 * Reads a filter from a query; absent names filter nothing.
 * @throws ApiError "malformed" for an invalid value
 */
export function readCustomerFilter(query: URLSearchParams): CustomerFilter {
  const { q, sort, ...filter } = readFilterTexts(query, customerFilterNames, customerLimits.search);
  const isKnown = (Object.keys(customerFilters) as (keyof typeof customerFilters)[]).every(
    (name) =>
      filter[name] === undefined ||
      (customerFilters[name] as readonly string[]).includes(filter[name]),
  );
  const order = customerSorts.find((one) => one === (sort ?? customerSorts[0]));
  if (!isKnown || !order) throw new ApiError("malformed");
  const words = q?.trim() ?? "";
  return {
    ...(filter as CustomerFilter),
    ...(filter.state !== undefined && { state: filter.state.toUpperCase() }),
    ...(words !== "" && { q: words }),
    sort: order,
  };
}

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
