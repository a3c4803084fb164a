import { expect, test } from "vitest";
import { jsonPieces } from "./json-pieces.ts";

async function* stream<Item>(...items: Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function join(value: unknown): Promise<string> {
  let text = "";
  for await (const piece of jsonPieces(value)) text += piece;
  return text;
}

test("pieces of JSON are what JSON.stringify makes of the same lists", async () => {
  const plain = { text: 'a\n"b"', none: undefined, list: [1, { two: null }], empty: {} };
  expect(await join(plain)).toBe(JSON.stringify(plain, null, 2));
  const made = {
    first: stream({ id: 1, said: stream("x", "y") }, { id: 2, said: stream() }),
    ...plain,
    last: stream(plain),
  };
  const same = {
    first: [
      { id: 1, said: ["x", "y"] },
      { id: 2, said: [] },
    ],
    ...plain,
    last: [plain],
  };
  expect(await join(made)).toBe(JSON.stringify(same, null, 2));
  expect(await join({ only: stream() })).toBe(JSON.stringify({ only: [] }, null, 2));
});
