import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { hours, minutes } from "../../contract/durations.ts";
import { DiskSpace } from "./disk-space.ts";
import type { UploadPace } from "./read-upload.ts";
import { UploadSpool } from "./upload-spool.ts";

const large = Buffer.alloc(300_000, "large");
const half = large.subarray(0, 200_000);
const request = {
  length: undefined,
  senders: ["ada"],
  maxBytes: 1_000_000,
  tooLarge: "too-large",
} as const;
const limits = { inMemory: 9, totalBytes: 1_000_000, senderBytes: 1_000_000 };

async function openSpool(changes: Partial<typeof limits> = {}, pace?: UploadPace) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-spool-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const spool = new UploadSpool(
    dataDir,
    { ...limits, ...changes },
    new DiskSpace(dataDir, 0),
    pace,
  );
  return { dataDir, spool };
}

async function begin(spool: UploadSpool, sender = "ada") {
  const body = new PassThrough();
  const upload = spool.receive(body, { ...request, senders: [sender] });
  // Closes what is left, like a server: an unclosed file handle would end the process.
  onTestFinished(async () => {
    body.destroy();
    await upload.then((whole) => whole.discard()).catch(() => undefined);
  });
  const before = spool.bytes;
  body.write(half);
  await expect.poll(() => spool.bytes).toBe(before + half.length);
  return { body, upload };
}

async function receive(spool: UploadSpool, bytes: Buffer, sender = "ada") {
  const body = Readable.from([bytes]);
  const upload = await spool.receive(body, { ...request, senders: [sender] });
  onTestFinished(() => upload.discard());
  return upload;
}

test("a body is read completely, small or large, and leaves nothing on disk", async () => {
  const { spool, dataDir } = await openSpool();
  for (const sent of [Buffer.alloc(0), Buffer.from("small"), half, large]) {
    const upload = await receive(spool, sent);
    expect((await upload.load()).equals(sent)).toBe(true);
    await upload.discard();
    await upload.discard();
    expect(spool.bytes).toBe(0);
  }
  expect(await readdir(path.join(dataDir, "arriving"))).toEqual([]);
});

test("a file has no name while its body is incomplete, so a crash leaves none behind", async () => {
  const { spool, dataDir } = await openSpool();
  const { body, upload } = await begin(spool);
  await expect.poll(() => readdir(path.join(dataDir, "arriving"))).toEqual([]);
  body.end(large.subarray(half.length));
  expect((await (await upload).load()).equals(large)).toBe(true);
});

test("slow uploads block no others; uploads in memory do, until they are discarded", async () => {
  const { spool } = await openSpool({ inMemory: 1, totalBytes: 2_000_000, senderBytes: 2_000_000 });
  await begin(spool);
  await begin(spool);
  const first = await receive(spool, large);
  await first.load();
  let isLoaded = false;
  const second = (await receive(spool, large)).load().then((bytes) => {
    isLoaded = true;
    return bytes;
  });
  // Small uploads need no slot.
  await (await receive(spool, Buffer.from("small"))).load();
  expect(isLoaded).toBe(false);
  await first.discard();
  expect((await second).equals(large)).toBe(true);
});

test("space is released when an upload completes or its client disconnects", async () => {
  const { spool } = await openSpool({ totalBytes: 500_000 });
  const one = await begin(spool, "ada");
  const two = await begin(spool, "ben");
  const tooMany = { body: { code: "too-many", retryAfter: 10 } };
  await expect(receive(spool, large, "cleo")).rejects.toMatchObject(tooMany);
  one.body.destroy();
  await expect(one.upload).rejects.toMatchObject({ body: { code: "malformed" } });
  two.body.end();
  await (await two.upload).discard();
  const { bytes } = await receive(spool, large, "cleo");
  expect(bytes).toBe(large.length);
});

test("one sender fills only their own share, regardless of Content-Length", async () => {
  const { spool } = await openSpool({ senderBytes: 500_000 });
  await begin(spool, "mallory");
  await begin(spool, "mallory");
  const tooMany = { body: { code: "too-many" } };
  await expect(receive(spool, large, "mallory")).rejects.toMatchObject(tooMany);
  // Bodies that cannot fit are not read.
  const body = new PassThrough();
  const announced = { ...request, senders: [undefined, "mallory"], length: "100001" };
  await expect(spool.receive(body, announced)).rejects.toMatchObject(tooMany);
  expect((await receive(spool, large, "ada")).bytes).toBe(large.length);
});

test("a body that is too large is rejected, with or without Content-Length", async () => {
  const { spool } = await openSpool();
  const small = { ...request, maxBytes: 250_000, tooLarge: "picture-too-large" } as const;
  for (const [body, length] of [
    [new PassThrough(), "250001"],
    [Readable.from([half, half]), undefined],
  ] as const) {
    const rejected = spool.receive(body, { ...small, length });
    await expect(rejected).rejects.toMatchObject({ body: { code: "picture-too-large" } });
  }
  expect(spool.bytes).toBe(0);
});

test("a disk error is reported", async () => {
  const { spool, dataDir } = await openSpool();
  await writeFile(path.join(dataDir, "arriving"), "in the way");
  const rejected = receive(spool, large);
  await expect(rejected).rejects.toMatchObject({ body: { code: "storage-full" } });
});

/** Stops the time of the pace; `vi.advanceTimersByTimeAsync` moves it. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Sends a chunk every 20 ms. @returns the outcome of the upload so far */
function trickle(spool: UploadSpool, bytes: number) {
  const body = new PassThrough();
  const timer = setInterval(() => body.write(Buffer.alloc(bytes)), 20);
  onTestFinished(() => clearInterval(timer));
  let outcome: unknown = "pending";
  spool.receive(body, request).catch((error: unknown) => {
    outcome = error;
  });
  return () => outcome;
}

const tooSlow = { body: { code: "too-slow" } };

test("an upload without progress is dropped, and its share is free again", async () => {
  stopTime();
  const hour = hours(1);
  const pace = { stallMs: 100, graceMs: hour, minBytesPerSecond: 1, maxMs: hour };
  const { spool } = await openSpool({}, pace);
  const { upload } = await begin(spool);
  const dropped = expect(upload).rejects.toMatchObject(tooSlow);
  // More than once, since the time of writing to disk does not count.
  const afterStall = async () => {
    await vi.advanceTimersByTimeAsync(200);
    return spool.bytes;
  };
  await expect.poll(afterStall).toBe(0);
  await dropped;
});

test("an upload that trickles is dropped after the grace period", async () => {
  stopTime();
  const pace = { stallMs: 400, graceMs: 1000, minBytesPerSecond: 1e9, maxMs: minutes(1) };
  const { spool } = await openSpool({}, pace);
  const outcome = trickle(spool, 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(outcome()).toBe("pending");
  await vi.advanceTimersByTimeAsync(200);
  expect(outcome()).toMatchObject(tooSlow);
});

test("an upload with progress may exceed the stall limit, but not the maximum time", async () => {
  stopTime();
  const pace = { stallMs: 1000, graceMs: 0, minBytesPerSecond: 1, maxMs: 3000 };
  const { spool } = await openSpool({}, pace);
  const outcome = trickle(spool, 100);
  await vi.advanceTimersByTimeAsync(3000);
  expect(outcome()).toBe("pending");
  await vi.advanceTimersByTimeAsync(500);
  expect(outcome()).toMatchObject(tooSlow);
});
