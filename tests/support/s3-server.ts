import { mkdtemp, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import S3rver from "@20minutes/s3rver";
import { onTestFinished, test } from "vitest";

const bucket = "people";
const pageSize = 3;
const keys = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

/** Settings of a real store that `npm run test:cluster` has started. */
const real = process.env.TEST_OBJECT_STORE;
/** Tests with injected failures, which only the small server supports. */
export const testFailures = test.skipIf(real !== undefined);

type S3Failure = "hang" | "refuse" | "fail-once" | "cut-reads";

/** A small object store on 127.0.0.1 with an empty bucket. */
export interface S3Server {
  readonly settings: Readonly<Record<"FILES_URL" | keyof typeof keys, string>>;
  failure: S3Failure | undefined;
  /** Number of writes that succeed before further ones hang. */
  writesBeforeHang: number;
  hanging: number;
  stop(): Promise<void>;
}

/** Starts an object store, stopped after the test; or opens a new folder of the real one. */
export async function startS3Server(): Promise<S3Server> {
  if (real !== undefined) {
    const settings: S3Server["settings"] = JSON.parse(real);
    const FILES_URL = settings.FILES_URL.replace("/site?", `/${crypto.randomUUID()}?`);
    return {
      settings: { ...settings, FILES_URL },
      failure: undefined,
      writesBeforeHang: Number.POSITIVE_INFINITY,
      hanging: 0,
      stop: async () => {},
    };
  }
  const directory = await mkdtemp(path.join(os.tmpdir(), "s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  const writing = new Set<string>();
  let isStopped = false;
  const running: { -readonly [Key in keyof S3Server]: S3Server[Key] } = {
    settings: { FILES_URL: "", ...keys },
    failure: undefined,
    writesBeforeHang: Number.POSITIVE_INFINITY,
    hanging: 0,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
  let isCut = false;
  server.middleware.unshift(
    async (context, next) => {
      await next();
      if (typeof context.body !== "string" || !isCut) return;
      isCut = false;
      context.body = context.body.replace("<IsTruncated>false<", "<IsTruncated>true<");
    },
    async (context, next) => {
      const { failure } = running;
      if (failure === "fail-once") running.failure = undefined;
      const isWriteOver = context.method === "PUT" && running.writesBeforeHang-- <= 0;
      if (failure === "hang" || isWriteOver) {
        running.hanging += 1;
        await new Promise((resolve) => context.res.once("close", resolve));
        running.hanging -= 1;
      } else if (failure === "cut-reads" && context.method === "GET") {
        await next();
        context.body = Readable.from(sendFirstPart(context.body, context.res));
      } else if (failure === "refuse") context.status = 403;
      else if (failure) context.status = 503;
      else await next();
    },
    // The server ignores this condition, which S3 and Ceph support.
    async (context, next) => {
      if (context.method !== "PUT" || context.headers["if-none-match"] !== "*") return next();
      const key = decodeURIComponent(context.path.slice(`/${bucket}/`.length));
      const isFirst = !writing.has(key);
      writing.add(key);
      if (!isFirst || (await server.store.existsObject(bucket, key))) {
        if (isFirst) writing.delete(key);
        context.status = 412;
        return;
      }
      await next().finally(() => writing.delete(key));
    },
  );
  // The server would store the partial body of a killed client; real stores never do.
  const putObject = server.store.putObject.bind(server.store);
  server.store.putObject = async (object) => {
    const content = await buffer(object.content);
    if (content.length !== object.size) throw new Error("incomplete body");
    return putObject(Object.assign(object, { content: Readable.from([content]) }));
  };
  // Pages of three. The server does not sort, and its tokens need a cipher that Node has removed.
  const listObjects = server.store.listObjects.bind(server.store);
  server.store.listObjects = async (name, { startAfter = "", ...options }) => {
    const { objects, ...list } = await listObjects(name, { ...options, maxKeys: 100_000 });
    const found = objects.filter(({ key }) => key > startAfter);
    found.sort((one, other) => (one.key < other.key ? -1 : 1));
    isCut = found.length > pageSize;
    return { ...list, objects: found.slice(0, pageSize) };
  };
  const { port } = await server.run();
  onTestFinished(running.stop);
  const endpoint = `http://127.0.0.1:${port}`;
  running.settings = { ...keys, FILES_URL: `s3://${bucket}/site?endpoint=${endpoint}` };
  return running;
}

/** Sends the first part of a body, then breaks the connection. */
async function* sendFirstPart(body: unknown, response: ServerResponse) {
  for await (const part of body as AsyncIterable<Buffer>) {
    yield part;
    response.destroy();
    return;
  }
}
