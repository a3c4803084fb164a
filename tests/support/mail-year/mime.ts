/** How a part's bytes are written. */
export type Encoding = "quoted-printable" | "base64" | "8bit" | "7bit";

/** A part of a message: its headers and its body, both as they are sent. */
export interface Part {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Bytes of a text in a charset that email programs use. */
function toBytes(text: string, charset: string): Buffer {
  const unix = text.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n");
  if (charset === "utf-8") return Buffer.from(unix, "utf8");
  const bytes = [...unix].map((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return code < 256 ? code : (windows1252[sign] ?? 0x3f);
  });
  return Buffer.from(bytes);
}

const windows1252: Readonly<Record<string, number>> = {
  "€": 0x80,
  "…": 0x85,
  "‘": 0x91,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "–": 0x96,
  "—": 0x97,
};

/** Whether a text fits Windows-1252. */
export function fitsWindows(text: string): boolean {
  return [...text].every((sign) => (sign.codePointAt(0) ?? 0) < 256 || sign in windows1252);
}

function toQuotedPrintable(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .split("\r\n")
    .map((line) => {
      const coded = line
        .replaceAll(/[^\t\x20-\x3c\x3e-\x7e]/g, (sign) => {
          const hex = sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
          return `=${hex}`;
        })
        .replace(/[ \t]$/, (space) => (space === " " ? "=20" : "=09"));
      return breakLine(coded);
    })
    .join("\r\n");
}

/** Soft line breaks after at most 75 characters, none within an escape. */
function breakLine(line: string): string {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > 75) {
    let end = 74;
    if (rest[end - 1] === "=") end -= 1;
    else if (rest[end - 2] === "=") end -= 2;
    pieces.push(`${rest.slice(0, end)}=`);
    rest = rest.slice(end);
  }
  return [...pieces, rest].join("\r\n");
}

function encode(bytes: Buffer, encoding: Encoding): Buffer {
  if (encoding === "quoted-printable") return Buffer.from(toQuotedPrintable(bytes));
  if (encoding !== "base64") return bytes;
  const lines = bytes.toString("base64").match(/.{1,76}/g) ?? [];
  return Buffer.from(lines.join("\r\n"));
}

/** A part of text. @param type such as "text/plain; format=flowed" */
export function textPart(type: string, text: string, charset: string, encoding: Encoding): Part {
  return {
    headers: [
      `Content-Type: ${type}; charset="${charset}"`,
      `Content-Transfer-Encoding: ${encoding}`,
    ],
    body: encode(toBytes(text, charset), encoding),
  };
}

/** A file, attached or shown in the text. */
export function filePart(
  type: string,
  name: string,
  bytes: Buffer,
  { contentId }: { readonly contentId?: string } = {},
): Part {
  const shown = contentId === undefined ? "attachment" : "inline";
  return {
    headers: [
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: ${shown}; filename="${name}"`,
      "Content-Transfer-Encoding: base64",
      ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
    ],
    body: encode(bytes, "base64"),
  };
}

/** Several parts as one: "alternative", "mixed", "related" or "report; report-type=…". */
export function multipart(kind: string, boundary: string, parts: readonly Part[]): Part {
  const chunks = parts.flatMap(({ headers, body }) => [
    Buffer.from(`--${boundary}\r\n${headers.join("\r\n")}\r\n\r\n`),
    body,
    Buffer.from("\r\n"),
  ]);
  return {
    headers: [`Content-Type: multipart/${kind}; boundary="${boundary}"`],
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

export function message(headers: readonly string[], { headers: more, body }: Part): Buffer {
  const head = [...headers, "MIME-Version: 1.0", ...more].join("\r\n");
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);
}

/** A header value: plain, or as an encoded word (RFC 2047). */
export function headerText(text: string): string {
  if (Buffer.byteLength(text) === text.length) return text;
  const words: string[] = [];
  let part = "";
  for (const sign of text) {
    if (Buffer.byteLength(part + sign) > 40) {
      words.push(part);
      part = "";
    }
    part += sign;
  }
  words.push(part);
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join("\r\n ");
}
