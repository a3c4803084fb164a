/**
 * Formats an object as JSON, piece by piece, with the indentation of `JSON.stringify`. A value may be
 * an async iterable, also inside its own items: it becomes a list, and is read only when its turn
 * comes, so that memory does not grow with its length.
 */
export async function* jsonPieces(value: unknown, indent = ""): AsyncGenerator<string> {
  const inner = `${indent}  `;
  if (isStream(value)) {
    let start = `[\n${inner}`;
    for await (const item of value) {
      yield start;
      yield* jsonPieces(item, inner);
      start = `,\n${inner}`;
    }
    yield start.startsWith("[") ? "[]" : `\n${indent}]`;
    return;
  }
  if (!isRecord(value) || !Object.values(value).some(isStream)) {
    yield format(value, indent);
    return;
  }
  let text = "{";
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    text += `${text === "{" ? "" : ","}\n${inner}${JSON.stringify(name)}: `;
    if (isStream(member)) {
      yield text;
      text = "";
      yield* jsonPieces(member, inner);
    } else text += format(member, inner);
  }
  yield `${text}\n${indent}}`;
}

/** Texts contain no line breaks in JSON. */
function format(value: unknown, indent: string): string {
  return (JSON.stringify(value, null, 2) ?? "null").replaceAll("\n", `\n${indent}`);
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return isRecord(value) && Symbol.asyncIterator in value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
