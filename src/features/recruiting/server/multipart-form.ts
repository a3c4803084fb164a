import { createHash, type Hash } from "node:crypto";
import type { Readable } from "node:stream";
import type { BusboyFileStream } from "@fastify/busboy";
import { facts } from "../../../platform/contract/facts.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type {
  SpooledUpload,
  UploadRequest,
  UploadSpool,
} from "../../../platform/server/files/upload-spool.ts";

/** A form with its file has about sixty parts; each takes work, however small. */
const maxParts = 200;
/** Maximum size of a part's headers: two names and a media type, in bytes. */
const maxHeaderBytes = 8 * 1024;
const maxHeaderPairs = 20;

/** A file of a form. Files over the résumé limit are not stored. */
interface FormFile {
  readonly name: string;
  readonly upload: SpooledUpload;
  /** Of what was sent. */
  readonly hash: Hash;
  /** Why it was rejected; the form's texts are kept regardless. */
  error?: unknown;
}

/** A form sent as multipart/form-data (RFC 7578). */
export class MultipartForm {
  readonly #texts = new Map<string, string[]>();
  readonly #files = new Map<string, FormFile>();
  /** All files, in order. */
  readonly files: FormFile[] = [];
  /** Whether there were more files than the limit; those are not read. */
  hasMoreFiles = false;
  /** Whether the end was not read; its fields are unknown. */
  isCut = false;

  get(name: string): string | null {
    return this.#texts.get(name)?.[0] ?? null;
  }

  getAll(name: string): readonly string[] {
    return this.#texts.get(name) ?? [];
  }

  has(name: string): boolean {
    return this.#texts.has(name);
  }

  addText(name: string, value: string): void {
    const values = this.#texts.get(name);
    if (values) values.push(value);
    else this.#texts.set(name, [value]);
  }

  addFile(field: string, file: FormFile): void {
    this.#files.set(field, file);
    this.files.push(file);
  }

  /**
   * The file under a name, or undefined if none was chosen.
   * @throws the error why it was rejected
   */
  async readFile(name: string): Promise<{ name: string; bytes: Buffer } | undefined> {
    const file = this.#files.get(name);
    if (file?.error) throw file.error;
    if (!file || file.upload.bytes === 0) return undefined;
    return { name: file.name, bytes: await file.upload.load() };
  }

  /** The texts by name; several under one name as a list. */
  toObject(): Readonly<Record<string, string | readonly string[]>> {
    const entries = [...this.#texts].map(([name, [first = "", ...others]]) => [
      name,
      others.length === 0 ? first : [first, ...others],
    ]);
    return Object.fromEntries(entries);
  }

  /** What was sent, by which two forms compare. Files by their hash. */
  get contents(): unknown {
    const files = this.files.map(({ name, hash }) => [name, hash.copy().digest("base64url")]);
    return { texts: [...this.#texts], files };
  }

  async discard(): Promise<void> {
    for (const { upload } of this.files) await upload.discard();
  }
}

/** Limits of reading a form, in bytes. */
interface MultipartLimits extends Omit<UploadRequest, "tooLarge"> {
  readonly maxTextBytes: number;
  /** Number of files; one by default. */
  readonly files?: number;
}

/**
 * Reads a form as a stream. Files go to the spool; one that is too large, or that the spool
 * rejects, is skipped, since answers may follow it. A form over `maxBytes` is truncated.
 * @throws ApiError "malformed", "too-large" for endless texts, "too-many", "too-slow"
 */
export async function readMultipart(
  body: Readable,
  contentType: string,
  spool: UploadSpool,
  limits: MultipartLimits,
): Promise<MultipartForm> {
  const form = new MultipartForm();
  const parser = await openParser(form, contentType, spool, limits);
  let left = limits.maxBytes;
  try {
    await spool.read(body, limits, async (chunk) => {
      const fitting = chunk.subarray(0, left);
      left -= chunk.length;
      await parser.write(fitting);
      if (left < 0) throw new ApiError("too-large");
    });
    await parser.end();
    return form;
  } catch (error) {
    parser.stop();
    if (left < 0) {
      form.isCut = true;
      return form;
    }
    await form.discard();
    throw error;
  }
}

interface FormParser {
  write(chunk: Buffer): Promise<void>;
  end(): Promise<void>;
  stop(): void;
}

async function openParser(
  form: MultipartForm,
  contentType: string,
  spool: UploadSpool,
  { senders, maxTextBytes, files = 1 }: MultipartLimits,
): Promise<FormParser> {
  const { Busboy } = await import("@fastify/busboy");
  const parser = createParser();
  const streams: BusboyFileStream[] = [];
  const stored: Promise<void>[] = [];
  let failure: ApiError | undefined;
  let reject = (_error: ApiError): void => undefined;
  const fail = (error: ApiError) => {
    failure ??= error;
    reject(failure);
  };

  function createParser() {
    try {
      return Busboy({
        headers: { "content-type": contentType },
        preservePath: true,
        limits: {
          parts: maxParts,
          files,
          fileSize: facts.application.resumeMaxBytes,
          fieldSize: maxTextBytes,
          headerSize: maxHeaderBytes,
          headerPairs: maxHeaderPairs,
        },
      });
    } catch {
      // Without a boundary.
      throw new ApiError("malformed");
    }
  }

  let textBytes = 0;
  parser.on("field", (name, value, _isNameCut, isCut) => {
    textBytes += value.length;
    if (isCut || textBytes > maxTextBytes) fail(new ApiError("too-large"));
    else if (typeof name === "string") form.addText(name, value);
  });
  parser.on("file", (name, stream, fileName) => {
    const hash = createHash("sha256");
    const file: FormFile = { name: fileName ?? "", upload: spool.open(senders), hash };
    form.addFile(name ?? "", file);
    streams.push(stream);
    stored.push(store(stream, file));
  });
  parser.on("filesLimit", () => {
    form.hasMoreFiles = true;
  });
  parser.on("partsLimit", () => fail(new ApiError("malformed")));
  parser.on("error", () => fail(new ApiError("malformed")));

  /** Runs one call of the parser, which may fail at any time. */
  const step = (work: (done: () => void) => void) =>
    new Promise<void>((resolve, fails) => {
      reject = fails;
      if (failure) fails(failure);
      else work(resolve);
    });
  return {
    write: (chunk) => step((done) => void parser.write(chunk, done)),
    async end() {
      await step((done) => {
        parser.once("finish", done);
        parser.end();
      });
      await Promise.all(stored);
    },
    stop() {
      parser.destroy();
      for (const stream of streams) stream.destroy();
    },
  };
}

/** Reads a file to its end even after an error, so that the parser continues. */
async function store(stream: BusboyFileStream, file: FormFile): Promise<void> {
  try {
    for await (const chunk of stream) {
      file.hash.update(chunk);
      if (file.error) continue;
      try {
        await file.upload.write(chunk);
      } catch (error) {
        file.error = error;
      }
    }
    if (stream.truncated) file.error = new ApiError("resume-too-large");
  } catch (error) {
    file.error = error;
  }
  if (file.error) await file.upload.discard();
}
