import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { type CustomerFilter, customerFilterNames } from "../contract/customers.ts";

/** The filter in a URL; names without a value are omitted. */
export function readFilter(query: URLSearchParams): CustomerFilter {
  return Object.fromEntries(
    customerFilterNames.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** A filter as a query string without "?", always in the same order. */
export function formatFilter(filter: CustomerFilter): string {
  const query = new URLSearchParams();
  for (const name of customerFilterNames) {
    const value = filter[name];
    if (value) query.set(name, value);
  }
  return query.toString();
}

/** Whether nothing narrows the list; the sort order does not count. */
export function isPlain(filter: CustomerFilter): boolean {
  return customerFilterNames.every((name) => name === "sort" || !filter[name]);
}

/** URL of the list. @param query without "?" */
export function customersPath(query: string): string {
  return query === "" ? deskPaths.customers : `${deskPaths.customers}?${query}`;
}
