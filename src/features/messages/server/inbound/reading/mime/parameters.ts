import { parseHeaderValue } from "nodemailer/lib/mime-funcs";
import { decodeWords } from "postal-mime";

/** Longer values are cut. */
const maxLength = 8000;

/** A header such as `Content-Type`, with its parameters (RFC 2231) by name in lower case. */
export interface StructuredValue {
  /** In lower case. */
  readonly value: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Reads a header with parameters; names of files are decoded also where they break RFC 2231. */
export function readParameters(header: string): StructuredValue {
  const { value, params } = parseHeaderValue(header.slice(0, maxLength));
  const type = value.split(/[\s(]/, 1)[0] ?? "";
  const decoded = Object.entries(params).map(([name, text]) => [
    name.toLowerCase(),
    decodeWords(text),
  ]);
  return { value: type.toLowerCase(), params: Object.fromEntries(decoded) };
}
