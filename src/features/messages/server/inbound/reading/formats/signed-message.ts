import { ContentInfo, EncapsulatedContentInfo, SignedData } from "pkijs";

const signedData = "1.2.840.113549.1.7.2";
const envelopedTypes = new Set(["1.2.840.113549.1.7.3", "1.2.840.113549.1.9.16.1.23"]);

/**
 * Opens a part of S/MIME (RFC 8551) that holds the message itself. The signature is not checked: it
 * would say who wrote it, which nothing here depends on.
 * @returns the message in it; "encrypted"; undefined if it cannot be read
 */
export function openSignedMessage(bytes: Uint8Array): Uint8Array | "encrypted" | undefined {
  try {
    const info = ContentInfo.fromBER(new Uint8Array(bytes));
    if (envelopedTypes.has(info.contentType)) return "encrypted";
    if (info.contentType !== signedData) return undefined;
    const { encapContentInfo } = new SignedData({ schema: info.content });
    if (!(encapContentInfo instanceof EncapsulatedContentInfo)) return undefined;
    const content = encapContentInfo.eContent;
    return content && new Uint8Array(content.getValue());
  } catch {
    return undefined;
  }
}
