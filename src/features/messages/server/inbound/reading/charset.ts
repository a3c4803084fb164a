import { isAscii, isUtf8 } from "node:buffer";
import chardet from "chardet";
import iconv from "iconv-lite";

/** Bytes that are looked at to find a charset. */
const sampleBytes = 64 * 1024;
/** Names that programs write whatever the text is; ISO-8859-1 means Windows-1252 in emails. */
const vague =
  /^(?:|us-ascii|ascii|unknown.*|default|utf-?8|iso-?8859-?1|latin-?1|windows-1252|cp1252|x-user-defined|binary)$/;
const single = /^(?:utf-?8.*|us-ascii|ascii||unknown.*)$/;
/** Charsets whose bytes are ASCII. */
const inAscii = /^(?:iso-2022|utf-?7|hz-)/;
/** Found only where much is beyond ASCII; Western text with a few accents looks like many. */
const minShare = 0.2;
/** Per hundred of what `chardet` says. */
const minConfidence = 20;

/**
 * Decodes text of an email: by the charset that it names if its bytes fit, else as UTF-8 if they
 * are that, else by detection, else as Windows-1252.
 * @param charset as declared; "" without
 */
export function decodeText(bytes: Uint8Array, charset: string): string {
  const name = charset.trim().toLowerCase();
  if (inAscii.test(name)) return decodeAs(bytes, name) ?? decodeText(bytes, "");
  if (isAscii(bytes)) return utf8(bytes);
  if (hasUtf16Mark(bytes) || name.startsWith("utf-16") || name.startsWith("utf-32")) {
    return decodeAs(bytes, name.startsWith("utf-") ? name : "utf-16") ?? utf8(bytes);
  }
  if (isUtf8(bytes)) return utf8(bytes);
  if (!vague.test(name)) {
    const text = decodeAs(bytes, name);
    if (text !== undefined && countOf(text, "\ufffd") <= text.length / 1000) return text;
  }
  if (!single.test(name)) return decodeAs(bytes, "windows-1252") ?? "";
  const text = utf8(bytes);
  // UTF-8 of which something was cut.
  const wrong = countOf(text, "\ufffd");
  if (wrong * 10 <= countBeyondAscii(text) - wrong) return text;
  return decodeAs(bytes, detect(bytes)) ?? "";
}

function detect(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, sampleBytes);
  const high = sample.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
  if (high < sample.length * minShare) return "windows-1252";
  const [best] = chardet.analyse(sample);
  return best && best.confidence >= minConfidence ? best.name : "windows-1252";
}

function decodeAs(bytes: Uint8Array, name: string): string | undefined {
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    if (!iconv.encodingExists(name)) return undefined;
    return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name);
  }
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function hasUtf16Mark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

function countBeyondAscii(text: string): number {
  return text.match(/[\u0080-\uffff]/g)?.length ?? 0;
}
