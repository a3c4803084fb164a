import type { CaseFilter, CasePage, CaseRow } from "../../../contract/desk/inbox.ts";

/** A list as far as it is loaded, and the new cases that it does not show yet. */
interface LoadedList extends CasePage {
  readonly waiting: readonly string[];
}

/** The list with new cases counted; those that sort onto a later page are not announced. */
export function addWaiting<List extends LoadedList>(
  list: List,
  rows: readonly CaseRow[],
  sort: CaseFilter["sort"] = "newest",
): List {
  const known = new Set([...list.waiting, ...list.cases.map(({ reference }) => reference)]);
  const added = rows.filter(({ reference }) => !known.has(reference));
  const inSight = added.filter((row) => isInSight(row, list, sort));
  return {
    ...list,
    count: list.isCountExact ? list.count + added.length : list.count,
    waiting: [...inSight.map(({ reference }) => reference), ...list.waiting],
  };
}

function isInSight(row: CaseRow, list: CasePage, sort: CaseFilter["sort"]): boolean {
  const last = list.cases.at(-1);
  return list.next === null || !last || (sort === "newest" && row.activeAt >= last.activeAt);
}

/**
 * The list after a reload of its first page, without moving it.
 * @param startedWith references announced when the request was sent: later ones may be missing from
 * the page
 */
export function checkList<List extends LoadedList>(
  list: List,
  { cases, count, isCountExact }: CasePage,
  startedWith: readonly string[],
): List {
  const loaded = new Set([...startedWith, ...cases.map(({ reference }) => reference)]);
  const late = list.waiting.filter((reference) => !loaded.has(reference));
  return {
    ...list,
    count: isCountExact ? count + late.length : count,
    isCountExact,
    cases: replaceRows(list.cases, cases),
    waiting: [...late, ...findNew(cases, list)],
  };
}

/** Rows in the same order, with updates; an older version changes nothing. */
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

/**
 * References on a reloaded first page that the list does not contain. After the last loaded row of
 * an incomplete list, they may have existed before.
 */
function findNew(cases: readonly CaseRow[], before: Pick<CasePage, "cases" | "next">): string[] {
  const known = new Set(before.cases.map(({ reference }) => reference));
  const last = cases.findLastIndex(({ reference }) => known.has(reference));
  const certain = before.next === null || last === -1 ? cases : cases.slice(0, last);
  return certain.map(({ reference }) => reference).filter((reference) => !known.has(reference));
}
