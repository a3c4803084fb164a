import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { Arrivals } from "./arrivals.ts";

const large = Buffer.alloc(300_000, "large");
const half = large.subarray(0, 200_000);
const largest = { most: 1_000_000, tooLarge: "too-large" } as const;

async function openArrivals(room = { inMemory: 1, onDisk: 1_000_000 }) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-arrivals-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return { dataDir, arrivals: new Arrivals(dataDir, room) };
}

/** A body of which half has come. */
async function begin(arrivals: Arrivals) {
  const body = new PassThrough();
  // As a server ends a connection: a file that nobody closes ends the process.
  onTestFinished(() => void body.destroy());
  const arrived = arrivals.receive(body, undefined, largest);
  arrived.catch(() => undefined);
  body.write(half);
  await expect.poll(() => body.readableLength).toBe(0);
  return { body, arrived };
}

test("a body comes whole, small or large, and leaves nothing on the disk", async () => {
  const { arrivals, dataDir } = await openArrivals();
  for (const sent of [Buffer.alloc(0), Buffer.from("small"), half, large]) {
    const { bytes, done } = await arrivals.receive(Readable.from([sent]), undefined, largest);
    expect(bytes.equals(sent)).toBe(true);
    done();
    done();
  }
  expect(await readdir(path.join(dataDir, "arriving"))).toEqual([]);
});

test("no file has a name while its body is still coming: a crash leaves none behind", async () => {
  const { arrivals, dataDir } = await openArrivals();
  const { body, arrived } = await begin(arrivals);
  await expect.poll(() => readdir(path.join(dataDir, "arriving"))).toEqual([]);
  body.end(large.subarray(half.length));
  expect((await arrived).bytes.equals(large)).toBe(true);
});

test("many slow ones hold up nobody; those in memory do, until they are done", async () => {
  const { arrivals } = await openArrivals();
  await begin(arrivals);
  await begin(arrivals);
  const first = await arrivals.receive(Readable.from([large]), undefined, largest);
  let isIn = false;
  const second = arrivals.receive(Readable.from([large]), undefined, largest).then((arrived) => {
    isIn = true;
    return arrived;
  });
  // What is small takes no turn.
  await arrivals.receive(Readable.from([Buffer.from("small")]), undefined, largest);
  expect(isIn).toBe(false);
  first.done();
  expect((await second).bytes.equals(large)).toBe(true);
});

test("the disk's share ends, and is given back by who comes whole and by who hangs up", async () => {
  const { arrivals } = await openArrivals({ inMemory: 9, onDisk: 500_000 });
  const one = await begin(arrivals);
  const two = await begin(arrivals);
  const refused = arrivals.receive(Readable.from([large]), undefined, largest);
  await expect(refused).rejects.toMatchObject({ body: { code: "too-many", retryAfter: 10 } });
  one.body.destroy();
  await expect(one.arrived).rejects.toMatchObject({ body: { code: "malformed" } });
  two.body.end();
  await two.arrived;
  const { bytes } = await arrivals.receive(Readable.from([large]), undefined, largest);
  expect(bytes.equals(large)).toBe(true);
});

test("what is too large is refused, announced or not", async () => {
  const { arrivals } = await openArrivals();
  const small = { most: 250_000, tooLarge: "picture-too-large" } as const;
  for (const [body, length] of [
    [new PassThrough(), "250001"],
    [Readable.from([half, half]), undefined],
  ] as const) {
    const refused = arrivals.receive(body, length, small);
    await expect(refused).rejects.toMatchObject({ body: { code: "picture-too-large" } });
  }
});

test("a disk that takes no file says so", async () => {
  const { arrivals, dataDir } = await openArrivals();
  await writeFile(path.join(dataDir, "arriving"), "in the way");
  const refused = arrivals.receive(Readable.from([large]), undefined, largest);
  await expect(refused).rejects.toMatchObject({ body: { code: "storage-full" } });
});
