import { analyse } from "scslre";
import type { Expression } from "./read-expressions.ts";

/*
 * scslre finds the repetition of a single character. A repeated word, such as "<style ", can be as
 * slow: the expression then starts at each of the words and runs to the end of the text. So each
 * expression is also run on texts that are made from its own parts.
 */

/** Length of an attack in characters: quadratic time is far above the limit, linear far below. */
const length = 40_000;
/** Time that an expression may take for it, in milliseconds. */
const maxMs = 40;
/** Growth of the time from a quarter of the text to all of it: 4 is linear, 16 quadratic. */
const minGrowth = 8;

type Pattern = ReturnType<typeof analyse>["parsed"]["pattern"];
type Alternative = Pattern["alternatives"][number];
type Element = Alternative["elements"][number];

/** Characters that stand for the sets of an expression: those of mail, HTML, URLs and files. */
const samples = [..." \n\ta0A<>-.@/\"'=;:,()[]{}&%#?!*_|\\^~`$+é中\u{a0}\u{200b}😀"];

/** An attack that takes too long, as a text to repeat; undefined if there is none. */
export function findSlowText({ source, flags }: Pick<Expression, "source" | "flags">) {
  // It matches at one place only; the caller moves on.
  if (flags.includes("y")) return undefined;
  const { pattern } = analyse({ source, flags }).parsed;
  const words = new Set(pattern.alternatives.flatMap((one) => attacksOf(one, flags, [""])));
  return [...words].find((word) => isSlow(source, flags, word));
}

/** Slow, and so much slower than on a quarter of the text that the time is not linear. */
function isSlow(source: string, flags: string, word: string): boolean {
  const text = word.repeat(Math.ceil(length / word.length));
  return ["", "\0", "\n\0"].some((end) => {
    if (measure(source, flags, text + end) <= maxMs) return false;
    // Measured again: a pause of the machine is not the expression's.
    const whole = measure(source, flags, text + end);
    const quarter = measure(source, flags, text.slice(0, length / 4) + end);
    return whole > maxMs && whole > quarter * minGrowth;
  });
}

/** Processor time of this thread, in milliseconds: on a busy computer the clock says little. */
function measure(source: string, flags: string, text: string): number {
  const expression = new RegExp(source, flags);
  const before = process.threadCpuUsage();
  if (flags.includes("g")) text.replace(expression, "");
  else expression.test(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Words to repeat, for each unbounded repetition: what leads to it, with and without one round.
 * @param before what leads to this alternative
 */
function attacksOf(alternative: Alternative, flags: string, before: readonly string[]): string[] {
  const found: string[] = [];
  let leads = before;
  for (const element of alternative.elements) {
    const rounds = spell(element, flags);
    if (element.type === "Quantifier" && element.max === Number.POSITIVE_INFINITY) {
      found.push(...combine(leads, ["", ...rounds]), ...rounds);
    }
    for (const inner of innerAlternatives(element)) found.push(...attacksOf(inner, flags, leads));
    leads = combine(leads, rounds.length === 0 ? [""] : rounds);
  }
  return [...new Set(found)].filter((word) => word !== "");
}

function innerAlternatives(element: Element): readonly Alternative[] {
  const inner = element.type === "Quantifier" ? element.element : element;
  return "alternatives" in inner ? (inner.alternatives as readonly Alternative[]) : [];
}

/** Texts that an element matches: a few, of different kinds. */
function spell(element: Element, flags: string): string[] {
  switch (element.type) {
    case "Character":
      return [String.fromCodePoint(element.value)];
    case "CharacterSet":
    case "CharacterClass": {
      const set = new RegExp(`^(?:${element.raw})$`, flags.replace(/[gy]/g, ""));
      return samples.filter((one) => set.test(one)).slice(0, 6);
    }
    case "Quantifier": {
      const once = spell(element.element as Element, flags);
      return once.map((one) => one.repeat(Math.max(1, Math.min(element.min, 40))));
    }
    case "Group":
    case "CapturingGroup":
      return element.alternatives.flatMap((one) =>
        one.elements.reduce<string[]>(
          (leads, inner) => combine(leads, spell(inner as Element, flags)),
          [""],
        ),
      );
    default:
      return [""];
  }
}

/** Each beginning with each end, a limited number of them. */
function combine(starts: readonly string[], ends: readonly string[]): string[] {
  const endings = ends.length === 0 ? [""] : ends;
  const all = starts.flatMap((start) => endings.map((end) => start + end));
  return all.slice(0, 8);
}
