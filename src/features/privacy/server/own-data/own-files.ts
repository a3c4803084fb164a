import type { FastifyBaseLogger } from "fastify";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import type { StoredFile } from "../../../../platform/server/files/file-storage.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { errorCodeOf } from "../../../../platform/server/http/errors/outages.ts";
import type { OwnFile } from "../data/feature-data.ts";
import { holders } from "../data/holders.ts";
import { findOwner, type OwnerKeys } from "./data-owner.ts";

const missing = "file missing in a data download";

/** The person's picture, and the résumés of their applications, latest first. */
export async function listOwnFiles(keys: OwnerKeys, context: AppContext): Promise<OwnFile[]> {
  const owner = await findOwner(keys, context);
  const files: OwnFile[] = [];
  for (const { listFiles } of holders) files.push(...((await listFiles?.(owner, context)) ?? []));
  return files;
}

/**
 * Opens a file. A broken disk must not keep the person from the rest of their data; the operator
 * finds it in the log.
 * @returns undefined if it cannot be read
 */
export async function openOwnFile(
  own: OwnFile,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<StoredFile | undefined> {
  try {
    const storage = await fileStoreOf(context).openStorage();
    const stored = await storage.open(own.file);
    if (stored) return stored;
    log.error({ code: "ENOENT" }, missing);
  } catch (error) {
    // Logged without its path, which contains the person's uid.
    log.error({ code: errorCodeOf(error) }, missing);
  }
  return undefined;
}

/**
 * Reads an opened file to its end.
 * @throws Error if it is shorter than its size: the archive must not look complete
 */
export async function* readPieces(stored: StoredFile): AsyncGenerator<Uint8Array, void> {
  let left = stored.size;
  for await (const piece of stored.read() as AsyncIterable<Buffer>) {
    left -= piece.length;
    yield piece;
  }
  if (left > 0) throw new Error("a file ended early");
}
