import { Readable } from "node:stream";
import type { FastifyBaseLogger, FastifyReply } from "fastify";
import { brand } from "../../../brand.ts";
import { minutes } from "../../../contract/durations.ts";
import type { AppContext } from "../../context/app-context.ts";
import { type ZipEntry, zipStream } from "../../platform/files/zip/zip-stream.ts";
import { errorCodeOf } from "../../platform/http/errors/outages.ts";
import { collectData } from "./collect-data.ts";
import type { DataOwner } from "./data-owner.ts";
import { listOwnFiles, type OpenedFile, openOwnFile, readPieces } from "./own-files.ts";

/** A download is ended after this long without progress, in milliseconds. */
const stalledMs = minutes(1);
const textPieceBytes = 64 * 1024;

/**
 * Streams everything we store about a person as a ZIP: one JSON file and their own files. Both
 * signed-in people and personal links get this archive.
 * @throws ApiError "not-signed-in" if the account was deleted in the meantime
 */
export async function sendDataOf(
  owner: DataOwner,
  reply: FastifyReply,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<FastifyReply> {
  const data = await collectData(owner, context);
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

async function* zipData(
  data: object,
  owner: DataOwner,
  context: AppContext,
  log: FastifyBaseLogger,
): AsyncGenerator<Uint8Array, void> {
  const files: OpenedFile[] = [];
  try {
    for (const own of await listOwnFiles(owner, context)) {
      files.push(await openOwnFile(own, context, log));
    }
    yield* zipStream(entriesOf(data, files), context.now());
  } catch (error) {
    log.error({ code: errorCodeOf(error) }, "data download failed");
    throw error;
  } finally {
    for (const { stored } of files) await stored?.close();
  }
}

function* entriesOf(data: object, files: readonly OpenedFile[]): Generator<ZipEntry, void> {
  const missing = files.filter(({ stored }) => !stored);
  const missingFiles = missing.map(({ name, about }) => ({ name, about }));
  const text = JSON.stringify({ ...data, missingFiles }, null, 2);
  yield textEntry("my-data.json", `${text}\n`);
  // For people who cannot open JSON.
  if (missing.length > 0) yield textEntry("missing-files.txt", describeMissing(missing));
  for (const { name, stored } of files) {
    if (stored) yield { name, content: readPieces(stored), isCompressed: true };
  }
}

/** In chunks, so that compressing a long text does not block the event loop for long. */
function textEntry(name: string, text: string): ZipEntry {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / textPieceBytes) }, (_, index) =>
    bytes.subarray(index * textPieceBytes, (index + 1) * textPieceBytes),
  );
  return { name, content: pieces, isCompressed: false };
}

function describeMissing(files: readonly OpenedFile[]): string {
  const list = files.map(({ name, about }) => `- ${name}: ${about}`);
  const lines = [
    "These files belong to your data, but we could not read them just now:",
    "",
    ...list,
    "",
    "Everything else is here. Try again later, or call us:",
    `${brand.phone.shown}, ${brand.phone.hours}.`,
  ];
  return `${lines.join("\n")}\n`;
}
