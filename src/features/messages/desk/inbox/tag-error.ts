import { tooLong } from "../../../../platform/contract/form-engine/rules.ts";
import { inboxLimits } from "../../contract/inbox.ts";

/** Validation error of a new tag; undefined if it is valid. */
export function tagError(tag: string): string | undefined {
  return tag.length > inboxLimits.tag ? tooLong("A tag", inboxLimits.tag) : undefined;
}
