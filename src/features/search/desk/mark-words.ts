/** A part of a text; marked if the search has its letters. */
export interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Fewer digits are part of too many numbers. */
const minDigits = 3;

/** Splits a text where words begin with one of those typed; accents and case do not matter. */
export function markWords(text: string, typed: string): readonly TextPart[] {
  const letters = [...text];
  const plain = letters.map(fold);
  const marked = letters.map(() => false);
  for (const word of fold(typed).match(/[\p{L}\p{N}]+/gu) ?? []) {
    for (let start = 0; start < plain.length; start += 1) {
      if (start > 0 && isWordLetter(plain[start - 1] ?? "")) continue;
      const end = matchFrom(plain, start, word);
      if (end !== undefined) marked.fill(true, start, end);
    }
  }
  markDigits(letters, marked, typed.replaceAll(/\D/g, ""));
  return joinParts(letters, marked);
}

/** @returns where the match ends; undefined without one. Apostrophes inside a word do not matter. */
function matchFrom(plain: readonly string[], start: number, word: string): number | undefined {
  let rest = word;
  for (let at = start; at < plain.length; at += 1) {
    const letter = plain[at] ?? "";
    if (rest.startsWith(letter)) {
      rest = rest.slice(letter.length);
      if (rest === "") return at + 1;
    } else if (at === start || !/^['’]$/u.test(letter)) return undefined;
  }
  return undefined;
}

/** Marks a part of a phone number, whatever separates its digits. */
function markDigits(letters: readonly string[], marked: boolean[], digits: string): void {
  if (digits.length < minDigits) return;
  const places = letters.flatMap((letter, at) => (/\d/.test(letter) ? [at] : []));
  const all = places.map((at) => letters[at]).join("");
  const found = all.indexOf(digits);
  if (found === -1) return;
  marked.fill(true, places[found], (places[found + digits.length - 1] ?? 0) + 1);
}

function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function isWordLetter(letter: string): boolean {
  return /^[\p{L}\p{N}]/u.test(letter);
}

function joinParts(letters: readonly string[], marked: readonly boolean[]): readonly TextPart[] {
  const parts: { text: string; isMarked: boolean }[] = [];
  for (const [at, letter] of letters.entries()) {
    const isMarked = marked[at] === true;
    const last = parts.at(-1);
    if (last && last.isMarked === isMarked) last.text += letter;
    else parts.push({ text: letter, isMarked });
  }
  return parts;
}
