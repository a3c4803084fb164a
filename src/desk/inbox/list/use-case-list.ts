import { useCallback, useEffect, useRef, useState } from "react";
import { type CasePage, type CaseRow, inboxEndpoints } from "../../../contract/desk/inbox.ts";
import { withQuery } from "../../../contract/endpoints/define-endpoint.ts";
import type { RequestError } from "../../../contract/errors/error-message.ts";
import { deskRequest } from "../../api/desk-request.ts";

/** The list as far as it is loaded. */
export interface CaseList extends CasePage {
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  /** Why the last request failed. */
  readonly error: RequestError | undefined;
  /** Whether there was any response yet. */
  readonly isReady: boolean;
  /** New cases that the list does not show yet. */
  readonly waiting: readonly string[];
}

export interface CaseListActions {
  /** Loads the first page again and shows the new cases. */
  readonly refresh: () => Promise<void>;
  readonly showMore: () => Promise<void>;
  /** Updates the rows that are shown; none appears and none moves. */
  readonly update: (rows: readonly CaseRow[]) => void;
  readonly remove: (references: readonly string[]) => void;
  /** Looks for new cases and changes without moving the list. */
  readonly check: () => Promise<void>;
}

const empty: CaseList = {
  cases: [],
  next: null,
  count: 0,
  isCountExact: true,
  isLoading: true,
  isLoadingMore: false,
  error: undefined,
  isReady: false,
  waiting: [],
};

/** The cases of a filter, page by page. @param query the filter as a query string */
export function useCaseList(query: string): readonly [CaseList, CaseListActions] {
  const [list, setList] = useState(empty);
  const shown = useRef({ list, query });
  shown.current = { list, query };

  const load = useCallback(
    (after?: string) => {
      const parameters = new URLSearchParams(query);
      if (after !== undefined) parameters.set("after", after);
      return deskRequest(withQuery(inboxEndpoints.list, parameters));
    },
    [query],
  );

  const refresh = useCallback(async () => {
    setList((before) => ({ ...before, isLoading: true }));
    const outcome = await load();
    if (shown.current.query !== query) return;
    setList((before) =>
      outcome.ok
        ? { ...empty, ...outcome.data, isLoading: false, isReady: true }
        : { ...before, isLoading: false, error: outcome.error },
    );
  }, [load, query]);

  useEffect(() => {
    void refresh();
  }, [refresh]);

  const showMore = useCallback(async () => {
    const { next, isLoadingMore } = shown.current.list;
    if (next === null || isLoadingMore) return;
    setList((before) => ({ ...before, isLoadingMore: true }));
    const outcome = await load(next);
    if (shown.current.query !== query) return;
    setList((before) =>
      outcome.ok
        ? {
            ...before,
            cases: [...before.cases, ...withoutKnown(outcome.data.cases, before.cases)],
            next: outcome.data.next,
            isLoadingMore: false,
            error: undefined,
          }
        : { ...before, isLoadingMore: false, error: outcome.error },
    );
  }, [load, query]);

  const update = useCallback((rows: readonly CaseRow[]) => {
    setList((before) => ({ ...before, cases: replaceRows(before.cases, rows) }));
  }, []);

  const remove = useCallback((references: readonly string[]) => {
    setList((before) => ({
      ...before,
      cases: before.cases.filter(({ reference }) => !references.includes(reference)),
      waiting: before.waiting.filter((reference) => !references.includes(reference)),
    }));
  }, []);

  const check = useCallback(async () => {
    const outcome = await load();
    if (!outcome.ok || shown.current.query !== query) return;
    const { cases, count, isCountExact } = outcome.data;
    setList((before) => ({
      ...before,
      count,
      isCountExact,
      cases: replaceRows(before.cases, cases),
      waiting: findNew(cases, before),
    }));
  }, [load, query]);

  return [list, { refresh, showMore, update, remove, check }];
}

/** Rows in the same order, with what changed; an older version changes nothing. */
export function replaceRows(
  cases: readonly CaseRow[],
  changed: readonly CaseRow[],
): readonly CaseRow[] {
  const newer = new Map(changed.map((row) => [row.reference, row]));
  return cases.map((row) => {
    const other = newer.get(row.reference);
    return other && other.version >= row.version ? other : row;
  });
}

function withoutKnown(cases: readonly CaseRow[], known: readonly CaseRow[]): CaseRow[] {
  const references = new Set(known.map(({ reference }) => reference));
  return cases.filter(({ reference }) => !references.has(reference));
}

/**
 * References of a newly loaded first page that the list does not hold. Behind the last row of a
 * list that goes on, they may have been there before.
 */
export function findNew(
  cases: readonly CaseRow[],
  before: Pick<CaseList, "cases" | "next">,
): string[] {
  const known = new Set(before.cases.map(({ reference }) => reference));
  const last = cases.findLastIndex(({ reference }) => known.has(reference));
  const certain = before.next === null || last === -1 ? cases : cases.slice(0, last);
  return certain.map(({ reference }) => reference).filter((reference) => !known.has(reference));
}
