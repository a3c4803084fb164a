import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { type RawPart, rawEmail } from "../../../../../../tests/support/raw-emails.ts";
import { parseEmail } from "./parse-email.ts";

async function textOf(part: RawPart | Buffer): Promise<string> {
  const raw = Buffer.isBuffer(part) ? part : rawEmail(part);
  return (await parseEmail({ raw, trustedServer: undefined })).text;
}

const html = (body: string, type = "text/html; charset=utf-8"): RawPart => ({ type, body });

test.each(["", " \r\n\u00a0\r\n", "\t", "\u200b\r\n"])(
  "the HTML is read if the plain form is blank: %j",
  async (blank) => {
    const parts = [{ type: "text/plain; charset=utf-8", body: blank }, html("<p>The lamp</p>")];
    expect((await textOf({ type: "multipart/alternative", parts })).trim()).toContain("The lamp");
  },
);

test("the plain form is read if it has words, but not if it only names the other", async () => {
  const read = (plain: string, rich: string) =>
    textOf({
      type: "multipart/alternative",
      parts: [{ type: "text/plain", body: plain }, html(rich)],
    });
  expect(await read("It is a Pixel.", "<p>It is a Pixel.</p><p>It is a Pixel of 2024.</p>")).toBe(
    "It is a Pixel.",
  );
  const long = `<p>${"The lamp in the hall is broken. ".repeat(4)}</p>`;
  expect(await read("Your program does not show HTML.", long)).toContain("The lamp in the hall");
});

test.each([
  ["caf\u00e9 \u2014 \u20ac5", "windows-1252", "us-ascii"],
  ["caf\u00e9 \u2014 \u20ac5", "windows-1252", "utf-8"],
  ["caf\u00e9 \u2014 \u20ac5", "windows-1252", "iso-8859-1"],
  ["caf\u00e9 \u2014 \u20ac5", "windows-1252", ""],
  ["caf\u00e9 \u2014 \u20ac5", "windows-1252", "no-such-charset"],
  ["caf\u00e9 \u2014 \u20ac5", "utf-8", "us-ascii"],
  ["caf\u00e9 \u2014 \u20ac5", "utf-8", "iso-8859-1"],
  ["caf\u00e9 \u2014 \u20ac5", "utf-8", "windows-1251"],
  ["Лампа в коридоре сломана, пришлите мастера.", "koi8-r", "koi8-r"],
  ["Лампа в коридоре сломана, пришлите мастера.", "utf-8", "koi8-r"],
  ["Лампа в коридоре сломана, пожалуйста, пришлите мастера в пятницу.", "windows-1251", ""],
  ["台所の電球が切れました。金曜日に来てください。", "shift_jis", "shift_jis"],
  ["台所の電球が切れました。金曜日に来てください。", "shift_jis", "us-ascii"],
  ["廚房的燈壞了，請在星期五過來。", "big5", "big5"],
  ["厨房的灯坏了，请在星期五过来。", "gbk", "gb2312"],
  ["Der Schl\u00fcssel", "cp850", "cp850"],
])("%s in %s, called %s, is decoded", async (text, real, declared) => {
  const type = declared === "" ? "text/plain" : `text/plain; charset="${declared}"`;
  const head = `From: a@example.com\r\nContent-Type: ${type}\r\n\r\n`;
  expect(await textOf(Buffer.concat([Buffer.from(head), iconv.encode(text, real)]))).toBe(text);
});

test("a name and subject beyond ASCII are decoded, encoded or raw", async () => {
  const subject = "Die Lampe l\u00e4uft nicht";
  const name = "J\u00fcrgen B\u00f6hm";
  for (const [shownName, shownSubject, charset] of [
    [name, subject, "utf-8"],
    [name, subject, "windows-1252"],
    [
      "=?iso-8859-1?Q?J=FCrgen_B=F6hm?=",
      "=?utf-8?B?RGllIExhbXBlIGzDpA==?= =?utf-8?Q?uft_nicht?=",
      "utf-8",
    ],
  ] as const) {
    const raw = `From: ${shownName} <j@example.com>\r\nSubject: ${shownSubject}\r\nContent-Type: text/plain; charset=${charset}\r\n\r\nhi`;
    const email = await parseEmail({ raw: iconv.encode(raw, charset), trustedServer: undefined });
    expect([email.from.name, email.subject]).toEqual([
      name,
      shownSubject.startsWith("=") ? "Die Lampe l\u00e4uft nicht" : subject,
    ]);
  }
});

test.each([
  ['see <a href="https://x.example.com/a">this</a>.', "see this (https://x.example.com/a)."],
  ['<a href="https://www.example.com/">example.com</a>', "example.com"],
  ['<a href="mailto:a@example.com">a@example.com</a>', "a@example.com"],
  ['<a href="mailto:a@example.com">Write</a>', "Write (a@example.com)"],
  ['<a href="#top">Top</a> <a href="javascript:x()">x</a>', "Top x"],
  ["<table><tr><th>Phone<td>303-555-0199</table>", "Phone | 303-555-0199"],
  ["<table><tr><td><p>Phone</p></td><td></td><td><p>1</p></td></tr></table>", "Phone | 1"],
  ["<table><tr><td>a<br>b</td><td>c</td></tr></table>", "a\nb\nc"],
  ["a<style>p{color:red}</style><script>x()</script><title>t</title>b", "ab"],
  ["a<!-- x --><!--[if mso]><p>96</p><![endif]-->b", "ab"],
  ['<div style="display:none">preview</div><p hidden>x</p>Words', "Words"],
  ['<span style="DISPLAY: none !important">x</span>Words', "Words"],
  [
    "I&rsquo;m 5&prime; &#x1F600; &lt;b&gt; &amp;amp;&nbsp;&hearts;",
    "I\u2019m 5\u2032 \u{1f600} <b> &amp;\u00a0♥",
  ],
  ['<img alt="the lock" src="cid:1"> <img src="cid:2">', "[the lock]"],
  ["<html><body><p>In</p></body></html><p>Below</p>", "In\n\nBelow"],
  ["<ul><li>one<li>two</ul>", "* one\n * two"],
  ["<p>one</p><p>two<br>three</p>", "one\n\ntwo\nthree"],
])("HTML %j reads as %j", async (body, text) => {
  expect(await textOf(html(body))).toBe(text);
});

test.each([
  '<div class="gmail_quote"><div class="gmail_attr">Ann:</div><blockquote>Which?</blockquote></div>',
  '<blockquote type="cite"><div>Which?</div></blockquote>',
  '<div><hr><div id="divRplyFwdMsg"><b>From:</b> Ann</div><div>Which?</div></div><p>And?</p>',
  '<div class="yahoo_quoted"><div>Ann:</div><div>Which?</div></div>',
  '<div class="moz-cite-prefix">Ann:</div><blockquote type="cite">Which?</blockquote>',
  '<div class="protonmail_quote">Ann:<blockquote class="protonmail_quote">Which?</blockquote></div>',
])("marks what a program quoted: %s", async (quote) => {
  const lines = (await textOf(html(`<div>A Pixel.</div>${quote}`))).split("\n").filter(Boolean);
  expect(lines[0]).toBe("A Pixel.");
  expect(lines.slice(1).filter((line) => !line.startsWith(">"))).toEqual([]);
  expect(lines.join()).toContain("Which?");
});

test("soft line breaks are joined", async () => {
  const flowed = "The lamp \r\nin the hall\r\n> is \r\n> yours?\r\n No.\r\n-- \r\nHelen";
  expect(await textOf({ type: "text/plain; format=flowed", body: flowed })).toBe(
    "The lamp in the hall\n> is yours?\nNo.\n-- \nHelen",
  );
  const type = "text/plain; format=flowed; delsp=yes; charset=utf-8";
  expect(await textOf({ type, body: "電球が \r\n切れた" })).toBe("電球が切れた");
  const headers = { "Content-Transfer-Encoding": "Quoted-Printable" };
  const body = "The la=\r\nmp is =C3=A4=  \r\n=3D a=zz=";
  expect(await textOf({ type: "text/plain; charset=utf-8", headers, body })).toBe(
    "The lamp is ä= a=zz",
  );
});

test("text can be stored: no NUL, no half of a character, at most a million characters", async () => {
  const email = await parseEmail({
    raw: rawEmail({
      type: "text/plain; charset=utf-8",
      body: `a\0b\u0007c\r\n${"😀".repeat(500_001)}`,
    }),
    trustedServer: undefined,
  });
  expect(email.text.startsWith("abc\n😀")).toBe(true);
  expect([email.text.length, email.text.isWellFormed()]).toEqual([1_000_000, true]);
  expect(email.notes).toEqual(["text-cut"]);
  const half = Buffer.from("a\ud83d b", "utf16le");
  expect(await textOf({ type: "text/plain; charset=utf-16le", body: half })).toBe("a\ufffd b");
});

test("parts of one text follow each other, and a phone's text file is the text", async () => {
  const parts = [
    { type: "text/plain", body: "Above" },
    { type: "image/jpeg", body: Buffer.alloc(30_000, 1) },
    html("<p>Below</p>"),
  ];
  expect(await textOf({ type: "multipart/mixed", parts })).toBe("Above\n\nBelow");
  const headers = { "Content-Disposition": 'attachment; filename="text_0.txt"' };
  const note = { type: "text/plain", body: "On my way", headers };
  const email = await parseEmail({
    raw: rawEmail({ type: "multipart/mixed", parts: [note] }),
    trustedServer: undefined,
  });
  expect([email.text, email.attachments]).toEqual(["On my way", []]);
});
