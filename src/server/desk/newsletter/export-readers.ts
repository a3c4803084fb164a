import type { Kysely } from "kysely";
import {
  type ReaderFilter,
  type ReaderRow,
  readerSourceNames,
  readerStateNames,
} from "../../../contract/desk/newsletter.ts";
import type { Database } from "../../platform/db/schema.ts";
import { toCsvLine } from "../../records/shared/csv.ts";
import type { ExportFormat } from "../access/send-export.ts";
import { listReaders } from "./list-readers.ts";

/** Addresses that an export reads per page. */
const exportPageSize = 500;

const columns = ["email", "state", "since", "source", "page", "note"] as const;

/** Streams every matching address, page by page, so that memory use is constant. */
export async function* exportReaders(
  db: Kysely<Database>,
  filter: ReaderFilter,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === "csv") yield toCsvLine(columns);
  let after: string | undefined;
  do {
    const { readers, next } = await listReaders(db, filter, after, exportPageSize);
    const lines = readers.map(toCells);
    yield lines
      .map((cells) =>
        format === "csv"
          ? toCsvLine(cells)
          : `${JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, cells[at]])))}\n`,
      )
      .join("");
    after = next ?? undefined;
  } while (after !== undefined);
}

function toCells({ email, state, since, source, page, how }: ReaderRow): string[] {
  return [email, readerStateNames[state], since, readerSourceNames[source], page, how];
}
