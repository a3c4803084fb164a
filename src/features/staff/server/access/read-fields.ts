import { readTextBody } from "../../../../platform/server/http/body.ts";

/**
 * Reads the texts of a body; a missing one is empty.
 * @throws ApiError "malformed" for another shape or an unknown name
 */
export function readDeskFields<Name extends string>(
  body: unknown,
  names: readonly Name[],
): Record<Name, string> {
  const texts = readTextBody(body, new Set<string>(names));
  return Object.fromEntries(names.map((name) => [name, texts[name] ?? ""])) as Record<Name, string>;
}
