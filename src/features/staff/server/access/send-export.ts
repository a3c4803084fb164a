import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { writeAudit } from "../write-audit.ts";
import type { DeskRequest } from "./desk-endpoint.ts";
import { findLiveSessions } from "./live-sessions.ts";
import { actorOf, type StaffSession } from "./staff-session.ts";

/** An export is ended after this long without progress, in milliseconds. */
const stalledMs = minutes(1);

const contentTypes = {
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  json: "application/json; charset=utf-8",
} as const;

/** How often the session is checked during an export, in milliseconds. */
const checkEveryMs = seconds(1);

export type ExportFormat = "csv" | "ndjson";

interface Export {
  readonly format: keyof typeof contentTypes;
  /** Without the ending. */
  readonly fileName: string;
  /** The audit log's text, without a final period, and the part of the desk. */
  readonly what: string;
  readonly target: string;
  readonly rows: AsyncIterable<string>;
}

/** Streams an export as a download and audits it. HEAD does neither. */
export async function sendExport(
  { request, reply, session }: DeskRequest,
  context: AppContext,
  { format, fileName, what, target, rows }: Export,
): Promise<FastifyReply> {
  if (request.method === "HEAD") return reply.send();
  const { database, now } = context;
  const act = { kind: "export", what, target } as const;
  await database.write((trx) => writeAudit(trx, actorOf(session, request), act, now()));
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  return reply
    .type(contentTypes[format])
    .header("content-disposition", `attachment; filename="${fileName}.${format}"`)
    .send(Readable.from(whileSignedIn(rows, session, context)));
}

/** The rows, until the session ends: the download then breaks off. */
async function* whileSignedIn(
  rows: AsyncIterable<string>,
  session: StaffSession,
  context: AppContext,
): AsyncGenerator<string> {
  let checkedAt = performance.now();
  for await (const row of rows) {
    if (performance.now() - checkedAt >= checkEveryMs) {
      const live = await findLiveSessions(context, [session]);
      if (!live.has(session)) throw new ApiError("not-signed-in");
      checkedAt = performance.now();
    }
    yield row;
  }
}
