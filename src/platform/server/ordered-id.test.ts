import { expect, test } from "vitest";
import { orderedId } from "./ordered-id.ts";

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("ids sort in the order in which they were created, also within a millisecond", () => {
  const ids = Array.from({ length: 20_000 }, orderedId);
  expect(ids.every((id) => uuid7.test(id))).toBe(true);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});
