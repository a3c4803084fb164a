import { expect, test } from "vitest";
import { WriteLockQueue } from "./write-lock-queue.ts";

function makeWorker() {
  const received: string[] = [];
  return { received, send: ({ kind }: { readonly kind: string }) => void received.push(kind) };
}

test("a worker keeps the lock until another one requests it", () => {
  const queue = new WriteLockQueue();
  const [one, other] = [makeWorker(), makeWorker()];
  queue.acquire(one);
  queue.acquire(one);
  expect(one.received).toEqual(["lock-granted"]);
  queue.acquire(other);
  expect([one.received, other.received]).toEqual([["lock-granted", "lock-wanted"], []]);
  queue.release(one);
  expect(other.received).toEqual(["lock-granted"]);
});

test("the lock is granted in order of request, and requested back at once", () => {
  const queue = new WriteLockQueue();
  const [one, two, three] = [makeWorker(), makeWorker(), makeWorker()];
  for (const worker of [one, two, three]) queue.acquire(worker);
  queue.release(one);
  queue.acquire(one);
  expect(two.received).toEqual(["lock-granted", "lock-wanted"]);
  queue.release(two);
  expect(three.received).toEqual(["lock-granted", "lock-wanted"]);
  queue.release(three);
  expect(one.received).toEqual(["lock-granted", "lock-wanted", "lock-granted"]);
});

test("a dead worker passes the lock on, or leaves the queue", () => {
  const queue = new WriteLockQueue();
  const [one, two, three] = [makeWorker(), makeWorker(), makeWorker()];
  for (const worker of [one, two, three]) queue.acquire(worker);
  queue.release(two, { gone: true });
  queue.release(one, { gone: true });
  expect([two.received, three.received]).toEqual([[], ["lock-granted"]]);
  queue.release(two);
  queue.release(three);
  queue.acquire(two);
  expect(two.received).toEqual(["lock-granted"]);
});
