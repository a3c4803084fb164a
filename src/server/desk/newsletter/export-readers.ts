import type { Kysely } from "kysely";
import {
  type ReaderFilter,
  type ReaderRow,
  readerSourceNames,
  readerStateNames,
} from "../../../contract/desk/newsletter.ts";
import type { Database } from "../../platform/db/schema.ts";
import { toCsvHeader } from "../../records/shared/csv.ts";
import { toExportLine, toExportTime } from "../access/export-line.ts";
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
  if (format === "csv") yield toCsvHeader(columns, ["since"]);
  let after: string | undefined;
  do {
    const { readers, next } = await listReaders(db, filter, after, exportPageSize);
    yield readers.map((row) => toExportLine(columns, toCells(row), format)).join("");
    after = next ?? undefined;
  } while (after !== undefined);
}

function toCells({ email, state, since, source, page, how }: ReaderRow): unknown[] {
  return [
    email,
    readerStateNames[state],
    toExportTime(since),
    readerSourceNames[source],
    page,
    how,
  ];
}
