import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { minutes, seconds } from "../../contract/durations.ts";
import { ApiError } from "../api-error.ts";
import { suspendRequestTimeout } from "../http/request-timeout.ts";

/** Minimum pace of an upload; slower ones are dropped. */
export interface UploadPace {
  /** Maximum time without a byte, in milliseconds. */
  readonly stallMs: number;
  /** Time after which the average counts, in milliseconds. */
  readonly graceMs: number;
  /** Minimum average, in bytes per second. */
  readonly minBytesPerSecond: number;
  /** Maximum time for the whole upload, in milliseconds. */
  readonly maxMs: number;
}

/** A phone in a rural area sends 20 KB per second: 10 MB in nearly nine minutes. */
export const uploadPace: UploadPace = {
  stallMs: seconds(20),
  graceMs: seconds(30),
  minBytesPerSecond: 4 * 1024,
  maxMs: minutes(10),
};

/**
 * Maximum bytes read of a rejected upload, since browsers read the response only after sending
 * everything.
 */
const maxDiscardBytes = 64 * 1024 * 1024;
const discardPace: UploadPace = { ...uploadPace, stallMs: seconds(5), maxMs: minutes(1) };

/** Handles a chunk of an upload; the next one waits for it. */
type ChunkHandler = (chunk: Buffer) => Promise<void> | void;

/**
 * Reads a request's body in chunks with a limit on its pace instead of its duration.
 * @throws ApiError "too-slow" for a client that stalls, "malformed" for one that disconnects; the
 * errors of `take`. The rest of the body is then discarded.
 */
export async function readUpload(
  body: Readable,
  take: ChunkHandler,
  pace: UploadPace = uploadPace,
): Promise<void> {
  const restoreTimeout = suspendTimeout(body);
  try {
    await readWatched(body, take, pace);
  } catch (error) {
    discardUpload(body);
    throw error;
  } finally {
    restoreTimeout();
  }
}

/**
 * Reads a body into memory.
 * @param tooLarge the error for one of more than `maxBytes`
 * @throws ApiError "unsupported-type" for a body of another type, and those of `readUpload`
 */
export async function readWholeUpload(
  body: unknown,
  maxBytes: number,
  tooLarge: () => ApiError,
): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new ApiError("unsupported-type");
  const chunks: Buffer[] = [];
  let size = 0;
  await readUpload(body, (chunk) => {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}

/**
 * Reads and discards a body, so that the client reads the response. Beyond a limit the client is
 * disconnected.
 */
export function discardUpload(body: Readable): void {
  const restoreTimeout = suspendTimeout(body);
  let left = maxDiscardBytes;
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) throw new ApiError("too-large");
  };
  readWatched(body, count, discardPace)
    .catch(() => body.destroy())
    .finally(restoreTimeout);
}

function suspendTimeout(body: Readable): () => void {
  // In tests a stream may have no connection.
  const { socket } = body as Partial<IncomingMessage>;
  return socket ? suspendRequestTimeout(socket) : () => undefined;
}

function readWatched(body: Readable, take: ChunkHandler, pace: UploadPace): Promise<void> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let lastProgress = startedAt;
    let received = 0;
    let isHandling = false;
    let hasEnded = false;
    let isOver = false;

    const end = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      body.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      body.pause();
      if (error === undefined) resolve();
      else reject(error);
    };
    const onEnd = () => {
      hasEnded = true;
      // The last chunk may still be in progress: a paused stream emits "end" regardless.
      if (!isHandling) end();
    };
    const onClose = () => {
      if (!hasEnded) end(new ApiError("malformed"));
    };
    const onData = (chunk: Buffer) => {
      received += chunk.length;
      lastProgress = performance.now();
      try {
        const work = take(chunk);
        if (!work) return;
        isHandling = true;
        body.pause();
        work.then(onHandled, end);
      } catch (error) {
        end(error);
      }
    };
    const onHandled = () => {
      isHandling = false;
      lastProgress = performance.now();
      if (hasEnded) end();
      else if (!isOver) body.resume();
    };
    const check = () => {
      const now = performance.now();
      // Time spent on our disk does not count against the client.
      if (isHandling) lastProgress = now;
      const elapsed = now - startedAt;
      const isStalled = now - lastProgress > pace.stallMs;
      const isSlow = elapsed > pace.graceMs && (received * 1000) / elapsed < pace.minBytesPerSecond;
      if (isStalled || isSlow || elapsed > pace.maxMs) end(new ApiError("too-slow"));
    };
    const timer = setInterval(check, Math.min(1000, pace.stallMs / 4)).unref();

    if (body.destroyed) return onClose();
    body.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
    body.resume();
  });
}
