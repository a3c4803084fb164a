import { describe, expect, test } from "vitest";
import {
  contentTypeList,
  relationship,
  relationshipList,
  wordFile,
  zipOf,
} from "../../../../tests/support/word-files.ts";
import { inspectWordFile } from "./word-file.ts";

const type = (name: string) => contentTypeList(`<Default Extension="bin" ContentType="${name}"/>`);
const settings = (line: string) => ({ "word/_rels/settings.xml.rels": relationshipList(line) });

/** A Word file with `count` parts in all. */
const withParts = (count: number) =>
  wordFile(
    Object.fromEntries(Array.from({ length: count - 4 }, (_, at) => [`word/media/${at}`, ""])),
  );

/** A Word file with more lists of `bytes` bytes each, unpacked. */
const withLists = (count: number, bytes: number) =>
  wordFile(
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`word/_rels/${at}.rels`, " ".repeat(bytes)]),
    ),
  );

describe("a Word file", () => {
  test.each([
    ["as Word writes it", {}],
    ["with a picture", { "word/media/image1.png": "png" }],
    [
      "that began as a template on the writer's disk",
      settings(
        relationship("attachedTemplate", "file:///C:\\Users\\Ada\\Templates\\Bold%20resume.dotx"),
      ),
    ],
    [
      "that began as a template on a Mac",
      settings(
        relationship("attachedTemplate", "file://localhost/Users/ada/Templates/Resume.dotx"),
      ),
    ],
  ])("%s is accepted", async (_what, parts) => {
    expect(await inspectWordFile(wordFile(parts))).toBe("plain");
  });

  test.each([
    ["5,000 parts", withParts(5000), withParts(5001)],
    ["a list of 256 KB", withLists(1, 256 * 1024), withLists(1, 256 * 1024 + 1)],
    ["lists of 2 MB in all", withLists(8, 250_000), withLists(9, 250_000)],
  ])("with %s is accepted, with more it is not", async (_what, most, tooMuch) => {
    expect(await inspectWordFile(most)).toBe("plain");
    expect(await inspectWordFile(tooMuch)).toBe("unreadable");
  });

  test.each([
    ["macros", { "word/vbaProject.bin": "x" }],
    ["macros in capitals", { "word/VBAPROJECT.BIN": "x" }],
    [
      "macros under another name",
      { "[Content_Types].xml": type("application/vnd.ms-office.vbaProject") },
    ],
    [
      "macros named in entities",
      {
        "[Content_Types].xml": type("application/vnd.ms-word.document.&#109;acroEnabled.main+xml"),
      },
    ],
    [
      "macros by relationship",
      {
        "word/_rels/document.xml.rels": relationshipList(
          '<Relationship Target="x.bin" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject"/>',
        ),
      },
    ],
    ["a control", { "[Content_Types].xml": type("application/vnd.ms-office.activeX+xml") }],
    [
      "an embedded object",
      {
        "word/_rels/document.xml.rels": relationshipList(
          relationship("oleObject", "object1.bin", "Internal"),
        ),
      },
    ],
    ["an embedded workbook", { "word/embeddings/book.xlsx": "x" }],
    [
      "an embedded workbook elsewhere",
      {
        "[Content_Types].xml": type(
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
      },
    ],
    [
      "a template from the network",
      settings(relationship("attachedTemplate", "https://evil.example/t.dotm")),
    ],
    [
      "a template from a network drive",
      settings(relationship("attachedTemplate", "\\\\evil.example\\t.dotm")),
    ],
    [
      "a template from a file server",
      settings(relationship("attachedTemplate", "file://evil.example/t.dotm")),
    ],
    [
      "a template from the network in single quotes and capitals",
      settings(
        "<x:RELATIONSHIP a='>' TYPE = '/attachedTemplate' TargetMode='&#69;xternal' Target='http://evil.example'/>",
      ),
    ],
    [
      "a picture from the network",
      {
        "word/_rels/header1.xml.rels": relationshipList(
          relationship("image", "https://evil.example/1.png"),
        ),
      },
    ],
    [
      "another document to load",
      {
        "WORD/_RELS/DOCUMENT2.XML.RELS": relationshipList(
          relationship("aFChunk", "part.htm", "Internal"),
        ),
      },
    ],
  ])("with %s is detected", async (_what, parts) => {
    expect(await inspectWordFile(wordFile(parts))).toBe("active");
  });

  test.each([
    ["a zip that is no Word file", zipOf({ "evil.exe": "MZ" })],
    [
      "a zip with the names of a Word file only",
      zipOf({ "[Content_Types].xml": "<xml/>", "word/document.xml": "<xml/>" }),
    ],
    [
      "a workbook",
      zipOf({ "[Content_Types].xml": contentTypeList(), "xl/workbook.xml": "<xml/>" }),
    ],
    [
      "a list of types in UTF-16",
      wordFile({ "[Content_Types].xml": Buffer.from(`\ufeff${contentTypeList()}`, "utf16le") }),
    ],
    [
      "entities of its own",
      wordFile({ "[Content_Types].xml": `<!DOCTYPE x [<!ENTITY y "z">]>${contentTypeList()}` }),
    ],
    [
      "a list that unpacks to megabytes",
      wordFile({ "word/_rels/document.xml.rels": " ".repeat(30_000_000) }),
    ],
    ["the same part twice", wordFile({ "WORD/Document.xml": "x" })],
    ["half an archive", wordFile().subarray(0, 300)],
    ["the end of an archive", wordFile().subarray(-300)],
    ["nothing", Buffer.alloc(0)],
  ])("%s is not", async (_what, bytes) => {
    expect(await inspectWordFile(bytes)).toBe("unreadable");
  });

  test("with different part names in its directory and its header is not", async () => {
    const bytes = wordFile();
    const header = bytes.indexOf("[Content_Types].xml");
    bytes.write("[Content_Typez].xml", header);
    expect(await inspectWordFile(bytes)).toBe("unreadable");
  });

  test("with repeated starts of an element is read in linear time", async () => {
    const parts = ['<Relationship "', "<Relationship '\"", "<Relationship a", "<Relationship "];
    for (const part of parts) {
      const list = part.repeat(Math.floor(250_000 / part.length));
      expect(await inspectWordFile(wordFile({ "word/_rels/a.rels": list }))).toBe("plain");
    }
  }, 4000);
});
