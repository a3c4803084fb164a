/**
 * Formats an object as JSON, piece by piece, with the indentation of `JSON.stringify`. A value may be
 * an async iterable, also inside its own items: it becomes a list, and is read only when its turn
 * comes, so that memory does not grow with its length.
 */
export async function* jsonPieces(value: unknown, indent = ""): AsyncGenerator<string> {
  const inner = `${indent}  `;
  if (isStream(value)) {
    yield* wrap("[", "]", inner, value, (item) => jsonPieces(item, inner));
    return;
  }
  if (isRecord(value) && Object.values(value).some(isStream)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    yield* wrap("{", "}", inner, members, async function* ([name, member]) {
      yield `${JSON.stringify(name)}: `;
      yield* jsonPieces(member, inner);
    });
    return;
  }
  // Texts contain no line breaks in JSON.
  yield (JSON.stringify(value, null, 2) ?? "null").replaceAll("\n", `\n${indent}`);
}

async function* wrap<Item>(
  open: string,
  close: string,
  inner: string,
  items: AsyncIterable<Item> | Iterable<Item>,
  format: (item: Item) => AsyncIterable<string>,
): AsyncGenerator<string> {
  yield open;
  let isFirst = true;
  for await (const item of items) {
    yield `${isFirst ? "" : ","}\n${inner}`;
    isFirst = false;
    yield* format(item);
  }
  yield isFirst ? close : `\n${inner.slice(2)}${close}`;
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return isRecord(value) && Symbol.asyncIterator in value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
