import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { CommitOutcomeUnknownError, DatabaseUnavailableError } from "../../db/errors.ts";
import { errorCodeOf, findOutage } from "./outages.ts";

/** An error as `pg` throws it for a server's error. */
function sqlState(code: string): Error {
  return Object.assign(new Error("new row for relation, values (secret)"), { code });
}

/** An error as node:sqlite throws it, with an extended result code. */
function sqliteError(errcode: number): Error {
  return Object.assign(new Error("secret"), { code: "ERR_SQLITE_ERROR", errcode });
}

/** The error that the call throws. */
function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Nothing was thrown.");
}

describe("an error of the database or the disk", () => {
  test.each([
    ["a connection that is refused", sqlState("ECONNREFUSED")],
    ["a connection that is reset", sqlState("ECONNRESET")],
    ["an unknown host", sqlState("ENOTFOUND")],
    ["a lost connection, 08006", sqlState("08006")],
    ["a server that stops, 57P01", sqlState("57P01")],
    ["a server that starts, 57P03", sqlState("57P03")],
    ["too many connections, 53300", sqlState("53300")],
    ["a statement timeout, 57014", sqlState("57014")],
    ["a read-only replica, 25006", sqlState("25006")],
    ["damage, XX001", sqlState("XX001")],
    ["an exhausted pool", new Error("timeout exceeded when trying to connect")],
    ["a vanished server", new Error("Connection terminated unexpectedly")],
    ["a missing response", new Error("Query read timeout")],
    ["SQLITE_BUSY", sqliteError(5)],
    ["SQLITE_IOERR_WRITE", sqliteError(778)],
    ["SQLITE_CORRUPT", sqliteError(11)],
    ["SQLITE_READONLY_DBMOVED", sqliteError(1032)],
    ["a connection timeout", new DatabaseUnavailableError("No response.")],
    ["a commit without a response", new CommitOutcomeUnknownError(sqlState("ECONNRESET"))],
    ["a failing disk", sqlState("EIO")],
    ["a read-only disk", sqlState("EROFS")],
  ])("is unavailable: %s", (_name, error) => {
    expect(findOutage(error)).toBe("unavailable");
  });

  test.each([
    ["SQLITE_FULL", sqliteError(13)],
    ["53100", sqlState("53100")],
    ["ENOSPC", sqlState("ENOSPC")],
    ["EDQUOT", sqlState("EDQUOT")],
  ])("is storage-full: %s", (_name, error) => {
    expect(findOutage(error)).toBe("storage-full");
  });

  test.each([
    ["a constraint of SQLite", sqliteError(2067)],
    ["an invalid statement on SQLite", sqliteError(1)],
    ["a unique key of PostgreSQL", sqlState("23505")],
    ["an invalid statement on PostgreSQL", sqlState("42601")],
    ["a missing file", sqlState("ENOENT")],
    ["a bug", new TypeError("x is not a function")],
    ["an unrelated error code", sqlState("ERR_INVALID_STATE")],
  ])("is not an outage: %s", (_name, error) => {
    expect(findOutage(error)).toBeUndefined();
  });

  test("is logged with its code, never with its message", () => {
    expect(errorCodeOf(sqliteError(778))).toBe("SQLITE_IOERR (778)");
    expect(errorCodeOf(sqliteError(2067))).toBe("SQLITE_ERROR (2067)");
    expect(errorCodeOf(sqlState("57P01"))).toBe("57P01");
    expect(errorCodeOf(new Error("Query read timeout"))).toBe("QUERY_TIMEOUT");
    expect(errorCodeOf(new TypeError("secret"))).toBe("TypeError");
  });

  test("is recognized if node:sqlite throws it", () => {
    const database = new DatabaseSync(":memory:");
    onTestFinished(() => {
      if (database.isOpen) database.close();
    });
    database.exec("create table t (x text); pragma max_page_count = 2");
    const insert = database.prepare("insert into t values (?)");
    const full = thrownBy(() => insert.run("x".repeat(100_000)));
    expect([findOutage(full), errorCodeOf(full)]).toEqual(["storage-full", "SQLITE_FULL (13)"]);
    database.exec("pragma query_only = on");
    const readOnly = thrownBy(() => insert.run("x"));
    expect(findOutage(readOnly)).toBe("unavailable");
    database.close();
    const closed = thrownBy(() => insert.run("x"));
    expect([findOutage(closed), errorCodeOf(closed)]).toEqual(["unavailable", "DATABASE_CLOSED"]);
  });
});
