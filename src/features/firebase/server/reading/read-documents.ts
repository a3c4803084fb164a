import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { collections } from "./collections.ts";
import type { SourceDocument, Unreadable } from "./source-document.ts";
import { isFields, readTime } from "./values.ts";

/** Bytes of a line: a document has at most 1 MiB, which JSON escapes may triple. */
const maxLine = 4 * 1024 * 1024;
/** Bytes of a file that is read as a whole. */
const maxFile = 256 * 1024 * 1024;

/** Bytes of an id, as in the old database. */
const maxId = 1500;

const newline = 0x0a;

type Read = SourceDocument | Unreadable;

/**
 * The documents of a folder: `*.ndjson` with a line `{ path, data }` for each, read line by line; and
 * `*.json` with an array of such objects or a tree `{ collection: { id: fields } }`, with subcollections
 * under "__collections__".
 * @param others files in it that hold something else, such as the report
 */
export async function* readDocuments(
  folder: string,
  others: readonly string[] = [],
): AsyncGenerator<Read> {
  for (const name of (await readdir(folder)).sort()) {
    const file = path.join(folder, name);
    const isOther =
      name === "export.json" || others.some((one) => path.resolve(one) === path.resolve(file));
    if (isOther) continue;
    if (name.endsWith(".ndjson")) yield* readLines(file, name);
    else if (name.endsWith(".json")) yield* readTree(file, name);
  }
}

async function* readLines(file: string, name: string): AsyncGenerator<Read> {
  let number = 0;
  for await (const line of splitLines(file)) {
    number += 1;
    const place = `${name}:${number}`;
    if (line === undefined) yield { place, why: "The line is longer than 4 MB." };
    else if (line.trim() !== "") yield readLine(line, place);
  }
}

function readLine(line: string, place: string): Read {
  try {
    return toDocument(JSON.parse(line.replace(/^\uFEFF/, "")), place);
  } catch {
    return { place, why: "The line is not JSON." };
  }
}

/** @returns undefined for a line that is too long */
async function* splitLines(file: string): AsyncGenerator<string | undefined> {
  let pieces: Buffer[] = [];
  let length = 0;
  const take = () => {
    const line = length > maxLine ? undefined : Buffer.concat(pieces).toString("utf8");
    pieces = [];
    length = 0;
    return line;
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(newline, start);
      const piece = chunk.subarray(start, end === -1 ? undefined : end);
      length += piece.length;
      if (length <= maxLine) pieces.push(piece);
      if (end === -1) break;
      yield take();
      start = end + 1;
    }
  }
  if (length > 0) yield take();
}

async function* readTree(file: string, name: string): AsyncGenerator<Read> {
  const whole = await readWholeJson(file);
  if ("why" in whole) yield { place: name, why: whole.why };
  else if (Array.isArray(whole.json)) {
    for (const [index, one] of whole.json.entries()) yield toDocument(one, `${name}[${index}]`);
  } else yield* walkTree(whole.json, "", name);
}

/** Reads a file as a whole. */
export async function readWholeJson(
  file: string,
): Promise<{ readonly json: unknown } | { readonly why: string }> {
  if ((await stat(file)).size > maxFile)
    return { why: "The file is larger than 256 MB: split it." };
  try {
    return { json: JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/, "")) };
  } catch {
    return { why: "The file is not JSON." };
  }
}

const below = "__collections__";

function* walkTree(node: unknown, start: string, place: string): Generator<Read> {
  const tree = isFields(node) && isFields(node[below]) ? node[below] : node;
  if (!isFields(tree)) {
    yield { place, why: "The file is no tree of collections." };
    return;
  }
  for (const [collection, documents] of Object.entries(tree)) {
    if (!isFields(documents)) {
      yield { place: `${place}: ${start}${collection}`, why: "It is no collection of documents." };
      continue;
    }
    for (const [id, document] of Object.entries(documents)) {
      const own = `${start}${collection}/${id}`;
      const { fields, subcollections } = splitDocument(collection, document);
      yield toDocument({ path: own, data: fields }, `${place}: ${own}`);
      yield* walkTree(subcollections, `${own}/`, place);
    }
  }
}

/** Trees of some tools have the subcollections among the fields. */
function splitDocument(collection: string, document: unknown) {
  if (!isFields(document)) return { fields: document, subcollections: {} };
  const { [below]: subcollections = {}, ...fields } = document;
  const name = collection === collections.users ? collections.requests : "";
  const { [name]: requests, ...others } = fields;
  const isCollection = isFields(requests) && Object.values(requests).every(isFields);
  if (!isCollection) return { fields, subcollections };
  return { fields: others, subcollections: { ...(subcollections as object), [name]: requests } };
}

function toDocument(value: unknown, place: string): Read {
  if (!isFields(value)) return { place, why: "It is no document { path, data }." };
  const { path: own, data, createTime, updateTime } = value;
  if (typeof own !== "string" || !isPath(own)) return { place, why: "Its path names no document." };
  if (!isFields(data)) return { place, why: "It has no data." };
  return {
    path: own,
    data: toPlain(data) as SourceDocument["data"],
    createdAt: readTime(createTime)?.ms,
    updatedAt: readTime(updateTime)?.ms,
  };
}

function isPath(text: string): boolean {
  const segments = text.split("/");
  const areIds = segments.every((one) => one !== "" && Buffer.byteLength(one) <= maxId);
  return segments.length % 2 === 0 && areIds && isStorableText(text);
}

/** Some tools wrap times and references: `{ "__datatype__": "timestamp", "value": … }`. */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isFields(value)) return value;
  const { __datatype__: type, value: inner } = value;
  if (type === "documentReference") return { _path: inner };
  if (type !== undefined && inner !== undefined) return inner;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toPlain(one)]));
}
