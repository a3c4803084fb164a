import { describe, expect, test } from "vitest";
import {
  findBroken,
  findMisshapen,
  findUnlisted,
  toTargets,
} from "../../scripts/checks/check-docs.ts";

const targets = toTargets(
  new Set([
    "README.md",
    "docs/deploy.md",
    "src/app/site",
    "src/platform/site/ui",
    "src/platform/site/ui/field.tsx",
  ]),
  new Set(["check"]),
);

describe("references of a document", () => {
  test.each([
    ["[deploy](docs/deploy.md#backup) and [out](https://example.com/a.md)", "links"],
    [
      "`src/platform/site/ui/field.tsx`, `ui/field.tsx`, `field.tsx`, `src/platform/site/ui/`",
      "paths",
    ],
    ["`/portal/profile`, `a.b`, `Users/uid`", "code that is not a path"],
    ["`src/features/recruiting/contract/volunteer.ts`", "files of the example"],
    ["`npm run check` and `npm run -s check -- --all`", "commands"],
  ])("%s: accepts %s", (text) => {
    expect(findBroken("README.md", text, targets)).toEqual([]);
  });

  test.each([
    ["[deploy](deploy.md)", "README.md: broken link to deploy.md"],
    ["`src/platform/site/ui/gone.tsx`", "README.md: there is no src/platform/site/ui/gone.tsx"],
    ["`ui/fields.tsx`", "README.md: there is no ui/fields.tsx"],
    ["`npm run chekc`", "README.md: package.json has no script chekc"],
    [`${"<".repeat(7)} HEAD\n- one`, "README.md: merge conflict markers"],
    ["```sh\nnpm run -s chekc\n```", "README.md: package.json has no script chekc"],
  ])("reports %s", (text, error) => {
    expect(findBroken("README.md", text, targets)).toEqual([error]);
  });

  test("resolves links relative to the document", () => {
    expect(findBroken("docs/deploy.md", "[read](../README.md)", targets)).toEqual([]);
  });
});

test("each decision record has a unique number and one line in the index", () => {
  const records = ["0001-a.md", "0002-b.md"].map((name) => `docs/decisions/${name}`);
  const index = "| [0001](0001-a.md) |\n| [0002](0002-b.md) |";
  expect(findUnlisted(records, index)).toEqual([]);
  expect(findUnlisted(records, index.slice(0, 22))).toEqual([
    "docs/decisions/README.md does not list 0002-b.md exactly once",
  ]);
  expect(
    findUnlisted([...records, "docs/decisions/0002-c.md"], `${index} [](0002-c.md)`),
  ).toHaveLength(2);
});

test("reports a decision record with other headings or too many lines", () => {
  const headings = ["Status", "Context", "Decision", "Consequences", "Date"];
  const record = headings.map((heading) => `## ${heading}\n\nText.\n`).join("\n");
  const file = "docs/decisions/0001-a.md";
  expect(findMisshapen(file, record)).toEqual([]);
  expect(findMisshapen(file, record.replace("Context", "Considered"))).toHaveLength(1);
  expect(findMisshapen(file, record + "More.\n".repeat(40))).toEqual([
    `${file}: 59 lines, at most 50`,
  ]);
});
