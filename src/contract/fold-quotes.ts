/** A part of an email's text. */
export interface TextPart {
  readonly text: string;
  /** Whether the part repeats an earlier email. */
  readonly isQuoted: boolean;
}

/** What helps to recognize quotes: texts of the conversation, and our addresses. */
export interface KnownTexts {
  readonly texts?: readonly string[];
  readonly addresses?: readonly string[];
}

/** Splits a text into own and quoted parts, without loss: joined, they are the text. */
export function foldQuotes(text: string, _known?: KnownTexts): readonly TextPart[] {
  const start = text.search(/^(?:On .{0,200}wrote:|>)/m);
  if (start < 0) return [{ text, isQuoted: false }];
  return [
    { text: text.slice(0, start), isQuoted: false },
    { text: text.slice(start), isQuoted: true },
  ].filter((part) => part.text !== "");
}
