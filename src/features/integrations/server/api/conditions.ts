import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";

/** A strong ETag: equal for equal contents. */
export function etagOf(resource: unknown): string {
  return `"${hash("sha256", JSON.stringify(resource), "base64url").slice(0, 27)}"`;
}

/**
 * Checks If-Match and If-None-Match of a write (RFC 9110, 13).
 * @param current what is stored; undefined for nothing
 * @throws ApiError "precondition-failed" with what is stored
 */
export function checkConditions(
  { headers }: Pick<FastifyRequest, "headers">,
  current: unknown,
): void {
  const ifMatch = headers["if-match"];
  const fails =
    (ifMatch !== undefined && !matches(ifMatch, current)) || isKnown({ headers }, current);
  if (fails) throw new ApiError("precondition-failed", {}, { current: current ?? null });
}

/** Whether If-None-Match names the current version; it compares weakly. */
export function isKnown({ headers }: Pick<FastifyRequest, "headers">, current: unknown): boolean {
  const known = headers["if-none-match"];
  return known !== undefined && matches(known.replaceAll("W/", ""), current);
}

/** @param tags "*", or ETags separated by commas; weak ones never match */
function matches(tags: string, current: unknown): boolean {
  if (current === undefined) return false;
  if (tags.trim() === "*") return true;
  const etag = etagOf(current);
  return tags.split(",").some((tag) => tag.trim() === etag);
}
