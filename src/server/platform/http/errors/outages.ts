import type { FastifyRequest } from "fastify";
import type { ErrorBody, ErrorCode } from "../../../../contract/errors/errors.ts";
import { DatabaseUnavailableError } from "../../db/errors.ts";

/** What an outage means to the caller. */
type OutageCode = Extract<ErrorCode, "unavailable" | "storage-full">;

/**
 * SQLite's primary result codes (sqlite.org/rescode.html) that say something about the disk
 * or the lock and nothing about the statement.
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
 * PostgreSQL's SQLSTATEs (postgresql.org/docs/current/errcodes-appendix.html) of a server that
 * is away, overloaded, stopping, read-only after a failover or damaged, and of time limits.
 */
const postgresOutage =
  /^(?:08...|25006|25P03|28...|3D000|40001|40P01|53...|55P03|57014|57P0.|58...|XX00[12])$/;
const postgresDiskFull = "53100";

/** The operating system's codes of a disk without room. */
const fullDisk: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/** The operating system's codes of a disk or a network that fails. */
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

/** Errors without a code of their own, by the beginning of their message: pg, pg-pool, Kysely, node:sqlite and ours. */
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
 * Whether an error says that the database or the disk cannot do its work right now, which is
 * not the request's error and passes: it is answered 503 or 507, never 500.
 * @returns the code of the answer; undefined for any other error
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
 * What an error is called in logs: the code of the database, the operating system or the
 * library, which never quotes a value, or the error's kind when it has none.
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
 * Runs a write that the request can do without, such as the time when a session was last
 * seen. While nothing can be saved it is left out: what was asked for is still answered.
 * @param what names the write in the log
 * @returns undefined when it was left out
 */
export async function writeIfPossible<T>(
  { log }: Pick<FastifyRequest, "log">,
  what: string,
  write: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!findOutage(error)) throw error;
    log.warn({ code: errorCodeOf(error), write: what }, "a write was left out");
    return undefined;
  }
}

/** What a page says beside its form's own sentence when an outage kept the form from being saved. */
export function outageNotice({ code, message }: ErrorBody): { readonly notice?: string } {
  return code === "unavailable" || code === "storage-full" ? { notice: message } : {};
}
