import { CsvError, readCsv } from "../../../../platform/server/parsing/read-csv.ts";
import { type ImportField, importFields, importLimits } from "../../contract/import.ts";

/** Headers of each field, in lower case without spaces and punctuation. */
const headers: Readonly<Record<ImportField, RegExp>> = {
  customer: /^(?:customer|email|emailaddress|customeremail|supportid|client)$/,
  title: /^(?:what|title|request|requesttitle|service|task)$/,
  day: /^(?:day|date|startdate|datecompleted)$/,
  clock: /^(?:time|clock|starttime|start|from)$/,
  until: /^(?:until|end|endtime|to)$/,
  kind: /^(?:kind|kindofhelp|type|category)$/,
  provider: /^(?:provider|assignedto|helper|worker)$/,
  price: /^(?:price|amount|total|cost)$/,
  status: /^(?:status|state|requestcompleted|completed)$/,
  address: /^(?:address|where|location)$/,
  phone: /^(?:phone|phonenumber)$/,
  providerNote: /^(?:notefortheprovider|providernote|instructions)$/,
  privateNote: /^(?:privatenote|note|notes|comment)$/,
};

export interface ImportLine {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<ImportField, string>>>;
}

export interface ImportFile {
  readonly lines: readonly ImportLine[];
  readonly errors: readonly { readonly line: number; readonly why: string }[];
  readonly columns: readonly { readonly name: string; readonly example: string }[];
  readonly fields: readonly (ImportField | "")[];
}

export interface ImportFileInput {
  readonly bytes: Uint8Array;
  /** What each column holds, separated by commas. */
  readonly fields?: string | undefined;
}

const maxExample = 60;

/** Reads the requests of a CSV, or says why it cannot; runs in a parser's process. */
export function readImportFile(input: ImportFileInput): ImportFile | { readonly failure: string } {
  try {
    return readFile(input);
  } catch (error) {
    if (error instanceof CsvError) return { failure: error.message };
    throw error;
  }
}

function readFile({ bytes, fields: chosen }: ImportFileInput): ImportFile {
  const { rows, errors } = readCsv(bytes, importLimits.lines + 1);
  const [head, ...body] = rows;
  if (!head) throw new CsvError("The file is empty: its first line names the columns.");
  const names = head.cells.map((name) => name.trim());
  const fields = chosen === undefined ? findFields(names) : readChosen(chosen, names.length);
  return {
    columns: names.map((name, at) => ({
      name,
      example: (body[0]?.cells[at] ?? "").slice(0, maxExample),
    })),
    fields,
    lines: body.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(
        fields.flatMap((field, at) => (field === "" ? [] : [[field, (cells[at] ?? "").trim()]])),
      ),
    })),
    errors: errors.map(({ line, why }) => ({
      line,
      why: why === "too-long" ? "Longer than 64 KB." : "A quote is never closed.",
    })),
  };
}

/** What the headers say; each field once, the first column of several. */
function findFields(names: readonly string[]): (ImportField | "")[] {
  const found = new Set<ImportField>();
  return names.map((name) => {
    const header = name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
    const field = importFields.find((one) => headers[one].test(header) && !found.has(one));
    if (field) found.add(field);
    return field ?? "";
  });
}

function readChosen(chosen: string, columns: number): (ImportField | "")[] {
  const names = chosen.split(",");
  return Array.from(
    { length: columns },
    (_, at) => importFields.find((one) => one === names[at]) ?? "",
  );
}
