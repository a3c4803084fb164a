import { expect, test } from "vitest";
import { zipOf } from "../../../../tests/support/word-files.ts";
import { toCsvHeader, toCsvLine } from "./csv.ts";
import { type CsvContent, maxCsvLineBytes, readCsv } from "./read-csv.ts";

const rows = [
  ["Name", "Email"],
  ["Zoë", "zoe@example.com"],
  ["Carl", "carl@example.com"],
];
const tableOf = (separator = ",", end = "\r\n") =>
  rows.map((cells) => cells.join(separator)).join(end);
const swapped = (text: string) => Buffer.from(text, "utf16le").swap16();
const read = (bytes: string | Uint8Array, max = 1000): CsvContent =>
  readCsv(typeof bytes === "string" ? Buffer.from(bytes) : bytes, max);
const cellsOf = (content: CsvContent) => content.rows.map(({ cells }) => cells);

test.each([
  ["UTF-8", Buffer.from(tableOf())],
  ["UTF-8 with a mark", Buffer.from(`\uFEFF${tableOf()}`)],
  ["UTF-16 as Excel's Unicode text", Buffer.from(`\uFEFF${tableOf("\t")}`, "utf16le")],
  ["UTF-16, big-endian", swapped(`\uFEFF${tableOf()}`)],
  ["UTF-16 without a mark", Buffer.from(tableOf(";"), "utf16le")],
  ["UTF-16, big-endian without a mark", swapped(tableOf("|"))],
  ["Windows-1252", Buffer.from(tableOf(";"), "latin1")],
  ["semicolons", Buffer.from(tableOf(";"))],
  ["bars", Buffer.from(tableOf("|"))],
  ["tabs", Buffer.from(tableOf("\t"))],
  ["line feeds", Buffer.from(tableOf(",", "\n"))],
  ["line ends of old Macs", Buffer.from(tableOf(",", "\r"))],
  ["a line sep=;", Buffer.from(`sep=;\r\n${tableOf(";")}`)],
  ["a line sep=, after a mark", Buffer.from(`\uFEFFSEP=,\n${tableOf(",", "\n")}`)],
  ["empty lines", Buffer.from(`\r\n${tableOf(",", "\r\n\r\n,\r\n")}\r\n\r\n`)],
  ["quotes", Buffer.from('"Name","Email"\n"Zoë","zoe@example.com"\n"Carl",carl@example.com')],
])("a table in %s is read", (_what, bytes) => {
  const content = read(bytes);
  expect(cellsOf(content)).toEqual(rows);
  expect(content.errors).toEqual([]);
});

test("rows are numbered by the lines of the file", () => {
  const text = 'sep=,\r\na,b\r\n"1\r\n2",3\r\n\r\n"4 ""x""",5\r\n';
  expect(read(text).rows).toEqual([
    { line: 2, cells: ["a", "b"] },
    { line: 3, cells: ["1\r\n2", "3"] },
    { line: 6, cells: ['4 "x"', "5"] },
  ]);
});

test.each([
  ["at the beginning", '"Rosa,r@x', []],
  ["at the end", 'Rosa,"r@x', []],
  ["after a closed one", '"Rosa","r@x', []],
  ["within a cell, where it is text", 'R 5" osa,r@x', [['R 5" osa', "r@x"]]],
  ["around a nickname, where it is text", '"Rosa "Rosi" A",r@x', [['"Rosa "Rosi" A"', "r@x"]]],
])("a quote %s costs at most its own line", (_what, line, kept) => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const lines = ["n,e", "a,1", line, "b,2", '"c",3', '"d\n4",5'];
    const content = read(lines.join(end));
    expect(cellsOf(content)).toEqual([
      ["n", "e"],
      ["a", "1"],
      ...kept,
      ["b", "2"],
      ["c", "3"],
      ["d\n4", "5"],
    ]);
    const error = { line: 3, why: "open-quote", text: line };
    expect(content.errors).toEqual(kept.length > 0 ? [] : [error]);
  }
});

test("a line over 64 KB is named, and the others are read", () => {
  const long = "x".repeat(maxCsvLineBytes + 1);
  const content = read(`a,b\n${long},1\n"${long.slice(9)}",2\nc,3`);
  expect(cellsOf(content).map(([first = ""]) => first.length)).toEqual([1, maxCsvLineBytes - 8, 1]);
  expect(content.errors).toEqual([{ line: 2, why: "too-long", text: `${"x".repeat(60)}…` }]);
});

const size = 10 * 1024 * 1024;
test.each([
  ["quotes", '"'],
  ["quotes and line feeds", '"\n'],
  ["open quotes", '"x\n'],
  ["open quotes after cells", 'a,"\n'],
  ["pairs of quotes", '""'],
  ["pairs of quotes in lines", '""\n'],
  ["three quotes in lines", '"""x\n'],
  ["separators", ","],
  ["empty rows", ",\n"],
  ["line feeds", "\n"],
  ["carriage returns", "\r"],
  ["zeros", "\0"],
  ["sep=", "sep=;\n"],
])(
  "10 MB of %s take little time",
  (_what, text) => {
    const start = performance.now();
    try {
      read(Buffer.alloc(size, text), 50_000);
    } catch (error) {
      expect(String(error)).toMatch(/over 50,000 lines|Over 500 lines have a quote/);
    }
    // One pass takes about a second on a small machine; a quadratic one would take hours.
    expect(performance.now() - start).toBeLessThan(60_000);
  },
  60_000,
);

test.each([
  ["an Excel workbook", zipOf({ "[Content_Types].xml": "x", "xl/workbook.xml": "x" }), ".xlsx"],
  ["an old Excel workbook", Buffer.from("d0cf11e0a1b11ae10000", "hex"), ".xls"],
  ["a Numbers spreadsheet", zipOf({ "Index/Document.iwa": "x" }), "Numbers"],
  ["an .ods", zipOf({ "META-INF/manifest.xml": "x" }), ".ods"],
  ["another zip file", zipOf({ "list.csv": "x" }), "zip file"],
  ["a PDF", Buffer.from("%PDF-1.7\n"), "PDF"],
])("%s is named as one", (_what, bytes, words) => {
  expect(() => read(bytes)).toThrow(words);
});

test("what the writer wrote is read again", () => {
  const cells = [
    "0012345",
    "12E4567",
    "+1 303 555 0134",
    "=1+1",
    "-x",
    "02134",
    "MAY2026",
    'a"b\n',
    "x",
  ];
  const text = toCsvHeader(cells) + toCsvLine(cells);
  expect(cellsOf(read(text))).toEqual([cells, cells]);
  expect(cellsOf(read('="0012",="a"\n'))).toEqual([["0012", "a"]]);
});
