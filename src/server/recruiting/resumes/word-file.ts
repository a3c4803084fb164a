import {
  listZipEntries,
  readZipEntry,
  type ZipEntry,
} from "../../platform/files/zip/zip-archive.ts";

/**
 * Result of inspecting a zip file: "active" is a Word file that contains or fetches more than text
 * and pictures.
 */
export type WordFileKind = "plain" | "active" | "unreadable";

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
const mainPart = "word/document.xml";
const mainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/**
 * In a content type, a relationship's type or a part's name: programs, controls, embedded files.
 */
const activeContent =
  /macroenabled|vbaproject|vbadata|activex|oleobject|embeddings\/|ms-office\.vba|\/(?:control|package|afchunk|subdocument|frame|ui\/extensibility|ui\/userCustomization|keyMapCustomizations|mailMergeSource)$/i;
/** Content types of Office files embedded in the file. */
const embeddedOffice =
  /officedocument\.(?:spreadsheetml\.sheet|presentationml\.presentation|wordprocessingml\.document)$/i;

/** A template on the author's own disk: most files made from one of Word's templates name it. */
const ownDisk = /^(?:file:\/\/(?:localhost)?\/)?(?:[a-z]:[\\/]|\/?users\/)/i;

/**
 * Inspects a Word file (ECMA-376) for what could run or be fetched when it is opened: macros and
 * controls, embedded files, and all external references except hyperlinks. Only the list of content
 * types and the relationships are unpacked, up to a limit. The text itself is not inspected, such
 * as fields that Word updates only after asking.
 */
export async function inspectWordFile(bytes: Buffer): Promise<WordFileKind> {
  try {
    const entries = listZipEntries(bytes, maxParts);
    const names = new Set(entries.map(({ name }) => name.toLowerCase()));
    if (!names.has(contentTypes) || !names.has(mainPart)) return "unreadable";
    const isActiveName = ({ name }: ZipEntry) => activeContent.test(name);
    return entries.some(isActiveName) ? "active" : await inspectLists(bytes, entries);
  } catch {
    return "unreadable";
  }
}

async function inspectLists(bytes: Buffer, entries: readonly ZipEntry[]): Promise<WordFileKind> {
  let left = maxListsBytes;
  let isWord = false;
  for (const entry of entries) {
    const name = entry.name.toLowerCase();
    if (name !== contentTypes && !name.endsWith(".rels")) continue;
    const unpacked = await readZipEntry(bytes, entry, Math.min(left, maxListBytes));
    left -= unpacked.length;
    const text = decodeXml(unpacked);
    if (name === contentTypes) {
      const types = readElements(text, "(?:Default|Override)").map((one) => one.contenttype ?? "");
      if (types.some((type) => activeContent.test(type) || embeddedOffice.test(type)))
        return "active";
      isWord = types.includes(mainType);
    } else if (readElements(text, "Relationship").some(isActiveRelationship)) return "active";
  }
  return isWord ? "plain" : "unreadable";
}

/** @throws Error for XML that parsers may read differently: other encodings, custom entities */
function decodeXml(bytes: Buffer): string {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const encoding = /^<\?xml[^>]{0,200}encoding\s?=\s?["']([\w-]+)/i.exec(text)?.[1] ?? "utf-8";
  if (encoding.toLowerCase() !== "utf-8" || text.includes("\0") || /<!DOCTYPE/i.test(text)) {
    throw new Error("unsupported XML");
  }
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

function isActiveRelationship({ type = "", target = "", targetmode = "" }: Attributes): boolean {
  if (activeContent.test(type) || activeContent.test(target)) return true;
  if (targetmode.toLowerCase() !== "external") return false;
  if (type.endsWith("/hyperlink")) return false;
  return !(type.endsWith("/attachedTemplate") && isOnOwnDisk(target));
}

function isOnOwnDisk(target: string): boolean {
  const path = decodeURI(target);
  return (
    ownDisk.test(path) &&
    !path
      .replace(/^file:\/\//i, "")
      .slice(1)
      .includes("//")
  );
}
