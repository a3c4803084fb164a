import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { startS3Server } from "../../../../tests/support/s3-server.ts";
import { readConfig } from "../config/config.ts";
import { DiskStorage } from "./disk-storage.ts";
import type { FileStorage } from "./file-storage.ts";
import { openStorage } from "./open-storage.ts";

const adapters: Readonly<Record<string, () => Promise<FileStorage>>> = {
  async disk() {
    const folder = await mkdtemp(path.join(os.tmpdir(), "storage-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    return new DiskStorage(path.join(folder, "files"));
  },
  async "an object store"() {
    const { settings } = await startS3Server();
    return openStorage(readConfig(settings), "files");
  },
};

async function listAll(storage: FileStorage, folder?: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { file } of storage.list(folder)) files.push(file);
  return files.sort();
}

describe.for(Object.entries(adapters))("files on %s", ([, openAdapter]) => {
  const bytes = Buffer.from("0123456789");

  test("are written and read back, including large, empty and oddly named ones", async () => {
    const storage = await openAdapter();
    const files: readonly (readonly [string, Buffer])[] = [
      ["Users/ruth/1.webp", bytes],
      ["Users/ruth/large.webp", Buffer.alloc(3_000_000, "abc")],
      ["notes/empty", Buffer.alloc(0)],
      ["notes/a b+c%20d é=~.txt", Buffer.from("odd")],
    ];
    for (const [file, content] of files) {
      await storage.write(file, content);
      expect((await storage.readWhole(file))?.equals(content)).toBe(true);
      const stored = await storage.open(file);
      expect(stored?.size).toBe(content.length);
      expect(stored && (await buffer(stored.read())).equals(content)).toBe(true);
    }
    expect(await listAll(storage)).toEqual(files.map(([file]) => file).sort());
  });

  test("can be read by range", async () => {
    const storage = await openAdapter();
    await storage.write("Users/ruth/1.webp", bytes);
    for (const [start, end, text] of [
      [0, 2, "01"],
      [3, 6, "345"],
      [6, 10, "6789"],
    ] as const) {
      const stored = await storage.open("Users/ruth/1.webp");
      expect(String(stored && (await buffer(stored.read({ start, end }))))).toBe(text);
    }
  });

  test("can be closed without reading", async () => {
    const storage = await openAdapter();
    await storage.write("Users/ruth/1.webp", bytes);
    const stored = await storage.open("Users/ruth/1.webp");
    await stored?.close();
    await stored?.close();
    const dropped = (await storage.open("Users/ruth/1.webp"))?.read();
    dropped?.destroy();
    expect(dropped?.destroyed).toBe(true);
  });

  test("read as undefined if missing, and can be removed without an error", async () => {
    const storage = await openAdapter();
    expect(await storage.open("Users/ruth/1.webp")).toBeUndefined();
    expect(await storage.readWhole("Users/ruth/1.webp")).toBeUndefined();
    expect(await listAll(storage)).toEqual([]);
    expect(await listAll(storage, "Users")).toEqual([]);
    await storage.remove("Users/ruth/1.webp");
    await storage.removeFolder("Users/ruth");
  });

  test("are not overwritten by writeNew, also if it is called concurrently", async () => {
    const storage = await openAdapter();
    const file = "Users/ruth/1.webp";
    const texts = ["one", "two", "three", "four"];
    const written = await Promise.all(
      texts.map((text) => storage.writeNew(file, Buffer.from(text))),
    );
    expect(written.filter(Boolean)).toHaveLength(1);
    expect(String(await storage.readWhole(file))).toBe(texts[written.indexOf(true)]);
    expect(await storage.writeNew(file, bytes)).toBe(false);
    expect(String(await storage.readWhole(file))).not.toBe(String(bytes));
    expect(await listAll(storage)).toEqual([file]);
  });

  test("are listed with their times, only in a folder of exactly that name", async () => {
    const storage = await openAdapter();
    const before = Date.now() - 2000;
    for (const file of ["Users/a/1", "Users/a/deep/2", "Users/ab/3", "Users/a.b/4", "other/5"]) {
      await storage.write(file, bytes);
    }
    expect(await listAll(storage, "Users/a")).toEqual(["Users/a/1", "Users/a/deep/2"]);
    expect(await listAll(storage, "Users")).toHaveLength(4);
    for await (const { modifiedAt } of storage.list()) {
      expect(modifiedAt).toBeGreaterThan(before);
      expect(modifiedAt).toBeLessThan(Date.now() + 2000);
    }
  });

  test("are removed one by one and by folder", async () => {
    const storage = await openAdapter();
    const files = ["Users/a/1", "Users/a/2", "Users/a/deep/3", "Users/ab/4"];
    for (const file of files) await storage.write(file, bytes);
    await storage.remove("Users/a/1");
    expect(await listAll(storage)).toEqual(files.slice(1));
    await storage.removeFolder("Users/a");
    expect(await listAll(storage)).toEqual(["Users/ab/4"]);
  });

  test("cannot have a name outside their area", async () => {
    const storage = await openAdapter();
    for (const name of ["../database.sqlite", "Users/../../x", ".", ""]) {
      const words = "outside the file store";
      await expect(storage.write(name, bytes)).rejects.toThrow(words);
      await expect(storage.writeNew(name, bytes)).rejects.toThrow(words);
      await expect(storage.open(name)).rejects.toThrow(words);
      await expect(storage.readWhole(name)).rejects.toThrow(words);
      await expect(storage.remove(name)).rejects.toThrow(words);
      await expect(storage.removeFolder(name)).rejects.toThrow(words);
      await expect(listAll(storage, name)).rejects.toThrow(words);
    }
  });
});

test("a partial file left by a killed process does not block writing the file", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "storage-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const storage = new DiskStorage(folder);
  await storage.write("one.eml.partial", Buffer.from("half"));
  await storage.write("one.eml", Buffer.from("whole"));
  expect(String(await storage.readWhole("one.eml"))).toBe("whole");
  expect(await readdir(folder)).toEqual(["one.eml"]);
});
