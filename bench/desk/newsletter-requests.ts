import { newsletterEndpoints } from "../../src/features/newsletter/contract/newsletter-desk.ts";
import { subscriberStates } from "../../src/features/newsletter/contract/subscriber-states.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import type { SignedInStaff } from "../../tests/support/staff.ts";
import type { Run } from "./measure-desk.ts";

/** Requests of the desk's newsletter pages. @param count stored addresses */
export function newsletterRequests(
  staff: SignedInStaff,
  count: number,
): Readonly<Record<string, Run>> {
  const get = async (url: string) => {
    const response = await staff.request("GET", url);
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
    return response;
  };
  const list = async (query: string) =>
    void (await get(`${pathOf(newsletterEndpoints.list)}?${query}`));
  const middle = Math.round(Date.now() - 1.5 * 365 * 24 * 60 * 60 * 1000);
  const idOf = (round: number) => (1 + ((round * 997) % count)).toString(16).padStart(12, "0");
  const onSubscriber = (url: string, round: number) => url.replace(":id", idOf(round));
  return {
    "page 1": () => list(""),
    "page 10,000 by key": () => list(`after=${middle}_${idOf(count / 2)}`),
    "by state": (round) => list(`state=${subscriberStates[round % subscriberStates.length]}`),
    "by source": () => list("source=import"),
    "by page": () => list("page=/families"),
    "all filters": () => list("state=left&source=footer&page=/families"),
    counts: async () => void (await get(pathOf(newsletterEndpoints.counts))),
    growth: async () => void (await get(`${pathOf(newsletterEndpoints.growth)}?days=365`)),
    "search, a beginning": (round) => list(`q=reader${round}`),
    "search, with filters": (round) => list(`q=reader${round % 10}&state=suppressed`),
    "search, nothing found": () => list("q=xylophone"),
    open: async (round) => void (await get(onSubscriber(pathOf(newsletterEndpoints.read), round))),
    "add a reader": async (round) => {
      const body = { email: `new${round}.${Date.now()}@example.com`, note: "At the county fair" };
      const response = await staff.request("POST", pathOf(newsletterEndpoints.add), body);
      if (response.statusCode !== 200) throw new Error(response.body);
    },
    "take a reader off": async (round) => {
      const url = onSubscriber(pathOf(newsletterEndpoints.remove), round);
      const response = await staff.request("POST", url);
      if (response.statusCode >= 500) throw new Error(response.body);
    },
  };
}
