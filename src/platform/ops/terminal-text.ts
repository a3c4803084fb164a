/**
 * Characters that control a terminal instead of being displayed: control characters except line
 * breaks and tabs, a lone carriage return, and those that reverse text direction (UTS 55).
 */
const controlCharacters = /[\p{Cc}--[\t\n\r]]|\r(?!\n)|[\p{Bidi_Control}\u2028\u2029]/gv;

/**
 * Makes text from visitors safe to print on a terminal. Each control character becomes its JSON
 * escape, so JSON keeps its values.
 */
export function escapeControls(text: string): string {
  return text.replace(
    controlCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
