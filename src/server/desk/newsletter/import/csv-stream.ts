/** One row of a CSV. */
interface CsvRow {
  /** Number of its first line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const separators = [",", ";", "\t"];

/**
 * Reads CSV (RFC 4180) from chunks split at any position, separated by commas, semicolons or tabs:
 * the most frequent in the first line. Empty rows are skipped; a quote in the wrong place is text.
 */
export class CsvStream {
  #rest = "";
  #separator: string | undefined;
  #line = 1;

  /** @returns the rows that are complete */
  add(text: string): CsvRow[] {
    this.#rest += text;
    return this.#read(false);
  }

  /** @returns the last row, if there is one */
  end(): CsvRow[] {
    return this.#read(true);
  }

  #read(isEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    if (this.#separator === undefined) {
      const first = this.#rest.search(/[\r\n]/);
      if (first === -1 && !isEnd) return rows;
      if (this.#rest.startsWith("\uFEFF")) this.#rest = this.#rest.slice(1);
      this.#separator = findSeparator(first === -1 ? this.#rest : this.#rest.slice(0, first));
    }
    let start = 0;
    for (;;) {
      const row = readRow(this.#rest, start, this.#separator, isEnd);
      if (!row) break;
      if (row.cells.some((cell) => cell.trim() !== "")) {
        rows.push({ line: this.#line, cells: row.cells });
      }
      this.#line += row.lines;
      start = row.end;
    }
    this.#rest = this.#rest.slice(start);
    return rows;
  }
}

function findSeparator(line: string): string {
  const counts = separators.map((one) => line.split(one).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ",";
}

interface ReadRow {
  readonly cells: string[];
  /** Where the next row starts. */
  readonly end: number;
  readonly lines: number;
}

/** Reads the row at a position; undefined if it is not complete. */
function readRow(
  text: string,
  start: number,
  separator: string,
  isEnd: boolean,
): ReadRow | undefined {
  if (start >= text.length) return undefined;
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let lines = 1;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (isQuoted) {
      if (char === "\n") lines += 1;
      if (char !== '"') cell += char;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else if (at + 1 === text.length && !isEnd) return undefined;
      else isQuoted = false;
    } else if (char === '"' && cell === "") isQuoted = true;
    else if (char === separator) {
      cells.push(cell);
      cell = "";
    } else if (char === "\r" && at + 1 === text.length && !isEnd) return undefined;
    else if (char === "\n" || char === "\r") {
      const isPair = char === "\r" && text.charAt(at + 1) === "\n";
      return { cells: [...cells, cell], end: at + (isPair ? 2 : 1), lines };
    } else cell += char;
  }
  return isEnd ? { cells: [...cells, cell], end: text.length, lines } : undefined;
}
