import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { withQuery } from "../../../../../platform/contract/endpoints/define-endpoint.ts";
import type { RequestError } from "../../../../../platform/contract/errors/error-message.ts";
import { deskRequest } from "../../../../../platform/desk/api/desk-request.ts";
import { inboxEndpoints } from "../../../contract/desk/inbox-endpoints.ts";
import { type CasePage, type CaseRow } from "../../../contract/desk/inbox.ts";
import { readFilter } from "../filters/filter-query.ts";
import { fitsFilter } from "../filters/fits-filter.ts";
import { addWaiting, checkList, replaceRows } from "./new-cases.ts";

export interface CaseList extends CasePage {
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly error: RequestError | undefined;
  readonly isReady: boolean;
  /** New cases that the list does not show yet. */
  readonly waiting: readonly string[];
}

export interface CaseListActions {
  /** Loads the first page again and shows the new cases. */
  readonly refresh: () => Promise<void>;
  readonly showMore: () => Promise<void>;
  /**
   * Updates the shown rows; adds and moves none.
   * @returns false if another case may belong to the list now: call `check`
   */
  readonly update: (rows: readonly CaseRow[]) => boolean;
  /**
   * Counts new cases that match the filter; the list does not move.
   * @returns false if only the server can tell whether they match: call `check`
   */
  readonly add: (rows: readonly CaseRow[]) => boolean;
  readonly remove: (references: readonly string[]) => void;
  /** Checks for new cases and changes without moving the list. */
  readonly check: () => Promise<void>;
}

/** Maximum number of pages loaded automatically while the list is short. */
const maxLooks = 10;
const shortList = 10;

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

/**
 * The cases of a filter, page by page.
 * @param query the filter as a query string
 * @param staffId the current user's
 */
export function useCaseList(query: string, staffId: string): readonly [CaseList, CaseListActions] {
  const [list, setList] = useState(empty);
  const filter = useMemo(() => readFilter(new URLSearchParams(query)), [query]);
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
    setList((before) => {
      // The list was reloaded in the meantime and ends elsewhere.
      if (before.next !== next) return before;
      if (outcome.ok) return addPage(before, outcome.data);
      return { ...before, isLoadingMore: false, error: outcome.error };
    });
  }, [load, query]);

  // An empty list has no row that could move: new messages show at once.
  const isEmpty = list.isReady && list.cases.length === 0 && list.next === null;
  const showsNew = isEmpty && list.waiting.length > 0 && !list.isLoading;
  useEffect(() => {
    if (showsNew) void refresh();
  }, [showsNew, refresh]);

  // A page may be short although later pages have matches.
  const looks = useRef({ query, count: 0 });
  const isShort = list.cases.length < shortList && list.next !== null;
  const isBusy = list.isLoading || list.isLoadingMore;
  const looksFurther = list.isReady && isShort && !isBusy && list.error === undefined;
  useEffect(() => {
    if (looks.current.query !== query) {
      looks.current = { query, count: 0 };
      // The list still belongs to the previous filter.
      return;
    }
    if (!looksFurther || looks.current.count >= maxLooks) return;
    looks.current.count += 1;
    void showMore();
  }, [looksFurther, query, showMore]);

  const update = useCallback(
    (rows: readonly CaseRow[]) => {
      const known = new Set(shown.current.list.cases.map(({ reference }) => reference));
      setList((before) => ({ ...before, cases: replaceRows(before.cases, rows) }));
      return rows.every(
        (row) => known.has(row.reference) || fitsFilter(row, filter, staffId) === false,
      );
    },
    [filter, staffId],
  );

  const add = useCallback(
    (rows: readonly CaseRow[]) => {
      const fitting = rows.filter((row) => fitsFilter(row, filter, staffId) !== false);
      const isKnown = fitting.every((row) => fitsFilter(row, filter, staffId));
      // A first page in flight may or may not contain them.
      if (!isKnown || shown.current.list.isLoading) return false;
      setList((before) => addWaiting(before, fitting, filter.sort));
      return true;
    },
    [filter, staffId],
  );

  const remove = useCallback((references: readonly string[]) => {
    setList((before) => ({
      ...before,
      cases: before.cases.filter(({ reference }) => !references.includes(reference)),
      waiting: before.waiting.filter((reference) => !references.includes(reference)),
    }));
  }, []);

  const check = useCallback(async () => {
    const { waiting } = shown.current.list;
    const outcome = await load();
    if (!outcome.ok || shown.current.query !== query) return;
    setList((before) => checkList(before, outcome.data, waiting));
  }, [load, query]);

  return [list, { refresh, showMore, update, add, remove, check }];
}

/** The list with one more page. After the last page the count is exact. */
function addPage(list: CaseList, page: CasePage): CaseList {
  const cases = [...list.cases, ...withoutKnown(page.cases, list.cases)];
  return {
    ...list,
    cases,
    next: page.next,
    ...countOf(list, cases.length, page.next === null),
    isLoadingMore: false,
    error: undefined,
  };
}

function countOf({ count, isCountExact }: CaseList, shown: number, isEnd: boolean) {
  if (isCountExact) return { count, isCountExact };
  return { count: isEnd ? shown : Math.max(count, shown), isCountExact: isEnd };
}

function withoutKnown(cases: readonly CaseRow[], known: readonly CaseRow[]): CaseRow[] {
  const references = new Set(known.map(({ reference }) => reference));
  return cases.filter(({ reference }) => !references.has(reference));
}
