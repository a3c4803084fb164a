import { emailKey, isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import {
  newsletterLimits,
  type ReaderFilter,
  readerFilterNames,
} from "../../contract/newsletter-desk.ts";
import { readerSources, readerStates } from "../../contract/reader-states.ts";

/**
 * Reads a filter from a query string; absent names filter nothing.
 * @throws ApiError "malformed" for an invalid value
 */
export function readReaderFilter(query: URLSearchParams): ReaderFilter {
  const filter: Record<string, string> = {};
  for (const name of readerFilterNames) {
    const value = query.get(name);
    if (!value) continue;
    if (value.length > newsletterLimits.search || !isStorableText(value)) {
      throw new ApiError("malformed");
    }
    filter[name] = name === "q" ? emailKey(value) : value;
  }
  const { state, source } = filter;
  const isKnown =
    (state === undefined || readerStates.some((one) => one === state)) &&
    (source === undefined || readerSources.some((one) => one === source));
  if (!isKnown) throw new ApiError("malformed");
  return filter;
}
