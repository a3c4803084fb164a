import { useState } from "react";
import { withQuery } from "../../../platform/contract/endpoints/define-endpoint.ts";
import type { RequestError } from "../../../platform/contract/errors/error-message.ts";
import { deskRequest } from "../../../platform/desk/api/desk-request.ts";
import { useLiveData } from "../../../platform/desk/lists/use-live-data.ts";
import {
  type ApplicationFilter,
  type ApplicationPage,
  type ApplicationRow,
  applicationEndpoints,
} from "../contract/desk/applications.ts";
import { formatFilter } from "./application-query.ts";

export interface ApplicationList extends Pick<ApplicationPage, "search" | "elsewhere"> {
  /** Undefined until they are loaded. */
  readonly rows: readonly ApplicationRow[] | undefined;
  readonly count: number;
  readonly isCountExact: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly error: RequestError | undefined;
  readonly showMore: () => Promise<void>;
  readonly reload: () => Promise<void>;
}

function readPage(query: string, after?: string) {
  const all = new URLSearchParams(query);
  if (after !== undefined) all.set("after", after);
  return deskRequest(withQuery(applicationEndpoints.list, all));
}

/** The list, page after page; its first page stays up to date. @param filter null: not shown */
export function useApplicationList(filter: ApplicationFilter | null): ApplicationList {
  const key = filter && formatFilter(filter);
  const first = useLiveData<ApplicationPage>(key, (query) => readPage(query));
  const [more, setMore] = useState<{
    readonly key: string | null;
    readonly pages: readonly ApplicationPage[];
  }>({ key, pages: [] });
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [error, setError] = useState<RequestError>();
  // A changed filter starts at its first page.
  const later = more.key === key ? more.pages : [];

  const next = later.length > 0 ? later.at(-1)?.next : first.data?.next;
  async function showMore() {
    if (key === null || !next || isLoadingMore) return;
    setIsLoadingMore(true);
    const outcome = await readPage(key, next);
    setIsLoadingMore(false);
    setError(outcome.ok ? undefined : outcome.error);
    if (outcome.ok) setMore({ key, pages: [...later, outcome.data] });
  }

  const rows = first.data && uniqueRows([first.data, ...later]);
  return {
    rows,
    count: first.data?.count ?? 0,
    isCountExact: first.data?.isCountExact ?? true,
    search: first.data?.search,
    elsewhere: first.data?.elsewhere,
    hasMore: Boolean(next),
    isLoadingMore,
    error: first.error ?? error,
    showMore,
    reload: first.reload,
  };
}

/** Each application once: one that moved while pages were read may be on two of them. */
function uniqueRows(pages: readonly ApplicationPage[]): readonly ApplicationRow[] {
  const rows = new Map<string, ApplicationRow>();
  for (const row of pages.flatMap(({ applications }) => applications)) {
    if (!rows.has(row.reference)) rows.set(row.reference, row);
  }
  return [...rows.values()];
}
