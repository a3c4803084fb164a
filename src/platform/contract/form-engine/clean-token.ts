/** A token without the characters at its end that no token has, raw or percent-encoded. */
export function cleanToken(text: string): string {
  let end = text.length;
  while (end > 0) {
    if (/^%[0-9a-f]{2}$/i.test(text.slice(end - 3, end))) end -= 3;
    else if (/[\w-]/.test(text.charAt(end - 1))) break;
    else end -= 1;
  }
  return text.slice(0, end);
}
