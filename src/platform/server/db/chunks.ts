/** SQLite takes 32,766 values in one statement; the widest table has 40 columns. */
const maxRows = 500;

/** Splits rows so that each part fits into one insert, on both engines. */
export function* chunksOf<Row>(rows: readonly Row[], size = maxRows): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
