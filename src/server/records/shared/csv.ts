/** One line of CSV (RFC 4180), ending in CRLF. */
export function toCsvLine(cells: readonly unknown[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/**
 * Spreadsheets run a cell that begins with one of these as a formula, and the texts come from
 * visitors; an apostrophe makes the cell text (OWASP, "CSV Injection").
 */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

function toCell(value: unknown): string {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const text = isObject ? JSON.stringify(value) : String(value ?? "");
  const isText = typeof value === "string" || Array.isArray(value);
  const safe = isText && startsFormula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
