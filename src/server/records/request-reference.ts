import { hash } from "node:crypto";
import { referenceAlphabet, referenceLength } from "../../contract/forms/submission.ts";
import { spellReference } from "./reference.ts";

/** Bytes of the hash that count: more than a reference can tell apart, exact as a number. */
const bytesUsed = 6;

/**
 * What a person reads out to support for one of their requests. Nothing is stored: it follows
 * from the request's key, so it is the same for ever. Two requests in a hundred thousand million
 * share one; whoever looks it up gets both.
 */
export function requestReference({ uid, id }: { readonly uid: string; readonly id: string }) {
  const digest = hash("sha256", `${uid}/${id}`, "buffer");
  return spellReference(
    digest.readUIntBE(0, bytesUsed) % referenceAlphabet.length ** referenceLength,
  );
}
