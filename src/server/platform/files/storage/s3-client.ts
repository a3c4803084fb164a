import { hash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { ApiError } from "../../api-error.ts";
import type { ObjectStoreSettings } from "../../config/object-store-settings.ts";
import { seconds } from "../../durations.ts";
import { inSpan } from "../../tracing/spans.ts";

/** How long the store may take, in milliseconds. */
export interface S3Limits {
  /** A write with all its tries. */
  readonly writeMs: number;
  /** To the headers of any other response with all tries, and then between two of its parts. */
  readonly answerMs: number;
}

const limits: S3Limits = { writeMs: seconds(20), answerMs: seconds(10) };
const maxTries = 3;
const firstPauseMs = 100;
/** Responses that say nothing about the request itself, which is tried again. */
const isPassing = (status: number) => status >= 500 || status === 429 || status === 409;

/** The object store is away, too slow, or refuses: reads answer 503. */
export class ObjectStoreError extends ApiError {
  /** For the log and the operator: "ECONNREFUSED", "S3_TIMEOUT", "S3_403 AccessDenied". */
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super("unavailable");
    this.code = code;
    this.cause = cause;
  }
}

/** One request for an object, or for the bucket if the key is empty. */
export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Statuses besides 2xx that are an answer and no error. */
  readonly accept?: readonly number[];
}

/** A response whose body was not read yet; its parts have a time limit, too. */
export interface S3Response {
  readonly status: number;
  readonly headers: Headers;
  /** Read it to its end, or `drop` it. */
  readParts(): AsyncGenerator<Uint8Array, void>;
  drop(): Promise<void>;
}

/** Sends signed requests with time limits; a request that fails for a moment is sent again. */
export class S3Client {
  readonly #aws: AwsClient;
  readonly #url: string;
  readonly #host: string;
  readonly #limits: S3Limits;

  constructor(settings: ObjectStoreSettings, timeLimits = limits) {
    const { url, region, accessKeyId, secretAccessKey, sessionToken } = settings;
    const session = sessionToken === undefined ? {} : { sessionToken };
    const keys = { accessKeyId, secretAccessKey, ...session };
    this.#aws = new AwsClient({ ...keys, region, service: "s3", retries: 0 });
    this.#url = url;
    this.#host = new URL(url).hostname;
    this.#limits = timeLimits;
  }

  /** @throws ObjectStoreError unless the response is 2xx or accepted */
  send(request: S3Request): Promise<S3Response> {
    const { method } = request;
    const attributes = { "http.request.method": method, "server.address": this.#host };
    return inSpan({ name: method, kind: "client", attributes }, async (note) => {
      const response = await this.#send(request);
      note({ "http.response.status_code": response.status });
      return response;
    });
  }

  async #send(request: S3Request): Promise<S3Response> {
    const { answerMs, writeMs } = this.#limits;
    const limitMs = request.method === "PUT" ? writeMs : answerMs;
    const aborter = new AbortController();
    const timer = setTimeout(() => aborter.abort(), limitMs);
    try {
      const response = await this.#tryToSend(request, aborter.signal);
      const answer = new Answer(response, aborter, answerMs);
      if (response.ok || request.accept?.includes(response.status)) return answer;
      throw new ObjectStoreError(await describeRejection(answer));
    } catch (error) {
      throw toStoreError(error, aborter.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async #tryToSend(request: S3Request, signal: AbortSignal): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const isLast = tries === maxTries;
      try {
        const response = await this.#sendOnce(request, signal);
        if (isLast || !isPassing(response.status)) return response;
        await response.body?.cancel();
      } catch (error) {
        // Every request may be repeated: a name has one content only.
        if (isLast || signal.aborted) throw error;
      }
      await wait(firstPauseMs * 2 ** (tries - 1), undefined, { signal });
    }
  }

  #sendOnce(
    { method, key, query = {}, headers = {}, body }: S3Request,
    signal: AbortSignal,
  ): Promise<Response> {
    const url = new URL(key === "" ? this.#url : `${this.#url}/${encodeKey(key)}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return this.#aws.fetch(url.href, {
      method,
      // The store compares the content with its hash.
      headers: { ...headers, "x-amz-content-sha256": hash("sha256", body ?? "") },
      // A redirect would lead out of what the operator set.
      redirect: "manual",
      signal,
      ...(body && { body: new Uint8Array(body) }),
    });
  }
}

class Answer implements S3Response {
  readonly status: number;
  readonly headers: Headers;
  readonly #body: Response["body"];
  readonly #aborter: AbortController;
  readonly #limitMs: number;

  constructor({ status, headers, body }: Response, aborter: AbortController, limitMs: number) {
    this.status = status;
    this.headers = headers;
    this.#body = body;
    this.#aborter = aborter;
    this.#limitMs = limitMs;
  }

  async *readParts(): AsyncGenerator<Uint8Array, void> {
    const reader = this.#body?.getReader();
    try {
      while (reader) {
        // Counted while the store is waited for, not while a slow client is.
        const timer = setTimeout(() => this.#aborter.abort(), this.#limitMs);
        const { value, done } = await reader.read().finally(() => clearTimeout(timer));
        if (done) return;
        yield value;
      }
    } catch (error) {
      throw toStoreError(error, this.#aborter.signal);
    } finally {
      await reader?.cancel().catch(() => undefined);
    }
  }

  async drop(): Promise<void> {
    await this.#body?.cancel();
  }
}

/** All parts of a response's body. */
export async function readBody(response: S3Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of response.readParts()) parts.push(part);
  return Buffer.concat(parts);
}

/** The error code in a response: "NoSuchKey"; empty if there is none. */
export async function readErrorCode(response: S3Response): Promise<string> {
  return /<Code>(\w{1,60})<\/Code>/.exec(String(await readBody(response)))?.[1] ?? "";
}

async function describeRejection(response: S3Response): Promise<string> {
  return `S3_${response.status} ${await readErrorCode(response)}`.trim();
}

function toStoreError(error: unknown, signal: AbortSignal): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error;
  if (signal.aborted) return new ObjectStoreError("S3_TIMEOUT", error);
  // fetch wraps the error of the network.
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "S3_FAILED";
  return new ObjectStoreError(code, error);
}

/** Encodes what a signature needs encoded (RFC 3986), besides the slashes. */
function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replaceAll("%2F", "/")
    .replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
