import { createHmac, timingSafeEqual } from "node:crypto";
import {
  referenceAlphabet,
  referenceLength,
} from "../../../../platform/contract/form-engine/reference.ts";
import type { Config } from "../../../../platform/server/config/config.ts";

/** Hexadecimal digits, since email servers may change the case of an address. 128 bits. */
const signatureLength = 32;
const tag = new RegExp(
  `\\+([${referenceAlphabet}]{${referenceLength}})-([0-9a-f]{${signatureLength}})@`,
  "i",
);

interface Owner {
  readonly id: string;
  readonly reference: string;
}

/**
 * The header that routes answers by email to their case; empty if the setting is missing. The
 * address gives no access to the page, since forwarding an email reveals it.
 */
export function replyToHeader(
  { inboundMailAddress }: Pick<Config, "inboundMailAddress">,
  secret: Buffer,
  owner: Owner,
): Readonly<Record<string, string>> {
  if (inboundMailAddress === undefined) return {};
  const code = `${owner.reference.toLowerCase()}-${signatureOf(secret, owner)}`;
  return { "Reply-To": inboundMailAddress.replace("@", `+${code}@`) };
}

/** Reference and signature in an address; undefined if it has none. */
export function readReplyAddress(
  address: string,
): { readonly reference: string; readonly signature: string } | undefined {
  const [, reference, signature] = tag.exec(address) ?? [];
  if (reference === undefined || signature === undefined) return undefined;
  return { reference: reference.toUpperCase(), signature: signature.toLowerCase() };
}

/** Whether this server made the signature in an address. */
export function isReplySignature(secret: Buffer, owner: Owner, signature: string): boolean {
  const given = Buffer.from(signature);
  const expected = Buffer.from(signatureOf(secret, owner));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(secret: Buffer, { id }: Owner): string {
  const digest = createHmac("sha256", secret).update(`reply-address:${id}`).digest("hex");
  return digest.slice(0, signatureLength);
}
