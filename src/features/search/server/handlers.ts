import { hasPermission } from "../../../platform/contract/desk/roles.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { DeskHandlers } from "../../staff/server/access/desk-endpoint.ts";
import {
  hitsPerKind,
  minSearch,
  type SearchGroup,
  type SearchResponse,
  type searchEndpoints,
  searchKinds,
} from "../contract/search.ts";
import { kinds } from "./find-hits.ts";

/** Handlers of the one search. */
export function searchHandlers({
  database,
  now,
}: AppContext): DeskHandlers<typeof searchEndpoints> {
  return {
    search: async ({ session, query: { q: text, all } }): Promise<SearchResponse> => {
      const searched = searchKinds.filter((kind) =>
        hasPermission(session.roles, kinds[kind].permission),
      );
      if ([...text].length < minSearch) return { searched, groups: [], isSimilar: false };
      const size = all === undefined ? hitsPerKind.field : hitsPerKind.page;
      const { staffId } = session;
      const found = await Promise.all(
        searched.map(async (kind) => ({
          kind,
          ...(await kinds[kind].find({ database, text, size, staffId, now: now() })),
        })),
      );
      const withHits = found.filter(({ hits }) => hits.length > 0);
      const isSimilar = withHits.length > 0 && withHits.every((one) => one.isSimilar);
      return {
        searched,
        isSimilar,
        // Resembling names only where nothing has the words themselves.
        groups: exactFirst(withHits.filter((one) => isSimilar || !one.isSimilar)),
      };
    },
  };
}

function exactFirst(groups: readonly SearchGroup[]): readonly SearchGroup[] {
  const sorted = groups.map(({ kind, hits, count, isCountExact }) => ({
    kind,
    hits: hits.toSorted((one, other) => Number(other.isExact) - Number(one.isExact)),
    count,
    isCountExact,
  }));
  const hasExact = ({ hits }: SearchGroup) => (hits[0]?.isExact === true ? 1 : 0);
  return sorted.toSorted((one, other) => hasExact(other) - hasExact(one));
}
