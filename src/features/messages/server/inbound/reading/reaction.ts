import { foldQuotes } from "../../../contract/forms/fold-quotes.ts";
import { decodeText } from "./charset.ts";
import { type Part, walkParts } from "./parts.ts";

export const reactionType = "text/vnd.google.email-reaction+json";

/** What Outlook and Gmail write in English. */
const sentence = /^.{0,100}reacted (?:to your message|via gmail)\b.{0,20}$/i;
const tapback =
  /^(?:Liked|Loved|Disliked|Laughed at|Emphasized|Questioned|Reacted \S{1,12} to) [“"]/;

/**
 * The sentence of an emoji reaction, such as "👍 Rosa Alvarez reacted via Gmail"; undefined if the
 * email is none.
 * @param name of the sender
 */
export function readReaction(root: Part, name: string, text: string): string | undefined {
  const part = [...walkParts(root)].find(({ type }) => type === reactionType);
  const own = foldQuotes(text.slice(0, 10_000))
    .filter(({ isQuoted }) => !isQuoted)
    .flatMap((piece) => piece.text.split("\n"))
    .map((line) => line.trim())
    .filter(Boolean);
  const last = own.findIndex((line) => sentence.test(line));
  const said = own
    .slice(0, last + 1)
    .join(" ")
    .replace(/:$/, "");
  if (part) return said || `${readEmoji(part)} ${name} reacted`.trim();
  // Somebody may write about a reaction; then there are more words.
  if (said !== "" && own.length <= 3 && said.length <= 120) return said;
  const isTapback = own.length === 1 && tapback.test(own[0] ?? "") && /[”"]$/.test(own[0] ?? "");
  return isTapback ? own[0] : undefined;
}

function readEmoji(part: Part): string {
  try {
    const { emoji } = JSON.parse(decodeText(part.content().subarray(0, 1000), "utf-8"));
    return typeof emoji === "string" ? emoji.slice(0, 16) : "";
  } catch {
    return "";
  }
}
