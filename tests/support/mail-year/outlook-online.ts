import type { Letter } from "./letter.ts";
import { message, multipart, textPart } from "./mime.ts";
import { boundaryOf, commonHeaders, headerBlock, headerLines, toHtml } from "./shared.ts";

const rule = "_".repeat(32);

function html(letter: Letter, signature: string): string {
  const { own, quoted } = letter;
  const font = 'style="font-family: Aptos, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);"';
  const words = own
    .map((one) => `<div class="elementToProof" ${font}>${toHtml(one)}</div><div ${font}><br></div>`)
    .join("\n");
  const head = headerLines(letter)
    .map(([label, value]) => `<b>${label}:</b> ${toHtml(value)}<br>`)
    .join("\n");
  const quote =
    quoted === ""
      ? ""
      : `<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${head}</font><div>&nbsp;</div></div><div class="BodyFragment"><font size="2"><span style="font-size:11pt;"><div class="PlainText">${toHtml(quoted)}</div></span></font></div>`;
  return `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style></head><body dir="ltr">${words}${signature}${quote}</body></html>`;
}

function write(letter: Letter, mark: { readonly plain: string; readonly html: string }): Buffer {
  const { own, quoted } = letter;
  const quote = quoted === "" ? "" : `\n\n${rule}\n${headerBlock(letter)}\n\n${quoted}\n`;
  const plain = `${own.join("\n\n")}${mark.plain}${quote}`;
  const parts = [
    textPart("text/plain", plain, "utf-8", "base64"),
    textPart("text/html", html(letter, mark.html), "utf-8", "base64"),
  ];
  const headers = commonHeaders(
    letter,
    [
      "Accept-Language: en-US",
      "X-MS-Has-Attach:",
      "X-Auto-Response-Suppress: All",
      "Auto-Submitted: auto-generated",
    ].slice(0, letter.date.getTime() % 4 === 0 ? 4 : 2),
  );
  return message(headers, multipart("alternative", boundaryOf(letter), parts));
}

/** Outlook in a browser; a forwarding mailbox of it may add "auto-generated". */
export function outlookWeb(letter: Letter): Buffer {
  return write(letter, { plain: "", html: "" });
}

/** Outlook's app, with its own last line. */
export function outlookMobile(letter: Letter): Buffer {
  return write(letter, {
    plain: "\n\nGet Outlook for iOS<https://aka.ms/o0ukef>",
    html: '<div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div>',
  });
}
