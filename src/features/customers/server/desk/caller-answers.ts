import { normalizeEmail } from "../../../../platform/contract/email.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { CallerQuestion } from "../../contract/caller-check.ts";

/** What is on record about a customer. */
export interface OnRecord {
  readonly addressLine1: string;
  readonly zip: string;
  /** By `emailKey`. */
  readonly email: string;
  /** The last completed request; undefined without one. */
  readonly lastRequest: { readonly title: string; readonly provider: string } | undefined;
}

/** Words with a digit, in lower case: "1204b", "80302". */
function numbersIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => /\d/.test(word));
}

function isZip(word: string): boolean {
  return /^\d{5}$/.test(word);
}

function houseNumberOf({ addressLine1 }: OnRecord): string | undefined {
  return numbersIn(addressLine1)[0];
}

/** Words that say nothing about a request. */
const commonWords = new Set(
  "a an and at by did do does for from got had has have he help helped her him his i in is it last me my of on our she the them they to took us was we went with you your".split(
    " ",
  ),
);

/** The words that tell requests apart, without accents and plural endings. */
function wordsOf(text: string): ReadonlySet<string> {
  const plain = text
    .normalize("NFD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.filter((word) => !commonWords.has(word)).map((word) => word.replace(/(?<=...)s$/, "")),
  );
}

/** Questions that nothing on record answers. */
export function findUnanswerable(record: OnRecord): CallerQuestion[] {
  const isMissing: Readonly<Record<CallerQuestion, boolean>> = {
    home: houseNumberOf(record) === undefined || !numbersIn(record.zip).some(isZip),
    email: record.email === "",
    request: record.lastRequest === undefined || wordsOf(record.lastRequest.title).size === 0,
  };
  return (Object.keys(isMissing) as CallerQuestion[]).filter((question) => isMissing[question]);
}

/** Whether what staff heard is what is on record, however it is written. */
export function isAnswer(question: CallerQuestion, heard: string, record: OnRecord): boolean {
  if (findUnanswerable(record).includes(question)) return false;
  if (question === "home") return isHome(heard, record);
  if (question === "email") return emailKey(normalizeEmail(heard)) === record.email;
  return isRequest(heard, record);
}

/** House number first, ZIP code last; what is between them is ignored. */
function isHome(heard: string, record: OnRecord): boolean {
  const numbers = numbersIn(heard);
  const zip = numbers.findLastIndex(isZip);
  return (
    zip > 0 &&
    numbers[0] === houseNumberOf(record) &&
    numbers[zip] === numbersIn(record.zip).find(isZip)
  );
}

/**
 * All words are in the request's title or the provider's name, and two of them in the title, unless
 * it has only one: a single word such as "ride" fits too many requests.
 */
function isRequest(heard: string, { lastRequest }: OnRecord): boolean {
  const title = wordsOf(lastRequest?.title ?? "");
  const known = new Set([...title, ...wordsOf(lastRequest?.provider ?? "")]);
  const words = [...wordsOf(heard)];
  const inTitle = words.filter((word) => title.has(word)).length;
  return words.every((word) => known.has(word)) && inTitle >= Math.min(2, title.size);
}
