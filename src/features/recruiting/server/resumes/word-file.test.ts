import { describe, expect, test } from "vitest";
import {
  contentTypeList,
  encrypted,
  relationship,
  relationshipList,
  wordFile,
  wordParts,
  zip64Of,
  zipOf,
} from "../../../../../tests/support/word-files.ts";
import { inspectWordFile } from "./word-file.ts";

const type = (name: string) => contentTypeList(`<Default Extension="bin" ContentType="${name}"/>`);
const settings = (line: string) => ({ "word/_rels/settings.xml.rels": relationshipList(line) });
const templateTypes = contentTypeList().replace("document.main", "template.main");

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
    ...[
      "/Applications/Microsoft%20Word.app/Contents/Resources/Templates/Bold%20Resume.dotx",
      "Macintosh%20HD:Users:ada:Library:Templates:Resume.dotx",
      "file:///Applications/Microsoft%20Office%202011/Office/Media/Templates/Resume.dotx",
      "file:///Volumes/Work/Resume.dotx",
      "file:///home/ada/Vorlagen/Resume.ott",
      "file://localhost/C:/Templates/Resume.dotx",
      "file:///D:\\Program%20Files\\Microsoft%20Office\\Templates\\1033\\Resume.dotx",
      "C:\\Users\\Ada%20K\\AppData\\Roaming\\Microsoft\\Templates\\Normal.dotm",
      "file:c:/Templates/100%25%20Resume.dotx",
      "Normal.dotm",
      "..\\Templates\\Resume.dotx",
    ].map((target) => [
      `with the template ${target}`,
      settings(relationship("attachedTemplate", target)),
    ]),
    [
      "with a picture linked to the writer's disk",
      {
        "word/_rels/document.xml.rels": relationshipList(
          relationship("image", "file:///C:\\Users\\Ada\\Pictures\\ada.png"),
        ),
      },
    ],
    ["with ASCII lists", { "[Content_Types].xml": contentTypeList().replace("UTF-8", "ASCII") }],
  ] as [string, Record<string, string>][])("%s is accepted", async (_what, parts) => {
    expect(await inspectWordFile(wordFile(parts))).toBe("plain");
  });

  test.each([
    ["5,000 parts", withParts(5000), withParts(5001)],
    ["a list of 256 KB", withLists(1, 256 * 1024), withLists(1, 256 * 1024 + 1)],
    ["lists of 2 MB in all", withLists(8, 250_000), withLists(9, 250_000)],
  ])("with %s is accepted, with more it is not", async (_what, most, tooMuch) => {
    expect(await inspectWordFile(most)).toBe("plain");
    expect(await inspectWordFile(tooMuch)).not.toBe("plain");
  });

  test.each([
    ["macros", { "word/vbaProject.bin": "x" }, "macros"],
    ["macros in capitals", { "word/VBAPROJECT.BIN": "x" }, "macros"],
    [
      "macros under another name",
      { "[Content_Types].xml": type("application/vnd.ms-office.vbaProject") },
      "macros",
    ],
    [
      "macros named in entities",
      {
        "[Content_Types].xml": type("application/vnd.ms-word.document.&#109;acroEnabled.main+xml"),
      },
      "macros",
    ],
    [
      "macros by relationship",
      {
        "word/_rels/document.xml.rels": relationshipList(
          '<Relationship Target="x.bin" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject"/>',
        ),
      },
      "macros",
    ],
    [
      "a control",
      { "[Content_Types].xml": type("application/vnd.ms-office.activeX+xml") },
      "macros",
    ],
    [
      "an embedded object",
      {
        "word/_rels/document.xml.rels": relationshipList(
          relationship("oleObject", "object1.bin", "Internal"),
        ),
      },
      "embedded",
    ],
    ["an embedded workbook", { "word/embeddings/book.xlsx": "x" }, "embedded"],
    [
      "an embedded workbook elsewhere",
      {
        "[Content_Types].xml": type(
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
      },
      "embedded",
    ],
    ...[
      "https://evil.example/t.dotm",
      "\\\\evil.example\\t.dotm",
      "//evil.example/t.dotm",
      "\\/evil.example/t.dotm",
      "file://evil.example/t.dotm",
      "file:\\\\evil.example\\t.dotm",
      "file:///\\\\evil.example\\t.dotm",
      "file:////evil.example/t.dotm",
      "file://localhost//evil.example/t.dotm",
      "%5C%5Cevil.example%5Ct.dotm",
      "file://c.example/t.dotm",
      "mhtml:https://evil.example/t.dotm",
      "c://evil.example/t.dotm",
      "ht&#9;tp://evil.example/t.dotm",
    ].map((target) => [
      `the template ${target}`,
      settings(relationship("attachedTemplate", target)),
      "remote",
    ]),
    [
      "a template from the network in single quotes and capitals",
      settings(
        "<x:RELATIONSHIP a='>' TYPE = '/attachedTemplate' TargetMode='&#69;xternal' Target='http://evil.example'/>",
      ),
      "remote",
    ],
    [
      "a picture from the network",
      {
        "word/_rels/header1.xml.rels": relationshipList(
          relationship("image", "https://evil.example/1.png"),
        ),
      },
      "remote",
    ],
    [
      "another document to load",
      {
        "WORD/_RELS/DOCUMENT2.XML.RELS": relationshipList(
          relationship("aFChunk", "part.htm", "Internal"),
        ),
      },
      "embedded",
    ],
  ] as [string, Record<string, string>, string][])(
    "with %s is detected",
    async (_what, parts, kind) => {
      expect(await inspectWordFile(wordFile(parts))).toBe(kind);
    },
  );

  test.each([
    ["a zip that is no Word file", zipOf({ "evil.exe": "MZ" }), "other"],
    [
      "a zip with the names of a Word file only",
      zipOf({ "[Content_Types].xml": "<xml/>", "word/document.xml": "<xml/>" }),
      "other",
    ],
    [
      "a workbook",
      zipOf({ "[Content_Types].xml": contentTypeList(), "xl/workbook.xml": "<xml/>" }),
      "other",
    ],
    [
      "a list of types in UTF-16",
      wordFile({ "[Content_Types].xml": Buffer.from(`\ufeff${contentTypeList()}`, "utf16le") }),
      "damaged",
    ],
    [
      "entities of its own",
      wordFile({ "[Content_Types].xml": `<!DOCTYPE x [<!ENTITY y "z">]>${contentTypeList()}` }),
      "damaged",
    ],
    [
      "a list that unpacks to megabytes",
      wordFile({ "word/_rels/document.xml.rels": " ".repeat(30_000_000) }),
      "damaged",
    ],
    ["the same part twice", wordFile({ "WORD/Document.xml": "x" }), "other"],
    ["half an archive", wordFile().subarray(0, 300), "other"],
    ["the end of an archive", wordFile().subarray(-300), "other"],
    ["nothing", Buffer.alloc(0), "other"],
    [
      "a main part that is not there",
      wordFile({
        "_rels/.rels": relationshipList(
          relationship("officeDocument", "word/document3.xml", "Internal"),
        ),
      }),
      "other",
    ],
    ["a template", wordFile({ "[Content_Types].xml": templateTypes }), "template"],
    ["an encrypted archive", encrypted(wordFile()), "password"],
  ])("%s is not", async (_what, bytes, kind) => {
    expect(await inspectWordFile(bytes)).toBe(kind);
  });

  test.each([
    ["word/document2.xml", "word/document2.xml"],
    ["/word/document.xml", "word/document.xml"],
    ["Word/Document%201.xml", "word/document 1.xml"],
    ["main.xml", "main.xml"],
  ])("with the main part %s is accepted", async (target, part) => {
    const { "word/document.xml": _usual, ...rest } = wordParts();
    const bytes = zipOf({
      ...rest,
      "[Content_Types].xml": contentTypeList().replace(
        "/word/document.xml",
        `/${part.replaceAll(" ", "%20")}`,
      ),
      "_rels/.rels": relationshipList(relationship("officeDocument", target, "Internal")),
      [part]: "<w:document/>",
    });
    expect(await inspectWordFile(bytes)).toBe("plain");
  });

  test("in the strict format of ISO 29500 is accepted", async () => {
    const strict = relationshipList(
      '<Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="word/document.xml"/>',
    );
    expect(await inspectWordFile(wordFile({ "_rels/.rels": strict }))).toBe("plain");
  });

  test("written as a stream, with folders, extra fields and zip64 records is accepted", async () => {
    expect(await inspectWordFile(zip64Of(wordParts()))).toBe("plain");
  });

  test("with different part names in its directory and its header is not", async () => {
    const bytes = wordFile();
    const header = bytes.indexOf("[Content_Types].xml");
    bytes.write("[Content_Typez].xml", header);
    expect(await inspectWordFile(bytes)).toBe("other");
  });

  test("with repeated starts of an element is read in linear time", async () => {
    const parts = ['<Relationship "', "<Relationship '\"", "<Relationship a", "<Relationship "];
    for (const part of parts) {
      const list = part.repeat(Math.floor(250_000 / part.length));
      expect(await inspectWordFile(wordFile({ "word/_rels/a.rels": list }))).toBe("plain");
    }
  }, 4000);
});
