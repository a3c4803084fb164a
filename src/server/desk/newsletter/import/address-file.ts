import { type BadLine, newsletterLimits } from "../../../../contract/desk/newsletter.ts";
import {
  emailKey,
  isStorableText,
  looksLikeEmail,
} from "../../../../contract/form-engine/rules.ts";
import { ApiError } from "../../../platform/api-error.ts";
import { CsvStream } from "./csv-stream.ts";

/** Names of the address column, without spaces and hyphens, in lower case. */
const columnNames: ReadonlySet<string> = new Set(["email", "emailaddress", "mail", "address"]);

/** Maximum length of the text shown of an invalid line, in characters. */
const maxShownText = 60;

/** The addresses of a file. */
export interface AddressFile {
  /** Lines with a value in the address column. */
  readonly lines: number;
  /** In lower case, each once. */
  readonly emails: readonly string[];
  /** Addresses that occurred earlier in the file. */
  readonly repeated: number;
  readonly invalid: number;
  readonly badLines: readonly BadLine[];
}

/** Reads the address column of a CSV, chunk by chunk. */
export class AddressReader {
  readonly #csv = new CsvStream();
  readonly #decoder = new TextDecoder();
  readonly #emails = new Set<string>();
  readonly #badLines: BadLine[] = [];
  #bytes = 0;
  #lines = 0;
  #repeated = 0;
  #invalid = 0;
  #column: number | undefined;

  /** @throws ApiError "invalid" for a file that is too large or has no address column */
  add(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes > newsletterLimits.importBytes) throw fail("The file is larger than 5 MB.");
    this.#take(this.#csv.add(this.#decoder.decode(chunk, { stream: true })));
  }

  /** @throws ApiError "invalid" */
  end(): AddressFile {
    this.#take(this.#csv.add(this.#decoder.decode()));
    this.#take(this.#csv.end());
    if (this.#column === undefined) throw fail("The file is empty.");
    return {
      lines: this.#lines,
      emails: [...this.#emails],
      repeated: this.#repeated,
      invalid: this.#invalid,
      badLines: this.#badLines,
    };
  }

  #take(rows: ReturnType<CsvStream["end"]>): void {
    for (const { line, cells } of rows) {
      if (this.#column === undefined) {
        const named = cells.findIndex((cell) => columnNames.has(toName(cell)));
        this.#column = named === -1 ? cells.findIndex(isAddress) : named;
        if (this.#column === -1) throw fail("The first line names no column “email”.");
        if (named !== -1) continue;
      }
      this.#takeAddress(line, cells[this.#column] ?? "");
    }
  }

  #takeAddress(line: number, cell: string): void {
    this.#lines += 1;
    if (this.#lines > newsletterLimits.importLines) throw fail("The file has over 50,000 lines.");
    const email = emailKey(cell);
    if (!isAddress(email)) {
      this.#invalid += 1;
      if (this.#badLines.length < newsletterLimits.namedLines) {
        this.#badLines.push({ line, text: shorten(cell.trim()) });
      }
    } else if (this.#emails.has(email)) this.#repeated += 1;
    else this.#emails.add(email);
  }
}

function isAddress(cell: string): boolean {
  return looksLikeEmail(cell.trim()) && isStorableText(cell);
}

function toName(cell: string): string {
  return cell.toLowerCase().replaceAll(/[\s_-]/g, "");
}

function shorten(text: string): string {
  return text.length > maxShownText ? `${text.slice(0, maxShownText)}…` : text;
}

function fail(message: string): ApiError {
  return new ApiError("invalid", { fields: { file: message } });
}
