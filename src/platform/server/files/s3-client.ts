import { hash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { seconds } from "../../contract/durations.ts";
import { ApiError } from "../api-error.ts";
import type { ObjectStoreSettings } from "../config/object-store-settings.ts";
import { inSpan } from "../tracing/spans.ts";

/** Timeouts of the store, in milliseconds. */
export interface S3Limits {
  /** For a write, including retries. */
  readonly writeMs: number;
  /** For the headers of any other response, including retries, then for each chunk of its body. */
  readonly answerMs: number;
}

const limits: S3Limits = { writeMs: seconds(20), answerMs: seconds(10) };
const maxTries = 3;
const firstPauseMs = 100;
const isPassing = (status: number) => status >= 500 || status === 429 || status === 409;

/** The object store is unavailable, too slow, or rejects the request: reads respond 503. */
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
  /** Statuses besides 2xx that are not errors. */
  readonly accept?: readonly number[];
}

/** A response whose body is not read yet; its chunks have a timeout, too. */
export interface S3Response {
  readonly status: number;
  readonly headers: Headers;
  /** Must be read to the end, unless `drop` is called. */
  readParts(): AsyncGenerator<Uint8Array, void>;
  drop(): Promise<void>;
}

/** Sends signed requests with timeouts; retries after temporary errors. */
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
        // All requests are idempotent: a retry writes the same content.
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
      // The store verifies the content against this hash.
      headers: { ...headers, "x-amz-content-sha256": hash("sha256", body ?? "") },
      // A redirect could lead to a host that the operator did not configure.
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
        // Only waiting for the store counts, not waiting for a slow client.
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
  // fetch wraps network errors.
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "S3_FAILED";
  return new ObjectStoreError(code, error);
}

/** Encodes a key as signatures require (RFC 3986), except its slashes. */
function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replaceAll("%2F", "/")
    .replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
