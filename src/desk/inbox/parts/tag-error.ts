import { inboxLimits } from "../../../contract/desk/inbox.ts";
import { tooLong } from "../../../contract/form-engine/rules.ts";

/** Validation error of a new tag; undefined if it is valid. */
export function tagError(tag: string): string | undefined {
  return tag.length > inboxLimits.tag ? tooLong("A tag", inboxLimits.tag) : undefined;
}
