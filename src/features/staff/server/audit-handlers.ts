import type { AppContext } from "../../../platform/server/app-context.ts";
import { toCsvHeader, toCsvLine } from "../../../platform/server/parsing/csv.ts";
import { type AuditEntry, type auditEndpoints, auditPageSize } from "../contract/audit.ts";
import type { DeskHandlers } from "./access/desk-endpoint.ts";
import { toExportTime } from "./access/export-line.ts";
import { sendExport } from "./access/send-export.ts";
import { type AuditFilter, toAuditFilter } from "./audit-filter.ts";
import { listAudit } from "./list-audit.ts";

/** Entries that an export reads per page. */
const exportPageSize = 1000;

/** Handlers of the audit log: a list with filters, and its export. */
export function auditHandlers(context: AppContext): DeskHandlers<typeof auditEndpoints> {
  return {
    list: ({ query }) =>
      listAudit(context.database.db, toAuditFilter(query), query.before, auditPageSize),
    export: async (call) => {
      const filter = toAuditFilter(call.query);
      const { format } = call.query;
      return sendExport(call, context, {
        format,
        fileName: "audit-log",
        what: `Exported the audit log as ${format.toUpperCase()}`,
        target: "Audit log",
        rows: format === "csv" ? toCsv(filter, context) : toJson(filter, context),
      });
    },
  };
}

async function* readEntries(
  filter: AuditFilter,
  { database }: AppContext,
): AsyncGenerator<readonly AuditEntry[]> {
  let before: string | undefined;
  do {
    const { entries, next } = await listAudit(database.db, filter, before, exportPageSize);
    yield entries;
    before = next ?? undefined;
  } while (before !== undefined);
}

const columns = ["at", "kind", "actor", "what", "target", "from"] as const;

async function* toCsv(filter: AuditFilter, context: AppContext): AsyncGenerator<string> {
  yield toCsvHeader(columns, ["at"]);
  for await (const entries of readEntries(filter, context)) {
    yield entries
      .map((entry) =>
        toCsvLine(columns.map((name) => (name === "at" ? toExportTime(entry.at) : entry[name]))),
      )
      .join("");
  }
}

async function* toJson(filter: AuditFilter, context: AppContext): AsyncGenerator<string> {
  let before = "[";
  for await (const entries of readEntries(filter, context)) {
    for (const entry of entries) {
      yield `${before}\n${JSON.stringify(entry)}`;
      before = ",";
    }
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}
