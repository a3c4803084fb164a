import { privacyLists } from "../../src/features/privacy/contract/cases.ts";
import { privacyEndpoints } from "../../src/features/privacy/contract/endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import type { SignedInStaff } from "../../tests/support/staff.ts";
import type { Run } from "./measure-desk.ts";

/** Requests of the desk's privacy pages. @param references of open privacy requests */
export function privacyRequests(
  staff: SignedInStaff,
  references: readonly string[],
): Readonly<Record<string, Run>> {
  const at = (round: number) => references[round % references.length] ?? "";
  const get = async (url: string) => {
    const response = await staff.request("GET", url);
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
  };
  const list = (query: string) => get(`${pathOf(privacyEndpoints.list)}?${query}`);
  const middle = Math.round(Date.now() - 1.5 * 365 * 24 * 60 * 60 * 1000);
  const versions = new Map<string, number>();
  return {
    lists: (round) => list(`show=${privacyLists[round % privacyLists.length]}`),
    "late page by key": () => list(`show=closed&after=${middle}.0`),
    counts: () => get(pathOf(privacyEndpoints.counts)),
    open: (round) => get(pathOf(privacyEndpoints.read).replace(":id", at(round))),
    "hand over": async (round) => {
      const reference = at(round);
      const version = versions.get(reference) ?? 1;
      const body = { version, staffId: version % 2 ? staff.id : null };
      const url = pathOf(privacyEndpoints.assign).replace(":id", reference);
      const response = await staff.request("PUT", url, body);
      if (response.statusCode !== 200) throw new Error(response.body);
      versions.set(reference, response.json().version);
    },
  };
}
