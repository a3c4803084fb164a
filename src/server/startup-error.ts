import { ConfigError } from "./platform/config/config.ts";

/** What to look at, by the code of the failure. */
const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: "Another program listens there. Set PORT to a free one.",
  EADDRNOTAVAIL: "This computer has no such address. Check HOST.",
  EACCES: "This account may not do that. Check DATA_DIR and PORT.",
  EEXIST: "DATA_DIR must be a folder.",
  ENOTDIR: "DATA_DIR must be a folder.",
  EROFS: "DATA_DIR must be a folder that can be written to.",
  ENOSPC: "The disk is full.",
  ERR_SQLITE_ERROR: "Check DATA_DIR: the folder must be writable, the database in it whole.",
  ECONNREFUSED: "PostgreSQL does not answer. Check DATABASE_URL.",
  ENOTFOUND: "There is no computer of that name. Check DATABASE_URL and HOST.",
  ETIMEDOUT: "PostgreSQL does not answer. Check DATABASE_URL.",
  "28P01": "PostgreSQL refuses the password. Check DATABASE_URL.",
  "28000": "PostgreSQL refuses the user. Check DATABASE_URL.",
  "3D000": "PostgreSQL has no such database. Check DATABASE_URL.",
};

/**
 * Why the server did not start, in words for the operator: one line, but for settings,
 * whose errors are listed. Never the stack: it can quote the password in DATABASE_URL.
 */
export function describeStartupError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return `The server did not start: ${error}`;
  const code = "code" in error ? String(error.code) : "";
  // Several addresses of one name fail together; then only the parts have words.
  const parts = error instanceof AggregateError ? error.errors : [error];
  const what = error.message || parts.map((part: Error) => part.message).join("; ");
  return ["The server did not start:", `${what.split("\n")[0]}.`.replace("..", "."), advice[code]]
    .filter(Boolean)
    .join(" ");
}
