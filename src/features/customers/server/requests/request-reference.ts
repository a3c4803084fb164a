import { hash } from "node:crypto";
import {
  referenceAlphabet,
  referenceLength,
} from "../../../../platform/contract/form-engine/reference.ts";
import { spellReference } from "../../../../platform/server/values/reference.ts";

/**
 * Bytes of the hash that are used: more values than there are references, and still a safe integer.
 */
const bytesUsed = 6;

/**
 * The reference of a new request, which its owner reads out to support. It is derived from the key,
 * so a request that is imported twice keeps it. The chance that two requests share one is 1 in 110
 * billion; a search then finds both.
 */
export function requestReference({ uid, id }: { readonly uid: string; readonly id: string }) {
  const digest = hash("sha256", `${uid}/${id}`, "buffer");
  return spellReference(
    digest.readUIntBE(0, bytesUsed) % referenceAlphabet.length ** referenceLength,
  );
}
