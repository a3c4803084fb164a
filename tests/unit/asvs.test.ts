import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  findUntested,
  readRequirements,
  type TestReport,
  testOf,
} from "../../scripts/test/asvs.ts";

const requirements = readRequirements();

/** Sections of OWASP ASVS 5.0.0 with their last requirement of levels 1 and 2; numbers have no gaps. */
const sections: Readonly<Record<string, number>> = {
  ...{ "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2 },
  ...{ "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1 },
  ...{ "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2 },
  ...{ "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4 },
  ...{ "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3 },
  ...{ "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4 },
  ...{ "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2 },
  ...{ "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1 },
  ...{ "9.1": 3, "9.2": 4 },
  ...{ "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3 },
  ...{ "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1 },
  ...{ "12.1": 3, "12.2": 2, "12.3": 4 },
  ...{ "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5 },
  ...{ "14.1": 2, "14.2": 4, "14.3": 3 },
  ...{ "15.1": 3, "15.2": 3, "15.3": 7 },
  ...{ "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3 },
  ...{ "17.1": 1, "17.2": 4, "17.3": 2 },
};

test("every requirement of levels 1 and 2 has a row", () => {
  const rows = new Set(requirements.flatMap(({ numbers }) => numbers));
  const required = Object.entries(sections).flatMap(([section, last]) =>
    Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
  );
  expect(required.filter((number) => !rows.has(number))).toEqual([]);
});

test.each(requirements)("$numbers $aspect: $state", (requirement) => {
  const { aspect, state, evidence } = requirement;
  expect(aspect).not.toBe("");
  expect(state).toMatch(/^(Yes|Partly|No|Not applicable)\b/);
  const named = testOf(requirement);
  expect(named?.title ?? "", "the run's titles have `*` for what varies").not.toContain("%");
  const file = named?.file ?? evidence;
  if (/^(Yes|Partly)/.test(state)) expect(file, "no evidence").not.toBe("");
  if (file !== "") expect(existsSync(file), `${file} is not there`).toBe(true);
});

describe("rows without a test that ran", () => {
  const row = '| 1.2.3 | x | Yes | src/a.test.ts: "* is rejected" |';
  const report = (title: string, status: string): TestReport => ({
    testResults: [{ name: path.resolve("src/a.test.ts"), assertionResults: [{ title, status }] }],
  });
  const find = (ran: TestReport, isWholeRun = true) =>
    findUntested(readRequirements(row), ran, isWholeRun);
  const reported = (problem: string) => [
    `docs/asvs.md, 1.2.3: src/a.test.ts: "* is rejected" ${problem}`,
  ];

  test("a test that ran counts, whatever its result", () => {
    expect(find(report("a page is rejected", "passed"))).toEqual([]);
    expect(find(report("a page is rejected", "failed"))).toEqual([]);
  });

  test("a test with another title is missing", () => {
    expect(find(report("a page is rejected twice", "passed"))).toEqual(reported("does not exist"));
    expect(find(report("is rejected", "passed"))).toEqual(reported("does not exist"));
    expect(find({ testResults: [] })).toEqual(reported("does not exist"));
  });

  test("a skipped test is missing from a full run only", () => {
    const skipped = report("a page is rejected", "skipped");
    expect(find(skipped)).toEqual(reported("was skipped"));
    expect(find(skipped, false)).toEqual([]);
  });

  test("in a run of selected files only those are checked", () => {
    expect(find({ testResults: [] }, false)).toEqual([]);
    expect(find(report("another", "passed"), false)).toEqual(reported("does not exist"));
  });
});
