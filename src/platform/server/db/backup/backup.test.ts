import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { backupTo } from "../../../../../tests/support/backup.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { makeSubmission } from "../../../../../tests/support/rows.ts";
import { type DatabaseClient, type DatabaseOptions, sqliteFile } from "../client.ts";
import { latestMigration, migrationNames } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";
import { requireSecret } from "../secrets.ts";
import { maxLineBytes } from "./backup-format.ts";
import { restoreFrom } from "./restore.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function openAt(options: DatabaseOptions): Promise<DatabaseClient> {
  const client = await openDatabase(options);
  onTestFinished(() => client.close());
  return client;
}

function readAll({ db }: DatabaseClient) {
  return db.selectFrom("submissions").selectAll().orderBy("id").execute();
}

/** Two rows that belong together: a backup contains both or neither. */
async function writePair(client: DatabaseClient): Promise<void> {
  await client.write(async (trx) => {
    for (const address of ["first", "second"]) {
      const row = makeSubmission({ address_hash: address });
      await trx.insertInto("submissions").values(row).execute();
    }
  });
}

const header = { createdAt: expect.stringMatching(/^20/), migration: latestMigration };
/** Of a backup from before the migrations became one. */
const start = { version: 1, migration: "2026-12-24-clock-state", createdAt: "" };
const row = makeSubmission();
const wrongRow = { table: "submissions", row: { ...row, spell: "abracadabra" } };
const errors: Record<string, [unknown[], string]> = {
  "without its end": [[start, { table: "submissions", row: row }], "truncated"],
  "with rows missing": [[start, { end: { rows: 1, files: 0 } }], "announced"],
  "from a newer version": [[{ ...start, migration: "2999-01-01-later" }], "newer"],
  "from a version before the last of the former migrations": [
    [{ ...start, migration: "2026-12-23-answers-without-spam" }],
    "restore it with a version that has this migration",
  ],
  "with an unknown table": [
    [start, { table: "spells", row: {} }, { end: { rows: 1, files: 0 } }],
    "unknown form",
  ],
  "that writes elsewhere": [[start, { file: "../evil", base64: "" }], "outside its folder"],
  "that brings a database": [[start, { file: sqliteFile, base64: "" }], "database file"],
  "with lines after its end": [[start, { end: { rows: 0, files: 0 } }, start], "after its last"],
  "with an unknown column": [[start, wrongRow, { end: { rows: 1, files: 0 } }], "spell"],
  "without its checksums": [[{ ...start, version: 2 }, { end: { rows: 0, files: 0 } }], "checksum"],
};

/** A failed restore leaves nothing: no new folder and no table. */
async function expectNothing({ dataDir, databaseUrl }: DatabaseOptions): Promise<void> {
  expect(existsSync(dataDir) ? await readdir(dataDir) : []).toEqual([]);
  if (databaseUrl === undefined) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    "select table_name from information_schema.tables where table_schema = 'public'",
  );
  await client.end();
  expect(rows).toEqual([]);
}

describeEachDialect("backup", (open, createDatabase, engine) => {
  test("taken during writes, it restores a consistent snapshot, row for row", async () => {
    const client = await open();
    const file = path.join(await makeFolder(), "site.backup");
    // Two bursts: a larger one would be rejected as too busy on a slow computer.
    for (const _burst of [1, 2]) {
      await Promise.all(Array.from({ length: 200 }, () => writePair(client)));
    }
    let isWriting = true;
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isWriting) await writePair(client);
      }),
    );
    const dataDir = await makeFolder();
    const { missingFiles, ...counts } = await backupTo(client, dataDir, file);
    expect(missingFiles).toEqual([]);
    isWriting = false;
    await writing;
    const written = await readAll(client);

    const target = await createDatabase();
    expect(await restoreFrom(file, target)).toEqual({ ...counts, ...header });
    const restored = await readAll(await openAt(target));
    expect(restored).toHaveLength(counts.rows);
    expect(restored.length).toBeGreaterThanOrEqual(800);
    expect(written.length).toBeGreaterThan(restored.length);
    const originals = new Map(written.map((row) => [row.id, row]));
    expect(restored.map((row) => originals.get(row.id))).toEqual(restored);
    const firsts = restored.filter((row) => row.address_hash === "first");
    expect(firsts).toHaveLength(restored.length / 2);
  });

  test("copies rows, secrets and files from one engine to the other and back", async () => {
    const folder = await makeFolder();
    const from = { dataDir: path.join(folder, "from") };
    const source = await openAt(from);
    await writePair(source);
    const secret = await requireSecret(source, "links");
    const picture = Buffer.from(Array.from({ length: 2_500_000 }, (_, index) => index % 251));
    await mkdir(path.join(from.dataDir, "pictures/small"), { recursive: true });
    await writeFile(path.join(from.dataDir, "pictures/small/a.jpg"), picture);
    await writeFile(path.join(from.dataDir, "empty"), "");
    const first = path.join(folder, "first");
    await backupTo(source, from.dataDir, first);

    const middle = await createDatabase();
    await restoreFrom(first, middle);
    const between = await openAt(middle);
    const second = path.join(folder, "second");
    await backupTo(between, middle.dataDir, second);
    const to = { dataDir: path.join(folder, "to") };
    expect(await restoreFrom(second, to)).toEqual({ rows: 3, files: 2, ...header });

    const copy = await openAt(to);
    expect(await readAll(copy)).toEqual(await readAll(source));
    expect(await requireSecret(copy, "links")).toEqual(secret);
    expect(picture.equals(await readFile(path.join(to.dataDir, "pictures/small/a.jpg")))).toBe(
      true,
    );
    expect(await readFile(path.join(to.dataDir, "empty"), "utf8")).toBe("");
  });

  test("never overwrites a file, a folder or a database", async () => {
    const client = await open();
    const folder = await makeFolder();
    const file = path.join(folder, "site.backup");
    await backupTo(client, folder, file);
    await expect(backupTo(client, folder, file)).rejects.toThrow("already exists");
    await expect(restoreFrom(file, { dataDir: folder })).rejects.toThrow("is not empty");
    expect(await readdir(folder)).toEqual(["site.backup"]);
    if (engine === "postgres") {
      const used = await createDatabase();
      await (await openDatabase(used)).close();
      await expect(restoreFrom(file, used)).rejects.toThrow("is not empty");
    }
  });

  test("a backup of version 1, without checksums, is restored", async () => {
    const file = path.join(await makeFolder(), "old");
    const lines = [
      start,
      { table: "submissions", row: row },
      { file: "letter", base64: "RGVhciBBZGE=" },
      { end: { rows: 1, files: 1 } },
    ];
    await writeFile(file, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
    const target = await createDatabase();
    const { createdAt } = start;
    const restored = { rows: 1, files: 1, createdAt, migration: migrationNames[0] };
    expect(await restoreFrom(file, target)).toEqual(restored);
    expect(await readAll(await openAt(target))).toEqual([
      { ...row, phone_key: null, document_id: null, imported: null },
    ]);
    expect(await readFile(path.join(target.dataDir, "letter"), "utf8")).toBe("Dear Ada");
  });

  if (engine !== "sqlite") return;

  test.for(Object.entries(errors))(
    "a backup %s leaves nothing behind",
    async ([, [lines, words]]) => {
      const file = path.join(await makeFolder(), "bad");
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      await writeFile(file, gzipSync(text));
      const target = await createDatabase();
      await expect(restoreFrom(file, target)).rejects.toThrow(words);
      await expectNothing(target);
    },
  );

  test("one changed character is detected by the checksum of its part", async () => {
    const client = await open();
    const folder = await makeFolder();
    await writePair(client);
    const file = path.join(folder, "whole");
    await writeFile(path.join(folder, "letter"), "Dear Ada");
    await backupTo(client, folder, file);
    const text = gunzipSync(await readFile(file)).toString();
    const changes = [
      ["Ada Lovelace", "Eve Lovelace", "submissions differs from its checksum"],
      ["RGVhciBBZGE", "RGVhciBFdmU", "letter differs from its checksum"],
      ['"createdAt":"2', '"createdAt":"3', "accounts differs from its checksum"],
    ] as const;
    for (const [from, to, words] of changes) {
      expect(text).toContain(from);
      const changed = path.join(folder, to.replaceAll(/\W/g, ""));
      await writeFile(changed, gzipSync(text.replace(from, to)));
      const target = await createDatabase();
      await expect(restoreFrom(changed, target)).rejects.toThrow(words);
      await expectNothing(target);
    }
  });

  test("one flipped bit anywhere is detected, and leaves nothing behind", async () => {
    const client = await open();
    const folder = await makeFolder();
    await Promise.all(Array.from({ length: 100 }, () => writePair(client)));
    const file = path.join(folder, "whole");
    await backupTo(client, folder, file);
    const whole = await readFile(file);
    const target = await createDatabase();
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const at = Math.floor((whole.length * tenth) / 10);
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
      await writeFile(file, bytes);
      await expect(restoreFrom(file, target)).rejects.toThrow("was not restored");
      await expectNothing(target);
    }
  });
});

test("reading a damaged file without line ends stops at the maximum length", async () => {
  const folder = await makeFolder();
  const file = path.join(folder, "endless");
  const first = `${JSON.stringify(start)}\n`;
  const endless = Buffer.concat([Buffer.from(first), Buffer.alloc(8 * maxLineBytes, "x")]);
  await writeFile(file, gzipSync(endless, { level: 1 }));
  const before = process.memoryUsage().rss;
  const target = { dataDir: path.join(folder, "to") };
  await expect(restoreFrom(file, target)).rejects.toThrow("a line is too long");
  expect(process.memoryUsage().rss - before).toBeLessThan(8 * maxLineBytes);
});

test("a truncated backup is rejected", async () => {
  const folder = await makeFolder();
  const client = await openAt({ dataDir: path.join(folder, "from") });
  await writePair(client);
  const file = path.join(folder, "whole");
  await backupTo(client, folder, file);
  const whole = await readFile(file);
  expect(gunzipSync(whole).toString()).toContain("Ada Lovelace");
  await writeFile(path.join(folder, "cut"), whole.subarray(0, whole.length - 20));
  const target = { dataDir: path.join(folder, "to") };
  await expect(restoreFrom(path.join(folder, "cut"), target)).rejects.toThrow("was not restored");
  expect(await readdir(folder)).not.toContain("to");
  // A folder that existed before is kept, empty.
  await mkdir(target.dataDir);
  await expect(restoreFrom(path.join(folder, "cut"), target)).rejects.toThrow("was not restored");
  expect(await readdir(target.dataDir)).toEqual([]);
});

test("a restore of a file that does not exist leaves no folder", async () => {
  const folder = await makeFolder();
  const target = { dataDir: path.join(folder, "new/data") };
  await expect(restoreFrom(path.join(folder, "none"), target)).rejects.toThrow("was not restored");
  expect(await readdir(folder)).toEqual([]);
});
