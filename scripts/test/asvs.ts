import { readFileSync } from "node:fs";
import path from "node:path";

const tableFile = "docs/asvs.md";

export interface Requirement {
  /** Numbers of OWASP ASVS 5.0.0. */
  readonly numbers: readonly string[];
  /** The requirement, or the part of it that the row is about. */
  readonly aspect: string;
  /** Begins with Yes, Partly, No or Not applicable. */
  readonly state: string;
  /** A test (`file: "title"`), a file to read, or nothing. */
  readonly evidence: string;
}

/** A test as the table names it; `*` in its title matches any text. */
interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** The fields of the test runner's report that are read here. */
export interface TestReport {
  readonly testResults: readonly {
    /** Absolute path of the file. */
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

export function readRequirements(text = readFileSync(tableFile, "utf8")): Requirement[] {
  return text
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, numbers = "", aspect = "", state = "", evidence = ""]) => {
      return { numbers: numbers.split(", ").flatMap(expand), aspect, state, evidence };
    });
}

/** Expands "10.4.1 to 10.4.3". */
function expand(numbers: string): string[] {
  const [, section, first, last] = /^(.+)\.(\d+) to \1\.(\d+)$/.exec(numbers) ?? [];
  if (section === undefined) return [numbers];
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, index) => `${section}.${Number(first) + index}`);
}

/** The test that a row names, if any. */
export function testOf({ evidence }: Requirement): NamedTest | undefined {
  const [, file, title] = /^(\S+\.test\.tsx?): "(.+)"$/.exec(evidence) ?? [];
  return file && title ? { file, title } : undefined;
}

/**
 * Rows whose test does not exist or was skipped; failed tests are reported by the runner.
 * @param isWholeRun if false, only files that ran are checked, and skipped tests are accepted
 * @returns one line for each row
 */
export function findUntested(
  requirements: readonly Requirement[],
  { testResults }: TestReport,
  isWholeRun: boolean,
): string[] {
  const files = new Map(
    testResults.map(({ name, assertionResults }) => [
      path.relative(process.cwd(), name).replaceAll(path.sep, "/"),
      assertionResults,
    ]),
  );
  return requirements.flatMap((requirement) => {
    const named = testOf(requirement);
    if (!named) return [];
    const ran = files.get(named.file);
    if (!ran && !isWholeRun) return [];
    const found = (ran ?? []).filter(({ title }) => isNamed(title, named.title));
    const executed = found.filter(({ status }) => status === "passed" || status === "failed");
    if ((isWholeRun ? executed : found).length > 0) return [];
    const problem = found.length > 0 ? "was skipped" : "does not exist";
    const row = `${tableFile}, ${requirement.numbers.join(", ")}`;
    return [`${row}: ${named.file}: "${named.title}" ${problem}`];
  });
}

function isNamed(title: string, pattern: string): boolean {
  const [start = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return title === pattern;
  let from = start.length;
  if (!title.startsWith(start)) return false;
  for (const part of rest.slice(0, -1)) {
    const at = title.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  const end = rest.at(-1) ?? "";
  return title.length >= from + end.length && title.endsWith(end);
}
