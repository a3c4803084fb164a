import { phoneWords } from "../values/phone.ts";

/**
 * Phone numbers inside a text, in any writing: ten digits in groups of 3, 3 and 4, also after +1,
 * or an international number after a plus.
 */
const numbers =
  /(?<!\d)(?:\+?1[ ./-]{0,2})?\(?\d{3}\)?[ ./-]{0,3}\d{3}[ ./-]{0,3}\d{4}(?!\d)|\+\d(?:[ ()./-]{0,3}\d){6,14}(?!\d)/g;

const maxNumbers = 200;

/**
 * Words by which the phone numbers inside a text are found.
 * @param text as `foldLetters` makes it
 */
export function writtenPhones(text: string): readonly string[] {
  const words = new Set<string>();
  let count = 0;
  for (const [number] of text.matchAll(numbers)) {
    const digits = number.replaceAll(/\D/g, "");
    for (const word of [digits, ...phoneWords(digits)]) words.add(word);
    count += 1;
    if (count === maxNumbers) break;
  }
  return [...words];
}
