import { authQuery } from "../../../features/customers/contract/auth.ts";
import { notMineQuery } from "../../../features/customers/contract/forms/confirm-email.ts";
import { newsletterConfirm } from "../../../features/newsletter/contract/newsletter-confirm.ts";
import { cleanToken } from "../../contract/form-engine/clean-token.ts";
import { paths, tokenPages } from "../../contract/paths.ts";
import { splitQuery } from "./addresses.ts";

const tokenNames: ReadonlySet<string> = new Set([
  authQuery.token,
  notMineQuery,
  newsletterConfirm.query,
]);
const unsubscribeToken = "t";

/**
 * The URL of a personal link without what a mail program or a person added to its end: periods,
 * brackets, quotes, spaces, also percent-encoded. Undefined if nothing was added.
 */
export function cleanLink(url: string): string | undefined {
  const [address, query] = splitQuery(url);
  const lower = address.toLowerCase();
  const page = tokenPages.find((one) => lower.startsWith(`${one}/`));
  const start = page ? page.length + 1 : address.length;
  const path = page ? address.slice(0, start) + cleanToken(address.slice(start)) : address;
  const isEmpty = page !== undefined && path.length === start;
  const cleaned = query === undefined ? undefined : cleanQuery(address, query);
  const clean = (isEmpty ? address : path) + (cleaned === undefined ? "" : `?${cleaned}`);
  return clean === url ? undefined : clean;
}

/** The query with its last value cleaned if that is a token. */
function cleanQuery(address: string, query: string): string {
  const start = query.lastIndexOf("&") + 1;
  const [name = "", value] = splitAt(query.slice(start), "=");
  const isToken =
    tokenNames.has(name) || (address === paths.unsubscribe && name === unsubscribeToken);
  const token = value === undefined ? "" : cleanToken(value);
  return isToken && token !== "" ? `${query.slice(0, start)}${name}=${token}` : query;
}

function splitAt(text: string, mark: string): [string, string | undefined] {
  const index = text.indexOf(mark);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}
