import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("the table of rules is read", () => {
  expect(rows.length).toBeGreaterThan(35);
});

test.each(rows)("%srule %s says yes with a test that exists, or no", (_, rule, state, proof) => {
  expect(state, rule).toMatch(/^(Yes|No)/);
  const [, file, title] = /^(\S+\.test\.tsx?): "(.+)"$/.exec(proof ?? "") ?? [];
  if (!file || !title) {
    // Without a test a row must say no, that there is nothing to test, or point to this page.
    expect(
      state?.startsWith("No") ||
        /there (are|is) none|starts empty/.test(state ?? "") ||
        proof === "this page",
      `${rule}: ${proof}`,
    ).toBe(true);
    return;
  }
  expect(readFileSync(file, "utf8"), `${file} has no test "${title}"`).toContain(title);
});
