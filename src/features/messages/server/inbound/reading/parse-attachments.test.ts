import { OctetString } from "asn1js";
import { ContentInfo, EncapsulatedContentInfo, SignedData } from "pkijs";
import { expect, test } from "vitest";
import { type RawPart, rawEmail, rawPicture } from "../../../../../../tests/support/raw-emails.ts";
import type { InboundEmail } from "../inbound-email.ts";
import { parseEmail } from "./parse-email.ts";

function read(part: RawPart): Promise<InboundEmail> {
  return parseEmail({ raw: rawEmail(part), trustedServer: undefined });
}

const words: RawPart = { type: "text/plain; charset=utf-8", body: "See below." };
const file = (type: string, disposition: string, more: Partial<RawPart> = {}): RawPart => ({
  type,
  body: Buffer.alloc(409, 1),
  ...more,
  headers: { "Content-Disposition": disposition, ...more.headers },
});
const pdf = file("application/pdf", 'attachment; filename="letter.pdf"');
const letter = { name: "letter.pdf", mimeType: "application/pdf", size: 409 };
const inText = (body: Buffer, name = "image001.png"): RawPart =>
  file("image/png", `inline; filename="${name}"`, {
    body,
    headers: { "Content-ID": "<image001>" },
  });
const html: RawPart = { type: "text/html", body: 'See <img src="cid:image001"> below.' };
const logo = rawPicture(160, 60, 4000);
const photo = rawPicture(1200, 900, 90_000);

test.each([
  ['attachment; filename="letter.pdf"', "letter.pdf"],
  ["attachment; filename=letter.pdf", "letter.pdf"],
  ["attachment; filename*=utf-8''Brief%20%C3%BCber.pdf", "Brief über.pdf"],
  [
    "attachment; filename*0*=utf-8''Brief%20; filename*1*=%C3%BCber; filename*2=.pdf",
    "Brief über.pdf",
  ],
  ['attachment; filename="=?utf-8?Q?Brief_=C3=BCber.pdf?="', "Brief über.pdf"],
  ['attachment; filename="手紙.tar.gz"', "手紙.tar.gz"],
  ["attachment", ""],
])("a file with the header %s is named %j", async (disposition, name) => {
  const parts = [words, file("application/pdf", disposition)];
  const email = await read({ type: "multipart/mixed", parts });
  expect(email.attachments).toEqual([{ ...letter, name }]);
  expect(email.text).toBe("See below.");
});

test("a letter among the parts of the HTML counts, also in one of several alternatives", async () => {
  const referred = { ...pdf, headers: { ...pdf.headers, "Content-ID": "<letter>" } };
  const related = await read({ type: "multipart/related", parts: [html, referred] });
  expect(related.attachments).toEqual([letter]);
  const mixed: RawPart = { type: "multipart/mixed", parts: [html, pdf, html] };
  const apple = await read({ type: "multipart/alternative", parts: [words, mixed] });
  expect([apple.text, apple.attachments]).toEqual(["See below.", [letter]]);
});

test.each([
  ["multipart/mixed", [words, inText(logo)], 0],
  ["multipart/related", [html, inText(logo)], 0],
  ["multipart/related", [html, inText(rawPicture(600, 120, 60_000))], 0],
  ["multipart/related", [html, inText(rawPicture(400, 400, 9000))], 0],
  [
    "multipart/mixed",
    [
      html,
      {
        ...inText(logo),
        headers: { "Content-Disposition": "attachment", "Content-ID": "<image001>" },
      },
    ],
    0,
  ],
  ["multipart/related", [html, inText(photo)], 1],
  ["multipart/mixed", [words, inText(photo, "IMG_0142.png")], 1],
  ["multipart/mixed", [words, file("image/jpeg", "inline; filename=IMG_0142.jpeg")], 1],
  ["multipart/mixed", [words, file("image/heic", "attachment", { body: Buffer.alloc(30_000) })], 1],
  ["multipart/mixed", [words, file("image/png", "attachment", { body: logo })], 1],
  ["multipart/mixed", [words, file("image/gif", "inline", { body: rawPicture(1, 1, 70) })], 0],
  ["multipart/related", [{ type: "text/html", body: '<img src="cid:image001">' }, inText(logo)], 1],
] as const)("pictures in %s: case %#", async (type, parts, count) => {
  expect((await read({ type, parts })).attachments).toHaveLength(count);
});

test.each<RawPart>([
  { type: "text/x-amp-html", body: "<html amp4email></html>" },
  { type: "text/vcard", body: "BEGIN:VCARD\r\nEND:VCARD" },
  file("text/x-vcard", "attachment; filename=helen.vcf"),
  file("application/pgp-signature", "attachment; filename=signature.asc"),
  file("application/pkcs7-signature", "attachment; filename=smime.p7s"),
  file("application/pgp-keys", "attachment; filename=key.asc"),
])("$type is no attachment, nor text", async (part) => {
  const email = await read({ type: "multipart/mixed", parts: [words, part] });
  expect([email.text, email.attachments]).toEqual(["See below.", []]);
});

test("an invitation and an answer to one are shown as a line", async () => {
  const calendar = (method: string, lines: string): RawPart => ({
    type: `text/calendar; charset=utf-8; method=${method}`,
    body: `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nBEGIN:VEVENT\r\nSUMMARY:Visit\\, the\r\n  lock\r\nDTSTART;TZID=America/Denver:20261130T100000\r\n${lines}END:VEVENT\r\nEND:VCALENDAR`,
  });
  const attendee = 'ATTENDEE;CN="Helen";PARTSTAT=ACCEPTED:mailto:helen@example.com\r\n';
  const answer = await read({
    type: "multipart/alternative",
    parts: [words, calendar("REPLY", attendee)],
  });
  expect(answer.text).toBe(
    "See below.\n\nAccepted: Visit, the lock on November 30, 2026, 10:00 (America/Denver)",
  );
  expect(answer.attachments).toEqual([]);
  const invitation = await read(calendar("REQUEST", "LOCATION:12 Elm Street\r\n"));
  expect(invitation.text).toMatch(/^Invitation: Visit, the lock on .*, 12 Elm Street$/);
  expect((await read(calendar("CANCEL", ""))).text).toMatch(/^Canceled: Visit/);
});

const forwarded = (body: string): RawPart => ({
  type: "message/rfc822",
  body: `From: Ed Novak <ed@example.org>\r\nSubject: the lock\r\nDate: Wed, 25 Nov 2026 18:00:00 -0700\r\n${body}`,
});

test("an email in an email is quoted below, with its sender, date and files", async () => {
  const inner = forwarded("\r\nA new cylinder.\r\nIt costs 48 dollars.");
  const email = await read({ type: "multipart/mixed", parts: [words, inner] });
  expect(email.text).toBe(
    "See below.\n\n> Forwarded email from Ed Novak <ed@example.org> on Wed, 25 Nov 2026 18:00:00 -0700:\n> Subject: the lock\n>\n> A new cylinder.\n> It costs 48 dollars.",
  );
  const attached = { ...inner, headers: { "Content-Disposition": "attachment; filename=a.eml" } };
  const blank: RawPart = { type: "text/plain", body: "\r\n" };
  const only = await read({ type: "multipart/mixed", parts: [blank, attached] });
  expect(only.text).toMatch(/^> Forwarded email from Ed Novak.*48 dollars\.$/s);
  expect(only.attachments).toEqual([]);
  const withFile = forwarded(
    'Content-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\n\r\nHi\r\n--in\r\nContent-Type: application/pdf; name="a.pdf"\r\n\r\nabc\r\n--in--',
  );
  const files = await read({ type: "multipart/mixed", parts: [words, withFile] });
  expect(files.attachments).toEqual([{ name: "a.pdf", mimeType: "application/pdf", size: 3 }]);
  expect(files.text).toContain("> Hi");
});

/** Values of winmail.dat: a string, a property of MAPI. */
const u16 = (value: number) => Buffer.from([value & 255, value >> 8]);
const u32 = (value: number) => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)]);
const attribute = (level: number, id: number, data: Buffer) =>
  Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, u16(0)]);
const property = (type: number, id: number, data: Buffer) =>
  Buffer.concat([
    ...[u16(type), u16(id), u32(1), u32(data.length), data],
    Buffer.alloc((4 - (data.length % 4)) % 4),
  ]);
const properties = (...all: Buffer[]) =>
  attribute(1, 0x69003, Buffer.concat([u32(all.length), ...all]));
const tnef = (...all: Buffer[]): RawPart => ({
  type: "application/ms-tnef; name=winmail.dat",
  body: Buffer.concat([u32(0x223e9f78), u16(1), attribute(1, 0x69007, u32(1252)), ...all]),
});
const rtf = (text: string) => {
  const raw = Buffer.from(text);
  return Buffer.concat([u32(raw.length + 12), u32(raw.length), Buffer.from("MELA"), u32(0), raw]);
};

test.each([
  ["the body", attribute(1, 0x2800c, Buffer.from("The rail is loose \xe9.\0", "latin1"))],
  [
    "plain text",
    properties(property(0x1f, 0x1000, Buffer.from("The rail is loose é.\0", "utf16le"))),
  ],
  [
    "HTML",
    properties(
      property(0x102, 0x1013, Buffer.from("<p>The rail <b>is</b> loose \xe9.</p>", "latin1")),
    ),
  ],
  [
    "RTF",
    properties(
      property(
        0x102,
        0x1009,
        rtf(
          "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}\\f0 The rail is loose \\'e9.\\par}",
        ),
      ),
    ),
  ],
  [
    "HTML in RTF",
    properties(
      property(
        0x102,
        0x1009,
        rtf(
          "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 {\\*\\htmltag64 <p>}The rail is loose \\'e9.{\\*\\htmltag72 </p>}}",
        ),
      ),
    ),
  ],
  [
    "text in RTF",
    properties(
      property(
        0x102,
        0x1009,
        rtf("{\\rtf1\\ansi\\ansicpg1252\\fromtext The rail is loose \\'e9.}"),
      ),
    ),
  ],
])("winmail.dat with %s is read", async (_what, content) => {
  const blank: RawPart = { type: "text/plain", body: "\r\n" };
  const email = await read({ type: "multipart/mixed", parts: [blank, tnef(content)] });
  expect(email).toMatchObject({ text: "The rail is loose é.", attachments: [], notes: [] });
});

test("files in winmail.dat are attachments; one that cannot be read is said", async () => {
  const title = attribute(2, 0x18010, Buffer.from("LETTER~1.PDF\0"));
  const data = attribute(2, 0x6800f, Buffer.alloc(409, 1));
  const name = property(0x1f, 0x3707, Buffer.from("letter.pdf\0", "utf16le"));
  const type = property(0x1e, 0x370e, Buffer.from("application/pdf\0"));
  const about = attribute(2, 0x69005, Buffer.concat([u32(2), name, type]));
  const winmail = tnef(attribute(2, 0x69002, Buffer.alloc(14)), title, data, about);
  const email = await read({ type: "multipart/mixed", parts: [words, winmail] });
  expect(email).toMatchObject({ text: "See below.", attachments: [letter], notes: [] });
  const broken = await read({ type: "application/ms-tnef", body: Buffer.from("no winmail") });
  expect(broken).toMatchObject({ text: "", attachments: [], notes: ["unknown-format"] });
});

test("signed emails are read, encrypted ones are said", async () => {
  const inner = rawEmail({ type: "multipart/mixed", parts: [words, pdf] });
  const signed = new SignedData({
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: "1.2.840.113549.1.7.1",
      eContent: new OctetString({ valueHex: Uint8Array.from(inner).buffer }),
    }),
  });
  const wrap = (contentType: string) =>
    Buffer.from(
      new ContentInfo({ contentType, content: signed.toSchema(true) }).toSchema().toBER(),
    );
  const mime = (body: Buffer): RawPart => ({
    type: "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m",
    body,
    headers: { "Content-Disposition": "attachment; filename=smime.p7m" },
  });
  expect(await read(mime(wrap("1.2.840.113549.1.7.2")))).toMatchObject({
    text: "See below.",
    attachments: [letter],
    notes: [],
  });
  const enveloped = await read(mime(wrap("1.2.840.113549.1.7.3")));
  expect(enveloped).toMatchObject({ text: "", attachments: [], notes: ["encrypted"] });
  expect((await read(mime(Buffer.from("no")))).notes).toEqual(["unknown-format"]);
  const clear = await read({
    type: "multipart/signed",
    parts: [words, file("application/pkcs7-signature", "attachment; filename=smime.p7s")],
  });
  expect(clear).toMatchObject({ text: "See below.", attachments: [] });
  const pgp = await read({
    type: "multipart/encrypted",
    parts: [file("application/octet-stream", "inline")],
  });
  expect(pgp).toMatchObject({ text: "", attachments: [], notes: ["encrypted"] });
});
