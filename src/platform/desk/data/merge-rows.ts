/** A record as its list shows it. */
export interface Row {
  readonly reference: string;
  readonly version: number;
}

/** Rows in the same order, with updates; an older version changes nothing. */
export function replaceRows<R extends Row>(
  rows: readonly R[],
  changed: readonly R[],
): readonly R[] {
  const newer = new Map(changed.map((row) => [row.reference, row]));
  return rows.map((row) => {
    const other = newer.get(row.reference);
    return other && other.version >= row.version ? other : row;
  });
}

/** Each record once: one that moved while pages were read may be on two of them. */
export function uniqueRows<R extends Row>(rows: readonly R[]): readonly R[] {
  const known = new Map<string, R>();
  for (const row of rows) if (!known.has(row.reference)) known.set(row.reference, row);
  return [...known.values()];
}

/**
 * References of a reloaded list that the shown one does not contain. After the last known row of an
 * incomplete list, they may have existed before.
 */
export function findNew(
  reloaded: readonly Row[],
  shown: readonly Row[],
  hasMore: boolean,
): readonly string[] {
  const known = new Set(shown.map(({ reference }) => reference));
  const last = reloaded.findLastIndex(({ reference }) => known.has(reference));
  const certain = !hasMore || last === -1 ? reloaded : reloaded.slice(0, last);
  return certain.map(({ reference }) => reference).filter((reference) => !known.has(reference));
}

/**
 * References of shown rows that a reloaded list lacks. Behind the last row that both have, they may
 * have moved to a page that was not reloaded.
 */
export function findLeft(
  reloaded: readonly Row[],
  shown: readonly Row[],
  hasMore: boolean,
): readonly string[] {
  const known = new Set(reloaded.map(({ reference }) => reference));
  const last = shown.findLastIndex(({ reference }) => known.has(reference));
  const certain = hasMore ? shown.slice(0, Math.max(0, last)) : shown;
  return certain.map(({ reference }) => reference).filter((reference) => !known.has(reference));
}
