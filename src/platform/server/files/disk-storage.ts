import { type FileHandle, open, opendir, readFile, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { writeFileAtomically, writeNewFileAtomically } from "./atomic-write.ts";
import type { ByteRange, FileStorage, ListedFile, StoredFile } from "./file-storage.ts";

export class DiskStorage implements FileStorage {
  readonly #root: string;

  /** @param root absolute path; the folder may be missing */
  constructor(root: string) {
    this.#root = root;
  }

  async write(file: string, bytes: Buffer): Promise<void> {
    await writeFileAtomically(this.#pathOf(file), bytes);
  }

  async writeNew(file: string, bytes: Buffer): Promise<boolean> {
    return writeNewFileAtomically(this.#pathOf(file), bytes);
  }

  async open(file: string): Promise<StoredFile | undefined> {
    const handle = await ignoreMissing(open(this.#pathOf(file)));
    if (!handle) return undefined;
    try {
      // open() accepts folders too; reading a byte fails for them.
      await handle.read(Buffer.alloc(1), 0, 1, 0);
      return new DiskFile(handle, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async readWhole(file: string): Promise<Buffer | undefined> {
    return ignoreMissing(readFile(this.#pathOf(file)));
  }

  async remove(file: string): Promise<void> {
    const target = this.#pathOf(file);
    await rm(target, { recursive: true, force: true });
    // Fails if the folder contains other files.
    await rmdir(path.dirname(target)).catch(() => undefined);
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(this.#pathOf(folder), { recursive: true, force: true });
  }

  async *list(folder?: string): AsyncGenerator<ListedFile, void> {
    const target = folder === undefined ? this.#root : this.#pathOf(folder);
    const entries = await ignoreMissing(opendir(target));
    if (!entries) return;
    for await (const entry of entries) {
      const name = folder === undefined ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.list(name);
      if (!entry.isFile()) continue;
      const found = await ignoreMissing(stat(this.#pathOf(name)));
      if (found) yield { file: name, modifiedAt: found.mtimeMs };
    }
  }

  #pathOf(file: string): string {
    const full = path.join(this.#root, file);
    if (full.startsWith(this.#root + path.sep)) return full;
    throw new Error(`${file} is outside the file store.`);
  }
}

class DiskFile implements StoredFile {
  readonly size: number;
  readonly #handle: FileHandle;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  read({ start, end }: ByteRange = { start: 0, end: this.size }) {
    // The stream's `end` is inclusive; for an empty file it must not be negative.
    return this.#handle.createReadStream({ start, end: Math.max(start, end - 1) });
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

async function ignoreMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
