import { escapeHtml } from "../../../src/platform/server/escape-html.ts";
import { type Letter, quoteWords } from "./letter.ts";
import { headerText } from "./mime.ts";

export function printDate({ date, language }: Pick<Letter, "date" | "language">): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "America/Denver",
  });
  return format.format(date);
}

export function commonHeaders(letter: Letter, more: readonly string[] = []): string[] {
  const { fromName, fromAddress, to, subject, date, messageId, inReplyTo } = letter;
  const thread =
    inReplyTo === "" ? [] : [`In-Reply-To: <${inReplyTo}>`, `References: <${inReplyTo}>`];
  return [
    "Return-Path: <bounce@mx.example.net>",
    `Received: from mx.example.net by mail.example.com; ${date.toUTCString()}`,
    `From: ${headerText(fromName)} <${fromAddress}>`,
    `To: ${to}`,
    `Subject: ${headerText(subject)}`,
    `Date: ${date.toUTCString()}`,
    `Message-ID: <${messageId}>`,
    ...thread,
    ...more,
  ];
}

export const us = "Support <support@example.com>";

export function toHtml(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}

export function quoteLines(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/** The line above what is quoted. */
export function introduction(letter: Letter, who = us): string {
  return quoteWords[letter.language].introduce(printDate(letter), who);
}

/** The lines above what Outlook quotes. */
export function headerLines(letter: Letter): readonly (readonly [string, string])[] {
  const [from, sent, to, subject] = quoteWords[letter.language].labels;
  return [
    [from, us],
    [sent, printDate(letter)],
    [to, `${letter.fromName} <${letter.fromAddress}>`],
    [subject, letter.subject.replace(/^Re: /, "")],
  ];
}

export const headerBlock = (letter: Letter): string =>
  headerLines(letter)
    .map(([label, value]) => `${label}: ${value}`)
    .join("\n");

/** What is quoted, first and last half, so that an answer may stand between. */
export function halves(quoted: string): readonly [string, string] {
  const lines = quoted.split("\n");
  const middle = Math.ceil(lines.length / 2);
  return [lines.slice(0, middle).join("\n"), lines.slice(middle).join("\n")];
}

/** The plain text of programs that quote with ">". */
export function plainWithQuote(letter: Letter, signature = ""): string {
  const { own, quoted, isInline } = letter;
  const words = own.join("\n\n") + (signature && `\n\n${signature}`);
  if (quoted === "") return `${words}\n`;
  const above = introduction(letter);
  if (!isInline) return `${words}\n\n${above}\n\n${quoteLines(quoted)}\n`;
  const [first, last] = halves(quoted);
  return `${above}\n\n${quoteLines(first)}\n\n${words}\n\n${quoteLines(last)}\n`;
}

export const boundaryOf = ({ messageId }: Letter): string =>
  `=_${messageId.replaceAll(/[^a-z0-9]/gi, "").slice(0, 40)}`;

/** A picture of a few bytes, such as a logo of a signature. */
export const tinyPicture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
