import { emailKey, isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import {
  newsletterLimits,
  type SubscriberFilter,
  subscriberFilterNames,
} from "../../contract/newsletter-desk.ts";
import { subscriberSources, subscriberStates } from "../../contract/subscriber-states.ts";

/**
 * Reads a filter from a query string; absent names filter nothing.
 * @throws ApiError "malformed" for an invalid value
 */
export function readSubscriberFilter(query: URLSearchParams): SubscriberFilter {
  const filter: Record<string, string> = {};
  for (const name of subscriberFilterNames) {
    const value = query.get(name);
    if (!value) continue;
    if (value.length > newsletterLimits.search || !isStorableText(value)) {
      throw new ApiError("malformed");
    }
    filter[name] = name === "q" ? emailKey(value) : value;
  }
  const { state, source } = filter;
  const isKnown =
    (state === undefined || subscriberStates.some((one) => one === state)) &&
    (source === undefined || subscriberSources.some((one) => one === source));
  if (!isKnown) throw new ApiError("malformed");
  return filter;
}
