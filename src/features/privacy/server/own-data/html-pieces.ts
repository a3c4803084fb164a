import { brand } from "../../../../brand.ts";

const style =
  "body{font:18px/1.5 sans-serif;max-width:44em;margin:2em auto;padding:0 1em;color:#12312b}dt{font-weight:700;margin-top:.6em}dd{margin:0 0 0 1.2em;overflow-wrap:anywhere}li{margin:.6em 0;padding-bottom:.6em;border-bottom:1px solid #6b8079}";

/**
 * A page that shows the same as the JSON of a person's data, for people who read no JSON. Long lists
 * are read while it is written. It loads nothing and runs nothing.
 */
export async function* htmlPieces(data: object): AsyncGenerator<string, void> {
  const title = `Your data at ${brand.name}`;
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1>`;
  for (const [name, value] of Object.entries(data)) {
    yield `<h2>${escapeText(toWords(name))}</h2>`;
    yield* pieces(value);
  }
  yield "</body></html>";
}

async function* pieces(value: unknown): AsyncGenerator<string, void> {
  if (typeof value !== "object" || value === null) yield `<p>${nameValue(value)}</p>`;
  else if (isList(value)) yield* list(value);
  else yield* fields(value);
}

function isList(value: object): value is AsyncIterable<unknown> | Iterable<unknown> {
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

async function* list(
  value: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<string, void> {
  let isEmpty = true;
  for await (const one of value) {
    yield isEmpty ? "<ol><li>" : "</li><li>";
    yield* pieces(one);
    isEmpty = false;
  }
  yield isEmpty ? "<p>Nothing</p>" : "</li></ol>";
}

async function* fields(value: object): AsyncGenerator<string, void> {
  yield "<dl>";
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined) continue;
    yield `<dt>${escapeText(toWords(name))}</dt><dd>`;
    yield* pieces(one);
    yield "</dd>";
  }
  yield "</dl>";
}

function nameValue(value: unknown): string {
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return escapeText(String(value)).replaceAll("\n", "<br>");
}

/** "receivedAt" and "received_at" are "Received at". */
function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
