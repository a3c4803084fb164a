import { hash } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { z } from "zod";
import type { ChangedPages } from "./write-ahead-log.ts";

const version = 1;
const newline = 0x0a;
const numberBytes = 4;

export const logPosition = z.strictObject({
  salt: z.string(),
  frame: z.number(),
  checksum: z.string(),
});

const header = z.strictObject({
  version: z.literal(version),
  /** The gapless chain of change sets that it belongs to. */
  chain: z.string(),
  /** Number in its chain, from 1. */
  sequence: z.number(),
  /** SHA-256 of the previous change set; empty for the first. */
  previous: z.string(),
  pageSize: z.number(),
  databasePages: z.number(),
  isCommitted: z.boolean(),
  end: logPosition,
  /** SHA-256 of the pages. */
  sha256: z.string(),
});

type ChangeSetHeader = z.infer<typeof header>;

/** Pages that changed within a few seconds. */
export interface ChangeSet {
  readonly header: ChangeSetHeader;
  /** By page number, from 1. */
  readonly pages: ReadonlyMap<number, Buffer>;
}

/** @param place the place of the change set in its chain */
export function encodeChanges(
  { pages, databasePages, isCommitted, end }: ChangedPages,
  place: Pick<ChangeSetHeader, "chain" | "sequence" | "previous" | "pageSize">,
): Buffer {
  const parts = [...pages].flatMap(([number, page]) => {
    const prefix = Buffer.alloc(numberBytes);
    prefix.writeUInt32BE(number);
    return [prefix, page];
  });
  const body = Buffer.concat(parts);
  const about: ChangeSetHeader = {
    version,
    ...place,
    databasePages,
    isCommitted,
    end,
    sha256: hash("sha256", body),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), zstdCompressSync(body)]);
}

/** @throws Error with the reason if it is damaged */
export function decodeChanges(bytes: Buffer): ChangeSet {
  const about = decodeHeader(bytes);
  const body = decompress(bytes.subarray(bytes.indexOf(newline) + 1));
  if (hash("sha256", body) !== about.sha256) throw new Error("it differs from its checksum");
  const pages = new Map<number, Buffer>();
  const size = numberBytes + about.pageSize;
  if (body.length % size !== 0) throw new Error("it is truncated");
  for (let at = 0; at < body.length; at += size) {
    pages.set(body.readUInt32BE(at), body.subarray(at + numberBytes, at + size));
  }
  return { header: about, pages };
}

/** @throws Error with the reason if it is damaged */
export function decodeHeader(bytes: Buffer): ChangeSetHeader {
  return parseJson(bytes.toString("utf8", 0, Math.max(0, bytes.indexOf(newline))), header);
}

/** @throws Error with the reason, without contents */
export function decompress(bytes: Buffer): Buffer {
  try {
    return zstdDecompressSync(bytes);
  } catch {
    throw new Error("it is truncated or damaged");
  }
}

/** @throws Error if the text does not match the schema */
export function parseJson<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("it is damaged: its description cannot be read");
  }
  const { data, success } = schema.safeParse(value);
  if (!success) throw new Error("it is damaged or from a newer version");
  return data;
}
