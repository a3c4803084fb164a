import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { DeskEndpoint, NoBody } from "../../contract/define-endpoint.ts";
import type { RequestError } from "../../contract/errors/error-message.ts";
import type { Outcome } from "../../site/runtime/api.ts";
import { deskRequest } from "./desk-request.ts";
import { type Changed, useLiveChanges } from "./live-channel.ts";
import { findLeft, findNew, type Row, replaceRows, uniqueRows } from "./merge-rows.ts";
import { Refresher } from "./refresher.ts";
import { sharedData } from "./shared-data.ts";

/** A list that comes in pages. */
interface PageKind<Page, R extends Row> {
  readonly rowsOf: (page: Page) => readonly R[];
  /** Topic of the live channel whose changes the list follows. */
  readonly topic: string;
  /** Shown rows stay where they are, and new ones wait until the list is refreshed. */
  readonly keepsPlace?: boolean;
  /** Query name of the cursor; "after" by default. */
  readonly cursor?: "after" | "before";
  /** A list with fewer rows loads further pages by itself: pages may be short before the last. */
  readonly minRows?: number;
}

interface Loaded<Page, R> {
  /** The first page, with what it says about the whole list. */
  readonly first: Page;
  readonly rows: readonly R[];
  readonly next: string | null;
  readonly pageCount: number;
}

interface State<Page, R> extends Partial<Loaded<Page, R>> {
  readonly endpoint?: string | null;
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly error?: RequestError | undefined;
  readonly waiting: readonly string[];
  readonly left: readonly string[];
}

/** A list as far as it is loaded. */
export interface Pages<Page, R> {
  /** The first page as last loaded; undefined until then. */
  readonly first: Page | undefined;
  /** Undefined until they are loaded. */
  readonly rows: readonly R[] | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  /** Why the last request failed; loaded rows are kept. */
  readonly error: RequestError | undefined;
  /** References of new records that are not shown yet. */
  readonly waiting: readonly string[];
  /** References of shown records that no longer belong to the list: their rows are out of date. */
  readonly left: readonly string[];
  /** Loads the first page again and shows what is new. */
  readonly refresh: () => Promise<void>;
  /** Loads what is shown again; with `keepsPlace`, no row moves. */
  readonly reload: () => Promise<void>;
  readonly showMore: () => Promise<void>;
}

/** Maximum number of pages loaded automatically while the list is short. */
const maxLooks = 10;

const empty = { isLoading: true, isLoadingMore: false, waiting: [], left: [] } as const;

/**
 * A list, page after page, kept up to date.
 * @param endpoint of the list with its filter; null: not shown
 * @param kind the same for every filter
 */
export function usePages<Page extends { readonly next: string | null }, R extends Row>(
  endpoint: DeskEndpoint<NoBody, Page> | null,
  kind: PageKind<Page, R>,
): Pages<Page, R> {
  const { rowsOf, topic, cursor = "after", keepsPlace = false, minRows = 0 } = kind;
  const [kept, setState] = useState<State<Page, R>>(empty);
  const preloaded = endpoint === null ? undefined : sharedData(endpoint).preloaded;
  let state = kept;
  if (preloaded !== undefined && kept.endpoint !== endpoint) {
    state = { ...empty, ...toLoaded([preloaded], rowsOf), endpoint, isLoading: false };
    setState(state);
  }
  const shown = useRef({ state, endpoint });
  shown.current = { state, endpoint };
  /** Number of the newest refresh: responses to requests from before change nothing. */
  const run = useRef(0);
  const isStale = useRef(false);
  const refresher = useRef<Refresher>(undefined);

  const refresh = useCallback(async () => {
    if (endpoint === null) return;
    run.current += 1;
    const own = run.current;
    setState((before) => ({ ...before, isLoading: true, isLoadingMore: false }));
    const outcome = await loadPages(endpoint, 1, kind);
    if (own !== run.current) return;
    setState((before) =>
      outcome.ok
        ? { ...empty, ...outcome.data, endpoint, isLoading: false }
        : { ...before, isLoading: false, error: outcome.error },
    );
  }, [endpoint, kind]);
  useEffect(() => {
    if (endpoint === null || sharedData(endpoint).preloaded === undefined) void refresh();
    else {
      run.current += 1;
      sharedData(endpoint).dropPreloaded();
    }
  }, [endpoint, refresh]);

  const showMore = useCallback(async () => {
    const { next, isLoading, isLoadingMore } = shown.current.state;
    if (endpoint === null || !next || isLoading || isLoadingMore) return;
    const own = run.current;
    setState((before) => ({ ...before, isLoadingMore: true }));
    const outcome = await deskRequest(withCursor(endpoint, cursor, next));
    if (own !== run.current) return;
    setState((before) => {
      const { rows = [], pageCount = 0 } = before;
      if (!outcome.ok) return { ...before, isLoadingMore: false, error: outcome.error };
      return {
        ...before,
        rows: uniqueRows([...rows, ...rowsOf(outcome.data)]),
        next: outcome.data.next,
        pageCount: pageCount + 1,
        isLoadingMore: false,
        error: undefined,
      };
    });
  }, [endpoint, rowsOf, cursor]);

  const reload = useCallback(async () => {
    const { pageCount, isLoading, isLoadingMore } = shown.current.state;
    if (endpoint === null) return;
    if (pageCount === undefined) return refresh();
    // What is in flight may or may not contain the change.
    isStale.current = isLoading || isLoadingMore;
    if (isStale.current) return;
    const own = run.current;
    const outcome = await loadPages(endpoint, pageCount, kind);
    if (own !== run.current || !outcome.ok) return;
    const now = shown.current.state;
    if (now.pageCount !== pageCount || now.isLoadingMore) {
      // Another page was asked for meanwhile.
      isStale.current = true;
      refresher.current?.soon();
      return;
    }
    setState((before) => ({
      ...before,
      ...(keepsPlace ? keepPlaces(before, outcome.data) : outcome.data),
      error: undefined,
    }));
  }, [endpoint, kind, keepsPlace, refresh]);

  const { rows, next = null, waiting, left, isLoading, isLoadingMore, error } = state;
  const isBusy = isLoading || isLoadingMore;
  useEffect(() => {
    if (isBusy || !isStale.current) return;
    isStale.current = false;
    void reload();
  }, [isBusy, reload]);

  // An empty list has no row that could move: what is new shows at once.
  const showsNew = rows?.length === 0 && next === null && waiting.length > 0 && !isLoading;
  useEffect(() => {
    if (showsNew) void refresh();
  }, [showsNew, refresh]);

  const looks = useRef({ endpoint, count: 0 });
  const looksFurther =
    rows !== undefined && rows.length < minRows && next !== null && !isBusy && !error;
  useEffect(() => {
    if (looks.current.endpoint !== endpoint) {
      looks.current = { endpoint, count: 0 };
      // The list still belongs to the previous filter.
      return;
    }
    if (!looksFurther || looks.current.count >= maxLooks) return;
    looks.current.count += 1;
    void showMore();
  }, [looksFurther, endpoint, showMore]);

  const reloadNow = useEffectEvent(() => void reload());
  useEffect(() => {
    refresher.current = new Refresher(() => reloadNow());
    return () => refresher.current?.stop();
  }, []);
  useLiveChanges(endpoint === null ? undefined : topic, (changed) => {
    if (!isKnown(changed, shown.current.state.rows)) refresher.current?.soon();
  });

  return {
    first: state.first,
    rows,
    hasMore: next !== null,
    isLoading,
    isLoadingMore,
    error,
    waiting,
    left,
    refresh,
    reload,
    showMore,
  };
}

/** Reads the first pages of a list, one after the other. */
async function loadPages<Page extends { readonly next: string | null }, R extends Row>(
  endpoint: DeskEndpoint<NoBody, Page>,
  count: number,
  { rowsOf, cursor = "after" }: PageKind<Page, R>,
): Promise<Outcome<Loaded<Page, R>>> {
  const pages: Page[] = [];
  for (let next: string | null = ""; next !== null && pages.length < count; ) {
    const outcome: Outcome<Page> = await deskRequest(withCursor(endpoint, cursor, next));
    if (!outcome.ok) return outcome;
    pages.push(outcome.data);
    next = outcome.data.next;
  }
  return { ok: true, data: toLoaded(pages, rowsOf) };
}

function toLoaded<Page extends { readonly next: string | null }, R extends Row>(
  pages: readonly Page[],
  rowsOf: (page: Page) => readonly R[],
): Loaded<Page, R> {
  return {
    first: pages[0] as Page,
    rows: uniqueRows(pages.flatMap(rowsOf)),
    next: pages.at(-1)?.next ?? null,
    pageCount: pages.length,
  };
}

function withCursor<Page>(
  endpoint: DeskEndpoint<NoBody, Page>,
  name: string,
  value: string,
): DeskEndpoint<NoBody, Page> {
  if (value === "") return endpoint;
  const query = new URLSearchParams({ [name]: value });
  return `${endpoint}${endpoint.includes("?") ? "&" : "?"}${query}` as typeof endpoint;
}

/** The list after a reload, without moving it. */
function keepPlaces<Page, R extends Row>(
  { rows: shown = [], next }: State<Page, R>,
  { first, rows, next: following }: Loaded<Page, R>,
): Pick<State<Page, R>, "first" | "rows" | "waiting" | "left"> {
  const waiting = findNew(rows, shown, next !== null);
  const left = findLeft(rows, shown, following !== null);
  return { first, rows: replaceRows(shown, rows), waiting, left };
}

/** Whether the rows already show these changes. */
function isKnown(changed: Changed, rows: readonly Row[] = []): boolean {
  if (changed === undefined) return false;
  const versions = new Map(rows.map(({ reference, version }) => [reference, version]));
  return Object.entries(changed).every(
    ([reference, version]) => (versions.get(reference) ?? 0) >= version,
  );
}

/** How many records a list has: a lower bound grows with it, and is exact at its end. */
export function countShown({
  first,
  rows = [],
  hasMore,
}: Pages<{ readonly count: number; readonly isCountExact: boolean }, unknown>): {
  readonly count: number;
  readonly isCountExact: boolean;
} {
  if (!first) return { count: 0, isCountExact: true };
  const { count, isCountExact } = first;
  if (isCountExact) return { count, isCountExact };
  return { count: hasMore ? Math.max(count, rows.length) : rows.length, isCountExact: !hasMore };
}
