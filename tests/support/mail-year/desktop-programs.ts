import type { Letter } from "./letter.ts";
import { filePart, fitsWindows, message, multipart, type Part, textPart } from "./mime.ts";
import {
  boundaryOf,
  commonHeaders,
  headerBlock,
  headerLines,
  introduction,
  plainWithQuote,
  tinyPicture,
  toHtml,
} from "./shared.ts";

const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

/** An iPhone: plain text, US-ASCII where it fits, with its own last line. */
export function iphone(letter: Letter): Buffer {
  const text = plainWithQuote(letter, "Sent from my iPhone");
  const charset = isAscii(text) ? "us-ascii" : "utf-8";
  const headers = commonHeaders(letter, ["X-Mailer: iPhone Mail (23B85)"]);
  if (letter.quoted === "") {
    return message(headers, textPart("text/plain", text, charset, "quoted-printable"));
  }
  const html = `<html><head></head><body dir="auto">${letter.own.map((one) => `<div>${toHtml(one)}</div><div><br></div>`).join("")}<div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">${toHtml(introduction(letter))}<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${toHtml(letter.quoted)}</div></blockquote></body></html>`;
  const parts = [textPart("text/html", html, "utf-8", "quoted-printable")];
  const plain = textPart("text/plain", text, charset, "quoted-printable");
  return message(headers, multipart("alternative", boundaryOf(letter), [plain, ...parts]));
}

/** Apple Mail on a Mac: an inline picture within the HTML. */
export function appleMail(letter: Letter): Buffer {
  const text = plainWithQuote(letter);
  const html = `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word;">${letter.own.map((one) => `${toHtml(one)}<div><br></div>`).join("")}<img src="cid:sig@example" alt="">${letter.quoted === "" ? "" : `<div><blockquote type="cite"><div>${toHtml(introduction(letter))}</div><br class="Apple-interchange-newline"><div>${toHtml(letter.quoted)}</div></blockquote></div>`}</body></html>`;
  const boundary = boundaryOf(letter);
  const related = multipart('related; type="text/html"', `${boundary}r`, [
    textPart("text/html", html, "utf-8", "quoted-printable"),
    filePart("image/png", "logo.png", tinyPicture, { contentId: "sig@example" }),
  ]);
  const plain = textPart("text/plain", text, "utf-8", "quoted-printable");
  const headers = commonHeaders(letter, ["X-Mailer: Apple Mail (2.3864.100.1.1.5)"]);
  return message(headers, multipart("alternative", boundary, [plain, related]));
}

/** Outlook on Windows: Windows-1252 where it fits, conditional comments, a logo. */
export function outlookWindows(letter: Letter): Buffer {
  const { own, quoted } = letter;
  const block = quoted === "" ? "" : `\n\n${headerBlock(letter)}\n\n${quoted}\n`;
  const plain = `${own.join("\n\n")}\n\n${block}`;
  const head = headerLines(letter)
    .map(([label, value]) => `<b>${label}:</b> ${toHtml(value)}<br>`)
    .join("\n");
  const html = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]--><style><!--
p.MsoNormal {margin:0in; font-size:11.0pt;}
--></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit" spidmax="1026" /></xml><![endif]--></head><body lang="EN-US"><div class="WordSection1">${own.map((one) => `<p class="MsoNormal">${toHtml(one)}<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>`).join("\n")}<p class="MsoNormal"><img width="80" height="20" src="cid:image001.png@01DC5C7A.0A1B2C30"><o:p></o:p></p>${quoted === "" ? "" : `<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal">${head}<o:p></o:p></p></div><p class="MsoNormal">${toHtml(quoted)}<o:p></o:p></p>`}</div></body></html>`;
  const charset = fitsWindows(plain) ? "Windows-1252" : "utf-8";
  const name = charset === "utf-8" ? "utf-8" : "iso-8859-1";
  const writePart = (type: string, text: string): Part => {
    const part = textPart(
      type,
      text,
      charset === "utf-8" ? "utf-8" : "windows",
      "quoted-printable",
    );
    return {
      ...part,
      headers: [`Content-Type: ${type}; charset="${name}"`, part.headers[1] ?? ""],
    };
  };
  const boundary = boundaryOf(letter);
  const alternative = multipart("alternative", `${boundary}a`, [
    writePart("text/plain", plain),
    writePart("text/html", html),
  ]);
  const logo = filePart("image/png", "image001.png", tinyPicture, {
    contentId: "image001.png@01DC5C7A.0A1B2C30",
  });
  const headers = commonHeaders(letter, [
    "X-Mailer: Microsoft Outlook 16.0",
    "X-Auto-Response-Suppress: DR, OOF, AutoReply",
    "Thread-Index: AQHbPp2d8J1k3mXq0kWJ9m2b1cQ==",
  ]);
  return message(headers, multipart("related", boundary, [alternative, logo]));
}

/** Thunderbird: flowed lines as eight-bit text; answers between the quoted lines are usual. */
export function thunderbird(letter: Letter): Buffer {
  const flow = (text: string) =>
    text
      .split("\n")
      .map((line) => (line.startsWith(">") ? line : flowLine(line)))
      .join("\n");
  const text = flow(plainWithQuote(letter));
  const headers = commonHeaders(letter, ["User-Agent: Mozilla Thunderbird"]);
  return message(headers, textPart("text/plain; format=flowed", text, "utf-8", "8bit"));
}

/** Breaks a line after spaces, which a flowed text keeps at the line's end (RFC 3676). */
function flowLine(line: string): string {
  const stuffed = /^(?:>| |From )/.test(line) ? ` ${line}` : line;
  const words = stuffed.split(/(?<= )/);
  const lines: string[] = [];
  let current = "";
  for (const word of words) {
    if (current !== "" && current.length + word.length > 72) {
      lines.push(current);
      current = "";
    }
    current += word;
  }
  return [...lines, current.trimEnd()].join("\n");
}
