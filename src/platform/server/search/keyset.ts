import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Where a page starts: the sort value and number of the last record of the previous page. */
export interface Position {
  readonly value: number;
  readonly number: number;
}

export type Direction = "asc" | "desc";

export function writePosition({ value, number }: Position): string {
  return `${value}.${number}`;
}

/** Reads the `after` of a query. A forged cursor only returns a different page. */
export function readPosition(text: string): Position {
  const [value = 0, number = 0] = text.split(".").map(Number);
  const isWhole = Number.isSafeInteger(value) && Number.isSafeInteger(number);
  return isWhole ? { value, number } : { value: Number.MAX_SAFE_INTEGER, number: 0 };
}

/** The condition for records after a position, in the order of these two columns. */
export function isBehind(
  columns: readonly [string, string],
  { value, number }: Position,
  direction: Direction,
): RawBuilder<SqlBool> {
  const sign = direction === "desc" ? sql`<` : sql`>`;
  const [first, second] = columns.map((column) => sql.ref(column));
  return sql<SqlBool>`(${first}, ${second}) ${sign} (${value}, ${number})`;
}

/** The condition for records up to a position, inclusive, in the order of these two columns. */
export function isUpTo(
  columns: readonly [string, string],
  { value, number }: Position,
  direction: Direction,
): RawBuilder<SqlBool> {
  const sign = direction === "desc" ? sql`>=` : sql`<=`;
  const [first, second] = columns.map((column) => sql.ref(column));
  return sql<SqlBool>`(${first}, ${second}) ${sign} (${value}, ${number})`;
}

export function comparePositions(one: Position, other: Position, direction: Direction): number {
  const sign = direction === "desc" ? -1 : 1;
  return sign * (one.value - other.value || one.number - other.number);
}

/** Merges sorted pages of several scopes. */
export function mergeSorted<Row>(
  pages: readonly (readonly Row[])[],
  positionOf: (row: Row) => Position,
  direction: Direction,
): readonly Row[] {
  const [only] = pages;
  if (pages.length === 1 && only) return only;
  return pages
    .flat()
    .sort((one, other) => comparePositions(positionOf(one), positionOf(other), direction));
}
