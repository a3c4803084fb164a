import { rm } from "node:fs/promises";
import path from "node:path";
import { copyFile } from "../../files/copy-file.ts";
import {
  openStorage,
  type StorageArea,
  type StorageSettings,
  storageAreas,
} from "../../files/open-storage.ts";

/** Files that a restore uploaded to the object store. */
export class UploadedFiles {
  readonly #settings: StorageSettings;
  readonly #uploaded: { readonly area: StorageArea; readonly file: string }[] = [];

  /** @param settings without an object store nothing is uploaded */
  constructor(settings: StorageSettings) {
    this.#settings = settings;
  }

  /** Moves the files of a folder like `DATA_DIR` into the object store. */
  async upload(folder: string): Promise<void> {
    if (!this.#settings.objectStore) return;
    for (const area of storageAreas) {
      const from = await openStorage({ dataDir: folder }, area);
      const to = await openStorage(this.#settings, area);
      for await (const { file } of from.list()) {
        if (await copyFile(from, to, file)) this.#uploaded.push({ area, file });
      }
      await rm(path.join(folder, area), { recursive: true, force: true });
    }
  }

  /** Removes the uploaded files. If that fails, the server's sweep does: they have no row. */
  async remove(): Promise<void> {
    for (const { area, file } of this.#uploaded) {
      const storage = await openStorage(this.#settings, area);
      await storage.remove(file).catch(() => undefined);
    }
  }
}
