import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type AuditEntry, auditEndpoints } from "../../../contract/desk/audit.ts";
import type { AppContext } from "../../context/app-context.ts";
import { ApiError } from "../../platform/api-error.ts";
import { minutes } from "../../platform/durations.ts";
import { queryOf } from "../../platform/http/routes/read-query.ts";
import { toCsvLine } from "../../records/shared/csv.ts";
import { registerDeskEndpoint } from "../access/desk-endpoint.ts";
import { actorOf } from "../access/staff-session.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { type AuditFilter, readAuditFilter } from "./audit-filter.ts";
import { auditPageSize, listAudit } from "./list-audit.ts";

/** Entries that an export reads at a time. */
const exportPageSize = 1000;
/** An export is ended after this long without progress, in milliseconds. */
const stalledMs = minutes(1);

/** The audit log: a list with filters, and its export. */
export function registerAudit(app: FastifyInstance, context: AppContext): void {
  const { database, now } = context;

  registerDeskEndpoint(app, auditEndpoints.list, context, async ({ request }) => {
    const query = queryOf(request);
    const before = query.get("before") ?? undefined;
    if (before !== undefined && !/^[\da-f-]{36}$/.test(before)) throw new ApiError("malformed");
    return listAudit(database.db, readAuditFilter(query), before, auditPageSize);
  });

  registerDeskEndpoint(app, auditEndpoints.export, context, async (call) => {
    const { request, reply, session } = call;
    const query = queryOf(request);
    const filter = readAuditFilter(query);
    const format = query.get("format") === "json" ? "json" : "csv";
    if (request.method === "HEAD") return reply.send();
    const what = `Exported the audit log as ${format.toUpperCase()}`;
    const act = { kind: "export", what, target: "Audit log" } as const;
    await database.write((trx) => writeAudit(trx, actorOf(session, request), act, now()));
    reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
    return reply
      .type(format === "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8")
      .header("content-disposition", `attachment; filename="audit-log.${format}"`)
      .send(Readable.from(format === "csv" ? toCsv(filter, context) : toJson(filter, context)));
  });
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
  yield toCsvLine(columns);
  for await (const entries of readEntries(filter, context)) {
    yield entries.map((entry) => toCsvLine(columns.map((name) => entry[name]))).join("");
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
