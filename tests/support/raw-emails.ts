/** Raw emails for tests of inbound mail. */

export interface RawPart {
  readonly type: string;
  readonly body?: string | Uint8Array;
  /** Of parts in it; `body` is left out then. */
  readonly parts?: readonly RawPart[];
  readonly headers?: Readonly<Record<string, string>>;
}

let boundaries = 0;

/** A part with its headers; bytes are sent as base64. */
export function rawPart({ type, body = "", parts, headers = {} }: RawPart): Buffer {
  boundaries += 1;
  const boundary = `part-${boundaries}`;
  const isBytes = typeof body !== "string";
  const all = {
    "Content-Type": parts ? `${type}; boundary="${boundary}"` : type,
    ...(isBytes && { "Content-Transfer-Encoding": "base64" }),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const content = parts
    ? parts.flatMap((part) => [`--${boundary}\r\n`, rawPart(part), "\r\n"])
    : [isBytes ? Buffer.from(body).toString("base64").replaceAll(/.{76}/g, "$&\r\n") : body];
  const end = parts ? [`--${boundary}--\r\n`] : [];
  return Buffer.concat([...head, "\r\n", ...content, ...end].map((one) => Buffer.from(one)));
}

/** An email by Helen Brandt, unless the headers say otherwise. */
export function rawEmail(part: RawPart): Buffer {
  const headers = {
    From: "Helen Brandt <helen@example.com>",
    To: "reply@example.com",
    Subject: "Re: Your message",
    "Message-ID": "<one@mail.example.com>",
    "MIME-Version": "1.0",
    ...part.headers,
  };
  return rawPart({ ...part, headers });
}

/** An uncompressed bitmap's worth of a PNG head, padded to a size. */
export function rawPicture(width: number, height: number, bytes: number): Buffer {
  const picture = Buffer.alloc(bytes, 7);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(picture);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
}
