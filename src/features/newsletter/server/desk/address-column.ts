import { isStorableText, looksLikeEmail } from "../../../../platform/contract/form-engine/rules.ts";

/** Headers of the column of addresses, best first, without spaces and punctuation. */
const headers: readonly RegExp[] = [
  /^email$/,
  /^(?:subscriber|primary|contact|user|customer)?email(?:address|id)?$/,
  /^e?mail1?(?:value|address)?$/,
  /^emailaddresses$|email|e-?mail/,
  /^address$|correo|courriel/,
];
const sampleRows = 200;
/** Share of addresses among the cells of a column of addresses. */
const leastShare = 0.5;

/** Whether a cell has an address that can be stored. */
export function isAddress(cell: string): boolean {
  return looksLikeEmail(cell.trim()) && isStorableText(cell);
}

/**
 * The column of addresses by its header and its cells: a column "email" before "mail" and "address", if
 * it holds addresses. Undefined if several could be meant, or none is.
 * @param rows the rows below the header
 */
export function findAddressColumn(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): number | undefined {
  const sample = rows.slice(0, sampleRows);
  const width = Math.max(header.length, ...sample.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    rank: rankOf(header[index] ?? ""),
    share: shareOf(sample.map((cells) => cells[index] ?? "")),
  }));
  const holding = columns.filter(({ share }) => share !== undefined && share >= leastShare);
  // Without addresses anywhere the header decides, so that the wrong ones are named.
  const named = columns.filter(({ rank }) => rank < headers.length);
  const candidates = holding.length > 0 ? holding : named;
  const best = Math.min(...candidates.map(({ rank }) => rank));
  const found = candidates.filter(({ rank }) => rank === best);
  return found.length === 1 ? found[0]?.index : undefined;
}

function rankOf(header: string): number {
  const name = header.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
  const rank = headers.findIndex((pattern) => pattern.test(name));
  return rank === -1 ? headers.length : rank;
}

/** The share of addresses among the cells that are not empty; undefined if all are. */
function shareOf(cells: readonly string[]): number | undefined {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length === 0 ? undefined : filled.filter(isAddress).length / filled.length;
}
