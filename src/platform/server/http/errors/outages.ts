import type { FastifyRequest } from "fastify";
import type { ErrorBody, ErrorCode } from "../../../contract/errors/errors.ts";
import { DatabaseUnavailableError } from "../../db/errors.ts";

type OutageCode = Extract<ErrorCode, "unavailable" | "storage-full">;

/**
 * SQLite's primary result codes (sqlite.org/rescode.html) for problems with the disk or the lock,
 * not with the statement.
 */
const sqliteOutages: Readonly<Record<number, { readonly name: string; readonly full?: true }>> = {
  5: { name: "SQLITE_BUSY" },
  6: { name: "SQLITE_LOCKED" },
  7: { name: "SQLITE_NOMEM" },
  8: { name: "SQLITE_READONLY" },
  9: { name: "SQLITE_INTERRUPT" },
  10: { name: "SQLITE_IOERR" },
  11: { name: "SQLITE_CORRUPT" },
  13: { name: "SQLITE_FULL", full: true },
  14: { name: "SQLITE_CANTOPEN" },
  15: { name: "SQLITE_PROTOCOL" },
  26: { name: "SQLITE_NOTADB" },
};

/**
 * PostgreSQL's SQLSTATEs (postgresql.org/docs/current/errcodes-appendix.html) for a server that is
 * down, overloaded, stopping, read-only after a failover or damaged, and for timeouts.
 */
const postgresOutage =
  /^(?:08...|25006|25P03|28...|3D000|40001|40P01|53...|55P03|57014|57P0.|58...|XX00[12])$/;
const postgresDiskFull = "53100";

const fullDisk: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

const systemOutages: ReadonlySet<string> = new Set([
  "EIO",
  "EROFS",
  "EMFILE",
  "ENFILE",
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/**
 * Errors without a code, by the start of their message: from pg, pg-pool, Kysely, node:sqlite and
 * this server.
 */
const codeless: readonly (readonly [beginning: string, name: string])[] = [
  ["timeout exceeded when trying to connect", "POOL_TIMEOUT"],
  ["timeout expired", "CONNECT_TIMEOUT"],
  ["Query read timeout", "QUERY_TIMEOUT"],
  ["Connection terminated", "CONNECTION_TERMINATED"],
  ["Client has encountered a connection error", "CONNECTION_LOST"],
  ["Client was closed", "CONNECTION_CLOSED"],
  ["Cannot use a pool after calling end", "DATABASE_CLOSED"],
  ["driver has already been destroyed", "DATABASE_CLOSED"],
  ["database is not open", "DATABASE_CLOSED"],
  ["statement has been finalized", "DATABASE_CLOSED"],
  ["The database is closing", "DATABASE_CLOSED"],
  ["A write took over", "WRITE_TIMEOUT"],
];

/**
 * Whether an error is a temporary outage of the database or the disk, not caused by the request.
 * The response is then 503 or 507, never 500.
 * @returns the error code; undefined for any other error
 */
export function findOutage(error: unknown): OutageCode | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseUnavailableError) return "unavailable";
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === "number") {
    const outage = sqliteOutages[errcode & 0xff];
    return outage && (outage.full ? "storage-full" : "unavailable");
  }
  if (findCodeless(error)) return "unavailable";
  if (typeof code !== "string") return undefined;
  if (fullDisk.has(code) || code === postgresDiskFull) return "storage-full";
  return systemOutages.has(code) || postgresOutage.test(code) ? "unavailable" : undefined;
}

/**
 * Name of an error for logs: the code of the database, the system or the library, which never
 * quotes a value, or else the error's class.
 */
export function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === "number") {
    const name = sqliteOutages[errcode & 0xff]?.name ?? "SQLITE_ERROR";
    return `${name} (${errcode})`;
  }
  return findCodeless(error) ?? (typeof code === "string" && code !== "" ? code : error.name);
}

function findCodeless({ message }: Error): string | undefined {
  return codeless.find(([beginning]) => message.startsWith(beginning))?.[1];
}

/**
 * Runs a write that the request does not depend on, such as the time of a session's last use.
 * During an outage it is skipped, and the request still succeeds.
 * @param what names the write in the log
 * @returns undefined if it was skipped
 */
export async function writeIfPossible<T>(
  { log, server }: Pick<FastifyRequest, "log" | "server">,
  what: string,
  write: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!findOutage(error)) throw error;
    const code = errorCodeOf(error);
    server.outages.note(code, () => log.warn({ code, write: what }, "write skipped"));
    return undefined;
  }
}

/** A page's notice, in addition to the form's failure message, if an outage prevented saving. */
export function outageNotice({ code, message }: ErrorBody): { readonly notice?: string } {
  return code === "unavailable" || code === "storage-full" ? { notice: message } : {};
}
