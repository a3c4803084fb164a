import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyReply } from "fastify";
import { brand } from "../../../../brand.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { StoredFile } from "../../../../platform/server/files/file-storage.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { type ZipEntry, zipStream } from "../../../../platform/server/files/zip-stream.ts";
import { errorCodeOf } from "../../../../platform/server/http/errors/outages.ts";
import type { OwnFile } from "../feature-data.ts";
import { holders } from "../holders.ts";
import { collectData } from "./collect-data.ts";
import { findFormerAddresses, findOwner, type OwnerKeys } from "./data-owner.ts";
import { htmlPieces } from "./html-pieces.ts";
import { jsonPieces } from "./json-pieces.ts";

const missing = "file missing in a data download";

async function listOwnFiles(keys: OwnerKeys, context: AppContext): Promise<OwnFile[]> {
  const owner = await findOwner(keys, context);
  const files: OwnFile[] = [];
  for (const { listFiles } of holders) files.push(...((await listFiles?.(owner, context)) ?? []));
  for (const [index, email] of (await findFormerAddresses(owner, context)).entries()) {
    const former = { uid: null, email, sessionId: "" };
    for (const { listFiles } of holders) {
      const found = (await listFiles?.(former, context)) ?? [];
      files.push(...found.map((one) => ({ ...one, name: `merged-${index + 1}-${one.name}` })));
    }
  }
  return files;
}

/**
 * Opens a file. A broken disk must not keep the person from the rest of their data; the operator
 * finds it in the log.
 * @returns undefined if it cannot be read
 */
async function openOwnFile(
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
async function* readPieces(stored: StoredFile): AsyncGenerator<Uint8Array, void> {
  let left = stored.size;
  for await (const piece of stored.read() as AsyncIterable<Buffer>) {
    left -= piece.length;
    yield piece;
  }
  if (left > 0) throw new Error("a file ended early");
}

/** A download is ended after this long without progress, in milliseconds. */
const stalledMs = minutes(1);
const textPieceLength = 64 * 1024;

/**
 * Streams everything we store about a person as a ZIP: one JSON file, a page that shows the same, and their own files. Both
 * signed-in people and personal links get this archive.
 * @throws ApiError "not-signed-in" if the account was deleted in the meantime
 */
export async function sendDataOf(
  owner: OwnerKeys,
  reply: FastifyReply,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<FastifyReply> {
  // Long lists are read once, while they are written.
  const data = { json: await collectData(owner, context), html: await collectData(owner, context) };
  endWhenStalled(reply);
  return reply
    .type("application/zip")
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="${brand.slug}-my-data.zip"`)
    .send(Readable.from(zipData(data, owner, context, log), { objectMode: false }));
}

function endWhenStalled({ raw }: FastifyReply): void {
  raw.setTimeout(stalledMs, () => raw.destroy());
}

interface CollectedTwice {
  readonly json: object;
  readonly html: object;
}

async function* zipData(
  data: CollectedTwice,
  owner: OwnerKeys,
  context: AppContext,
  log: FastifyBaseLogger,
): AsyncGenerator<Uint8Array, void> {
  try {
    const files = await listOwnFiles(owner, context);
    yield* zipStream(entriesOf(data, files, context, log), context.now());
  } catch (error) {
    log.error({ code: errorCodeOf(error) }, "data download failed");
    throw error;
  }
}

/** The files one by one, then the data, which lists the missing ones. */
async function* entriesOf(
  data: CollectedTwice,
  files: readonly OwnFile[],
  context: AppContext,
  log: FastifyBaseLogger,
): AsyncGenerator<ZipEntry, void> {
  const missing: OwnFile[] = [];
  for (const file of files) {
    const stored = await openOwnFile(file, context, log);
    if (!stored) missing.push(file);
    else {
      try {
        yield { name: file.name, content: readPieces(stored), isCompressed: true };
      } finally {
        await stored.close();
      }
    }
  }
  const missingFiles = missing.map(({ name, about }) => ({ name, about }));
  const text = jsonPieces({ ...data.json, missingFiles });
  yield { name: "my-data.json", content: toBytes(text), isCompressed: false };
  const page = htmlPieces({ ...data.html, missingFiles });
  yield { name: "my-data.html", content: toBytes(page), isCompressed: false };
  // For people who cannot open JSON.
  if (missing.length > 0) {
    const content = toBytes([describeMissing(missing)]);
    yield { name: "missing-files.txt", content, isCompressed: false };
  }
}

/** In pieces of this size, so that compressing a long text does not block the event loop for long. */
async function* toBytes(
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Uint8Array, void> {
  let text = "";
  for await (const more of texts) {
    text += more;
    while (text.length > textPieceLength) {
      const start = text.slice(0, textPieceLength);
      // The halves of one character stay together.
      const end = start.isWellFormed() ? textPieceLength : textPieceLength - 1;
      yield Buffer.from(text.slice(0, end));
      // Compressing is synchronous: let requests in between.
      await setImmediate();
      text = text.slice(end);
    }
  }
  yield Buffer.from(`${text}\n`);
}

function describeMissing(files: readonly OwnFile[]): string {
  const list = files.map(({ name, about }) => `- ${name}: ${about}`);
  const lines = [
    "These files belong to your data, but we could not read them just now:",
    "",
    ...list,
    "",
    "Everything else is here. Try again later, or call us:",
    `${brand.phone.shown}, ${brand.phone.hours}.`,
  ];
  return lines.join("\n");
}
