import { cleanToken } from "../../contract/form-engine/clean-token.ts";
import { tokenPages } from "../../contract/paths.ts";
import { splitQuery } from "./addresses.ts";

/** A token in the query of emailed links. */
export interface LinkToken {
  readonly name: string;
  /** The only page with it, for names that others may use. */
  readonly path?: string;
}

/**
 * The URL of a personal link without what a mail program or a person added to its end: periods,
 * brackets, quotes, spaces, also percent-encoded. Undefined if nothing was added.
 */
export function cleanLink(url: string, tokens: readonly LinkToken[]): string | undefined {
  const [address, query] = splitQuery(url);
  const lower = address.toLowerCase();
  const page = tokenPages.find((one) => lower.startsWith(`${one}/`));
  const start = page ? page.length + 1 : address.length;
  const path = page ? address.slice(0, start) + cleanToken(address.slice(start)) : address;
  const isEmpty = page !== undefined && path.length === start;
  const cleaned =
    query === undefined
      ? undefined
      : cleanQuery(
          query,
          tokens.filter((one) => (one.path ?? address) === address),
        );
  const clean = (isEmpty ? address : path) + (cleaned === undefined ? "" : `?${cleaned}`);
  return clean === url ? undefined : clean;
}

/** The query with its last value cleaned if that is a token. */
function cleanQuery(query: string, tokens: readonly LinkToken[]): string {
  const start = query.lastIndexOf("&") + 1;
  const [name = "", value] = splitAt(query.slice(start), "=");
  const isToken = tokens.some((one) => one.name === name);
  const token = value === undefined ? "" : cleanToken(value);
  return isToken && token !== "" ? `${query.slice(0, start)}${name}=${token}` : query;
}

function splitAt(text: string, mark: string): [string, string | undefined] {
  const index = text.indexOf(mark);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}
