import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type CasePage, type CaseRow, inboxEndpoints } from "../../../contract/desk/inbox.ts";
import { withQuery } from "../../../contract/endpoints/define-endpoint.ts";
import type { RequestError } from "../../../contract/errors/error-message.ts";
import { deskRequest } from "../../api/desk-request.ts";
import { readFilter } from "../filters/filter-query.ts";
import { fitsFilter } from "../filters/fits-filter.ts";
import { addWaiting, checkList, replaceRows } from "./new-cases.ts";

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
  /**
   * Updates the rows that are shown; none appears and none moves.
   * @returns false if one that is not shown may belong to the list now: `check`
   */
  readonly update: (rows: readonly CaseRow[]) => boolean;
  /**
   * Counts new cases that fit the filter; the list does not move.
   * @returns false if only the server can say whether they fit: `check`
   */
  readonly add: (rows: readonly CaseRow[]) => boolean;
  readonly remove: (references: readonly string[]) => void;
  /** Looks for new cases and changes without moving the list. */
  readonly check: () => Promise<void>;
}

/** Pages that are added by themselves while so few cases are found that the list stays short. */
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
 * @param staffId the reader's
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
      // The list was loaded anew meanwhile, and ends somewhere else.
      if (before.next !== next) return before;
      if (outcome.ok) return addPage(before, outcome.data);
      return { ...before, isLoadingMore: false, error: outcome.error };
    });
  }, [load, query]);

  // A page may be short, although more cases fit further on.
  const looks = useRef({ query, count: 0 });
  const isShort = list.cases.length < shortList && list.next !== null;
  const isBusy = list.isLoading || list.isLoadingMore;
  const looksFurther = list.isReady && isShort && !isBusy && list.error === undefined;
  useEffect(() => {
    if (looks.current.query !== query) {
      looks.current = { query, count: 0 };
      // The list is still that of the other filter.
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
      // A first page on its way may hold them or not.
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

/** The list with one more page. Where the pages end, all that fit are counted. */
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

/** A count of at least so many grows with the list, and is exact at its end. */
function countOf({ count, isCountExact }: CaseList, shown: number, isEnd: boolean) {
  if (isCountExact) return { count, isCountExact };
  return { count: isEnd ? shown : Math.max(count, shown), isCountExact: isEnd };
}

function withoutKnown(cases: readonly CaseRow[], known: readonly CaseRow[]): CaseRow[] {
  const references = new Set(known.map(({ reference }) => reference));
  return cases.filter(({ reference }) => !references.has(reference));
}
