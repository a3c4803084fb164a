import type { Kysely } from "kysely";
import { toCsvHeader } from "../../../../platform/server/csv/csv.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { toExportLine, toExportTime } from "../../../staff/server/access/export-line.ts";
import type { ExportFormat } from "../../../staff/server/access/send-export.ts";
import type { ReaderFilter, ReaderRow } from "../../contract/newsletter-desk.ts";
import { readerSourceNames, readerStateNames } from "../../contract/reader-states.ts";
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
