import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { findOutage } from "../../http/errors/outages.ts";
import { GroupCommit } from "./group-commit.ts";
import { NodeSqliteDialect, openSqlite } from "./node-sqlite.ts";

interface Notes {
  notes: { text: string };
}

function openNotes() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "test-notes-"));
  const connection = openSqlite(path.join(folder, "notes.sqlite"));
  const dialect = new NodeSqliteDialect(connection);
  const db = new Kysely<Notes>({ dialect });
  connection.exec("create table notes (text text unique)");
  const commits = new GroupCommit(db, dialect);
  onTestFinished(async () => {
    await commits.close();
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  const add = (text: string) =>
    commits.write((trx) => trx.insertInto("notes").values({ text }).execute());
  const texts = () => connection.prepare("select text from notes order by text").all();
  return { add, commits, connection, texts };
}

test("transactions of one event-loop turn share one commit", async () => {
  const { add, connection, texts } = openNotes();
  const exec = vi.spyOn(connection, "prepare");
  await Promise.all(Array.from({ length: 100 }, (_, index) => add(`note ${index}`)));
  expect(texts()).toHaveLength(100);
  const begins = exec.mock.calls.filter(([text]) => text === "begin immediate");
  expect(begins).toHaveLength(1);
});

test("a transaction that fails before it writes does not affect the others", async () => {
  const { add, commits, connection, texts } = openNotes();
  const exec = vi.spyOn(connection, "prepare");
  const results = await Promise.allSettled([
    add("first"),
    commits.write(async (trx) => {
      await trx.selectFrom("notes").selectAll().execute();
      throw new Error("changed its mind");
    }),
    add("second"),
  ]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(texts()).toEqual([{ text: "first" }, { text: "second" }]);
  expect(exec.mock.calls.filter(([text]) => text === "rollback")).toEqual([]);
});

test("a transaction that fails after writing is rolled back, and the others are stored once", async () => {
  const { add, commits, texts } = openNotes();
  const results = await Promise.allSettled([
    add("first"),
    commits.write(async (trx) => {
      await sql`create table drafts (text text)`.execute(trx);
      await trx.insertInto("notes").values({ text: "half" }).execute();
      throw new Error("changed its mind");
    }),
    add("second"),
    commits.write((trx) => trx.insertInto("notes").values({ text: "second" }).execute()),
    add("third"),
  ]);
  expect(results.map((result) => result.status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(texts()).toEqual([{ text: "first" }, { text: "second" }, { text: "third" }]);
  await commits.write((trx) => sql`create table drafts (text text)`.execute(trx));
});

test("if SQLite rolls back the batch, all of its transactions are rejected with the reason", async () => {
  const { add, commits, texts } = openNotes();
  await add("first");
  const results = await Promise.allSettled([
    add("second"),
    commits.write((trx) => sql`insert or rollback into notes values ('first')`.execute(trx)),
    add("third"),
  ]);
  const reasons = results.map((result) => result.status === "rejected" && String(result.reason));
  expect(reasons).toEqual(Array(3).fill("Error: UNIQUE constraint failed: notes.text"));
  await add("fourth");
  expect(texts()).toEqual([{ text: "first" }, { text: "fourth" }]);
});

test("a full file fails every transaction of the batch as a full disk", async () => {
  const { add, connection, texts } = openNotes();
  await add("first");
  const limit = (pages: number) => connection.exec(`pragma max_page_count = ${pages}`);
  // No fewer than there are: small rows fit, but no new page.
  limit(1);
  const results = await Promise.allSettled([add("second"), add("x".repeat(100_000)), add("third")]);
  const outages = results.map(
    (result) => result.status === "rejected" && findOutage(result.reason),
  );
  expect(outages).toEqual(Array(3).fill("storage-full"));
  limit(1_000_000);
  await add("fourth");
  expect(texts()).toEqual([{ text: "first" }, { text: "fourth" }]);
});

test("a transaction that never ends is aborted, and cannot write later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { add, commits, texts } = openNotes();
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const late = Promise.withResolvers<unknown>();
  const stuck = commits.write(async (trx) => {
    reached.resolve();
    await gate.promise;
    late.resolve(trx.insertInto("notes").values({ text: "late" }).execute());
  });
  await reached.promise;
  const waiting = add("after");
  vi.advanceTimersByTime(10_001);
  await expect(stuck).rejects.toThrow("rolled back");
  await waiting;
  gate.resolve();
  await expect(late.promise).rejects.toThrow();
  await add("end");
  expect(texts()).toEqual([{ text: "after" }, { text: "end" }]);
});
