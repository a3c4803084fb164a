import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { objectStream, pdfFile, streamObject } from "../../../../../tests/support/pdf-files.ts";
import { inspectPdf, isPdf } from "./pdf-file.ts";

const script = "<</S/JavaScript/JS(app.alert(1))>>";
/** What web pages and tools append or put before. */
const web = "\r\n<!-- saved --><script>const obj = { S: '/JavaScript' }; 1 / obj;</script>".repeat(
  80,
);

test.each([
  ["of one page", pdfFile()],
  [
    "after lines of a printer",
    Buffer.concat([Buffer.from("\u001b%-12345X@PJL JOB\r\n"), pdfFile()]),
  ],
  ["after a kilobyte of others", Buffer.concat([Buffer.alloc(1020, " "), pdfFile()])],
  ["with a byte order mark", Buffer.concat([Buffer.from("\uFEFF"), pdfFile()])],
  ["before a page of a website", Buffer.concat([pdfFile(), Buffer.from(web)])],
  ["before zeros", Buffer.concat([pdfFile(), Buffer.alloc(5000)])],
  ["with a second version", Buffer.concat([pdfFile(), pdfFile()])],
  ["that opens at its top", pdfFile("/OpenAction<</S/GoTo/D[3 0 R/FitH 792]>>")],
  ["with actions without scripts", pdfFile("/AA<</WC<</S/Named/N/NextPage>>>>")],
  ["with links", pdfFile("", "5 0 obj<</A<</S/URI/URI(https://a.example/JavaScript)>>>>endobj")],
  ["with words in its title", pdfFile("", "5 0 obj<</Title(CSS \\( /JavaScript, /Launch)>>endobj")],
  ["with words in a packed title", pdfFile("", objectStream("<</Title(/JavaScript)>>", "[1]"))],
  ["with words in a comment", pdfFile("", "5 0 obj % /JavaScript\n<<>>endobj")],
  ["with words in hexadecimal", pdfFile("", "5 0 obj<</Title<2F4A>/X<41%42>>>endobj")],
  ["with a form", pdfFile("/AcroForm<</Fields[]/NeedAppearances true>>")],
  [
    "with metadata that are not packed",
    pdfFile(
      "",
      streamObject(5, "/Type/Metadata", "<x:li>object /JavaScript, endobj /Launch</x:li>"),
    ),
  ],
  [
    "with objects that are not packed",
    pdfFile("", streamObject(8, "/Type/ObjStm/N 1/First 5", "10 0 <</A 1>>")),
  ],
])("a PDF %s is plain", (_what, bytes) => {
  expect(isPdf(bytes)).toBe(true);
  expect(inspectPdf(bytes)).toBe("plain");
});

test.each([
  ["a script", pdfFile(`/OpenAction${script}`)],
  ["a script in escapes", pdfFile("/OpenAction<</#53/J#61vaScr#69pt/JS(x)>>")],
  ["a script spread over lines", pdfFile("/OpenAction<</S%\n/JavaScript\r/JS 9 0 R>>")],
  ["a script named apart", pdfFile("/OpenAction<</S 7 0 R/JS(x)>>", "7 0 obj/JavaScript endobj")],
  ["named scripts", pdfFile("/Names<</JavaScript 7 0 R>>")],
  ["a program to start", pdfFile("/OpenAction<</S/Launch/F(cmd.exe)>>")],
  ["an attached file", pdfFile("/Names<</EmbeddedFiles 7 0 R>>")],
  ["an attached file on a page", pdfFile("", "5 0 obj<</Subtype/FileAttachment/FS 6 0 R>>endobj")],
  ["a packed script", pdfFile("", objectStream("<</A 1>>", script))],
  ["a packed script in escapes", pdfFile("", objectStream("<</S/#4AavaScript/JS(x)>>"))],
  ["a packed script within a string of another object", pdfFile("", hiddenInString())],
  [
    "a script in objects that are not packed",
    pdfFile("", streamObject(8, `/Type/ObjStm/N 1/First 5`, `10 0 ${script}`)),
  ],
  ["a script in objects under a hidden type", pdfFile("", hiddenType())],
  [
    "a script within the data of another object",
    pdfFile("", streamObject(5, "", `x 7 0 obj ${script}endobj`)),
  ],
  ["a script after a hexadecimal string", pdfFile(`/X<41%42>/OpenAction${script}`)],
  ["a script after a string that does not end", pdfFile("/X(((", `7 0 obj${script}endobj`)],
  [
    "a script in the trailer",
    Buffer.concat([pdfFile(), Buffer.from(`trailer<</Root<</OpenAction${script}>>>>%%EOF`)]),
  ],
  [
    "a script in a second version",
    Buffer.concat([pdfFile(), Buffer.from(`1 0 obj<</OpenAction${script}>>endobj %%EOF`)]),
  ],
])("a PDF with %s is active", (_what, bytes) => {
  expect(inspectPdf(bytes)).toBe("active");
});

function hiddenInString(): Buffer {
  const text = `(${" ".repeat(9)}${script})`;
  return streamObject(
    8,
    "/Type/ObjStm/N 2/First 12/Filter/FlateDecode",
    deflateSync(Buffer.from(`10 0 11 5   ${text}`)),
  );
}

function hiddenType(): Buffer {
  return streamObject(
    8,
    "/Type 9 0 R/N 1/First 5/Filter/FlateDecode",
    deflateSync(Buffer.from(`10 0 ${script}`)),
  );
}

test.each([
  ["without its end", pdfFile().subarray(0, -8), "cut-off"],
  [
    "whose later version did not arrive",
    Buffer.concat([pdfFile(), pdfFile().subarray(0, 200)]),
    "cut-off",
  ],
  [
    "with a password",
    Buffer.concat([pdfFile(), Buffer.from("trailer<</Encrypt 9 0 R>>%%EOF")]),
    "password",
  ],
  [
    "with damaged objects",
    pdfFile("", streamObject(8, "/Type/ObjStm/N 1/First 5/Filter/FlateDecode", "damaged")),
    "unchecked",
  ],
  [
    "packed in an unusual way",
    pdfFile(
      "",
      streamObject(8, "/Type/ObjStm/N 1/First 5/Filter[/ASCIIHexDecode/FlateDecode]", "00>"),
    ),
    "unchecked",
  ],
  ["that unpacks to 50 MB", pdfFile("", objectStream(" ".repeat(50_000_000))), "unchecked"],
])("a PDF %s is not plain", (_what, bytes, kind) => {
  expect(inspectPdf(bytes)).toBe(kind);
});

const size = 10 * 1024 * 1024;
test.each([
  ["open dictionaries", "<<"],
  ["open strings", "("],
  ["open strings in objects", "1 0 obj("],
  ["open hexadecimal strings", "1 0 obj<"],
  ["names", "/a"],
  ["escapes", "#61"],
  ["ends of lines", "\n"],
  ["the word obj", "obj "],
  ["object streams without an end", "1 0 obj<</N 1/First 1>>stream\n"],
  ["object streams with a filter", "1 0 obj<</N 1/First 1/Fl>>stream\n"],
  ["ends of streams", "endstream"],
])(
  "10 MB of %s take little time",
  (_what, text) => {
    const bytes = Buffer.concat([Buffer.alloc(size, text), pdfFile()]);
    const start = performance.now();
    inspectPdf(bytes);
    // One pass takes half a second on a small machine; a quadratic one would take an hour.
    expect(performance.now() - start).toBeLessThan(60_000);
  },
  60_000,
);
