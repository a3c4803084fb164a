import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, test } from "vitest";
import { readEmail as readWithHash } from "./read-email.ts";

const trusted = { trustedAuthenticationServer: "mx.example.com" };
const readEmail = async (raw: Uint8Array, options: typeof trusted) =>
  (await readWithHash(raw, options)).email;
const head = "From: Helen <helen@example.com>\r\nSubject: hello\r\n";
const fill = (bytes: number, part: string) => part.repeat(Math.ceil(bytes / part.length));
const email = (type: string, body: string, more = "") =>
  `${head}${more}Content-Type: ${type}\r\n\r\n${body}`;
const numbered = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join("");
const encoded = (name: string) => `Content-Transfer-Encoding: ${name}\r\n`;
const mb = 1_000_000;

/** Shapes whose reading took more than linear time or memory in some parser. */
const shapes: Readonly<Record<string, () => string>> = {
  "line feeds": () => email("text/plain", fill(9.9 * mb, "\n")),
  "line ends": () => email("text/plain", fill(9.9 * mb, "\r\n")),
  "starts of an element": () => email("text/html", fill(0.4 * mb, "<style ")),
  "starts of tags": () => email("text/html", fill(9 * mb, "<")),
  "elements in elements": () => email("text/html", fill(0.05 * mb, "<div>")),
  "lists in lists": () => email("text/html", fill(1 * mb, "<ul><li>")),
  "tables in tables": () => email("text/html", fill(1 * mb, "<table><tr><td>")),
  "quotes in quotes": () =>
    email("text/html", `${fill(20_000, "<blockquote>")}${fill(mb, "x<br>")}`),
  "paragraphs of a letter": () => email("text/html", fill(2 * mb, "<p>x</p>")),
  entities: () => email("text/html", fill(9 * mb, "&amp;")),
  attributes: () => email("text/html", `<div ${fill(5 * mb, 'a="b" ')}`),
  comments: () => email("text/html", fill(5 * mb, "<!--")),
  "parts in parts": () =>
    `${head}${numbered(3000, (one) => `Content-Type: multipart/mixed; boundary=b${one}\r\n\r\n--b${one}\r\n`)}`,
  "emails in emails": () => `${head}${fill(0.15 * mb, "Content-Type: message/rfc822\r\n\r\n")}`,
  parts: () => email("multipart/mixed; boundary=b", fill(0.15 * mb, "--b\r\n\r\nx\r\n")),
  alternatives: () =>
    email(
      "multipart/alternative; boundary=b",
      fill(5 * mb, "--b\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n"),
    ),
  "almost boundaries": () =>
    email(`multipart/mixed; boundary="${"-".repeat(70)}"`, fill(9 * mb, "-")),
  headers: () => `${head}${fill(9.9 * mb, "X-A: b\r\n")}\r\nhi`,
  "folded header": () => `${head}X-A: b${fill(9.9 * mb, "\r\n b")}\r\n\r\nhi`,
  recipients: () => `${head}Cc: ${fill(0.15 * mb, "a@b.cc, ")}\r\n\r\nhi`,
  "open comments": () => `From: ${fill(0.06 * mb, "(")}\r\n\r\nhi`,
  groups: () => `From: ${fill(0.06 * mb, "a:")}\r\n\r\nhi`,
  "encoded words": () => `Subject: ${fill(5 * mb, "=?utf-8?q?=C3=A4?= ")}\r\n\r\nhi`,
  references: () => `${head}References: ${fill(5 * mb, "<a@b> ")}\r\n\r\nhi`,
  parameters: () => `${head}Content-Type: text/plain; ${fill(60_000, "a*0=b;")}\r\n\r\nhi`,
  "soft breaks": () => email("text/plain", fill(9 * mb, "=\r\n"), encoded("quoted-printable")),
  "almost soft breaks": () => email("text/plain", fill(9 * mb, "= "), encoded("quoted-printable")),
  flowed: () => email("text/plain; format=flowed", fill(9 * mb, "a \n")),
  "quote marks": () => email("text/plain; format=flowed", fill(9 * mb, ">")),
  introductions: () => email("text/plain", fill(5 * mb, "On 2026 a@b.c wrote:\n")),
  "not UTF-8": () => email("text/plain; charset=big5", fill(9 * mb, "\u00e4")),
  calendar: () => email("text/calendar", fill(5 * mb, "BEGIN:VEVENT\n")),
  signed: () => email("application/pkcs7-mime", fill(5 * mb, "MIAw"), encoded("base64")),
  "rich text": () => email("application/ms-tnef", fill(5 * mb, "eJ8+IgAA"), encoded("base64")),
  file: () => email("application/pdf", fill(9.9 * mb, "QUFB"), encoded("base64")),
};

test.each(Object.keys(shapes))(
  "an email of %s is read within the limits, beside other work",
  async (shape) => {
    const raw = Buffer.from(shapes[shape]?.() ?? "");
    await readEmail(Buffer.from(`${head}\r\nhi`), trusted);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const read = await readEmail(raw, trusted);
    delay.disable();
    expect(read.text.length).toBeLessThanOrEqual(1_000_000);
    const isNamed = raw.toString("latin1", 0, 12) === "From: Helen ";
    expect(read.from.address).toBe(isNamed ? "helen@example.com" : "");
    // Copies the email for the process, and its text back.
    expect(delay.percentile(90) / 1e6).toBeLessThan(100);
    expect((await readEmail(Buffer.from(`${head}\r\nhi`), trusted)).text).toBe("hi");
  },
);

test("what exceeds a limit is read as far as possible, and said", async () => {
  const parts = fill(0.15 * mb, "--b\r\n\r\nx\r\n");
  const many = await readEmail(Buffer.from(email("multipart/mixed; boundary=b", parts)), trusted);
  expect(many).toMatchObject({ subject: "hello", notes: ["unreadable"] });
  expect(many.text.startsWith("x\n\nx")).toBe(true);
  const letter = `<p>Please come on Friday.</p>${fill(0.05 * mb, "<div>")}`;
  const deep = await readEmail(Buffer.from(email("text/html", letter)), trusted);
  expect(deep).toMatchObject({ text: "Please come on Friday.", notes: ["text-cut"] });
});

test.each(["", "\0\u0001", "\n", ":", "no headers at all", "\ud800".repeat(10)])(
  "what is no email is read all the same: %j",
  async (text) => {
    const read = await readEmail(Buffer.from(text), trusted);
    expect(read).toMatchObject({ kind: "message", from: { address: "" }, attachments: [] });
  },
);

test("twenty emails at once are all read, or rejected as busy", async () => {
  const raw = Buffer.from(email("text/html", fill(0.4 * mb, "<style ")));
  const all = Array.from({ length: 20 }, () => readEmail(raw, trusted));
  const results = await Promise.allSettled(all);
  for (const result of results) {
    if (result.status === "fulfilled") expect(result.value.subject).toBe("hello");
    else expect(result.reason).toMatchObject({ body: { code: "busy" } });
  }
  expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(15);
});
