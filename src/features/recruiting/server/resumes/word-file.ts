import {
  listZipEntries,
  readZipEntry,
  type ZipEntry,
  ZipError,
} from "../../../../platform/server/files/zip-archive.ts";

export type WordFileKind =
  | "plain"
  /** Programs and controls. */
  | "macros"
  /** Other files in it. */
  | "embedded"
  /** Parts that Word fetches when it opens the file. */
  | "remote"
  | "template"
  | "password"
  /** No Word file; `nameZip` may know what it is. */
  | "other"
  /** A Word file that is damaged, or too large to be inspected. */
  | "damaged";

/** A Word file has some dozens of parts; a zip of a few bytes can claim billions. */
const maxParts = 5000;
/**
 * Maximum size of a list of content types or relationships, unpacked. A long résumé's takes about
 * 20 KB.
 */
const maxListBytes = 256 * 1024;
/** Maximum size of all these lists together, unpacked. */
const maxListsBytes = 2 * 1024 * 1024;

const contentTypes = "[content_types].xml";
const packageRelationships = "_rels/.rels";
const mainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

const templateType = mainType.replace("document.main", "template.main");

/** In a content type, a relationship's type or a part's name: programs, controls. */
const macros =
  /macroenabled|vbaproject|vbadata|activex|ms-office\.vba|\/(?:control|ui\/extensibility|ui\/userCustomization|keyMapCustomizations)$/i;
/** In the same places: embedded files. */
const embedded = /oleobject|embeddings\/|\/(?:package|afchunk|subdocument|frame|mailMergeSource)$/i;
const embeddedOffice =
  /officedocument\.(?:spreadsheetml\.sheet|presentationml\.presentation|wordprocessingml\.document)$/i;

/**
 * Inspects a Word file (ECMA-376) for what could run or be fetched when it is opened: macros and
 * controls, embedded files, and all external references except hyperlinks and files on the writer's
 * own disk, which fetch nothing. Only the list of content types and the relationships are unpacked,
 * up to a limit. The text itself is not inspected, such as fields that Word updates only after asking.
 */
export async function inspectWordFile(bytes: Buffer): Promise<WordFileKind> {
  let isWord = false;
  try {
    const entries = listZipEntries(bytes, maxParts);
    const lists = await readLists(bytes, entries);
    const types = readTypes(lists.get(contentTypes) ?? "");
    const main = findMainPart(lists.get(packageRelationships) ?? "");
    const typeOfMain = typeOf(types, main);
    isWord = typeOfMain !== undefined;
    const found = [
      ...entries.map(({ name }) => findActive(name)),
      ...types.map(({ contenttype = "" }) =>
        embeddedOffice.test(contenttype) ? "embedded" : findActive(contenttype),
      ),
      ...[...lists].flatMap(([name, text]) =>
        name.endsWith(".rels") ? readElements(text, "Relationship").map(findActiveTarget) : [],
      ),
    ];
    const [active] = found.filter((kind) => kind !== undefined);
    if (active) return active;
    const isThere = entries.some(({ name }) => name.toLowerCase() === main);
    if (typeOfMain === templateType) return "template";
    return typeOfMain === mainType && isThere ? "plain" : "other";
  } catch (error) {
    if (error instanceof ZipError && error.reason === "encrypted") return "password";
    return isWord || !(error instanceof ZipError) ? "damaged" : "other";
  }
}

/** Texts of the content types and of all lists of relationships, by name in lower case. */
async function readLists(
  bytes: Buffer,
  entries: readonly ZipEntry[],
): Promise<ReadonlyMap<string, string>> {
  let left = maxListsBytes;
  const lists = new Map<string, string>();
  for (const entry of entries) {
    const name = entry.name.toLowerCase();
    if (name !== contentTypes && !name.endsWith(".rels")) continue;
    const unpacked = await readZipEntry(bytes, entry, Math.min(left, maxListBytes));
    left -= unpacked.length;
    lists.set(name, decodeXml(unpacked));
  }
  return lists;
}

function readTypes(list: string): readonly Attributes[] {
  return readElements(list, "(?:Default|Override)");
}

/** The main part's name in lower case, as the package's relationships state it; "" if they do not. */
function findMainPart(list: string): string {
  const main = readElements(list, "Relationship").find(({ type = "" }) =>
    /\/relationships\/officeDocument$/i.test(type),
  );
  return toPartName(main?.target ?? "");
}

/** A part's name without leading slashes and escapes, in lower case. */
function toPartName(target: string): string {
  return decodePercent(target)
    .replace(/^(?:\.?\/){1,9}/, "")
    .toLowerCase();
}

function typeOf(types: readonly Attributes[], part: string): string | undefined {
  const own = types.find(({ partname = "" }) => toPartName(partname) === part);
  const ending = part.slice(part.lastIndexOf(".") + 1);
  const shared = types.find(({ extension }) => extension?.toLowerCase() === ending);
  return (own ?? shared)?.contenttype;
}

function findActive(text: string): "macros" | "embedded" | undefined {
  if (macros.test(text)) return "macros";
  return embedded.test(text) ? "embedded" : undefined;
}

/**
 * XML as text.
 * @throws Error for XML that parsers may read differently: other encodings, custom entities
 */
function decodeXml(bytes: Buffer): string {
  const start = bytes.toString("latin1", 0, 300);
  const encoding = /<\?xml[^>]{0,200}encoding\s?=\s?["']([\w-]+)/i.exec(start)?.[1] ?? "utf-8";
  const isAscii = /^(?:us-)?ascii$/i.test(encoding);
  if (!isAscii && encoding.toLowerCase() !== "utf-8") throw new Error("unsupported encoding");
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  if (text.includes("\0") || /<!DOCTYPE/i.test(text)) throw new Error("unsupported XML");
  return text;
}

type Attributes = Readonly<Record<string, string>>;

/** The attributes of every element with a name; attribute names in lower case without prefix. */
function readElements(xml: string, name: string): Attributes[] {
  const element = new RegExp(`<(?:[\\w.-]{1,60}:)?${name}\\s((?:"[^"]*"|'[^']*'|[^'"<>])*)>`, "gi");
  return [...xml.matchAll(element)].map(([, inside = ""]) => {
    const pairs = inside.matchAll(/([\w.-]{1,60})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g);
    return Object.fromEntries(
      [...pairs].map(([, key = "", first, second]) => [
        key.toLowerCase(),
        decodeEntities(first ?? second ?? "").trim(),
      ]),
    );
  });
}

const namedEntities: Attributes = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (whole, hex, digits, name) => {
      if (name) return namedEntities[name.toLowerCase()] ?? whole;
      return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(digits));
    },
  );
}

function findActiveTarget({
  type = "",
  target = "",
  targetmode = "",
}: Attributes): WordFileKind | undefined {
  const active = findActive(type) ?? findActive(target);
  if (active) return active;
  if (targetmode.toLowerCase() !== "external" || type.endsWith("/hyperlink")) return undefined;
  const mayBeLocal = /\/(?:attachedTemplate|image)$/.test(type);
  return mayBeLocal && isOnOwnDisk(target) ? undefined : "remote";
}

/**
 * Whether a reference is to the disk of whoever opens the file, so that nothing is fetched: Word
 * names the template that a file began from, in the way of its system. Everything else is remote,
 * also what only may be: network drives, file servers, other schemes.
 */
function isOnOwnDisk(target: string): boolean {
  const path = decodePercent(target).replaceAll("\\", "/");
  if (/\p{C}/u.test(path)) return false;
  const [, isFile, rest = ""] = /^(file:)?(.*)$/i.exec(path) ?? [];
  const local = isFile ? rest.replace(/^\/\/(?:localhost(?=\/)|(?=\/|[a-z]:\/))/i, "") : rest;
  // "C:/", also after the slash of a URL. Other words before a colon are schemes.
  if (/^\/?[a-z]:(?!\/\/)/i.test(local)) return true;
  return !local.startsWith("//") && !/^[^/ ]*:/.test(local);
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
