/** Where emails break a line, also a quoted one. */
const lineBreak = "(?:=?[ \\t]*\\r?\\n[> \\t]*)?";
/** Also as programs that check links write it into a link of their own. */
const slash = "(?:/|%(?:25)*2F)";
const start = [slash, ..."messages", slash, ""].join(lineBreak);

/** The path of a conversation and its token, or the beginning of one. */
const conversationLinks = new RegExp(
  `(${start})([\\w-](?:${lineBreak}[\\w-]){19,62}[\\w-]{0,2})`,
  "gi",
);

/**
 * Without tokens of conversations, which work without a login and after the help. As long as before,
 * since quotes are ranges of the text.
 */
export function withoutLinks(text: string): string {
  return text.replace(
    conversationLinks,
    (_link, path: string, token: string) => path + token.replaceAll(/[\w-]/g, "•"),
  );
}
