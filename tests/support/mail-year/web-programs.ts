import type { Letter } from "./letter.ts";
import { message, multipart, textPart } from "./mime.ts";
import {
  boundaryOf,
  commonHeaders,
  halves,
  headerBlock,
  introduction,
  plainWithQuote,
  printDate,
  quoteLines,
  toHtml,
  us,
} from "./shared.ts";

const gmailQuote =
  '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">';

function gmailHtml(letter: Letter): string {
  const { own, quoted, isInline } = letter;
  const words = own.map((text) => `<div>${toHtml(text)}</div><div><br></div>`).join("");
  if (quoted === "") return `<div dir="ltr">${words}</div>\n`;
  const attr = `<div dir="ltr" class="gmail_attr">${toHtml(introduction(letter))}<br></div>`;
  if (!isInline) {
    return `<div dir="ltr">${words}</div><br><div class="gmail_quote gmail_quote_container">${attr}${gmailQuote}<div dir="ltr">${toHtml(quoted)}</div></blockquote></div>\n`;
  }
  const [first, last] = halves(quoted);
  return `<div dir="ltr"><div class="gmail_quote">${attr}${gmailQuote}<div>${toHtml(first)}</div></blockquote>${words}${gmailQuote}<div>${toHtml(last)}</div></blockquote></div></div>\n`;
}

/** Gmail in a browser: both texts, base64 as soon as a sign is not ASCII. */
export function gmail(letter: Letter): Buffer {
  const parts = [
    textPart("text/plain", plainWithQuote(letter), "utf-8", "base64"),
    textPart("text/html", gmailHtml(letter), "utf-8", "quoted-printable"),
  ];
  return message(commonHeaders(letter), multipart("alternative", boundaryOf(letter), parts));
}

/** Gmail's app: as in the browser, with format=flowed in the text. */
export function gmailApp(letter: Letter): Buffer {
  const parts = [
    textPart("text/plain", plainWithQuote(letter), "utf-8", "quoted-printable"),
    textPart(
      "text/html",
      gmailHtml(letter).replaceAll('dir="ltr"', 'dir="auto"'),
      "utf-8",
      "base64",
    ),
  ];
  return message(commonHeaders(letter), multipart("alternative", boundaryOf(letter), parts));
}

/** Yahoo: the quote is not marked in the plain text. */
export function yahoo(letter: Letter): Buffer {
  const { own, quoted } = letter;
  const words = own.join("\n\n");
  const above = introduction(letter);
  const plain = quoted === "" ? words : ` ${words}\n\n    ${above}  \n \n ${quoted}\n  `;
  const html = `<html><head></head><body><div class="ydp1f yahoo-style-wrap" style="font-size:16px;">${own
    .map((text) => `<div dir="ltr" data-setdir="false">${toHtml(text)}</div><div><br></div>`)
    .join("")}</div>${
    quoted === ""
      ? ""
      : `<div id="yahoo_quoted_1" class="yahoo_quoted"><div>${toHtml(above)}</div><div><br></div><div><br></div><div>${toHtml(quoted)}</div></div>`
  }</body></html>`;
  const parts = [
    textPart("text/plain", plain, "utf-8", "base64"),
    textPart("text/html", html, "utf-8", "base64"),
  ];
  const headers = commonHeaders(letter, ["X-Mailer: WebService/1.1.1"]);
  return message(headers, multipart("alternative", boundaryOf(letter), parts));
}

/** AOL: the older header block in the plain text. */
export function aol(letter: Letter): Buffer {
  const words = letter.own.join("\n\n");
  const quote = `\n\n-----Original Message-----\n${headerBlock(letter)}\n\n${letter.quoted}\n`;
  const plain = letter.quoted === "" ? words : words + quote;
  return message(
    commonHeaders(letter, ["X-Mailer: aolwebmail"]),
    textPart("text/plain", plain, "utf-8", "quoted-printable"),
  );
}

/** Samsung's program: HTML alone. */
export function samsung(letter: Letter): Buffer {
  const words = letter.own
    .map((text) => `<div dir="auto">${toHtml(text)}</div>`)
    .join('<div dir="auto"><br></div>');
  const quote =
    letter.quoted === ""
      ? ""
      : `<div><br></div><div align="left" dir="auto" style="font-size:100%;color:#000000"><div>-------- Original message --------</div><div>From: ${toHtml(us)} </div><div>Date: ${printDate(letter)}  (GMT-07:00) </div><div>To: ${toHtml(letter.fromAddress)} </div><div>Subject: ${toHtml(letter.subject)} </div><div><br></div></div><div>${toHtml(letter.quoted)}</div>`;
  const html = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body dir="auto">${words}${quote}</body></html>`;
  return message(commonHeaders(letter), textPart("text/html", html, "utf-8", "base64"));
}

/** Proton: a line about the program above the quote. */
export function proton(letter: Letter): Buffer {
  const { own, quoted } = letter;
  const mark = "Sent with Proton Mail secure email.";
  const above = introduction(letter);
  const quote = quoted === "" ? "" : `\n\n${above}\n\n${quoteLines(quoted)}`;
  const plain = `${own.join("\n\n")}\n\n${mark}${quote}\n`;
  const html = `${own.map((text) => `<div style="font-family: Arial; font-size: 14px;">${toHtml(text)}</div>`).join("<br>")}<div class="protonmail_signature_block"><div class="protonmail_signature_block-proton">Sent with <a target="_blank" href="https://proton.me/mail/home">Proton Mail</a> secure email.</div></div>${
    quoted === ""
      ? ""
      : `<div class="protonmail_quote">${toHtml(above)}<br><blockquote class="protonmail_quote" type="cite">${toHtml(quoted)}</blockquote></div>`
  }`;
  const parts = [
    textPart("text/plain", plain, "utf-8", "base64"),
    textPart("text/html", html, "utf-8", "base64"),
  ];
  return message(commonHeaders(letter), multipart("alternative", boundaryOf(letter), parts));
}
