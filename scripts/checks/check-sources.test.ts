import { expect, test } from "vitest";
import { findVagueTexts } from "./check-sources.ts";

test.each([
  ["a string", 'const a = "Nobody waits.";'],
  ["a template", "const a = `somebody else changed this.`;"],
  ["JSX", "const a = <p>{name} Anybody can see this.</p>;"],
  ["an attribute", 'const a = <Box text="The person is logged out." />;'],
])("finds a vague subject in %s", (_name, source) => {
  expect(findVagueTexts("src/desk/page.tsx", source)).toHaveLength(1);
});

test.each([
  ["a comment", "// Nobody waits.\nconst a = 1;"],
  ["a name", "const nobody = 1;"],
  ["a value", 'const a = assignee === "nobody";'],
  ["a permission", 'const a = "anybody GET /api/portal/session";'],
  ["another word", 'const a = "No one is waiting for the person at the desk.";'],
])("accepts %s", (_name, source) => {
  expect(findVagueTexts("src/desk/page.tsx", source)).toEqual([]);
});

test("reads the product, not its tests", () => {
  expect(findVagueTexts("src/desk/page.test.tsx", 'const a = "Nobody waits.";')).toEqual([]);
});
