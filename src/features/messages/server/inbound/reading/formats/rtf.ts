import { pipeline } from "node:stream/promises";
import { decompressRTF } from "@kenjiuno/decompressrtf";
import iconv from "iconv-lite";
import { deEncapsulateSync, Tokenize } from "rtf-stream-parser";
import { ToPlainText } from "rtf-stream-parser/dist/src/ToPlainText.js";
import { htmlToText } from "../html.ts";

/** Bytes of RTF that are read. */
const maxBytes = 2_000_000;
const options = { decode: iconv.decode, warn: () => undefined };

/** The text of compressed RTF, as Outlook sends it ([MS-OXRTFCP], [MS-OXRTFEX]). */
export async function readCompressedRtf(bytes: Uint8Array): Promise<string> {
  // The size that it will have is in its head.
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true);
  if (bytes.length > maxBytes || size > maxBytes) return "";
  return readRtf(Buffer.from(decompressRTF([...bytes])));
}

async function readRtf(rtf: Buffer): Promise<string> {
  const head = rtf.toString("latin1", 0, 1000);
  if (head.includes("\\fromhtml")) {
    return htmlToText(String(deEncapsulateSync(rtf, { ...options, mode: "html" }).text)).text;
  }
  if (head.includes("\\fromtext")) {
    return String(deEncapsulateSync(rtf, { ...options, mode: "text" }).text);
  }
  const pieces: string[] = [];
  const plain = new ToPlainText(options);
  await pipeline([rtf], new Tokenize(), plain, async (source) => {
    for await (const piece of source) pieces.push(String(piece));
  });
  return pieces.join("");
}
