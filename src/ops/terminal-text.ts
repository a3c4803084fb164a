/**
 * What a terminal acts upon instead of showing it: control characters but for line breaks and
 * tabs, a lone carriage return, and the signs that reverse the direction of text (UTS 55).
 */
const drivesTerminal = /[\p{Cc}--[\t\n\r]]|\r(?!\n)|[\p{Bidi_Control}\u2028\u2029]/gv;

/**
 * Text that can be printed on a terminal whoever wrote it: each character that would drive
 * the terminal stands as its JSON escape, so JSON keeps its values.
 */
export function escapeControls(text: string): string {
  return text.replace(
    drivesTerminal,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
