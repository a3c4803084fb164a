import { Readable } from "node:stream";
import type { ObjectStoreSettings } from "../config/object-store-settings.ts";
import { StorageError } from "./atomic-write.ts";
import type { ByteRange, FileStorage, ListedFile, StoredFile } from "./file-storage.ts";
import {
  ObjectStoreError,
  readBody,
  readErrorCode,
  S3Client,
  type S3Limits,
  type S3Response,
} from "./s3-client.ts";

/** Files as private objects in a bucket of an S3-compatible store. */
export class S3Storage implements FileStorage {
  readonly #client: S3Client;
  readonly #folder: string;

  /** @param area folder of the files, inside the folder of the settings */
  constructor(settings: ObjectStoreSettings, area: string, limits?: S3Limits) {
    this.#client = new S3Client(settings, limits);
    this.#folder = `${settings.folder}${area}/`;
  }

  async write(file: string, bytes: Buffer): Promise<void> {
    await this.#put(this.#keyOf(file), bytes, {});
  }

  async writeNew(file: string, bytes: Buffer): Promise<boolean> {
    return this.#put(this.#keyOf(file), bytes, { "if-none-match": "*" });
  }

  async open(file: string): Promise<StoredFile | undefined> {
    const key = this.#keyOf(file);
    const response = await this.#client.send({ method: "HEAD", key, accept: [404] });
    await response.drop();
    if (response.status === 404) return undefined;
    const size = Number(response.headers.get("content-length"));
    const read = (range?: ByteRange) =>
      Readable.from(this.#readParts(key, range), { objectMode: false });
    return { size, read, close: async () => undefined };
  }

  async readWhole(file: string): Promise<Buffer | undefined> {
    const key = this.#keyOf(file);
    const response = await this.#client.send({ method: "GET", key, accept: [404] });
    return (await isMissing(response)) ? undefined : readBody(response);
  }

  async remove(file: string): Promise<void> {
    const key = this.#keyOf(file);
    const response = await this.#client.send({ method: "DELETE", key, accept: [404] });
    if (!(await isMissing(response))) await response.drop();
  }

  async removeFolder(folder: string): Promise<void> {
    for await (const { file } of this.list(folder)) await this.remove(file);
  }

  async *list(folder?: string): AsyncGenerator<ListedFile, void> {
    const prefix = folder === undefined ? this.#folder : `${this.#keyOf(folder)}/`;
    let last: string | undefined;
    for (;;) {
      // Keys are sorted, so continue after the last one: unlike a token, it never expires.
      const start = last === undefined ? {} : { "start-after": last };
      const query = { "list-type": "2", "encoding-type": "url", prefix, ...start };
      const response = await this.#client.send({ method: "GET", key: "", query });
      const text = String(await readBody(response));
      for (const part of text.split("<Contents>").slice(1)) {
        const [entry = ""] = part.split("</Contents>", 1);
        last = readKey(entry, text);
        const modifiedAt = Date.parse(readTag(entry, "LastModified"));
        yield { file: last.slice(this.#folder.length), modifiedAt };
      }
      if (readTag(text, "IsTruncated") !== "true") return;
    }
  }

  async *#readParts(key: string, range?: ByteRange): AsyncGenerator<Uint8Array, void> {
    const headers = range ? { range: `bytes=${range.start}-${range.end - 1}` } : {};
    const response = await this.#client.send({ method: "GET", key, headers });
    if (range && response.status !== 206) throw toError(response);
    yield* response.readParts();
  }

  /** @throws StorageError, like a full disk */
  async #put(key: string, body: Buffer, headers: Readonly<Record<string, string>>) {
    try {
      const response = await this.#client.send({
        method: "PUT",
        key,
        headers,
        body,
        accept: [412],
      });
      await response.drop();
      if (response.status === 412 && !("if-none-match" in headers)) throw toError(response);
      return response.status !== 412;
    } catch (error) {
      throw new StorageError(error);
    }
  }

  #keyOf(file: string): string {
    const isInside = file.split("/").every((part) => !["", ".", ".."].includes(part));
    if (isInside) return this.#folder + file;
    throw new Error(`${file} is outside the file store.`);
  }
}

/** Whether the object is missing; a missing bucket is an error instead. */
async function isMissing(response: S3Response): Promise<boolean> {
  if (response.status !== 404) return false;
  const code = await readErrorCode(response);
  if (code === "NoSuchBucket") throw toError(response, code);
  return true;
}

function toError({ status }: S3Response, code = ""): ObjectStoreError {
  return new ObjectStoreError(`S3_${status} ${code}`.trim());
}

/** The key of an entry in a list; stores may ignore the requested URL encoding. */
function readKey(entry: string, list: string): string {
  const key = readTag(entry, "Key");
  const isEncoded = readTag(list, "EncodingType") === "url";
  return isEncoded ? decodeURIComponent(key.replaceAll("+", " ")) : decodeEntities(key);
}

function readTag(text: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? "";
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return entities[name] ?? whole;
  });
}
