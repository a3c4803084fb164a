import { createHmac, timingSafeEqual } from "node:crypto";
import { cleanToken } from "../../../platform/contract/form-engine/clean-token.ts";
import { paths } from "../../../platform/contract/paths.ts";

function signature(secret: Buffer, id: string): string {
  return createHmac("sha256", secret).update(`unsubscribe:${id}`).digest("base64url");
}

/** The personal link of a subscriber; not stored, since it can be recomputed at any time. */
export function unsubscribeLink(origin: string, secret: Buffer, id: string): string {
  const query = new URLSearchParams({ id, t: signature(secret, id) });
  return `${origin}${paths.unsubscribe}?${query}`;
}

/** The subscriber that a link was made for, or undefined if its signature is invalid. */
export function readUnsubscribeLink(secret: Buffer, query: URLSearchParams): string | undefined {
  const id = query.get("id") ?? "";
  // Email programs post the link themselves, also with the character that follows it in the text.
  const given = Buffer.from(cleanToken(query.get("t") ?? ""));
  const expected = Buffer.from(signature(secret, id));
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}
