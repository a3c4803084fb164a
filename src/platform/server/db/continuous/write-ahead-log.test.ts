import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../engines/node-sqlite.ts";
import { BrokenLogError, type LogPosition, WriteAheadLog } from "./write-ahead-log.ts";

function openLog() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "test-log-"));
  const file = path.join(folder, "database.sqlite");
  const database = openSqlite(file);
  database.exec("create table words (word text); insert into words values ('one')");
  const log = new WriteAheadLog(file);
  onTestFinished(() => {
    database.close();
    log.close();
    rmSync(folder, { recursive: true });
  });
  return { database, log, file: `${file}-wal` };
}

function readAll(log: WriteAheadLog, from: LogPosition, index = log.readIndex()) {
  return [...log.readChanges(from, index)];
}

test("reads only committed changes", () => {
  const { database, log } = openLog();
  const before = log.readIndex();
  database.exec("begin; insert into words values ('two')");
  expect(readAll(log, before)).toEqual([]);
  database.exec("commit");
  const [changes, ...rest] = readAll(log, before);
  expect([rest, changes?.isCommitted, changes?.databasePages]).toEqual([[], true, 2]);
  expect(String(changes?.pages.get(2))).toContain("two");
  expect(log.has(before, log.readIndex())).toBe(true);
});

test("identifies a position by its checksum, since the WAL may differ after a power failure", () => {
  const { log } = openLog();
  const index = log.readIndex();
  expect(log.has(index, index)).toBe(true);
  expect(log.has({ ...index, checksum: "00".repeat(8) }, index)).toBe(false);
  expect(log.has({ ...index, salt: "00".repeat(8) }, index)).toBe(false);
  expect(log.has({ ...index, frame: index.frame + 1 }, index)).toBe(false);
});

test("rejects a WAL that is damaged, differs from its index, or was restarted elsewhere", async () => {
  const { log, file } = openLog();
  const index = log.readIndex();
  const start = { salt: index.salt, frame: 0, checksum: "" };
  expect(readAll(log, start)).toHaveLength(1);
  const other = { ...index, checksum: "00".repeat(8) };
  expect(() => readAll(log, start, other)).toThrow("the WAL differs from its index");
  const old = { salt: "00".repeat(8), frame: 1, checksum: "" };
  expect(() => readAll(log, old)).toThrow("restarted by another program");
  const handle = await open(file, "r+");
  await handle.write(Buffer.from("?"), 0, 1, 500);
  await handle.close();
  expect(() => readAll(log, start)).toThrow(BrokenLogError);
});
