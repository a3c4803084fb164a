import { inboxLimits } from "../../../contract/desk/inbox.ts";
import { tooLong } from "../../../contract/form-engine/rules.ts";

/** What is wrong with a new tag; undefined if nothing is. */
export function tagError(tag: string): string | undefined {
  return tag.length > inboxLimits.tag ? tooLong("A tag", inboxLimits.tag) : undefined;
}
