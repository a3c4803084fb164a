import { applicationEndpoints } from "../../src/features/recruiting/contract/applications.ts";
import { funnelEndpoints } from "../../src/features/recruiting/contract/funnel.ts";
import { sentStatuses } from "../../src/features/recruiting/contract/stages.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import type { SignedInStaff } from "../../tests/support/staff.ts";
import type { Run } from "./measure-desk.ts";

/** Requests of the desk's application pages. @param references of some stored applications */
export function applicationRequests(
  staff: SignedInStaff,
  references: readonly string[],
): Readonly<Record<string, Run>> {
  const at = <Item>(items: readonly Item[], round: number) => items[round % items.length] as Item;
  const get = async (url: string) => {
    const response = await staff.request("GET", url);
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
  };
  const list = (query: string) => get(`${pathOf(applicationEndpoints.list)}?${query}`);
  // Cursor in the middle of the three years.
  const middle = Math.round(Date.now() - 1.5 * 365 * 24 * 60 * 60 * 1000);
  const versions = new Map<string, number>();
  return {
    board: () => get(pathOf(applicationEndpoints.board)),
    "board of a market": () => get(`${pathOf(applicationEndpoints.board)}?market=802`),
    counts: () => get(pathOf(applicationEndpoints.counts)),
    "page 1": () => list(""),
    "page 1 of all": () => list("status=all"),
    "page 1,000 by key": () => list(`status=all&after=${middle}.50000`),
    "oldest first": () => list("status=all&sort=oldest"),
    "by status": (round) => list(`status=${at(sentStatuses, round)}`),
    "by track": () => list("status=all&track=care"),
    "by source": () => list("status=all&source=friend"),
    "by market": () => list("status=all&market=810"),
    "by age": () => list("age=7"),
    "waiting for an answer": () => list("status=all&waiting=yes"),
    "seen before": () => list("status=all&duplicates=yes"),
    "all filters": () => list("status=hired&track=pro&source=friend&market=802&duplicates=yes"),
    "search, a name": (round) => list(`status=all&q=${at(["grace", "marco ban", "pam"], round)}`),
    "search, a reference": (round) => list(`status=all&q=${at(references, round)}`),
    "search, a phone number": (round) => list(`status=all&q=303-555-${1000 + round}`),
    "search, with filters": () => list("status=hired&q=gra&market=802&track=care"),
    "search, nothing found": () => list("status=all&q=xylophone"),
    funnel: () => get(pathOf(funnelEndpoints.read)),
    "funnel of a year": () => get(`${pathOf(funnelEndpoints.read)}?days=365`),
    open: (round) => get(pathOf(applicationEndpoints.read).replace(":id", at(references, round))),
    "change of status": async (round) => {
      const reference = at(references, round);
      const version = versions.get(reference) ?? 1;
      const status = version % 2 ? "screening" : "interview";
      const url = pathOf(applicationEndpoints.change).replace(":id", reference);
      const response = await staff.request("PATCH", url, { version, status });
      if (response.statusCode !== 200) throw new Error(response.body);
      versions.set(reference, response.json().version);
    },
  };
}
